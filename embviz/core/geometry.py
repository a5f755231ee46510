"""Distances between words: exact enough that ties are seen as ties."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from embviz.core.threads import single_blas_thread

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ids = NDArray[np.intp]

DIRECT_DIMENSIONS = 8
"""Up to so many columns, differences are taken directly."""

NEAR = 1e-3
"""Distances below this share of the greatest norm are taken directly: the product form has lost them."""

DIRECTION_ROUNDING = 1e-14
"""Unit rows carry rounding errors of about 1e-16 a column; two that are nearer than this are the same."""

_WHOLE_MATRIX = 3000
"""Up to so many points the whole matrix is kept (72 MB); above, rows are worked out when asked for."""

_BLOCK_ENTRIES = 4_000_000
"""Distances worked out at once (32 MB)."""

_PAIR_CHUNK = 4096


def usable_rows(vectors: Float64) -> Bools:
    """Which rows of an (n, d) array have a direction: finite and not all zero; bool, (n,)."""
    usable: Bools = np.isfinite(vectors).all(axis=1) & (vectors != 0).any(axis=1)
    return usable


def unit_rows(vectors: Float64) -> Float64:
    """Rows of an (n, d) array divided by their lengths; every row must be usable."""
    # Dividing by the greatest entry first keeps huge and tiny rows from overflowing when they are squared.
    scaled = vectors / np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    units: Float64 = scaled / np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    return units


def all_equal(vectors: Float64) -> bool:
    """Whether all rows of an (n, d) array are the same up to rounding."""
    if vectors.shape[0] < 2:
        return True
    spread = np.abs(vectors - vectors[0]).max(initial=0.0)
    return bool(spread <= 1e-12 * np.abs(vectors).max(initial=0.0))


class PointDistances:
    """Euclidean distances between n points, handed out by rows.

    Parameters
    ----------
    points
        float64, (n, d), finite.
    rounding
        Distances below this are zero.
    unit
        What a distance of 1 stands for, where points were scaled to be given here.
    """

    def __init__(self, points: Float64, *, rounding: float = 0.0, unit: float = 1.0) -> None:
        self.points = points
        self.unit = unit
        self.rounding = rounding
        self.count = int(points.shape[0])
        self._direct = points.shape[1] <= DIRECT_DIMENSIONS
        # Distances do not change when the points are shifted, and short vectors cancel less.
        self._centered = points if self._direct else points - points.mean(axis=0)
        self._squares = np.einsum("ij,ij->i", self._centered, self._centered)
        self._whole: Float64 | None = None
        if self.count <= _WHOLE_MATRIX:
            self._whole = self._work_out(np.arange(self.count))

    def rows(self, index: Ids) -> Float64:
        """Distances of some points to all, (m, n), freshly made; a point's distance to itself is infinite."""
        if self._whole is None:
            return self._work_out(index)
        rows: Float64 = self._whole[index]
        return rows

    def among(self, index: Ids) -> PointDistances:
        """Distances among some of the points only."""
        return PointDistances(self.points[index], rounding=self.rounding)

    def sorted_pairs(self) -> Float64:
        """Distances of all n(n − 1)/2 pairs in ascending order."""
        pairs = np.empty(self.count * (self.count - 1) // 2)
        size = max(1, _BLOCK_ENTRIES // self.count)
        filled = 0
        for start in range(0, self.count, size):
            block = np.arange(start, min(start + size, self.count))
            for point, row in zip(block, self.rows(block), strict=True):
                later = row[point + 1 :]
                pairs[filled : filled + later.size] = later
                filled += later.size
        pairs.sort()
        return pairs

    def _work_out(self, index: Ids) -> Float64:
        squares = self._direct_squares(index) if self._direct else self._product_squares(index)
        distances: Float64 = np.sqrt(squares, out=squares)
        if self.rounding:
            distances[distances < self.rounding] = 0.0
        distances[np.arange(index.size), index] = np.inf
        return distances

    def _direct_squares(self, index: Ids) -> Float64:
        squares = np.zeros((index.size, self.count))
        for column in self.points.T:
            difference = column[index][:, None] - column
            squares += np.square(difference, out=difference)
        return squares

    def _product_squares(self, index: Ids) -> Float64:
        with single_blas_thread():
            products = self._centered[index] @ self._centered.T
        squares = self._squares[index][:, None] + self._squares - 2.0 * products
        near = squares < NEAR**2 * self._squares.max(initial=0.0)
        near[np.arange(index.size), index] = False
        rows, columns = np.nonzero(near)
        for start in range(0, rows.size, _PAIR_CHUNK):
            row, column = rows[start : start + _PAIR_CHUNK], columns[start : start + _PAIR_CHUNK]
            difference = self.points[index[row]] - self.points[column]
            squares[row, column] = np.einsum("ij,ij->i", difference, difference)
        return np.asarray(np.maximum(squares, 0.0))


def nearest_points(
    points: Float64, count: int, *, threads: int = 1, block_done: Callable[[float], None] | None = None
) -> tuple[Ids, Float64]:
    """Work out the exact nearest neighbours of every point.

    Parameters
    ----------
    points
        float64, (n, d), finite.
    count
        How many for each point, 1..n−1.
    threads
        How many blocks of rows are worked on at once; the answer does not depend on it.
    block_done
        Called with the share done (0..1) after every block; what it raises ends the work.

    Returns
    -------
    tuple
        Places of the neighbours, nearest first, and their distances, both (n, count).
    """
    from concurrent.futures import ThreadPoolExecutor

    distances = PointDistances(points)
    size = max(1, _BLOCK_ENTRIES // distances.count)
    blocks = [
        np.arange(start, min(start + size, distances.count)) for start in range(0, distances.count, size)
    ]

    def nearest_of(block: Ids) -> tuple[Ids, Float64]:
        rows = distances.rows(block)
        near = np.sort(np.argpartition(rows, count - 1, axis=1)[:, :count], axis=1)
        values = np.take_along_axis(rows, near, axis=1)
        order = np.argsort(values, axis=1, kind="stable")
        return np.take_along_axis(near, order, axis=1), np.take_along_axis(values, order, axis=1)

    found: list[tuple[Ids, Float64]] = []
    with single_blas_thread(), ThreadPoolExecutor(threads) as pool:
        try:
            for part in pool.map(nearest_of, blocks):
                found.append(part)
                if block_done is not None:
                    block_done(len(found) / len(blocks))
        finally:
            pool.shutdown(cancel_futures=True)
    return np.concatenate([near for near, _ in found]), np.concatenate([values for _, values in found])
