"""Exact search against plain float64 numpy, on tables made to be difficult."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.rows import ArrayRows, Rows
from embviz.core.scoring import BFloat16Scorer, BlockScorer, MatrixScorer, Metric, scorer_for
from embviz.core.search import Hit, Search

METRICS = list(Metric)


class PackedRows(Rows):
    """Rows that are unpacked when asked for, as quantised ones are."""

    def __init__(self, array):
        self._array = array

    @property
    def shape(self):
        return self._array.shape

    def take(self, ids):
        return self._array[ids]

    def span(self, start, stop):
        return self._array[start:stop].copy()


class NoisyScorer(MatrixScorer):
    """As wrong as its bound allows, in a direction of its own for every row."""

    slack = 3000.0

    def dots(self, queries):
        generator = np.random.default_rng(1)
        exact = super().dots(queries)
        noise = generator.choice([-0.99, 0.99], size=exact.shape) * self.error_bound * self.norms
        noise *= np.linalg.norm(queries, axis=1, keepdims=True)
        return (exact + noise).astype(np.float32)


def bfloat16_bits(rows):
    return (np.asarray(rows, dtype=np.float32).view(np.uint32) >> np.uint32(16)).astype(np.uint16)


STORAGES = {
    "float32": lambda rows: ArrayRows(rows.astype(np.float32)),
    "float16": lambda rows: ArrayRows(rows.astype(np.float16)),
    "float64": lambda rows: ArrayRows(rows.astype(np.float32).astype(np.float64)),
    "bfloat16": lambda rows: ArrayRows(bfloat16_bits(rows), bfloat16=True),
    "bfloat16 of odd width": lambda rows: ArrayRows(bfloat16_bits(rows[:, 1:]), bfloat16=True),
    "every other bfloat16 row": lambda rows: ArrayRows(
        np.repeat(bfloat16_bits(rows), 2, axis=0)[::2], bfloat16=True
    ),
    "packed": lambda rows: PackedRows(rows.astype(np.float32)),
}


def make_search(rows, hidden=(), scorer=None):
    mask = np.zeros(len(rows), dtype=bool)
    mask[list(hidden)] = True
    return Search(scorer or scorer_for(rows), mask)


def plain_scores(rows, query, metric):
    """Score row after row in float64."""
    rows = np.asarray(rows).astype(np.float64)
    scores = []
    for row in rows:
        if metric is Metric.EUCLIDEAN:
            scores.append(float(np.linalg.norm(row - query)))
        elif metric is Metric.DOT:
            scores.append(float(row @ query))
        else:
            scores.append(float(row @ query / (np.linalg.norm(row) * np.linalg.norm(query))))
    return np.array(scores)


def plain_order(scores, metric, left_out):
    sign = 1 if metric is Metric.EUCLIDEAN else -1
    rows = [row for row in range(len(scores)) if row not in left_out]
    return sorted(rows, key=lambda row: (sign * scores[row], row))


@pytest.fixture
def rows():
    """400 rows of 48 numbers with clusters, repeated rows and lengths over four powers of ten."""
    generator = np.random.default_rng(7)
    centers = generator.normal(size=(5, 48))
    rows = centers[generator.integers(5, size=400)] + 0.05 * generator.normal(size=(400, 48))
    rows *= 10.0 ** generator.uniform(-2, 2, size=(400, 1))
    rows[[50, 120, 399]] = rows[3]
    rows[200] = 2 * rows[3]
    return rows.astype(np.float32)


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("metric", METRICS)
def test_lists_and_ranks_are_those_of_plain_float64(rows, storage, metric):
    table = STORAGES[storage](rows)
    search = make_search(table, hidden=(10, 11, 12))
    for query_id in (3, 77, 200):
        query = table[query_id].astype(np.float64)
        scores = plain_scores(table, query, metric)
        order = plain_order(scores, metric, {10, 11, 12, query_id})
        hits = search.top(query, 30, metric=metric, leave_out=[query_id])
        assert [hit.id for hit in hits] == order[:30]
        np.testing.assert_allclose([hit.score for hit in hits], scores[order[:30]], rtol=1e-12, atol=1e-12)
        ranks = search.ranks(query, order, metric=metric, leave_out=[query_id])
        assert ranks == list(range(1, len(order) + 1))


@pytest.mark.parametrize("storage", ["float32", "bfloat16"])
@pytest.mark.parametrize("metric", METRICS)
def test_back_ranks_are_the_ranks_in_the_neighbours_own_lists(rows, storage, metric):
    table = STORAGES[storage](rows)
    search = make_search(table, hidden=(10, 11))
    query = table[77].astype(np.float64)
    neighbors = [hit.id for hit in search.top(query, 40, metric=metric, leave_out=[77])]
    expected = []
    for neighbor in neighbors:
        scores = plain_scores(table, table[neighbor].astype(np.float64), metric)
        expected.append(plain_order(scores, metric, {10, 11, neighbor}).index(77) + 1)
    assert search.back_ranks(query, neighbors, query_id=77, metric=metric) == expected


def test_the_back_rank_of_a_mean_counts_the_rows_that_are_nearer():
    table = ArrayRows(np.array([[1, 0], [0.9, 0.1], [0.5, 0.5], [0, 1]], dtype=np.float32))
    search = make_search(table)
    mean = np.array([0.8, 0.2])
    # Seen from row 0: row 1 (cosine .994) is nearer than the mean (.970), row 2 (.707) is not.
    assert search.back_ranks(mean, [0]) == [2]


@pytest.mark.parametrize("metric", METRICS)
def test_a_scorer_that_errs_as_far_as_its_bound_gives_the_same_answers(rows, metric):
    table = ArrayRows(rows)
    exact, noisy = make_search(table), make_search(table, scorer=NoisyScorer(table))
    assert noisy.scorer.error_bound > 0.005
    query = rows[77].astype(np.float64)
    assert noisy.top(query, 25, metric=metric) == exact.top(query, 25, metric=metric)
    every_row = range(len(rows))
    assert noisy.ranks(query, every_row, metric=metric) == exact.ranks(query, every_row, metric=metric)
    assert noisy.back_ranks(query, every_row, metric=metric) == exact.back_ranks(
        query, every_row, metric=metric
    )


@pytest.mark.parametrize("storage", STORAGES)
def test_no_score_errs_by_more_than_the_bound(rows, storage):
    table = STORAGES[storage](rows)
    query = np.random.default_rng(2).normal(size=table.shape[1]) * 1e6
    scores, error = make_search(table).scorer.scores(query)
    assert error < 1e-4
    assert np.abs(scores - plain_scores(table, query, Metric.COSINE)).max() <= error


def test_rows_that_differ_in_the_last_bit_are_told_apart():
    row = np.random.default_rng(3).normal(size=64).astype(np.float32)
    table = np.tile(row, (50, 1))
    for place in range(50):
        table[place, 5] += (49 - place) * np.spacing(np.abs(row[5]))
    search = make_search(ArrayRows(table))
    query = np.zeros(64)
    query[5] = 1.0
    scores = plain_scores(table, query, Metric.COSINE)
    assert np.ptp(scores) < 1e-5
    assert [hit.id for hit in search.top(query, 50)] == plain_order(scores, Metric.COSINE, set())


@pytest.mark.parametrize("metric", METRICS)
def test_equal_rows_have_equal_scores_and_come_by_id(metric):
    generator = np.random.default_rng(5)
    table = generator.normal(size=(3000, 96)).astype(np.float32)
    copies = [7, 300, 1501, 2999]
    table[copies] = table[7]
    search = make_search(ArrayRows(table))
    query = table[7].astype(np.float64) + 0.1
    hits = search.top(query, 5, metric=metric)
    assert [hit.id for hit in hits[:4]] == copies
    assert len({hit.score for hit in hits[:4]}) == 1
    assert search.ranks(query, copies, metric=metric) == [1, 2, 3, 4]


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("all_rows", [False, True])
def test_rows_without_a_direction_are_never_listed_and_take_no_rank(storage, all_rows):
    generator = np.random.default_rng(6)
    table = generator.normal(size=(64, 8)).astype(np.float32)
    table[3] = 0
    table[4, 2] = np.nan
    table[5, 1] = np.inf
    table[6, 1:3] = [-np.inf, np.inf]
    stored = STORAGES[storage](table)
    search = make_search(stored)
    query = stored[20].astype(np.float64)
    for metric in METRICS:
        hits = search.top(query, 100, metric=metric, all_rows=all_rows)
        assert sorted(hit.id for hit in hits) == [row for row in range(64) if row not in (3, 4, 5, 6)]
        assert all(np.isfinite(hit.score) for hit in hits)
        assert search.ranks(query, [hits[-1].id], metric=metric, all_rows=all_rows) == [60]
    assert not any(search.has_direction(row) for row in (3, 4, 5, 6))
    assert search.searched(all_rows=all_rows) == 60


@pytest.mark.parametrize("bfloat16", [False, True])
@pytest.mark.parametrize("metric", METRICS)
def test_tiny_and_huge_rows_are_scored_as_exactly_as_others(bfloat16, metric):
    generator = np.random.default_rng(8)
    table = generator.normal(size=(40, 16))
    table[0] *= 1e-38  # becomes denormal in part
    table[1] *= 1e-40
    table[2] *= 1e-20
    table[3] *= 1e30
    table[4] *= 1e37
    stored = table.astype(np.float32)
    rows = ArrayRows(bfloat16_bits(stored), bfloat16=True) if bfloat16 else ArrayRows(stored)
    search = make_search(rows)
    query = rows[9].astype(np.float64)
    scores = plain_scores(rows, query, metric)
    order = plain_order(scores, metric, {9})
    assert [hit.id for hit in search.top(query, 40, metric=metric, leave_out=[9])] == order
    assert search.ranks(query, order, metric=metric, leave_out=[9]) == list(range(1, 40))
    tiny = rows[1].astype(np.float64)
    assert search.top(tiny, 1)[0].id == 1


def test_numbers_beyond_float32_are_infinite_and_said_by_no_warning():
    table = np.random.default_rng(9).normal(size=(5000, 256))
    table[[10, 4000], 3] = 1e300
    with np.errstate(over="raise"):
        search = make_search(ArrayRows(table))
    assert np.flatnonzero(search.scorer.undefined).tolist() == [10, 4000]


def test_a_hidden_row_is_listed_only_among_all_rows():
    table = ArrayRows(np.array([[1, 0], [1, 0.1], [1, 0.2], [1, 0.3]], dtype=np.float32))
    search = make_search(table, hidden=[1])
    query = np.array([1.0, 0.0])
    assert [hit.id for hit in search.top(query, 9, leave_out=[0])] == [2, 3]
    assert [hit.id for hit in search.top(query, 9, leave_out=[0], all_rows=True)] == [1, 2, 3]
    assert search.ranks(query, [2], leave_out=[0]) == [1]
    assert search.ranks(query, [2], leave_out=[0], all_rows=True) == [2]
    assert search.ranks(query, [1], leave_out=[0]) == [1]  # the place it would have
    assert search.listed().tolist() == [0, 2, 3]


def test_a_choice_of_rows_hides_the_others_and_ranks_still_count_them():
    table = ArrayRows(np.array([[1, 0], [1, 0.1], [1, 0.2], [1, 0.3]], dtype=np.float32))
    search = make_search(table)
    query = np.array([1.0, 0.0])
    only = np.array([True, False, True, True])
    found = search.top(query, 2, leave_out=[0], only=only)
    assert [hit.id for hit in found] == [2, 3]
    assert search.ranks(query, [hit.id for hit in found], leave_out=[0]) == [2, 3]
    assert search.top(query, 2, only=np.zeros(4, dtype=bool)) == []


def test_more_rows_than_there_are_gives_all_and_none_gives_none():
    search = make_search(ArrayRows(np.eye(3, dtype=np.float32)))
    assert [hit.id for hit in search.top(np.ones(3), 10)] == [0, 1, 2]
    assert search.top(np.ones(3), 0) == []


def test_a_zero_query_has_products_of_zero_and_distances_of_lengths():
    search = make_search(ArrayRows(np.array([[3, 4], [0, 1], [0, 0]], dtype=np.float32)))
    assert search.top(np.zeros(2), 3) == []
    assert search.top(np.zeros(2), 3, metric=Metric.DOT) == [Hit(0, 0.0), Hit(1, 0.0)]
    assert search.top(np.zeros(2), 3, metric=Metric.EUCLIDEAN) == [Hit(1, 1.0), Hit(0, 5.0)]


def test_each_storage_has_its_own_scorer(rows):
    kinds = {name: type(scorer_for(make(rows))) for name, make in STORAGES.items()}
    assert kinds == {
        "float32": MatrixScorer,
        "float16": BlockScorer,
        "float64": BlockScorer,
        "bfloat16": BFloat16Scorer,
        "bfloat16 of odd width": BFloat16Scorer,
        "every other bfloat16 row": BlockScorer,
        "packed": MatrixScorer,
    }


def test_the_first_pass_reports_progress_and_can_be_stopped():
    from embviz.errors import Stopped

    table = ArrayRows(np.ones((4000, 512), dtype=np.float32))
    shares = []
    scorer_for(table, progress=shares.append)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)

    def stop(share):
        raise Stopped

    with pytest.raises(Stopped):
        scorer_for(table, progress=stop)
