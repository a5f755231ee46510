"""Cosines of every row with a query, fast and with a bound on their error.

`Scorer.scores` is the one method that a faster way of scoring replaces; what the bound allows to be wrong,
the search works out again in float64 (`embviz.core.search`).
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from embviz.core.passes import Progress, block_rows, in_blocks, unwatched
from embviz.core.rows import ArrayRows, Rows
from embviz.core.threads import single_blas_thread

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]

UNIT_ROUNDOFF = 2.0**-24
"""Of float32."""

SMALLEST_NORM, LARGEST_NORM = 1e-15, 1e15
"""Rows shorter or longer than this may lose digits in float32, or be taken for zero: float64 scores them."""

# Blocks of about a megabyte stay in the cache of a processor while they are worked on.
_PASS_VALUES = 1 << 18
_CONVERTED_VALUES = 1 << 19


class Metric(enum.Enum):
    """How a row is compared with a query."""

    COSINE = "cosine"
    DOT = "dot"
    EUCLIDEAN = "euclidean"

    @property
    def ascending(self) -> bool:
        """Whether small scores come first."""
        return self is Metric.EUCLIDEAN


def score_rows(rows: Float64, query: Float64, metric: Metric) -> Float64:
    """Scores of rows (n, d) with a query (d,) in float64, (n,); the cosine of a row of zeros is NaN.

    Each row is summed by itself in one fixed order, so equal rows get equal scores however many are asked.
    """
    if metric is Metric.EUCLIDEAN:
        differences = rows - query
        distances: Float64 = np.sqrt((differences * differences).sum(axis=1))
        return distances
    products: Float64 = (rows * query).sum(axis=1)
    if metric is Metric.DOT:
        return products
    lengths = np.sqrt((rows * rows).sum(axis=1)) * np.sqrt((query * query).sum())
    cosines: Float64 = np.full(len(rows), np.nan)
    np.divide(products, lengths, out=cosines, where=lengths > 0)
    return cosines


def exact_scores(rows: Rows, ids: Ids, query: Float64, metric: Metric) -> Float64:
    """Scores of some rows of a table with a query, as `score_rows` gives them: (n,)."""
    scores = np.empty(ids.size)
    size = block_rows(_PASS_VALUES, rows.shape[1])
    for start in range(0, ids.size, size):
        block = rows.take(ids[start : start + size]).astype(np.float64)
        scores[start : start + size] = score_rows(block, query, metric)
    return scores


class Scorer(ABC):
    """Scores a query against every row of a table.

    Making one takes a pass over the table, which also brings a memory-mapped file into memory.

    Attributes
    ----------
    rows
        The table; in memory, where it had to be unpacked.
    norms
        Lengths of the rows, float64, (V,).
    undefined
        True for rows of zeros and rows with NaN or infinity, which have no direction, (V,).
    """

    slack = 1.0
    """Factor on the error bound, for kernels whose sums are not known to be plain float32."""

    def __init__(self, rows: Rows, *, progress: Progress = unwatched) -> None:
        self.rows = rows
        self.norms: Float64 = np.empty(len(rows))
        size = block_rows(_PASS_VALUES, rows.shape[1])
        with np.errstate(invalid="ignore", over="ignore"):
            in_blocks(len(rows), size, self._first_pass, progress=progress)
        self.undefined = ~(np.isfinite(self.norms) & (self.norms > 0))
        odd = ~self.undefined & ((self.norms < SMALLEST_NORM) | (self.norms > LARGEST_NORM))
        self._odd: Ids = np.flatnonzero(odd)
        usual = ~(self.undefined | odd)
        inverse = np.zeros(len(rows))
        np.divide(1.0, self.norms, out=inverse, where=usual)
        self._inverse_norms = inverse.astype(np.float32)
        self._undefined_ids: Ids = np.flatnonzero(self.undefined)

    @property
    def error_bound(self) -> float:
        """Greatest error of a score: (d + 8)·u·1.01 for sums in any order, times the kernel's slack.

        d for the product; the rest for rounding the query, the lengths and the score.
        """
        return self.slack * (self.rows.shape[1] + 8) * UNIT_ROUNDOFF * 1.01

    def scores(self, query: Float64) -> tuple[Float32, float]:
        """Cosines of all rows with one query.

        Parameters
        ----------
        query
            float64, (d,), finite and not zero.

        Returns
        -------
        tuple
            float32, (V,), −inf for rows without a direction; and the greatest error of any of them.
        """
        scores, error = self.many_scores(query[None, :])
        return scores[0], error

    def many_scores(self, queries: Float64) -> tuple[Float32, float]:
        """Cosines of all rows with several queries (m, d) in one pass: float32, (m, V); and their error."""
        # Scaled by a power of two, 16-bit queries stay what they are.
        lengths, exponents = np.frexp(np.sqrt((queries * queries).sum(axis=1)))
        scaled = np.ldexp(queries, -exponents[:, None]).astype(np.float32)
        # Rows of NaN and overflowing odd rows are replaced below; the others do not feel them.
        with np.errstate(invalid="ignore", over="ignore", under="ignore"):
            scores = self.dots(scaled)
            scores *= self._inverse_norms
            scores /= lengths[:, None].astype(np.float32)
        scores[:, self._undefined_ids] = -np.inf
        if self._odd.size:
            for place, query in enumerate(queries):
                scores[place, self._odd] = exact_scores(self.rows, self._odd, query, Metric.COSINE)
        return scores, self.error_bound

    @abstractmethod
    def dots(self, queries: Float32) -> Float32:
        """Products of queries (m, d) of lengths 0.5 to 1 with all rows: float32, (m, V), freshly made."""

    def _first_pass(self, start: int, stop: int) -> None:
        wide = self.rows.span(start, stop).astype(np.float64)
        self.norms[start:stop] = np.sqrt(np.einsum("ij,ij->i", wide, wide))


class MatrixScorer(Scorer):
    """A table that lies in memory, or in a memory map, as float32; a packed one is unpacked once.

    Parameters
    ----------
    rows
        The table. Where it has no ``whole``, its float32 form is made and kept.
    progress
        Share of the first pass.
    """

    def __init__(self, rows: Rows, *, progress: Progress = unwatched) -> None:
        whole = rows.whole
        self._packed = rows if whole is None else None
        self._matrix: Float32 = np.empty(rows.shape, dtype=np.float32) if whole is None else whole
        super().__init__(ArrayRows(self._matrix), progress=progress)
        self._packed = None

    def dots(self, queries: Float32) -> Float32:
        """Products of queries (m, d) with all rows."""
        if len(queries) == 1:
            # One product with a vector reads the table once, in the order in which it lies.
            products: Float32 = (self._matrix @ queries[0])[None, :]
        else:
            products = queries @ self._matrix.T
        return products

    def _first_pass(self, start: int, stop: int) -> None:
        if self._packed is not None:
            self._matrix[start:stop] = self._packed.span(start, stop)
        super()._first_pass(start, stop)


class BlockScorer(Scorer):
    """A table that stays in its own type, 16 or 64 bits, and is converted block by block for each query."""

    def dots(self, queries: Float32) -> Float32:
        """Products of queries (m, d) with all rows."""
        products: Float32 = np.empty((len(queries), len(self.rows)), dtype=np.float32)

        def block(start: int, stop: int) -> None:
            products[:, start:stop] = queries @ self.rows.span(start, stop).T

        with single_blas_thread():
            in_blocks(len(self.rows), block_rows(_CONVERTED_VALUES, self.rows.shape[1]), block)
        return products


class BFloat16Scorer(Scorer):
    """A bfloat16 table, multiplied as it is by SimSIMD, which needs bfloat16 queries.

    A query that is no row of such a table is sent as the sum of two: what that leaves out is less than 2⁻¹⁶
    of its length. SimSIMD sums in float32, with instructions that on some processors round twice as far.

    Parameters
    ----------
    rows
        bfloat16, contiguous.
    progress
        Share of the first pass.
    """

    slack = 2.0

    def __init__(self, rows: ArrayRows, *, progress: Progress = unwatched) -> None:
        self._array = rows.array
        super().__init__(rows, progress=progress)

    @property
    def error_bound(self) -> float:
        """Greatest error of a score."""
        return super().error_bound + 2.0**-16

    def dots(self, queries: Float32) -> Float32:
        """Products of queries (m, d) with all rows."""
        import simsimd

        array = self._array
        upper = _to_bfloat16(queries)
        lower = _to_bfloat16(queries - _from_bfloat16(upper))
        parts = np.concatenate([upper, lower]) if lower.any() else upper
        products: Float32 = np.empty((len(queries), len(array)), dtype=np.float32)

        def block(start: int, stop: int) -> None:
            found = np.asarray(simsimd.cdist(array[start:stop], parts, metric="dot", dtype="bf16"))
            products[:, start:stop] = found.reshape(stop - start, -1, len(queries)).sum(axis=1).T

        in_blocks(len(array), block_rows(_CONVERTED_VALUES, array.shape[1]), block)
        return products


def _to_bfloat16(values: Float32) -> NDArray[np.uint16]:
    """Round finite float32 to the bits of the nearest bfloat16."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    even = (bits >> np.uint32(16)) & np.uint32(1)
    return ((bits + np.uint32(0x7FFF) + even) >> np.uint32(16)).astype(np.uint16)


def _from_bfloat16(bits: NDArray[np.uint16]) -> Float32:
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def scorer_for(rows: Rows, *, progress: Progress = unwatched) -> Scorer:
    """Make the scorer that suits how a table is stored; takes one pass over it."""
    if not isinstance(rows, ArrayRows) or rows.whole is not None:
        return MatrixScorer(rows, progress=progress)
    array = rows.array
    if rows.bfloat16 and array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative:
        return BFloat16Scorer(rows, progress=progress)
    return BlockScorer(rows, progress=progress)
