"""Some words of a map, each measured against all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.distortion.ranks import Neighborhood, RowRanks, overlap_curve
from embviz.core.distortion.result import SLACK, PairList, PairScale, Thresholds

if TYPE_CHECKING:
    from embviz.core.distortion.spaces import Spaces

Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Block:
    """What was found for some of the words, one number each, and their lists."""

    kept: Float64
    trustworthiness: Float64
    continuity: Float64
    rnx_auc: Float64
    false: Float64
    missing: Float64
    looks: PairList
    truly: PairList


def measured_block(spaces: Spaces, words: Ids, scale: PairScale, thresholds: Thresholds) -> Block:
    """Measure some words against all; pairs are judged on the given scale."""
    high, low = spaces.high.rows(words), spaces.low.rows(words)
    return measured_rows(high, low, spaces.k, scale, thresholds, units=spaces.units)


def measured_rows(
    true: Float64,
    drawn: Float64,
    k: int,
    scale: PairScale,
    thresholds: Thresholds,
    *,
    units: tuple[float, float],
) -> Block:
    """Measure m words from their distances to all n: (m, n) each, infinite to themselves.

    ``units`` are what a true distance of 1, and one of 1 on the map, stand for.
    """
    n = true.shape[1]
    high, low = RowRanks(true, scale.high_tolerance), RowRanks(drawn, scale.low_tolerance)
    looking, nearest = low.neighborhood(k), high.neighborhood(k)
    looks = _pair_list(looking, high, low, scale, units)
    truly = _pair_list(nearest, high, low, scale, units)
    false = (looks.true_ranks > thresholds.false_rank * k + SLACK) | (
        looks.percentiles - looks.map_percentiles >= thresholds.false_gap - SLACK
    )
    missing = truly.map_ranks > thresholds.missing_rank * k + SLACK
    penalty = 2.0 / (k * (2 * n - 3 * k - 1))
    return Block(
        kept=looking.overlap(nearest),
        trustworthiness=1.0 - penalty * looks.sums(np.maximum(looks.true_ranks - k, 0)),
        continuity=1.0 - penalty * truly.sums(np.maximum(truly.map_ranks - k, 0)),
        rnx_auc=_rnx_areas(high, low),
        false=looks.sums(false),
        missing=truly.sums(missing),
        looks=replace(looks, marked=false),
        truly=replace(truly, marked=missing),
    )


def _pair_list(
    near: Neighborhood, high: RowRanks, low: RowRanks, scale: PairScale, units: tuple[float, float]
) -> PairList:
    """List the neighbours with all that is known of them; none is marked yet."""
    rows, words = near.rows, near.points
    distances, map_distances = high.distances[rows, words], low.distances[rows, words]
    return PairList(
        starts=np.searchsorted(rows, np.arange(near.count + 1)),
        words=words,
        weights=near.shares,
        true_ranks=high.ranks(rows, words),
        map_ranks=low.ranks(rows, words),
        distances=distances * units[0],
        map_distances=map_distances * units[1],
        percentiles=_percentiles(distances, scale.high_pairs, scale.high_tolerance),
        map_percentiles=_percentiles(map_distances, scale.low_pairs, scale.low_tolerance),
        marked=np.zeros(rows.size, dtype=np.bool_),
    )


def _percentiles(distances: Float64, pairs: Float64, tolerance: float) -> Float64:
    """(Average rank among the sorted distances of all pairs − ½) / number of pairs; 0..1."""
    below = np.searchsorted(pairs, distances - tolerance, side="left")
    not_above = np.searchsorted(pairs, distances + tolerance, side="right")
    return np.asarray((below + not_above) / (2.0 * pairs.size))


def _rnx_areas(high: RowRanks, low: RowRanks) -> Float64:
    """Area under R_NX(K), K = 1..n − 2, weighted with 1/K, of each row on its own; (m,).

    R_NX is linear in the overlap, so the mean of the areas is the area under the mean curve.
    """
    n = high.distances.shape[1]
    sizes = np.arange(1, n - 1)
    weights = (1.0 / sizes) / (1.0 / sizes).sum()
    overlap_weights = weights * (n - 1) / (sizes * (n - 1 - sizes))
    at_random = float((weights * sizes / (n - 1 - sizes)).sum())
    # A pair counts for every K from the larger of its two ranks on.
    from_rank = np.zeros(n + 1)
    from_rank[1 : n - 1] = np.cumsum(overlap_weights[::-1])[::-1]
    areas = from_rank[np.maximum(high.positions, low.positions) + 1].sum(axis=1)
    for row in np.flatnonzero(high.tied | low.tied):
        areas[row] = overlap_curve(high, low, int(row)) @ overlap_weights
    return np.asarray(areas - at_random)
