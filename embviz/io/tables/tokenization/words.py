"""Tokens of word vectors: each is a whole word or text, and there is nothing to split."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.plain import quoted
from embviz.io.tables.tokenization.parts import TokenParts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class WholeText:
    """A tokenizer that knows whole texts only: a text is one token or none.

    Parameters
    ----------
    tokens
        By id; of equal ones the first counts.
    """

    def __init__(self, tokens: Sequence[str | None]) -> None:
        self._vocab_size = len(tokens)
        self._ids: dict[str | None, int] = {}
        for row, token in enumerate(tokens):
            self._ids.setdefault(token, row)
        self.has_duplicates = len(self._ids) < len(tokens)

    @property
    def vocab_size(self) -> int:
        """Number of tokens it knows, duplicates counted."""
        return self._vocab_size

    def encode(self, text: str) -> list[int]:
        """Return the id of the whole text, or nothing."""
        row = self._ids.get(text)
        return [] if row is None else [row]


class WordDecoder:
    """Turns the bytes of words into text, counting those that are not UTF-8."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.bad = 0

    def add(self, raw: Iterable[bytes]) -> None:
        """Add words."""
        for word in raw:
            try:
                self.words.append(word.decode())
            except UnicodeDecodeError:
                self.words.append(word.decode(errors="replace"))
                self.bad += 1

    def parts(self) -> TokenParts:
        """Return the words as a table's tokens."""
        notices = []
        if self.bad:
            text = f"{self.bad:,} of the words are not valid UTF-8; bad bytes show as “�”."
            notices.append(Notice("bad-utf8", text))
        return word_parts(self.words, tuple(notices))


def word_parts(words: Sequence[str], notices: tuple[Notice, ...] = ()) -> TokenParts:
    """Tokens and tokenizer of word vectors; words that appear twice become a notice."""
    tokenizer = WholeText(words)
    if tokenizer.has_duplicates:
        twice = len(words) - len(set(words))
        example = _first_repeated(words)
        text = (
            f"{twice:,} {'row has' if twice == 1 else 'rows have'} a word that an earlier row has, such as "
            f"{quoted(example, 40)}: all are kept, and a word that is typed means the first."
        )
        notices = (*notices, Notice("duplicates", text))
    return TokenParts(words, tokenizer, TokenScheme.PLAIN, notices=notices)


def _first_repeated(words: Sequence[str]) -> str:
    seen: set[str] = set()
    for word in words:
        if word in seen:
            return word
        seen.add(word)
    return ""
