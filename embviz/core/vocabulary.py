"""Tokens as people read them, and which rows a typed word may mean."""

from __future__ import annotations

import enum
import re
import unicodedata
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from embviz.core.arrays import Scalar, read_only
from embviz.core.lazy import Once
from embviz.core.lookup import Candidate, WordLookup
from embviz.core.rests import rested
from embviz.core.spelling import (
    CONTINUATION_MARK,
    TokenScheme,
    byte_alphabet,
    byte_token_value,
    decoded,
    spelled,
    token_bytes,
    visible,
    word_key,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

__all__ = ["Candidate", "TokenKind", "TokenScheme", "Tokenizer", "Vocabulary"]

# llama.cpp's form of WordPiece makes continuations of BERT's unused tokens.
_UNUSED = re.compile(r"(?:##)?\[unused[0-9]+\]|<unused[0-9]+>")
# First and last characters of scripts that are written without spaces.
_WITHOUT_SPACES = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3040", "\u30ff"),  # kana
    ("\u3400", "\u9fff"),  # Han
    ("\U00020000", "\U000323af"),  # Han, later extensions
)


class Tokenizer(Protocol):
    """A model's own tokenizer, as far as embviz needs it."""

    @property
    def vocab_size(self) -> int:
        """Number of tokens it knows."""

    def encode(self, text: str) -> list[int]:
        """Ids of the text, without special tokens."""


class TokenKind(enum.Enum):
    """What a row stands for. All but NORMAL are hidden from lists."""

    NORMAL = 0
    CONTROL = 1  # <|endoftext|>, [CLS]
    BYTE = 2  # <0x41>, or bytes that are not valid UTF-8 on their own
    UNUSED = 3  # [unused7], <unused7>
    NONE = 4  # a row without a token


