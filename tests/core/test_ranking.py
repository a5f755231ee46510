"""3CosMul ranks exactly whatever the scorer's error; a ranked list is read as far as it is needed."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.ranking import CosineRanking, CosmulRanking, RankedList
from embviz.core.search import Hit
from tests.core.test_search import STORAGES, NoisyScorer, make_search


def rows_of(count=300, dim=9):
    rows = np.random.default_rng(11).standard_normal((count, dim)).astype(np.float32)
    rows[20] = rows[21]
    rows[22] = 0
    rows[23] = np.inf
    return rows


def plain_logs(rows, vectors, weights):
    rows = np.asarray(rows).astype(np.float64)
    logs = []
    for row in rows:
        if not (np.isfinite(row).all() and row.any()):
            logs.append(-np.inf)
            continue
        total = 0.0
        for vector, weight in zip(vectors, weights, strict=True):
            cosine = float(
                (row * vector).sum() / (np.sqrt((row * row).sum()) * np.sqrt((vector * vector).sum()))
            )
            total += weight * np.log((1 + cosine) / 2 + (0.001 if weight < 0 else 0.0))
        logs.append(total)
    return np.array(logs)


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("weights", [(1.0, -1.0, 1.0), (2.0, -0.25, 0.0), (-1.0, -1.0, -1.0)])
def test_3cosmul_is_exact_for_every_way_of_storing(storage, weights):
    search = make_search(STORAGES[storage](rows_of()), hidden=[30])
    table = np.asarray(search.rows)
    vectors = table[[1, 2, 3]].astype(np.float64)
    logs = plain_logs(table, vectors, weights)
    logs[30] = -np.inf
    order = np.lexsort((np.arange(len(logs)), -logs))
    ranking = CosmulRanking(search, vectors, weights)
    hits = ranking.top(15)
    assert [hit.id for hit in hits] == order[:15].tolist()
    assert [hit.score for hit in hits] == pytest.approx(np.exp(logs[order[:15]]), rel=1e-9)
    for row in (order[0], order[7], order[200], 20, 21):
        place = order.tolist().index(row)
        assert ranking.before(int(row)).tolist() == sorted(order[:place].tolist())
    assert ranking.searched == 297


@pytest.mark.parametrize("weights", [(1.0, -1.0, 1.0), (-3.0, 1.0, 0.5)])
def test_3cosmul_is_exact_with_a_scorer_that_errs_as_far_as_it_may(weights):
    rows = rows_of()
    search = make_search(STORAGES["float32"](rows), scorer=NoisyScorer(STORAGES["float32"](rows)))
    vectors = rows[[1, 2, 3]].astype(np.float64)
    logs = plain_logs(rows, vectors, weights)
    order = np.lexsort((np.arange(len(logs)), -logs))
    ranking = CosmulRanking(search, vectors, weights)
    assert [hit.id for hit in ranking.top(20)] == order[:20].tolist()
    assert ranking.before(int(order[40])).tolist() == sorted(order[:40].tolist())


class Counting:
    """A ranking of ten rows that counts how often it is asked."""

    searched = 100

    def __init__(self):
        self.asked = []

    def top(self, k):
        self.asked.append(k)
        return [Hit(100 - place, -place) for place in range(min(k, self.searched))]

    def before(self, row):
        self.asked.append(("before", row))
        return np.arange(row + 1, 101)


def test_a_list_is_read_only_as_far_as_needed_and_only_once():
    ranking = Counting()
    ranked = RankedList(ranking)
    walk = iter(ranked)
    assert [next(walk).id for _ in range(3)] == [100, 99, 98]
    assert [hit.id for hit, _ in zip(ranked, range(5), strict=False)] == [100, 99, 98, 97, 96]
    assert len(ranking.asked) == 1
    assert ranked.before(98) == [100, 99]
    assert len(ranking.asked) == 1
    assert ranked.before(3) == list(range(4, 101))
    assert len(ranking.asked) == 2
    assert [hit.id for hit in ranked] == list(range(100, 0, -1))
    assert ranked.before(3) == list(range(100, 3, -1))


def test_cosines_rank_as_the_search_does():
    search = make_search(STORAGES["float32"](rows_of()), hidden=[30])
    query = np.arange(9.0) - 3
    ranking = CosineRanking(search, query)
    assert ranking.top(7) == search.top(query, 7)
    assert len(ranking.before(12)) + 1 == search.ranks(query, [12])[0]
    assert CosineRanking(search, query, all_rows=True).searched == 298
