"""Ranks, shares of neighbourhoods and their overlap, with ties treated so that no order of words matters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ids = NDArray[np.intp]

_FEW_QUESTIONS = 32


@dataclass(frozen=True, eq=False)
class Neighborhood:
    """The k nearest of some rows, one entry for each row and point.

    Attributes
    ----------
    shape
        m rows among n points.
    rows, points
        Rows ascend; nearest first within one, equal distances by place in the list of words.
    shares
        Share of one of the k places, 0..1; they sum to k in every row.
    """

    shape: tuple[int, ...]
    rows: Ids
    points: Ids
    shares: Float64

    @property
    def count(self) -> int:
        """m, the number of rows."""
        return self.shape[0]

    def overlap(self, other: Neighborhood) -> Float64:
        """Σ_j min(W, W′) of each row with the same row of another neighbourhood, (m,)."""
        keys, mine, theirs = np.intersect1d(
            np.ravel_multi_index((self.rows, self.points), self.shape),
            np.ravel_multi_index((other.rows, other.points), self.shape),
            assume_unique=True,
            return_indices=True,
        )
        overlap = np.zeros(self.count)
        np.add.at(overlap, keys // self.shape[1], np.minimum(self.shares[mine], other.shares[theirs]))
        return overlap


@dataclass(frozen=True, eq=False)
class RowRanks:
    """Distances of some points to all n, sorted and ranked.

    Attributes
    ----------
    distances
        float64, (m, n); a point's distance to itself is infinite, so it comes last.
    tolerance
        Distances that differ by no more are tied.
    """

    distances: Float64
    tolerance: float

    @cached_property
    def order(self) -> Ids:
        """Places of the other points, nearest first, (m, n − 1); an arbitrary order among ties."""
        return np.argsort(self.distances, axis=1)[:, :-1]

    @cached_property
    def ascending(self) -> Float64:
        """Distances to the other points in ascending order, (m, n − 1)."""
        return np.take_along_axis(self.distances, self.order, axis=1)

    @cached_property
    def tied(self) -> Bools:
        """Which rows hold any two tied distances, (m,)."""
        ties = self.ascending[:, :-1] >= self.ascending[:, 1:] - self.tolerance
        return np.asarray(ties.any(axis=1))

    @cached_property
    def positions(self) -> NDArray[np.int32]:
        """Place of each point in its row's `order`, counted from 0; n − 1 for the point itself, (m, n)."""
        m, n = self.distances.shape
        positions = np.full((m, n), n - 1, dtype=np.int32)
        np.put_along_axis(positions, self.order, np.arange(n - 1, dtype=np.int32)[None], axis=1)
        return positions

    def ranks(self, rows: Ids, points: Ids) -> Ids:
        """1 + how many others are nearer to the row's point by more than the tolerance, one for each entry.

        ``rows`` is ascending.
        """
        ranks = self.positions[rows, points].astype(np.intp) + 1
        starts = np.searchsorted(rows, np.arange(self.tied.size + 1))
        for row in np.flatnonzero(self.tied):
            entries = slice(starts[row], starts[row + 1])
            nearest = self.distances[row, points[entries]] - self.tolerance
            ranks[entries] = np.searchsorted(self.ascending[row], nearest, side="left") + 1
        return ranks

    def tied_places(self, row: int) -> Bools:
        """Which places of a row's `order` are tied with the one before or after, (n − 1,)."""
        ascending = self.ascending[row]
        gaps = ascending[:-1] >= ascending[1:] - self.tolerance
        return np.asarray(np.append(False, gaps) | np.append(gaps, False))

    def edges(self, row: int, places: Ids) -> tuple[Ids, Ids, Float64]:
        """For the K nearest that end at each of some places (K = place + 1), who belongs to them.

        How many points do so fully, how many at least in part, and the share of those in part: points tied
        with the K-th share the places that the nearer ones leave, so the shares sum to K.
        """
        ascending = self.ascending[row]
        inside = np.searchsorted(ascending, ascending[places] - self.tolerance, side="left")
        reach = np.searchsorted(ascending, ascending[places] + self.tolerance, side="right")
        return inside, reach, (places + 1 - inside) / (reach - inside)

    def neighborhood(self, k: int) -> Neighborhood:
        """Every row's k nearest, with the shares of those that are tied with the k-th."""
        untied, tied = np.flatnonzero(~self.tied), np.flatnonzero(self.tied)
        kth = self.ascending[tied, k - 1, None]
        inside = self.distances[tied] < kth - self.tolerance
        edge = (self.distances[tied] <= kth + self.tolerance) & ~inside
        left = k - inside.sum(axis=1, keepdims=True)
        partial = inside + edge * (left / edge.sum(axis=1, keepdims=True))
        at, tied_points = np.nonzero(partial)

        rows = np.concatenate([np.repeat(untied, k), tied[at]])
        points = np.concatenate([self.order[untied, :k].ravel(), tied_points])
        shares = np.concatenate([np.ones(untied.size * k), partial[at, tied_points]])
        sorting = np.lexsort((points, self.distances[rows, points], rows))
        return Neighborhood(self.distances.shape, rows[sorting], points[sorting], shares[sorting])


def overlap_curve(high: RowRanks, low: RowRanks, row: int) -> Float64:
    """Overlap Σ_j min(W_hi, W_lo) of one row's K nearest in both spaces, for K = 1..n − 2; (n − 2,).

    Without ties it counts the points of which neither rank exceeds K. Where the K-th distance is tied, the
    points inside the tie and those on it are counted apart and weighted with their shares.
    """
    larger = np.maximum(high.positions[row], low.positions[row]) + 1
    curve = np.cumsum(np.bincount(larger))[1:-2].astype(np.float64)
    tied = np.flatnonzero((high.tied_places(row) | low.tied_places(row))[:-1])
    if tied.size == 0:
        return curve
    inside_high, reach_high, share_high = high.edges(row, tied)
    inside_low, reach_low, share_low = low.edges(row, tied)
    both_inside, inside_high_only, inside_low_only, both_reached = np.split(
        _prefix_counts(
            low.positions[row, high.order[row]],
            np.concatenate([inside_high, inside_high, reach_high, reach_high]),
            np.concatenate([inside_low, reach_low, inside_low, reach_low]),
        ),
        4,
    )
    curve[tied] = (
        both_inside
        + share_low * (inside_high_only - both_inside)
        + share_high * (inside_low_only - both_inside)
        + np.minimum(share_high, share_low)
        * (both_reached - inside_high_only - inside_low_only + both_inside)
    )
    return curve


def _prefix_counts(places: NDArray[np.int32], first: Ids, below: Ids) -> Ids:
    """For each question, how many of the first ``first`` entries of a permutation are less than ``below``.

    Many questions are answered from counts at every ``step``-th entry, tabulated for all bounds.
    """
    size = places.size
    if first.size <= _FEW_QUESTIONS:
        counted = (places < below[:, None]) & (np.arange(size) < first[:, None])
        return np.asarray(counted.sum(axis=1))
    step = max(1, round(size / np.sqrt(first.size)))
    table = np.zeros((size // step + 2, size + 1), dtype=np.int32)
    table[np.arange(size) // step + 1, places + 1] = 1
    np.cumsum(table, axis=0, out=table)
    np.cumsum(table, axis=1, out=table)
    whole = first // step
    rest = (whole * step)[:, None] + np.arange(step)
    padded = np.append(places, np.full(step, size, dtype=np.int32))
    counted = (padded[np.minimum(rest, size)] < below[:, None]) & (rest < first[:, None])
    return np.asarray(table[whole, below] + counted.sum(axis=1))
