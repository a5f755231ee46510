"""From what is typed or pasted at once to single words and groups."""

from __future__ import annotations

from dataclasses import dataclass

from embviz.core.lines import lines_of
from embviz.core.spelling import OPEN_BOX
from embviz.core.words import WordGroup

_SEPARATORS = ",\t"


@dataclass(frozen=True)
class TypedWords:
    """What was typed, taken apart.

    Attributes
    ----------
    words
        Words above the first heading; they belong to the group that is typed into.
    groups
        The headings, each with the words below it. Groups of the same name are not joined.
    """

    words: tuple[str, ...] = ()
    groups: tuple[WordGroup, ...] = ()

    @property
    def count(self) -> int:
        """How many words there are."""
        return len(self.words) + sum(len(group.words) for group in self.groups)


def typed_words(text: str) -> TypedWords:
    """Take typed or pasted text apart.

    Commas, tabs and line ends stand between words, except within double quotes; spaces do not, since a word
    may be several (``New York``). ``# name`` alone on a line starts a group, as in a word list in plain
    text. A single space before the first word of a line asks for the exact token, and is written ``␣``, so
    that it can be seen.
    """
    words: list[str] = []
    groups: list[tuple[str, list[str]]] = []
    for line in lines_of(text):
        name = _heading(line)
        if name:
            groups.append((name, []))
        else:
            (groups[-1][1] if groups else words).extend(words_of_line(line))
    return TypedWords(tuple(words), tuple(WordGroup(name, tuple(below)) for name, below in groups))


def words_of_line(line: str) -> tuple[str, ...]:
    """Take one line of words apart; a line of nothing but commas is itself the word."""
    pieces = _pieces(line)
    words = [_word(piece, first=place == 0) for place, piece in enumerate(pieces)]
    if not any(words):
        return tuple(line.split())
    return tuple(word for word in words if word)


def unfinished_word(line: str) -> tuple[tuple[str, ...], str]:
    """Split a line that is being typed into its finished words and the one under way, which may be empty."""
    *done, last = _pieces(line)
    words = [_word(piece, first=place == 0) for place, piece in enumerate(done)]
    return tuple(word for word in words if word), _word(last, first=not done)


def _heading(line: str) -> str:
    bare = line.strip()
    return " ".join(bare[2:].split()) if bare[:2] in ("# ", "#\t") else ""


def _word(piece: str, *, first: bool) -> str:
    word = piece.strip()
    exact = first and word and piece.startswith(" ") and not piece.startswith("  ")
    return OPEN_BOX + word if exact and word[0] not in f'{OPEN_BOX}"#' else word


def _pieces(line: str) -> list[str]:
    """Cut at separators outside quotes; a quote that is never closed is an ordinary character."""
    pieces, quoted = _cut(line, quotes=True)
    return _cut(line, quotes=False)[0] if quoted else pieces


def _cut(line: str, *, quotes: bool) -> tuple[list[str], bool]:
    pieces = [""]
    quoted = False
    for character in line:
        if quotes and character == '"' and (quoted or not pieces[-1].strip()):
            quoted = not quoted
        if character in _SEPARATORS and not quoted:
            pieces.append("")
        else:
            pieces[-1] += character
    return pieces, quoted
