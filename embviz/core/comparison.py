"""Chosen words side by side: the cosine of every pair, in an order that shows what belongs together."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.neighborhood import odd_one_out
from embviz.core.passes import Progress, unwatched
from embviz.core.request import VectorMode
from embviz.core.threads import single_blas_thread
from embviz.core.vectors import map_vectors
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.table import EmbeddingTable
    from embviz.core.words import MapWord

Float64 = NDArray[np.float64]

MOST_WORDS = 200
"""More cells than those of so many words can neither be read nor hit."""


class WordOrder(enum.Enum):
    """In which order words stand beside one another."""

    GROUP = "group"
    """Group by group, in the order in which they are listed."""
    SIMILARITY = "similarity"
    """By hierarchical clustering, so that near words are neighbours."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Pairwise cosines. Arrays are float64 and read-only.

    Attributes
    ----------
    words
        In order, n ≥ 2.
    cosines
        (n, n), symmetric, 1 on the diagonal.
    percentiles
        Share of random pairs with a smaller cosine, 0..100, (n, n); None where there is no reference.
    order
        As asked.
    boundaries
        Places at which another group begins, in the order by group; else empty.
    reference, reference_of
        Mean cosine of random pairs, and whose; None and empty without any.
    odd
        With three or more words the one with the least cosine to the mean of the others, and that cosine.
    common_removed
        Whether the common direction was taken out of all vectors.
    """

    words: tuple[MapWord, ...]
    cosines: Float64 = field(repr=False)
    percentiles: Float64 | None = field(repr=False)
    order: WordOrder
    boundaries: tuple[int, ...]
    reference: float | None
    reference_of: str
    odd: tuple[MapWord, float] | None
    common_removed: bool = False

    @property
    def mean(self) -> float:
        """Mean cosine over all pairs of different words."""
        n = len(self.words)
        return float((self.cosines.sum() - n) / (n * (n - 1)))

    def pairs(self) -> list[tuple[int, int]]:
        """Return places of all pairs, the most alike first."""
        rows, columns = np.triu_indices(len(self.words), 1)
        order = np.argsort(-self.cosines[rows, columns], kind="stable")
        return list(zip(rows[order].tolist(), columns[order].tolist(), strict=True))


def compare(
    table: EmbeddingTable,
    words: Sequence[MapWord],
    *,
    order: WordOrder = WordOrder.GROUP,
    common_removed: bool = False,
    progress: Progress = unwatched,
) -> Comparison:
    """Work out the cosine of every pair of words, of the rows as stored or of means of pieces.

    Parameters
    ----------
    words
        Each with a direction, in the order of their list.
    order
        How they are put beside one another.
    common_removed
        Compare vectors without their common direction, words and random pairs alike.
    progress
        Share of the passes over the table that random pairs take the first time.

    Raises
    ------
    EmbvizError
        ``too-few-words`` below two, ``too-many-words`` above `MOST_WORDS`.
    """
    if len(words) < 2:
        raise EmbvizError(
            "One word has nothing to be compared with.",
            code="too-few-words",
            hint="Select two words or more.",
        )
    if len(words) > MOST_WORDS:
        raise EmbvizError(
            f"{len(words):,} words are too many to compare pair by pair.",
            code="too-many-words",
            hint=f"Select at most {MOST_WORDS}.",
        )
    mode = VectorMode.COMMON_REMOVED if common_removed else VectorMode.RAW
    vectors = map_vectors(table, words, mode)
    units = vectors / np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    with single_blas_thread():
        products = units @ units.T
    cosines = np.clip((products + products.T) / 2, -1.0, 1.0)
    np.fill_diagonal(cosines, 1.0)
    if order is WordOrder.GROUP:
        places = sorted(range(len(words)), key=lambda place: words[place].group)
    else:
        places = _by_similarity(cosines)
    chosen = tuple(words[place] for place in places)
    cosines = cosines[np.ix_(places, places)]
    cosines.setflags(write=False)
    count = table.shifted_reference if common_removed else table.pair_reference
    reference = count(progress=progress)
    percentiles = None
    if reference is not None:
        percentiles = np.array([[reference.percentile(float(one)) for one in row] for row in cosines])
        percentiles.setflags(write=False)
    return Comparison(
        words=chosen,
        cosines=cosines,
        percentiles=percentiles,
        order=order,
        boundaries=_boundaries(chosen) if order is WordOrder.GROUP else (),
        reference=None if reference is None else reference.mean,
        reference_of="" if reference is None else reference.of,
        odd=odd_one_out(table, tuple(words), common_removed=common_removed),
        common_removed=common_removed,
    )


def _by_similarity(cosines: Float64) -> list[int]:
    """Order words by a tree of average distances 1 − cosine, its branches turned so that near ones meet.

    Average linkage (Sokal & Michener 1958) with optimal leaf ordering (Bar-Joseph et al. 2001).
    """
    if len(cosines) < 3:
        return list(range(len(cosines)))
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    distances = np.maximum(1.0 - cosines, 0.0)
    np.fill_diagonal(distances, 0.0)
    tree = linkage(squareform(distances, checks=False), method="average", optimal_ordering=True)
    places: list[int] = leaves_list(tree).tolist()
    return places


def _boundaries(words: Sequence[MapWord]) -> tuple[int, ...]:
    return tuple(place for place in range(1, len(words)) if words[place].group != words[place - 1].group)
