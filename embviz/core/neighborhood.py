"""The neighbour list as people read it: the exact list, with back ranks, percentiles and filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.words import MapWord


@dataclass(frozen=True)
class NeighborhoodOptions:
    """What is listed, and how.

    Filters hide rows and do not renumber: gaps in the ranks are honest.

    Attributes
    ----------
    metric
        ``cosine``, ``dot`` or ``euclidean``.
    side
        ``input`` or ``output``: which of an untied model's two tables is searched.
    whole_words
        Only tokens that begin a word.
    fold_variants
        Of tokens that differ only in case or leading space, only the first.
    on_map
        Only words that are on the map.
    limit
        Most rows in the list.
    """

    metric: str = "cosine"
    side: str = "input"
    whole_words: bool = True
    fold_variants: bool = True
    on_map: bool = False
    limit: int = 50


@dataclass(frozen=True)
class NeighborRow:
    """One line of the list.

    ``back_rank`` is the rank of the query in this token's own list, None for a mean of several words;
    ``percentile`` the share of random pairs with a smaller cosine, 0..100, None for the other metrics.
    """

    rank: int
    id: int
    shown: str
    text: str
    score: float
    back_rank: int | None
    percentile: float | None


@dataclass(frozen=True, eq=False)
class Neighborhood:
    """The list for one word, or for the mean of several.

    Attributes
    ----------
    words
        Whose neighbours these are; more than one for the mean of their rows.
    options
        As asked.
    rows
        The list, best first.
    searched
        Number of rows that could have been listed.
    reference
        Mean cosine of the random pairs that the percentile speaks of; None for the other metrics.
    odd_one_out
        With three or more words: the one with the least cosine to the mean of the others, and that cosine.
    """

    words: tuple[MapWord, ...]
    options: NeighborhoodOptions
    rows: tuple[NeighborRow, ...]
    searched: int
    reference: float | None
    odd_one_out: tuple[MapWord, float] | None = None
