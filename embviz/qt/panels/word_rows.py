"""What a word's row in the Words dock says, worked out from what the word became."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.resolve import SplitPolicy
from embviz.core.spelling import visible
from embviz.core.words import WordEntry, WordState

if TYPE_CHECKING:
    from embviz.core.vocabulary import Vocabulary


class Mark(enum.Enum):
    """Small sign before a word that is not simply a row; the value is its icon."""

    SPLIT = "split"
    UNKNOWN = "unknown"
    REPEATED = "repeated"
    NO_DIRECTION = "no-direction"


@dataclass(frozen=True)
class WordRow:
    """One row for the eye.

    Attributes
    ----------
    text
        The word: its token as it is shown, or as typed where it is none.
    taken_as
        Token that a word in another case was taken as, else empty.
    detail
        At the right: the id, or what is the matter.
    pieces
        Pieces of a split word, ``␣hipp·opotam·us``; empty for one token.
    mark
        Sign before the word.
    policy
        What is done with a split word; None for others.
    drawn
        Whether it has a point.
    tip
        Tool tip, plain text.
    """

    text: str
    taken_as: str = ""
    detail: str = ""
    pieces: str = ""
    mark: Mark | None = None
    policy: SplitPolicy | None = None
    drawn: bool = True
    tip: str = ""

    @property
    def spoken(self) -> str:
        """The row for a screen reader."""
        parts = [self.text]
        if self.taken_as:
            parts.append(f"taken as {self.taken_as}")
        if self.detail:
            parts.append(f"token {self.detail}" if self.detail.isdigit() else self.detail)
        if self.policy is not None:
            parts.append(POLICY_OUTCOMES[self.policy])
        return ", ".join(parts)


POLICY_PILLS = {SplitPolicy.SKIP: "skipped", SplitPolicy.MEAN: "mean", SplitPolicy.PIECES: "pieces"}
"""On the control of a split word's row."""

POLICY_TITLES = {
    SplitPolicy.SKIP: "Skip",
    SplitPolicy.MEAN: "Mean of pieces",
    SplitPolicy.PIECES: "Pieces",
}
"""The three choices, as menus and buttons name them."""

POLICY_OUTCOMES = {
    SplitPolicy.SKIP: "left out of the map",
    SplitPolicy.MEAN: "drawn as the mean of its pieces",
    SplitPolicy.PIECES: "each piece is drawn",
}

_PROBLEMS = {
    WordState.UNKNOWN: (Mark.UNKNOWN, "not here", "This table has no row for it. It is left out of the map."),
    WordState.REPEATED: (Mark.REPEATED, "repeated", "Its row is on the map already; it is drawn once."),
    WordState.NO_DIRECTION: (
        Mark.NO_DIRECTION,
        "no direction",
        "Its row is zero or not finite, so it has no direction and is left out of the map.",
    ),
}


def is_split(entry: WordEntry | None) -> bool:
    """Whether a typed word is several tokens."""
    return entry is not None and len(entry.pieces) > 1


def word_row(text: str, entry: WordEntry | None, vocabulary: Vocabulary | None) -> WordRow:
    """Work out the row of a typed word.

    Parameters
    ----------
    entry
        What the word became; None while it is not read yet.
    vocabulary
        Of the table that it was read against.
    """
    text = visible(text)
    if entry is None or vocabulary is None:
        return WordRow(text)
    if is_split(entry):
        return _split_row(text, entry, vocabulary)
    if entry.state is WordState.ROW:
        token = entry.pieces[0]
        shown = vocabulary.shown(token)
        tip = f"{shown}, token {token}"
        if entry.taken_as:
            tip = f"“{text}” was taken as {entry.taken_as}, token {token}."
        return WordRow(text if entry.taken_as else shown, taken_as=entry.taken_as, detail=str(token), tip=tip)
    mark, detail, tip = _PROBLEMS[entry.state]
    return WordRow(text, detail=detail, mark=mark, drawn=False, tip=tip)


def _split_row(text: str, entry: WordEntry, vocabulary: Vocabulary) -> WordRow:
    pieces = "·".join(vocabulary.shown(piece) for piece in entry.pieces)
    policy = {WordState.MEAN: SplitPolicy.MEAN, WordState.PIECES: SplitPolicy.PIECES}.get(
        entry.state, SplitPolicy.SKIP
    )
    ids = ", ".join(map(str, entry.pieces))
    number = len(entry.pieces)
    tip = f"“{text}” is not one token but {number}: {pieces} ({ids}); {POLICY_OUTCOMES[policy]}."
    detail = f"{number} tokens"
    problem = _PROBLEMS.get(entry.state)
    if problem is not None:
        mark, detail, tip = problem
        return WordRow(text, detail=detail, pieces=pieces, mark=mark, policy=policy, drawn=False, tip=tip)
    drawn = entry.state is not WordState.SPLIT
    return WordRow(text, detail=detail, pieces=pieces, mark=Mark.SPLIT, policy=policy, drawn=drawn, tip=tip)