class Vocabulary:
    """The tokens of a table: how each is stored, read and shown, and which rows a word may mean.

    What takes a pass over all tokens is worked out when first asked for, once, whichever thread asks.

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
        self._lookup = WordLookup(self)
        self._first_ids = Once[dict[str | None, int]]()
        self._byte_level = Once[bool]()
        self._kinds = Once[NDArray[np.uint8]]()
        self._hidden = Once[NDArray[np.bool_]]()
        self._words = Once[NDArray[np.bool_]]()

    def __len__(self) -> int:
        return len(self.tokens)

    # -- from text to rows -------------------------------------------------------------------------------

    def lookup(self, text: str) -> tuple[Candidate, ...]:
        """Return all rows that the typed text may mean, best first; none when it is split or unknown."""
        return self._lookup.candidates(text)

    def best(self, text: str) -> Candidate | None:
        """Return the first of `lookup`; faster for words whose typed form begins a token."""
        return self._lookup.best(text)

    def complete(self, prefix: str, limit: int = 20) -> tuple[Candidate, ...]:
        """Return what a text being typed may become: every variant of it as a word, then longer words.

        Longer words come by id, which in most vocabularies puts common ones first; hidden rows are left out.
        """
        return self._lookup.complete(prefix, limit)

    def first_id(self, token: str) -> int | None:
        """Return the smallest id of a stored token, None when there is none."""
        backwards = range(len(self.tokens) - 1, -1, -1)
        return self._first_ids.get(lambda: dict(zip(reversed(self.tokens), backwards, strict=True))).get(
            token
        )

    def warm_up(self) -> None:
        """Build what lookups and lists would wait for."""
        self._lookup.warm_up()
        _ = self.hidden, self.words

    # -- reading a token ---------------------------------------------------------------------------------

    def read_bytes(self, token_id: int) -> bytes:
        """Return the UTF-8 of the text that a token stands for; of half a character only its bytes."""
        token = self.tokens[token_id]
        if token is None:
            return b""
        if token_id in self.control:
            return token.encode("utf-8", "surrogatepass")
        return token_bytes(token, self.scheme, byte_level=self._spells_bytes())

    def read_text(self, token_id: int) -> str:
        r"""Return the text of a token: `` cat`` for ``Ġcat``; ``##s`` keeps its mark; ``""`` without a token.

        Bytes that are no text by themselves are written ``\xE7\x8C``.
        """
        return decoded(self.read_bytes(token_id))[0]

    def joined(self, token_ids: Iterable[int]) -> str:
        """Return the text of a run of tokens; characters that were split between tokens are whole again."""
        return decoded(b"".join(map(self.read_bytes, token_ids)))[0]

    def shown(self, token_id: int) -> str:
        r"""Return the token for the eye: ``␣cat``, lone bytes as ``\xE7\x8C``, ``#7`` without a token."""
        token = self.tokens[token_id]
        if token is None:
            return f"#{token_id}"
        byte = byte_token_value(token) if self.scheme is TokenScheme.SENTENCEPIECE else None
        return visible(self.read_text(token_id)) if byte is None else f"\\x{byte:02X}"

    def candidate(self, token_id: int, kind: str) -> Candidate:
        """Describe a row."""
        return Candidate(token_id, self.tokens[token_id] or "", self.read_text(token_id), kind)

    def form(self, token_id: int) -> tuple[str, str]:
        """Return a token's kind as a candidate, and its text without the mark of that kind."""
        text = self.read_text(token_id)
        if self.scheme.marks_spaces:
            return ("word-start", text[1:]) if text.startswith(" ") and len(text) > 1 else ("bare", text)
        if self.scheme is TokenScheme.WORDPIECE and text.startswith(CONTINUATION_MARK) and len(text) > 2:
            return "continuation", text.removeprefix(CONTINUATION_MARK)
        if self.scheme is TokenScheme.END_OF_WORD:
            return ("word-start", text[:-1]) if text.endswith(" ") and len(text) > 1 else ("bare", text)
        return "word-start", text

    def word_key(self, token_id: int) -> str:
        """Return what variants of a word in case and space share: ``cat`` for ``␣Cat`` and ``##cat``."""
        if self.kind(token_id) is TokenKind.BYTE:
            return word_key(self.shown(token_id))
        return word_key(self.form(token_id)[1])

    # -- writing a token ---------------------------------------------------------------------------------

    def spell(self, text: str) -> str:
        """Return the stored form of a token with this text."""
        return spelled(text, self.scheme, byte_level=self._spells_bytes())

    def word_token(self, word: str) -> str:
        """Return the stored form that begins (or is) a word: ``Ġcat``, ``▁cat``, ``cat``, ``cat</w>``."""
        if self.scheme.marks_spaces:
            return self.spell(f" {word}")
        return self.spell(f"{word} " if self.scheme is TokenScheme.END_OF_WORD else word)

    def inner_token(self, word: str) -> str:
        """Return the stored form that stands within a word: ``cat``, ``##cat``."""
        return CONTINUATION_MARK + word if self.scheme is TokenScheme.WORDPIECE else self.spell(word)

    # -- what each row is --------------------------------------------------------------------------------

    def kind(self, token_id: int) -> TokenKind:
        """Return what a row stands for."""
        token = self.tokens[token_id]
        if token is None:
            return TokenKind.NONE
        if token_id in self.control:
            return TokenKind.CONTROL
        if token_id in self.unused or (token[:1] in "[<#" and _UNUSED.fullmatch(token)):
            return TokenKind.UNUSED
        if self.scheme is TokenScheme.SENTENCEPIECE and byte_token_value(token) is not None:
            return TokenKind.BYTE
        # The space marks and printable ASCII are whole characters in every scheme.
        if token[1:].isascii() and (token[:1] in "Ġ▁" or token.isascii()):
            return TokenKind.NORMAL
        return TokenKind.NORMAL if decoded(self.read_bytes(token_id))[1] else TokenKind.BYTE

    def is_normal(self, token_id: int) -> bool:
        """Return whether a row is an ordinary token."""
        return self.kind(token_id) is TokenKind.NORMAL

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """`TokenKind` values by id, (V,), read-only."""
        return self._kinds.get(lambda: self._by_id(lambda token_id: self.kind(token_id).value, np.uint8))

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """True where a row appears in no list by default, (V,). Zero and NaN rows are the search's matter."""
        return self._hidden.get(lambda: read_only(self.kinds != TokenKind.NORMAL.value))

    @property
    def words(self) -> NDArray[np.bool_]:
        """True where a token begins a word and holds only letters, hyphens and apostrophes, (V,), read-only.

        Whether it also ends the word cannot be known (``␣hipp``), except where ``</w>`` says so. In scripts
        that are written without spaces bare tokens count.
        """
        return self._words.get(lambda: self._by_id(self._is_word, np.bool_))

    def _is_word(self, token_id: int) -> bool:
        kind, core = self.form(token_id)
        first = core[:1]
        if kind != "word-start" and not any(low <= first <= high for low, high in _WITHOUT_SPACES):
            return False
        if not first.isalpha() or not self.is_normal(token_id):
            return False
        return core.isalpha() or all(
            character in "-'’" or unicodedata.category(character)[0] in "LM" for character in core
        )

    def _by_id(self, of: Callable[[int], int], dtype: type[Scalar]) -> NDArray[Scalar]:
        found = map(of, rested(range(len(self.tokens))))
        return read_only(np.fromiter(found, dtype=dtype, count=len(self.tokens)))

    def _spells_bytes(self) -> bool:
        if self.scheme is not TokenScheme.END_OF_WORD:
            return self.scheme is TokenScheme.BYTE_LEVEL
        # CLIP spells bytes before its </w>, the first GPT characters: only CLIP has a token for every byte.
        return self._byte_level.get(lambda: all(self.first_id(one) is not None for one in byte_alphabet()))
