"""Tokens as people read them, and the way from a typed word to a row (contract section 1)."""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Tokenizer(Protocol):
    """A model's own tokenizer, as far as embviz needs it."""

    @property
    def vocab_size(self) -> int:
        """Number of tokens it knows."""

    def encode(self, text: str) -> list[int]:
        """Ids of the text, without special tokens."""


class TokenScheme(enum.Enum):
    """How stored tokens spell the text they stand for."""

    BYTE_LEVEL = "byte-level"  # GPT-2: Ġ is a space, each character one byte
    SENTENCEPIECE = "sentencepiece"  # ▁ is a space, <0x41> a byte
    WORDPIECE = "wordpiece"  # BERT: ## marks a continuation
    END_OF_WORD = "end-of-word"  # </w> closes a word
    PLAIN = "plain"  # word vectors: the token is the word


class TokenKind(enum.Enum):
    """What a row stands for. All but NORMAL are hidden from lists."""

    NORMAL = 0
    CONTROL = 1  # <|endoftext|>, [CLS]
    BYTE = 2  # <0x41>, or bytes that are not valid UTF-8 on their own
    UNUSED = 3  # [unused7], <unused7>
    NONE = 4  # a row without a token


class Candidate(NamedTuple):
    """One row that a typed word may mean.

    ``kind`` is ``"id"``, ``"exact"``, ``"word-start"`` or ``"bare"`` (``"continuation"`` for ``##`` tokens).
    """

    id: int
    token: str
    text: str
    kind: str


class Vocabulary:
    """The tokens of a table: how each is stored, read and shown, and which rows a word may mean.

    Parameters
    ----------
    tokens
        Stored tokens by id, None where a row has none; one entry for each row of the table.
    scheme
        How stored tokens spell text.
    control
        Ids of control and special tokens.
    unused
        Ids the model file itself marks as unused.
    lowercase
        True when the model's own normaliser lower-cases.
    """

    def __init__(
        self,
        tokens: Sequence[str | None],
        *,
        scheme: TokenScheme,
        control: Collection[int] = (),
        unused: Collection[int] = (),
        lowercase: bool = False,
    ) -> None:
        self.tokens = tokens
        self.scheme = scheme
        self.control = frozenset(control)
        self.unused = frozenset(unused)
        self.lowercase = lowercase

    def read_text(self, token_id: int) -> str:
        """Text that a token stands for (`` cat`` for ``Ġcat``); ``##s`` keeps its mark; ``""`` without a token."""
        raise NotImplementedError

    def shown(self, token_id: int) -> str:
        """The token for the eye: a leading space as ``␣``, lone bytes as ``\\xE7\\x8C``."""
        raise NotImplementedError

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """`TokenKind` values by id, (V,)."""
        raise NotImplementedError

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """True where a row appears in no list by default, (V,). Zero and NaN rows are the search's matter."""
        raise NotImplementedError

    def lookup(self, text: str) -> tuple[Candidate, ...]:
        """All rows that the typed text may mean, best first; empty when it is split or unknown."""
        raise NotImplementedError
