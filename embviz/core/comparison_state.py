"""What the Compare dock shows: a part of the program's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.comparison import WordOrder

if TYPE_CHECKING:
    from embviz.core.comparison import Comparison

Key = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ComparisonState:
    """A comparison, and how it is looked at.

    Attributes
    ----------
    order
        In which words stand beside one another.
    found
        The comparison of the selected words, or of those that were selected before a pair of them was picked;
        None for fewer than two.
    pair
        Keys of the two words whose cell was picked.
    complaint
        Why there is none, where there could be one; else empty.
    as_list
        The pairs are shown one below the other and not as cells.
    """

    order: WordOrder = WordOrder.GROUP
    found: Comparison | None = None
    pair: tuple[Key, Key] | None = None
    complaint: str = ""
    as_list: bool = False
