"""Small tables for the tests of the core."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.rows import ArrayRows
from embviz.core.table import EmbeddingTable
from embviz.core.vocabulary import TokenScheme, Vocabulary


class WordTokenizer:
    """Cuts a text into the longest tokens from the left, as far as it can."""

    def __init__(self, tokens, scheme, unknown=None):
        self.vocabulary = Vocabulary(tokens, scheme=scheme)
        self.unknown = unknown
        texts = [self.vocabulary.read_text(place) for place in range(len(tokens))]
        self.ids = {text: place for place, text in reversed(list(enumerate(texts)))}

    @property
    def vocab_size(self):
        return len(self.ids)

    def encode(self, text):
        found = []
        while text:
            ends = [end for end in range(len(text), 0, -1) if text[:end] in self.ids]
            if not ends:
                return [] if self.unknown is None else [self.unknown]
            found.append(self.ids[text[: ends[0]]])
            text = text[ends[0] :]
        return found


@pytest.fixture
def make_table():
    """Make a table of given rows; tokens are w0, w1, … unless given."""

    def make(rows, tokens=None, *, scheme=TokenScheme.PLAIN, control=(), unused=(), bfloat16=False, **fields):
        rows = np.asarray(rows)
        if tokens is None:
            tokens = [f"w{place}" for place in range(len(rows))]
        vocabulary = Vocabulary(tokens, scheme=scheme, control=control, unused=unused)
        fields.setdefault("tokenizer", WordTokenizer([token or "" for token in tokens], scheme))
        return EmbeddingTable(
            name="small",
            source="here",
            vectors=ArrayRows(rows, bfloat16=bfloat16),
            vocabulary=vocabulary,
            dtype="BF16" if bfloat16 else "F32",
            **fields,
        )

    return make


@pytest.fixture
def to_bfloat16():
    """Cut float32 numbers down to bfloat16: their bits, and the numbers that these stand for as float32."""

    def cut(rows):
        bits = np.asarray(rows, dtype=np.float32).view(np.uint32) >> np.uint32(16)
        return bits.astype(np.uint16), (bits << np.uint32(16)).view(np.float32)

    return cut
