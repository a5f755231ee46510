"""Two exact ways to rank a whole vocabulary for an analogy: by the cosine with a sum, and by 3CosMul."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from embviz.core.search import Hit, Metric, Search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Bools = NDArray[np.bool_]
Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]

EPSILON = 0.001
"""Keeps 3CosMul from dividing by zero; the paper's value."""

_FLOAT64_SLACK = 1e-12
_FIRST_READ = 32


class Ranking(Protocol):
    """Orders all rows of a table, best first; equal scores by id."""

    @property
    def searched(self) -> int:
        """How many rows can be listed."""

    def top(self, k: int) -> list[Hit]:
        """Find the k best rows; fewer when there are no more."""

    def before(self, row: int) -> Ids:
        """Return ids of all rows that come before one row."""


class RankedList:
    """A ranking read from its beginning, as far as somebody reads; what was read is kept."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._hits: list[Hit] = []
        self._places: dict[int, int] = {}

    def __iter__(self) -> Iterator[Hit]:
        """Walk through all rows, best first."""
        place = 0
        while True:
            if place == len(self._hits) and not self._read_on():
                return
            yield self._hits[place]
            place += 1

    def before(self, row: int) -> list[int]:
        """Return ids of all rows that come before one row."""
        place = self._places.get(row)
        if place is not None:
            return [hit.id for hit in self._hits[:place]]
        found: list[int] = self.ranking.before(row).tolist()
        return found

    def _read_on(self) -> bool:
        known = len(self._hits)
        if known == self.ranking.searched:
            return False
        self._hits = self.ranking.top(4 * known if known else _FIRST_READ)
        self._places = {hit.id: place for place, hit in enumerate(self._hits)}
        return len(self._hits) > known


class CosineRanking:
    """By the cosine with one vector.

    Parameters
    ----------
    target
        float64, (d,), not zero.
    all_rows
        List hidden rows too.
    """

    def __init__(self, search: Search, target: Float64, *, all_rows: bool = False) -> None:
        self._search, self._target, self._all_rows = search, target, all_rows

    @property
    def searched(self) -> int:
        """How many rows can be listed."""
        return self._search.searched(all_rows=self._all_rows)

    def top(self, k: int) -> list[Hit]:
        """Find the k rows with the greatest cosines."""
        return self._search.top(self._target, k, all_rows=self._all_rows)

    def before(self, row: int) -> Ids:
        """Return ids of all rows with greater cosines than one row."""
        return self._search.before(self._target, row, all_rows=self._all_rows)


class CosmulRanking:
    """By 3CosMul (Levy & Goldberg 2014): products of cosines in the place of sums.

    With every cosine c mapped to (1 + c)/2, the score of a row is the product over the terms that are added,
    divided by the product of (1 + c)/2 + ε over those that are subtracted, ε = 0.001. A weight is the
    exponent of its factor; with weights of 1 this is the paper's formula (and gensim's).

    Rows are scored through float32 cosines with a known bound on their error; the score rises with the
    cosine of an added term and falls with that of a subtracted one, so the bounds carry over. What they leave
    open is scored again in float64.

    Parameters
    ----------
    vectors
        Of the terms, float64, (m, d), none of them zero.
    weights
        Of the terms, with their signs.
    all_rows
        List hidden rows too.
    """

    def __init__(
        self, search: Search, vectors: Float64, weights: Sequence[float], *, all_rows: bool = False
    ) -> None:
        self._search, self._vectors, self._weights = search, vectors, tuple(weights)
        count = len(search.rows)
        listable = ~search.scorer.undefined
        if not all_rows:
            shown = np.zeros(count, dtype=np.bool_)
            shown[search.listed()] = True
            listable &= shown
        self._listable: Bools = listable
        self._slack = _FLOAT64_SLACK * (1.0 + sum(map(abs, self._weights)))
        # Logarithms of the scores lie between these.
        self._low, self._high = np.zeros(count), np.zeros(count)
        for vector, weight in zip(vectors, self._weights, strict=True):
            found, error = search.scorer.scores(vector)
            cosines = np.where(listable, found.astype(np.float64), 0.0)
            self._add(cosines, error + _FLOAT64_SLACK, weight)
        for bound in (self._low, self._high):
            bound[~listable] = -np.inf

    @property
    def searched(self) -> int:
        """How many rows can be listed."""
        return int(np.count_nonzero(self._listable))

    def top(self, k: int) -> list[Hit]:
        """Find the k rows with the greatest scores."""
        candidates = np.flatnonzero(self._listable)
        if k < candidates.size:
            least = np.partition(self._low, len(self._low) - k)[len(self._low) - k]
            candidates = candidates[self._high[candidates] >= least - self._slack]
        logs = self._logs_of(candidates)
        order = np.lexsort((candidates, -logs))[:k]
        scores = np.exp(logs[order])
        return [Hit(int(row), float(score)) for row, score in zip(candidates[order], scores, strict=True)]

    def before(self, row: int) -> Ids:
        """Return ids of all rows with greater scores than one row."""
        own = float(self._logs_of(np.array([row], dtype=np.intp))[0])
        above = self._low > own + self._slack
        unsure = np.flatnonzero(self._listable & (self._high >= own - self._slack) & ~above)
        logs = self._logs_of(unsure)
        near = unsure[(logs > own) | ((logs == own) & (unsure < row))]
        return np.sort(np.concatenate([np.flatnonzero(above), near]))

    def _logs_of(self, ids: Ids) -> Float64:
        """Logarithms of the exact scores of some rows with a direction, float64, (n,)."""
        logs = np.zeros(len(ids))
        for vector, weight in zip(self._vectors, self._weights, strict=True):
            cosines = self._search.scores_of(vector, ids.tolist(), metric=Metric.COSINE)
            logs += _log_factor(cosines, weight)
        return logs

    def _add(self, cosines: Float64, error: float, weight: float) -> None:
        """Add a term to the bounds: an error of its cosine towards −1 lowers the score of an added one."""
        lower = error if weight < 0 else -error
        self._low += _log_factor(cosines + lower, weight)
        self._high += _log_factor(cosines - lower, weight)


def _log_factor(cosines: Float64, weight: float) -> Float64:
    """Logarithm of a term's factor: its cosines mapped to 0..1, those of subtracted terms kept off zero."""
    if weight == 0:
        return np.zeros_like(cosines)
    mapped = (1.0 + cosines) / 2.0 + (EPSILON if weight < 0 else 0.0)
    with np.errstate(divide="ignore"):
        logs: Float64 = weight * np.log(np.maximum(mapped, 0.0))
    return logs
