"""Ranks of many queries at once, and what comes before a row, against sorting in plain float64."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.scoring import Metric
from embviz.errors import Stopped
from tests.core.test_search import STORAGES, NoisyScorer, make_search, plain_scores


def rows_of():
    rows = np.random.default_rng(2).standard_normal((400, 8)).astype(np.float32)
    rows[50:60] = rows[5]
    rows[70] = 0
    rows[71] = np.nan
    return rows


def plain_order(rows, query, metric, hidden):
    scores = plain_scores(rows, query, metric)
    keys = scores if metric is Metric.EUCLIDEAN else -scores
    usable = [
        place
        for place in range(len(rows))
        if place not in hidden and np.isfinite(rows[place]).all() and np.asarray(rows[place]).any()
    ]
    return sorted(usable, key=lambda place: (keys[place], place))


@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_what_comes_before_a_row_is_what_sorting_puts_there(metric):
    rows = rows_of()
    search = make_search(STORAGES["float32"](rows), hidden=[9])
    query = rows[5].astype(np.float64)
    order = plain_order(rows, query, metric, {9})
    for place in (0, 3, 100, 300):
        row = order[place]
        assert search.before(query, row, metric=metric).tolist() == sorted(order[:place])
        assert search.before(query, row, metric=metric, leave_out=order[:2]).tolist() == sorted(
            order[2:place]
        )


@pytest.mark.parametrize(("storage", "noisy"), [*((name, False) for name in STORAGES), ("float32", True)])
def test_many_ranks_are_those_of_one_query_at_a_time(storage, noisy):
    stored = STORAGES[storage](rows_of())
    search = make_search(stored, hidden=[9], scorer=NoisyScorer(stored) if noisy else None)
    generator = np.random.default_rng(3)
    queries = generator.standard_normal((40, stored.shape[1]))
    wanted = generator.choice([*range(70), *range(80, 400)], 40).tolist()
    out = [generator.choice(400, 3).tolist() for _ in wanted]
    out[0] = [wanted[0], 5, 5]
    found = search.many_ranks(queries, wanted, out)
    for query, row, own, ranks in zip(queries, wanted, out, found.tolist(), strict=True):
        others = set(own) - {row}
        assert ranks == [
            search.ranks(query, [row])[0],
            search.ranks(query, [row], leave_out=others)[0],
        ]


def test_many_ranks_tell_how_far_they_are_and_can_be_stopped():
    search = make_search(STORAGES["float32"](rows_of()))
    queries = np.random.default_rng(4).standard_normal((300, 8))
    shares = []
    search.many_ranks(queries, [1] * 300, [()] * 300, progress=shares.append)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    assert len(shares) > 1

    def stop(_share):
        raise Stopped

    with pytest.raises(Stopped):
        search.many_ranks(queries, [1] * 300, [()] * 300, progress=stop)
