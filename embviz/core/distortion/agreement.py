"""How far several maps of the same words show the same neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.distortion.measuring import anchors_of, blocks_of
from embviz.core.distortion.ranks import Neighborhood, RowRanks
from embviz.core.distortion.spaces import TIE, vector_distances

if TYPE_CHECKING:
    from embviz.core.geometry import PointDistances

Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]


def neighbor_agreement(maps: Sequence[Float64], k: int) -> Float64:
    """Mean over the pairs of maps of the share of each word's k nearest that both show, 0..1, (n,).

    Ties share places as in :func:`embviz.core.distortion.measure`. Above 2,000 words the values are those of
    1,000 anchors, and NaN for the others.

    Parameters
    ----------
    maps
        Positions of the same words, (n, 2) each; at least two.
    k
        Size of the neighbourhoods, 1 ≤ k < n.
    """
    distances = [vector_distances(positions, "euclidean") for positions in maps]
    n = distances[0].count
    anchors = anchors_of(n)
    agreement = np.full(n, np.nan)
    for words in blocks_of(np.arange(n) if anchors is None else anchors, n):
        near = [_neighborhood(one, words, k) for one in distances]
        shares = [one.overlap(other) / k for one, other in combinations(near, 2)]
        agreement[words] = np.mean(shares, axis=0)
    return agreement


def _neighborhood(distances: PointDistances, words: Ids, k: int) -> Neighborhood:
    rows = distances.rows(words)
    greatest = float(rows.max(initial=0.0, where=np.isfinite(rows)))
    return RowRanks(rows, TIE * greatest).neighborhood(k)
