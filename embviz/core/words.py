"""Chosen words in groups, and the rows they become."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.resolve import (
    ResolvedWord,
    SplitPolicy,
    find,
    joined_pieces,
    row_word,
    split_error,
    split_words,
)
from embviz.core.rests import rested
from embviz.core.word_notices import SplitFinding, WordFindings
from embviz.core.wording import quoted, shortened
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from embviz.core.lookup import Candidate
    from embviz.core.table import EmbeddingTable

__all__ = [
    "MapWord",
    "SplitPolicy",
    "WordEntry",
    "WordGroup",
    "WordReading",
    "WordState",
    "read_groups",
]


@dataclass(frozen=True)
class WordGroup:
    """Words as the user listed them, under one name.

    ``color`` and ``shape`` are places in the palette (0..7), None to follow the group's position.
    """

    name: str
    words: tuple[str, ...]
    color: int | None = None
    shape: int | None = None
    visible: bool = True


@dataclass(frozen=True)
class MapWord:
    """A word that has a vector: what is drawn as one point.

    Attributes
    ----------
    text
        As it is shown: the typed word, trimmed; a piece or an exact token in its shown form.
    ids
        Its row, or the rows whose mean it is. Unique on a map, so it identifies the word.
    token
        Stored token; for a mean the pieces' shown forms joined by ``·``.
    group
        Place of its group in the list of groups.
    combined
        None for a row of the table, ``"mean"`` for a mean of pieces.
    """

    text: str
    ids: tuple[int, ...]
    token: str
    group: int
    combined: str | None = None

    @property
    def id(self) -> int | None:
        """The row, or None for a mean of several."""
        return self.ids[0] if self.combined is None else None


class WordState(enum.Enum):
    """What became of a typed word."""

    ROW = "row"  # one row of the table
    MEAN = "mean"  # the mean of its pieces' rows
    PIECES = "pieces"  # its pieces, each a point
    SPLIT = "split"  # several tokens, and left out
    UNKNOWN = "unknown"  # nothing in this table
    REPEATED = "repeated"  # its row is on the map already
    NO_DIRECTION = "no-direction"  # a zero or non-finite row


@dataclass(frozen=True)
class WordEntry:
    """A typed word and what it became: what the Words dock shows of it.

    Attributes
    ----------
    text
        As typed.
    state
        What became of it.
    keys
        `MapWord.ids` of its points: one, none, or one for each piece.
    pieces
        Ids of its pieces where it is several tokens, else its one id, else empty.
    taken_as
        Shown form of the row when it differs from what was typed in more than the leading space
        (``paris`` → ``␣Paris``), else empty.
    """

    text: str
    state: WordState
    keys: tuple[tuple[int, ...], ...] = ()
    pieces: tuple[int, ...] = ()
    taken_as: str = ""


@dataclass(frozen=True)
class WordReading:
    """Groups of typed words, read against a table: the points, and what had to be said.

    ``entries`` has one tuple for each group and in it one entry for each typed word, in order.
    """

    words: tuple[MapWord, ...]
    notices: tuple[Notice, ...] = ()
    entries: tuple[tuple[WordEntry, ...], ...] = ()


def read_groups(
    table: EmbeddingTable,
    groups: Sequence[WordGroup],
    *,
    split: SplitPolicy = SplitPolicy.SKIP,
    choices: Mapping[str, SplitPolicy] | None = None,
    require: bool = True,
) -> WordReading:
    """Read groups of typed words against a table.

    Every row appears once, with the first word that means it. What is left out, or taken in another case,
    is said in at most one notice of each kind.

    Parameters
    ----------
    table
        Where the words are looked up.
    groups
        Words as typed. No words at all give an empty reading.
    split
        What happens to a word that is several tokens.
    choices
        Another answer for single words, by their typed text.
    require
        Whether it is an error when no word becomes a point; else the reading is returned without points.

    Raises
    ------
    EmbvizError
        ``no-words`` when there are words and none of them becomes a point; ``split-word`` for the first split
        word under ERROR.
    """
    reader = _Reader(table, groups, split, choices or {})
    entries = tuple(
        tuple(reader.read(text, place) for text in rested(group.words)) for place, group in enumerate(groups)
    )
    typed = [text for group in groups for text in group.words if text.strip()]
    if require and typed and not reader.words:
        raise _nothing_found(typed, reader.findings, table)
    return WordReading(tuple(reader.words.values()), reader.findings.notices(), entries)


class _Reader:
    """Reads one list, word by word, and remembers what is on the map already."""

    def __init__(
        self,
        table: EmbeddingTable,
        groups: Sequence[WordGroup],
        split: SplitPolicy,
        choices: Mapping[str, SplitPolicy],
    ) -> None:
        self.table = table
        self.split = split
        self.choices = choices
        self.words: dict[tuple[int, ...], MapWord] = {}
        self.findings = WordFindings()
        texts = {text for group in groups for text in group.words}
        self._found = {text: find(table, text) for text in rested(texts) if text.strip()}
        self._rows = self._read_rows()

    def read(self, text: str, group: int) -> WordEntry:
        """Return what one typed word becomes, and note what has to be said of it."""
        pieces = self._found.get(text, ())
        if not pieces:
            if text.strip():
                self.findings.unknown.append(text.strip())
            return WordEntry(text, WordState.UNKNOWN)
        ids = tuple(piece.id for piece in pieces)
        if len(pieces) > 1:
            return self._read_split(text, pieces, group)
        word = row_word(self.table, text, pieces[0])
        state, keys = self._place(text, (word,), WordState.ROW, group)
        if word.taken_as and state is WordState.ROW:
            self.findings.taken.append((text.strip(), word.taken_as))
        return WordEntry(text, state, keys, ids, word.taken_as)

    def _read_split(self, text: str, pieces: tuple[Candidate, ...], group: int) -> WordEntry:
        ids = tuple(piece.id for piece in pieces)
        policy = self.choices.get(text, self.split)
        if policy is SplitPolicy.ERROR:
            raise split_error(self.table, text, ids)
        joined = joined_pieces(self.table, ids)
        self.findings.split.append(SplitFinding(policy, text.strip(), len(ids), joined))
        if policy is SplitPolicy.SKIP:
            return WordEntry(text, WordState.SPLIT, pieces=ids)
        wanted = WordState.MEAN if policy is SplitPolicy.MEAN else WordState.PIECES
        state, keys = self._place(text, split_words(self.table, text, pieces, policy), wanted, group)
        return WordEntry(text, state, keys, ids)

    def _place(
        self, text: str, words: tuple[ResolvedWord, ...], wanted: WordState, group: int
    ) -> tuple[WordState, tuple[tuple[int, ...], ...]]:
        """Put resolved words on the map: their state, and the keys of their points."""
        usable = [word for word in words if self._has_direction(word.ids)]
        if not usable:
            self.findings.undefined.append(text.strip())
            return WordState.NO_DIRECTION, ()
        fresh = [word for word in usable if word.ids not in self.words]
        if not fresh:
            self.findings.repeated.append((text.strip(), self.words[usable[0].ids].text))
            return WordState.REPEATED, ()
        for word in fresh:
            self.words[word.ids] = MapWord(word.text, word.ids, word.token, group, word.combined)
        return wanted, tuple(word.ids for word in usable)

    def _read_rows(self) -> dict[int, NDArray[np.float32]]:
        ids = sorted({piece.id for pieces in self._found.values() for piece in pieces})
        return dict(zip(ids, self.table.vectors.take(np.array(ids, dtype=np.int64)), strict=True))

    def _has_direction(self, ids: tuple[int, ...]) -> bool:
        mean = np.mean([self._rows[row] for row in ids], axis=0, dtype=np.float64)
        return bool(np.isfinite(mean).all() and mean.any())


def _nothing_found(typed: list[str], findings: WordFindings, table: EmbeddingTable) -> EmbvizError:
    if findings.split:
        first = findings.split[0]
        which = "The word" if len(typed) == 1 else f"None of the {len(typed):,} words is one token:"
        return EmbvizError(
            f"{which} {quoted(shortened(first.word))} is {first.count} tokens, {shortened(first.pieces)}.",
            code="no-words",
            hint="Choose “--split mean” to draw the mean of a word's pieces.",
        )
    word = quoted(shortened(typed[0].strip()))
    which = f"{word} is not" if len(typed) == 1 else f"None of the {len(typed):,} words is"
    return EmbvizError(
        f"{which} in the vocabulary of {table.name}.",
        code="no-words",
        hint="Check the spelling, or choose another list of words.",
    )
