"""A sentence as a model takes it in: its pieces, their ids, and their rows of the table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.cosines import cosine
from embviz.core.fact_lines import has_tokens
from embviz.core.quantities import signed
from embviz.core.vocabulary import TokenKind, TokenScheme
from embviz.core.wording import count, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.table import EmbeddingTable

Float32 = NDArray[np.float32]

DEFAULT_SENTENCE = "The cat sat on the mat. The cat slept."
"""Two tokens stand in it twice; and ``The`` and ``␣The`` are two."""

MOST_PIECES = 1000
"""So many pieces of a text are shown."""

_WORDS = re.compile(r"#[0-9]+|\w+(?:['’\-]\w+)*|[^\w\s]")
_SCALE_PERCENTILE = 99.0


@dataclass(frozen=True)
class Piece:
    """One token of a sentence.

    Attributes
    ----------
    id
        Its row, None for a word that the table lacks.
    token
        As stored, empty without one.
    shown
        For the eye: ``␣cat``, ``##s``.
    mark
        Equal tokens share a mark, counted from 0 in order of their first places; None for what stands once.
    """

    id: int | None
    token: str
    shown: str
    mark: int | None = None


@dataclass(frozen=True, eq=False)
class SentenceRows:
    """The pieces of a text with their rows.

    Attributes
    ----------
    text
        As typed.
    pieces
        In order, at most `MOST_PIECES`.
    rows
        float32, (n, d), read-only; NaN where the table lacks a word.
    limit
        The colour scale goes from −limit to +limit: the 99th percentile of the sizes of the numbers, above 0.
    left_out
        Pieces beyond `MOST_PIECES`.
    by_words
        True where there is no tokenizer for sentences, and words were looked up one by one.
    notes
        What is to be learned from this sentence, and what was not possible.
    """

    text: str
    pieces: tuple[Piece, ...]
    rows: Float32
    limit: float
    left_out: int
    by_words: bool
    notes: tuple[str, ...]


def sentence_rows(table: EmbeddingTable, text: str) -> SentenceRows:
    """Cut a text as the model does, and fetch the rows.

    A table of whole words, or one without a tokenizer, has no way to cut a sentence: words and signs are
    then looked up one by one, ``#12`` as a row.
    """
    ids: list[int | None] = list(table.encode(text))
    by_words = not ids and bool(text.strip())
    words: list[str] = []
    if by_words:
        words = _WORDS.findall(text)
        ids = [None if (found := table.vocabulary.best(word)) is None else found.id for word in words]
    left_out = max(0, len(ids) - MOST_PIECES)
    ids, words = ids[:MOST_PIECES], words[:MOST_PIECES]
    pieces = _pieces(table, ids, words)
    rows = _rows(table, ids)
    notes = (*_limits(table, pieces, left_out, by_words), *_lessons(table, pieces, rows))
    return SentenceRows(text, pieces, rows, _limit(rows), left_out, by_words, notes)


def _pieces(table: EmbeddingTable, ids: Sequence[int | None], words: Sequence[str]) -> tuple[Piece, ...]:
    often = Counter(id_ for id_ in ids if id_ is not None)
    repeated = [id_ for id_ in dict.fromkeys(ids) if id_ is not None and often[id_] > 1]
    marks = {id_: mark for mark, id_ in enumerate(repeated)}
    vocabulary = table.vocabulary
    return tuple(
        Piece(None, "", words[place])
        if id_ is None
        else Piece(id_, vocabulary.tokens[id_] or "", vocabulary.shown(id_), marks.get(id_))
        for place, id_ in enumerate(ids)
    )


def _rows(table: EmbeddingTable, ids: Sequence[int | None]) -> Float32:
    rows = np.full((len(ids), table.dim), np.nan, dtype=np.float32)
    known = [place for place, id_ in enumerate(ids) if id_ is not None]
    if known:
        rows[known] = table.vectors.take(np.array([ids[place] for place in known], dtype=np.int64))
    rows.setflags(write=False)
    return rows


def _limit(rows: Float32) -> float:
    sizes = np.abs(rows[np.isfinite(rows)])
    if not sizes.size or not sizes.any():
        return 1.0
    limit = float(np.percentile(sizes, _SCALE_PERCENTILE))
    return limit if limit > 0 else float(sizes.max())


def _limits(table: EmbeddingTable, pieces: Sequence[Piece], left_out: int, by_words: bool) -> tuple[str, ...]:
    """Say what this table cannot do with a sentence."""
    notes = []
    if left_out:
        notes.append(f"The first {MOST_PIECES:,} tokens are shown; {left_out:,} more are not.")
    if not by_words:
        return tuple(notes)
    lacking = list(dict.fromkeys(piece.shown for piece in pieces if piece.id is None))
    if not has_tokens(table):
        notes.append("The rows of this table have no tokens. Type row numbers, such as #0 #17 #3.")
    elif table.tokenizer is None:
        notes.append(
            "There is no tokenizer with this table: each word is looked up by itself. "
            "The model may cut the sentence in another way."
        )
    elif table.vocabulary.scheme is TokenScheme.PLAIN:
        notes.append("A table of whole words has no tokenizer: each word is looked up by itself.")
    else:
        notes.append("The tokenizer finds no token in this text: each word is looked up by itself.")
    if lacking:
        named = ", ".join(quoted(word) for word in lacking[:4]) + (" …" if len(lacking) > 4 else "")
        notes.append(f"{count(len(lacking), 'has', 'have')} no row: {named}.")
    return tuple(notes)


def _lessons(table: EmbeddingTable, pieces: Sequence[Piece], rows: Float32) -> tuple[str, ...]:
    """Point out what equal tokens share, and that two spellings of a word are two rows."""
    notes = []
    marked = list(dict.fromkeys(piece.shown for piece in pieces if piece.mark is not None))
    if marked:
        named = ", ".join(quoted(shown) for shown in marked[:3]) + (" …" if len(marked) > 3 else "")
        notes.append(f"{named} {'stands' if len(marked) == 1 else 'stand'} again: equal tokens, equal rows.")
    pair = _two_spellings(table, pieces)
    if pair is not None:
        first, second = pair
        score = signed(cosine(rows[first], rows[second]))
        names = f"{quoted(pieces[first].shown)} and {quoted(pieces[second].shown)}"
        notes.append(f"{names}: two tokens, two rows, cosine {score}.")
    return tuple(notes)


def _two_spellings(table: EmbeddingTable, pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """Places of two different tokens that are one word but for leading space, or else for case too."""
    vocabulary = table.vocabulary
    firsts: tuple[dict[str, int], dict[str, int]] = ({}, {})
    found: list[tuple[int, int] | None] = [None, None]
    for place, piece in enumerate(pieces):
        if piece.id is None or vocabulary.kind(piece.id) is not TokenKind.NORMAL:
            continue
        keys = (vocabulary.form(piece.id)[1], vocabulary.word_key(piece.id))
        if not any(character.isalpha() for character in keys[1]):
            continue
        for at, key in enumerate(keys):
            first = firsts[at].setdefault(key, place)
            if found[at] is None and pieces[first].id != piece.id:
                found[at] = (first, place)
    return found[0] or found[1]
