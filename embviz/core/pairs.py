"""Lists of word pairs that stand in one relation: country and capital, singular and plural."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[str, str]
"""Two words as typed, from the one to the other."""


@dataclass(frozen=True)
class PairList:
    """Pairs under one name.

    Attributes
    ----------
    name
        Stable name of a ready-made list; a file's name, or empty, for the user's own.
    title, description
        For people.
    left, right
        What the words on either side are.
    pairs
        As typed, in order.
    """

    name: str
    title: str
    pairs: tuple[Pair, ...]
    left: str = "from"
    right: str = "to"
    description: str = ""


@dataclass(frozen=True)
class Question:
    """An analogy question, a : b = c : d (Mikolov et al. 2013): d should be nearest to b − a + c."""

    a: str
    b: str
    c: str
    d: str


@dataclass(frozen=True)
class QuestionSection:
    """Questions under one heading of a file."""

    name: str
    questions: tuple[Question, ...]
