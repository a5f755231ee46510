"""Search over the rows of a table with their common direction taken out, without a second table in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from embviz.core.passes import Progress, unwatched
from embviz.core.rows import Rows
from embviz.core.scoring import UNIT_ROUNDOFF, Float32, Scorer

if TYPE_CHECKING:
    from embviz.core.vectors import CommonDirection

Ids = NDArray[np.int64]

_STRETCHED = 8.0
"""Rows that are this much shorter once they are shifted lose digits in float32: float64 scores them."""

_ROUNDING = 1e-6
"""What is left of a row below this share of its length is rounding, and has no direction."""


class ShiftedRows(Rows):
    """Rows without their mean and their part along the common axis, shifted whenever they are read."""

    def __init__(self, rows: Rows, common: CommonDirection) -> None:
        self._rows = rows
        self._common = common

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return self._rows.shape

    def take(self, ids: Ids) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        return self._shifted(self._rows.take(ids))

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self._shifted(self._rows.span(start, stop))

    def _shifted(self, stored: Float32) -> Float32:
        with np.errstate(invalid="ignore"):
            return self._common.removed_from(stored.astype(np.float64)).astype(np.float32)


class ShiftedScorer(Scorer):
    """Scores shifted rows through the scorer of the rows as stored.

    With the mean m and the axis a, a shifted row is P(x − m), P = 1 − aaᵀ; its product with a query q is
    x·Pq − m·Pq. So a query takes one product with the table as it lies in memory, and a number off.

    Parameters
    ----------
    base
        Scores the rows as stored.
    common
        What is taken out of them.
    progress
        Share of the pass that works out the lengths of the shifted rows.
    """

    def __init__(self, base: Scorer, common: CommonDirection, *, progress: Progress = unwatched) -> None:
        self._base = base
        self._common = common
        super().__init__(ShiftedRows(base.rows, common), progress=progress)
        # A row of zeros would be minus the mean, which says nothing of its token.
        long = base.norms + float(np.sqrt(common.mean @ common.mean))
        self.undefined |= base.undefined | (self.norms <= _ROUNDING * long)
        self._undefined_ids = np.flatnonzero(self.undefined)
        stretch = np.ones(len(self.norms))
        np.divide(long, self.norms, out=stretch, where=~self.undefined)
        # Where all rows are short beside the mean, only the shortest are scored apart.
        limit = max(_STRETCHED, float(np.quantile(stretch, 0.99)))
        self._odd = np.union1d(self._odd, np.flatnonzero(stretch > limit))
        self._odd = self._odd[~self.undefined[self._odd]]
        self._stretch = float(stretch[stretch <= limit].max(initial=1.0))

    @property
    def error_bound(self) -> float:
        """Greatest error of a score: that of the rows as stored, by so much as shifted rows are shorter."""
        return self._stretch * (self._base.error_bound + 8 * UNIT_ROUNDOFF)

    def dots(self, queries: Float32) -> Float32:
        """Products of queries (m, d) with all shifted rows: float32, (m, V)."""
        axis, mean = self._common.axis, self._common.mean
        wide = queries.astype(np.float64)
        wide -= (wide @ axis)[:, None] * axis
        products = self._base.dots(wide.astype(np.float32))
        off: NDArray[Any] = (wide @ mean).astype(np.float32)
        products -= off[:, None]
        return products
