"""From a typed text to the rows it may mean."""

from __future__ import annotations

import heapq
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from embviz.core.lazy import Once
from embviz.core.rests import rested
from embviz.core.spelling import CONTINUATION_MARK, OPEN_BOX, SENTENCEPIECE_SPACE, TokenScheme, word_key

if TYPE_CHECKING:
    from embviz.core.vocabulary import Vocabulary

_BY_ID = re.compile(r"#([0-9]+)")
_LAST_CHARACTER = "\U0010ffff"
# Schemes in which the key of an ASCII token is the token without this mark.
_SPACE_MARKS = {
    TokenScheme.BYTE_LEVEL: "Ġ",
    TokenScheme.SENTENCEPIECE: SENTENCEPIECE_SPACE,
    TokenScheme.PLAIN: "",
}


class Candidate(NamedTuple):
    """One row that a typed word may mean.

    ``kind`` is ``"id"``, ``"exact"``, ``"word-start"`` or ``"bare"`` (``"continuation"`` for ``##`` tokens).
    ``token`` and ``text`` are empty for a row without a token.
    """

    id: int
    token: str
    text: str
    kind: str


class WordIndex:
    """All tokens of a vocabulary sorted by key, so that words and prefixes are found by bisection.

    Sorted lists take a third of the memory of a dict of lists, and answer prefixes too.

    Parameters
    ----------
    tokens
        Stored tokens by id.
    scheme
        How they spell text.
    key_of
        Key of one token by id (`embviz.core.spelling.word_key` of its word); asked where the key cannot be
        read off the stored form at once.
    """

    def __init__(
        self, tokens: Sequence[str | None], scheme: TokenScheme, key_of: Callable[[int], str]
    ) -> None:
        at_once = scheme in _SPACE_MARKS
        mark = _SPACE_MARKS.get(scheme, "")
        keys: list[str] = []
        ids: list[int] = []
        for token_id, token in rested(enumerate(tokens)):
            if token is None:
                continue
            ids.append(token_id)
            body = token.removeprefix(mark)
            # Byte tokens, <0x41>, are the exception among ASCII.
            plain = at_once and body.isascii() and not body.startswith("<")
            keys.append(body.lower().strip() if plain else key_of(token_id))
        order = sorted(range(len(keys)), key=keys.__getitem__)
        self._keys = [keys[place] for place in order]
        self._ids = [ids[place] for place in order]

    def ids(self, key: str) -> list[int]:
        """Ids under exactly this key, ascending."""
        return self._ids[bisect_left(self._keys, key) : bisect_right(self._keys, key)]

    def ids_with_prefix(self, prefix: str) -> list[int]:
        """Ids whose key begins with the prefix, in the order of keys."""
        start = bisect_left(self._keys, prefix)
        stop = bisect_right(self._keys, prefix + _LAST_CHARACTER, lo=start)
        return self._ids[start:stop]


