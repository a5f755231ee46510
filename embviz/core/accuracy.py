"""How often arithmetic finds a word, counted by places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

TOP = 5


@dataclass(frozen=True)
class Accuracy:
    """How often a word was found: numbers of times out of ``asked``.

    ``included`` counts with the inputs left in the list, ``excluded`` without them; 1 and 5 are the places.
    """

    asked: int = 0
    included_1: int = 0
    included_5: int = 0
    excluded_1: int = 0
    excluded_5: int = 0

    def __add__(self, other: Accuracy) -> Accuracy:
        return Accuracy(
            self.asked + other.asked,
            self.included_1 + other.included_1,
            self.included_5 + other.included_5,
            self.excluded_1 + other.excluded_1,
            self.excluded_5 + other.excluded_5,
        )


def accuracy_of(ranks: Sequence[tuple[int, int]]) -> Accuracy:
    """Count ranks with and without the inputs: (included, excluded) for each word that was looked for."""
    return Accuracy(
        asked=len(ranks),
        included_1=sum(included <= 1 for included, _ in ranks),
        included_5=sum(included <= TOP for included, _ in ranks),
        excluded_1=sum(excluded <= 1 for _, excluded in ranks),
        excluded_5=sum(excluded <= TOP for _, excluded in ranks),
    )
