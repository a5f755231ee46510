"""Counts of numbers in equal bins, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from embviz.core.arrays import read_only

if TYPE_CHECKING:
    from embviz.core.pair_reference import PairReference

Float64 = NDArray[np.float64]
Int64 = NDArray[np.int64]

_PAIR_BINS = 100
"""Bins of a cosine histogram from −1 to 1."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """Counts of numbers in bins of equal width.

    Attributes
    ----------
    counts
        int64, (bins,), read-only.
    edges
        float64, (bins + 1,), ascending, read-only.
    """

    counts: Int64
    edges: Float64

    @property
    def total(self) -> int:
        """How many numbers were counted."""
        return int(self.counts.sum())


def histogram_of(values: NDArray[Any], bins: int = 40) -> Histogram | None:
    """Count the finite ones of some numbers between the least and the greatest; None when there are none.

    Numbers that are all the same stand in the middle of bins that together are 1 wide.
    """
    wide = np.asarray(values, dtype=np.float64)
    finite = wide[np.isfinite(wide)]
    if not finite.size:
        return None
    counts, edges = np.histogram(finite, bins=bins)
    return Histogram(read_only(counts.astype(np.int64)), read_only(edges))


def pair_histogram(reference: PairReference) -> Histogram:
    """Return the cosines of random pairs in bins of width 0.02, without the empty ones at both ends."""
    counts, edges = reference.histogram(_PAIR_BINS)
    filled = np.flatnonzero(counts)
    first, last = int(filled[0]), int(filled[-1]) + 1
    return Histogram(read_only(counts[first:last].copy()), read_only(edges[first : last + 1].copy()))