class WordLookup:
    """Looks typed texts up in a vocabulary; its index is built when it is first needed.

    Parameters
    ----------
    vocabulary
        Whose tokens are looked up.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._index = Once[WordIndex]()

    def best(self, text: str) -> Candidate | None:
        """Return the first of `candidates`, without the index where the word as typed begins a token."""
        word = self._typed_word(text)
        if word:
            token_id = self._vocabulary.first_id(self._vocabulary.word_token(word))
            if token_id is not None and token_id not in self._vocabulary.control:
                return self._vocabulary.candidate(token_id, "word-start")
        return next(iter(self.candidates(text)), None)

    def candidates(self, text: str) -> tuple[Candidate, ...]:
        """Return all rows that the text may mean, best first; none when it is split or unknown."""
        row = typed_row(text)
        if row is not None:
            known = len(row) < 19 and int(row) < len(self._vocabulary)
            return (self._vocabulary.candidate(int(row), "id"),) if known else ()
        exact = exact_text(text, self._vocabulary.scheme)
        if exact is not None:
            return self._exact(exact)
        word = self._typed_word(text)
        return self._variants(word) if word else ()

    def complete(self, prefix: str, limit: int) -> tuple[Candidate, ...]:
        """Return what a text being typed may become: its variants as a word, then longer words by id."""
        found = list(self.candidates(prefix))
        word = self._typed_word(prefix)
        if word and len(found) < limit:
            known = {candidate.id for candidate in found}
            longer = (
                token_id
                for token_id in self._get_index().ids_with_prefix(word_key(word))
                if token_id not in known and self._vocabulary.is_normal(token_id)
            )
            ids = heapq.nsmallest(limit - len(found), longer)
            found += [
                self._vocabulary.candidate(token_id, self._vocabulary.form(token_id)[0]) for token_id in ids
            ]
        return tuple(found[:limit])

    def warm_up(self) -> None:
        """Build the index."""
        self._get_index()

    def _typed_word(self, text: str) -> str:
        """Return the word to look for, "" when the text asks for an id or an exact token."""
        if typed_row(text) is not None or exact_text(text, self._vocabulary.scheme) is not None:
            return ""
        return typed_word(text, lowercase=self._vocabulary.lowercase)

    def _variants(self, word: str) -> tuple[Candidate, ...]:
        vocabulary = self._vocabulary
        usual = {vocabulary.word_token(word), vocabulary.inner_token(word)}
        ranked: list[tuple[tuple[int, int, bool, int], Candidate]] = []
        for token_id in self._get_index().ids(word_key(word)):
            kind, core = vocabulary.form(token_id)
            core = unicodedata.normalize("NFC", core)
            # Several spaces before the word, or a byte token: no variant of the word.
            if core != core.strip() or word_key(core) != word_key(word):
                continue
            same = core == word
            tier = (0 if same else 2) + (kind != "word-start")
            # Where one text is spelled in two ways, the composed one is meant, as the word was typed.
            unusual = same and vocabulary.tokens[token_id] not in usual
            order = (tier, 0 if same else case_rank(core, word), unusual, token_id)
            ranked.append((order, vocabulary.candidate(token_id, kind)))
        return tuple(candidate for _, candidate in sorted(ranked))

    def _exact(self, text: str) -> tuple[Candidate, ...]:
        vocabulary = self._vocabulary
        index = self._get_index()
        near = index.ids(word_key(text))
        if vocabulary.scheme is TokenScheme.WORDPIECE:
            near = sorted({*near, *index.ids(word_key(text.removeprefix(CONTINUATION_MARK)))})
        found = [token_id for token_id in near if vocabulary.read_text(token_id) == text]
        if not found and not vocabulary.scheme.marks_spaces and text[:1] == " ":
            # No token begins with a space here: the space says that a word begins.
            whole = ("word-start", text.lstrip(" "))
            found = [token_id for token_id in near if vocabulary.form(token_id) == whole]
        if not found:
            # As the token is stored: "Ġcat", "<0x41>", "cat</w>".
            found = [token_id for token_id, token in enumerate(vocabulary.tokens) if token == text]
        usual = vocabulary.spell(text)
        found.sort(key=lambda token_id: (vocabulary.tokens[token_id] != usual, token_id))
        return tuple(vocabulary.candidate(token_id, "exact") for token_id in found)

    def _get_index(self) -> WordIndex:
        vocabulary = self._vocabulary
        return self._index.get(lambda: WordIndex(vocabulary.tokens, vocabulary.scheme, vocabulary.word_key))


def typed_row(text: str) -> str | None:
    """Return the digits of a row that was typed as ``#2644``, else None."""
    match = _BY_ID.fullmatch(text.strip())
    return match[1] if match else None


def typed_word(text: str, *, lowercase: bool) -> str:
    """Return a typed word as it is looked for: NFC, trimmed, in lower case where the model makes it so."""
    word = unicodedata.normalize("NFC", text).strip()
    return word.lower() if lowercase else word


def exact_text(text: str, scheme: TokenScheme) -> str | None:
    """Return the token text that was typed exactly: quoted, or behind a space, ``␣`` or ``##``; else None."""
    trimmed = text.strip()
    if len(trimmed) > 2 and trimmed[0] == trimmed[-1] == '"':
        return trimmed[1:-1]
    if text[:1] in (" ", OPEN_BOX):
        core = text.lstrip(" " + OPEN_BOX)
        return " " * (len(text) - len(core)) + core
    continuation = scheme is TokenScheme.WORDPIECE and len(trimmed) > len(CONTINUATION_MARK)
    return trimmed if continuation and trimmed.startswith(CONTINUATION_MARK) else None


def case_rank(word: str, typed: str) -> int:
    """Return the place of a case variant of a typed word: capital first letter, lower, upper, any other."""
    if word == typed[:1].upper() + typed[1:].lower():
        return 0
    if word == typed.lower():
        return 1
    return 2 if word == typed.upper() else 3
