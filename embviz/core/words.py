"""Chosen words in groups, and the rows they become."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from embviz.errors import Notice


class SplitPolicy(enum.Enum):
    """What happens to a word that is several tokens (contract section 1)."""

    ERROR = "error"
    SKIP = "skip"
    MEAN = "mean"
    PIECES = "pieces"


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
