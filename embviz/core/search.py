"""Exact nearest rows of the whole table, and exact ranks.

Every row is scored in float32 with a known bound on the error; what lies within the bound of the decision is
scored again in float64, row by row, so the answers are those of float64 throughout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from embviz.core.passes import Progress, block_rows, unwatched
from embviz.core.scoring import Metric, Scorer, exact_scores, score_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["Hit", "Metric", "Neighbor", "Search"]

Bools = NDArray[np.bool_]
Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]

_QUERIES_AT_ONCE = 16
_BLOCK_VALUES = 1 << 18
# Rounding of float64 in sums of a few products of lengths, far below any float32 bound.
_FLOAT64_SLACK = 1e-12


class Neighbor(NamedTuple):
    """One line of a neighbour list.

    ``rank`` counts from 1; ``token`` (as stored) and ``text`` are empty for a row without a token.
    """

    rank: int
    id: int
    token: str
    text: str
    score: float


class Hit(NamedTuple):
    """A row and its exact score."""

    id: int
    score: float


@dataclass(frozen=True, eq=False)
class _Keys:
    """How near each row is to a query, greater is nearer, and the greatest error of that: (V,) each."""

    values: NDArray[np.floating[Any]]
    errors: Float64 | float

    def shifted(self, sign: float) -> NDArray[np.floating[Any]]:
        """Values with their errors added or subtracted; rounding this sum is within the bound."""
        shifted: NDArray[np.floating[Any]] = self.values + sign * self.errors
        return shifted


class Search:
    """Exact search over one table. Immutable, so any thread may use it.

    Ties go to the smaller id. Rows without a direction (zero, NaN, infinite) are never found.

    Parameters
    ----------
    scorer
        Scores all rows of the table.
    hidden
        True for rows that are listed only when all rows are asked for, (V,).
    """

    def __init__(self, scorer: Scorer, hidden: Bools) -> None:
        self.scorer = scorer
        self.rows = scorer.rows
        self._unlisted: Ids = np.flatnonzero(hidden | scorer.undefined)
        self._undefined: Ids = np.flatnonzero(scorer.undefined)

    def searched(self, *, all_rows: bool = False) -> int:
        """Return how many rows can be listed."""
        return len(self.rows) - int((self._undefined if all_rows else self._unlisted).size)

    def listed(self) -> Ids:
        """Return ids of the rows that can be listed and are not hidden, ascending."""
        listed = np.ones(len(self.rows), dtype=np.bool_)
        listed[self._unlisted] = False
        return np.flatnonzero(listed)

    def unit_rows(self, ids: Ids) -> NDArray[np.float32]:
        """Return rows with a direction, divided by their lengths: float32, (n, d)."""
        units = np.empty((len(ids), self.rows.shape[1]), dtype=np.float32)
        size = block_rows(_BLOCK_VALUES, self.rows.shape[1])
        for start in range(0, len(ids), size):
            part = ids[start : start + size]
            units[start : start + size] = self.rows.take(part) / self.scorer.norms[part, None]
        return units

    def has_direction(self, row: int) -> bool:
        """Return whether a row is neither zeros nor holds NaN or infinity."""
        return not self.scorer.undefined[row]

    def top(
        self,
        query: Float64,
        k: int,
        *,
        metric: Metric = Metric.COSINE,
        leave_out: Collection[int] = (),
        all_rows: bool = False,
        only: Bools | None = None,
    ) -> list[Hit]:
        """Find the k rows nearest to a query, best first; fewer when there are no more.

        Parameters
        ----------
        query
            float64, (d,), finite. Nothing has a cosine with zeros: the list is empty.
        k
            How many.
        metric
            Cosine and dot product descend, Euclidean distance ascends.
        leave_out
            Ids that are not listed, such as the query's own.
        all_rows
            List hidden rows too.
        only
            True for the rows to choose from, (V,).
        """
        keys = self._keys(query, metric)
        values = keys.shifted(-1.0)
        self._bar(values, leave_out, all_rows)
        if only is not None:
            values[~only] = -np.inf
        candidates = np.flatnonzero(values > -np.inf)
        if k < 1 or not candidates.size:
            return []
        if k < candidates.size:
            least = np.partition(values, len(values) - k)[len(values) - k]
            near = keys.shifted(1.0)[candidates] >= least
            candidates = candidates[near]
        scores = exact_scores(self.rows, candidates, query, metric)
        order = np.lexsort((candidates, scores if metric.ascending else -scores))[:k]
        return [Hit(int(candidates[place]), float(scores[place])) for place in order]

    def scores_of(self, query: Float64, ids: Collection[int], *, metric: Metric = Metric.COSINE) -> Float64:
        """Return the exact scores of some rows, (n,); NaN where a row has no direction, for cosines."""
        return exact_scores(self.rows, np.fromiter(ids, dtype=np.intp, count=len(ids)), query, metric)

    def ranks(
        self,
        query: Float64,
        ids: Collection[int],
        *,
        metric: Metric = Metric.COSINE,
        leave_out: Collection[int] = (),
        all_rows: bool = False,
    ) -> list[int]:
        """Return the rank of each row in the query's whole list, counted from 1.

        A hidden row gets the rank it would have; the rows and the query must have a direction. Parameters as
        for `top`.
        """
        keys = self._keys(query, metric)
        values = keys.values.astype(np.float64)
        self._bar(values, leave_out, all_rows)
        wanted = np.fromiter(ids, dtype=np.intp, count=len(ids))
        scores = exact_scores(self.rows, wanted, query, metric)
        return [
            self._rank(values, keys.errors, int(row), float(score), query, metric)
            for row, score in zip(wanted, scores, strict=True)
        ]

    def before(
        self,
        query: Float64,
        row: int,
        *,
        metric: Metric = Metric.COSINE,
        leave_out: Collection[int] = (),
        all_rows: bool = False,
    ) -> Ids:
        """Return ids of all rows that come before one row in the query's whole list, ascending.

        Parameters as for `ranks`, whose rank of the row is one more than their number.
        """
        keys = self._keys(query, metric)
        values = keys.values.astype(np.float64)
        self._bar(values, leave_out, all_rows)
        score = float(exact_scores(self.rows, np.array([row], dtype=np.intp), query, metric)[0])
        above, near = self._before(values, keys.errors, row, score, query, metric)
        return np.sort(np.concatenate([np.flatnonzero(above), near]))

    def many_ranks(
        self,
        queries: Float64,
        rows: Sequence[int],
        leave_out: Sequence[Collection[int]],
        *,
        all_rows: bool = False,
        progress: Progress = unwatched,
    ) -> NDArray[np.int64]:
        """Return the rank of one row for each of many queries, by cosine: int64, (m, 2).

        First with nothing left out, then with each query's own ids left out; a row that is left out itself
        gets the rank it would have.

        Parameters
        ----------
        queries
            float64, (m, d), finite and none of them zero.
        rows
            The row that is looked for, for each query; with a direction.
        leave_out
            For each query.
        progress
            Share done, 0..1.
        """
        found = np.empty((len(queries), 2), dtype=np.int64)
        size = max(_QUERIES_AT_ONCE, min(128, _BLOCK_VALUES * _QUERIES_AT_ONCE // max(1, len(self.rows))))
        for start in range(0, len(queries), size):
            part = queries[start : start + size]
            cosines, error = self.scorer.many_scores(part)
            for place, (query, row_cosines) in enumerate(zip(part, cosines, strict=True), start):
                row, own = rows[place], leave_out[place]
                values = row_cosines.astype(np.float64)
                self._bar(values, (), all_rows)
                score = float(
                    exact_scores(self.rows, np.array([row], dtype=np.intp), query, Metric.COSINE)[0]
                )
                above, near = self._before(values, error, row, score, query, Metric.COSINE)
                rank = 1 + int(np.count_nonzero(above)) + len(near)
                earlier = sum(bool(above[one]) or one in near for one in set(own) - {row})
                found[place] = rank, rank - earlier
            progress(min(1.0, (start + size) / len(queries)))
        return found

    def back_ranks(
        self,
        query: Float64,
        ids: Collection[int],
        *,
        query_id: int | None = None,
        metric: Metric = Metric.COSINE,
        all_rows: bool = False,
    ) -> list[int]:
        """Return the rank that the query has in each row's own list, counted from 1.

        Parameters
        ----------
        query
            float64, (d,).
        ids
            Rows with a direction, usually the query's neighbours.
        query_id
            Its row, None for a vector that is no row, such as a mean.
        """
        wanted = list(ids)
        found: list[int] = []
        for start in range(0, len(wanted), _QUERIES_AT_ONCE):
            part = wanted[start : start + _QUERIES_AT_ONCE]
            vectors = self.rows.take(np.array(part, dtype=np.int64)).astype(np.float64)
            cosines, error = self.scorer.many_scores(vectors)
            for row, vector, row_cosines in zip(part, vectors, cosines, strict=True):
                keys = self._from_cosines(row_cosines, error, vector, metric)
                values = keys.values.astype(np.float64)
                self._bar(values, [row] if query_id is None else [row, query_id], all_rows)
                score = float(score_rows(query[None, :], vector, metric)[0])
                own = len(self.rows) if query_id is None else query_id
                found.append(self._rank(values, keys.errors, own, score, vector, metric))
        return found

    # -- helpers -----------------------------------------------------------------------------------------

    def _keys(self, query: Float64, metric: Metric) -> _Keys:
        if not query.any():
            # Nothing has a cosine with zeros, and every product with them is exactly zero.
            nothing = -np.inf if metric is Metric.COSINE else 0.0
            return self._from_cosines(np.full(len(self.rows), nothing, np.float32), 0.0, query, metric)
        cosines, error = self.scorer.scores(query)
        return self._from_cosines(cosines, error, query, metric)

    def _from_cosines(
        self, cosines: NDArray[np.float32], error: float, query: Float64, metric: Metric
    ) -> _Keys:
        if metric is Metric.COSINE:
            return _Keys(cosines, error)
        length = float(np.sqrt((query * query).sum()))
        with np.errstate(invalid="ignore", over="ignore"):
            scale = self.scorer.norms * length
            if metric is Metric.DOT:
                values, errors = cosines * scale, (error + _FLOAT64_SLACK) * scale
            else:
                # −|x − q|² = 2 x·q − |x|² − |q|², and |q|² is the same for all.
                squares = self.scorer.norms**2
                values = 2.0 * cosines * scale - squares
                errors = 2.0 * error * scale + _FLOAT64_SLACK * (squares + length**2)
        values[self._undefined] = -np.inf
        errors[self._undefined] = 0.0
        return _Keys(values, errors)

    def _bar(self, values: NDArray[np.floating[Any]], leave_out: Collection[int], all_rows: bool) -> None:
        values[self._undefined if all_rows else self._unlisted] = -np.inf
        if leave_out:
            values[np.fromiter(leave_out, dtype=np.intp, count=len(leave_out))] = -np.inf

    def _rank(
        self,
        values: Float64,
        errors: Float64 | float,
        row: int,
        score: float,
        vector: Float64,
        metric: Metric,
    ) -> int:
        """Return the rank of a row with this exact score among listable rows of these keys."""
        above, near = self._before(values, errors, row, score, vector, metric)
        return 1 + int(np.count_nonzero(above)) + len(near)

    def _before(
        self,
        values: Float64,
        errors: Float64 | float,
        row: int,
        score: float,
        vector: Float64,
        metric: Metric,
    ) -> tuple[Bools, Ids]:
        """Return which listable rows surely come before a row with this score, (V,), and ids of more."""
        key = score
        slack = _FLOAT64_SLACK * abs(score)
        if metric is Metric.EUCLIDEAN:
            square = float((vector * vector).sum())
            key = square - score**2
            slack = _FLOAT64_SLACK * (score**2 + square)
        above = values > key + errors + slack
        unsure = (values >= key - errors - slack) & ~above
        candidates = np.flatnonzero(unsure)
        scores = exact_scores(self.rows, candidates, vector, metric)
        before = scores < score if metric.ascending else scores > score
        tied = (scores == score) & (candidates < row)
        return above, candidates[before | tied]
