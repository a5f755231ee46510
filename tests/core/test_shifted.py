"""Search without the common direction, against plain float64 numpy on rows that were shifted beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.neighborhood import NeighborhoodOptions, neighborhood
from embviz.core.rows import ArrayRows
from embviz.core.scoring import Metric, scorer_for
from embviz.core.search import Search
from embviz.core.shifted import ShiftedScorer
from embviz.core.table import OutputTable
from embviz.core.vectors import CommonDirection, find_common_direction
from embviz.core.words import MapWord

RANDOM = np.random.default_rng(5)
SHARED = RANDOM.normal(size=24)
SHIFTED = {"whole_words": False, "fold_variants": False, "limit": 10, "common_removed": True}
ROWS = (RANDOM.normal(size=(400, 24)) * RANDOM.uniform(0.2, 3, size=(400, 1)) + 4 * SHARED).astype(np.float32)


def shifted_by_hand(rows):
    rows = rows.astype(np.float64)
    centered = rows - rows.mean(axis=0)
    axis = np.linalg.svd(centered, full_matrices=False)[2][0]
    return centered - np.outer(centered @ axis, axis)


def test_shifted_rows_are_those_shifted_by_hand(make_table):
    rows = np.asarray(make_table(ROWS).shifted_search().rows)
    np.testing.assert_allclose(rows, shifted_by_hand(ROWS), atol=2e-5)


@pytest.mark.parametrize("metric", list(Metric))
def test_the_list_is_that_of_rows_shifted_by_hand(make_table, metric):
    table, plain = make_table(ROWS), make_table(shifted_by_hand(ROWS).astype(np.float32))
    for row in (0, 7, 399):
        query = shifted_by_hand(ROWS)[row]
        found = table.shifted_search().top(query, 12, metric=metric, leave_out=(row,))
        wanted = plain.search().top(query, 12, metric=metric, leave_out=(row,))
        assert [hit.id for hit in found] == [hit.id for hit in wanted]
        assert [hit.score for hit in found] == pytest.approx([hit.score for hit in wanted], abs=1e-4)


def test_scores_are_within_their_bound(make_table):
    scorer = make_table(ROWS).shifted_search().scorer
    by_hand = shifted_by_hand(ROWS)
    units = by_hand / np.linalg.norm(by_hand, axis=1, keepdims=True)
    cosines, error = scorer.many_scores(by_hand[:20])
    assert np.abs(cosines - units[:20] @ units.T).max() < error


def test_rows_near_the_mean_are_scored_in_float64():
    rows = np.array([[3, 0, 1], [3, 0, -1], [3, 2, 0], [3, -2, 0]] * 50 + [[3.5, 1e-4, 2e-4]])
    common = CommonDirection(np.array([3.0, 0, 0]), np.array([1.0, 0, 0]))
    scorer = ShiftedScorer(scorer_for_rows(rows.astype(np.float32)), common)
    query = np.array([0.0, 3, 1])
    cosines, error = scorer.scores(query)
    assert cosines[200] == pytest.approx(5 / np.sqrt(5 * 10), abs=1e-6)
    # The bound for the other rows is not spoilt by the one that is a ten-thousandth as long.
    assert error < 1e-5


def scorer_for_rows(rows):
    return scorer_for(ArrayRows(rows))


def test_rows_of_zeros_have_no_direction_once_shifted_either(make_table):
    rows = ROWS.copy()
    rows[3] = 0
    rows[4] = np.nan
    search = make_table(rows).shifted_search()
    assert not search.has_direction(3)
    assert not search.has_direction(4)
    found = search.top(search.rows[0].astype(np.float64), 400, leave_out=(0,))
    assert {hit.id for hit in found} == set(range(400)) - {0, 3, 4}


def test_a_row_that_is_the_mean_has_no_direction_left():
    rows = np.array([[2, 1, 0], [2, -1, 0], [2, 0, 1], [2, 0, -1], [2, 0, 0]], dtype=np.float32)
    base = scorer_for_rows(rows)
    common = CommonDirection(np.array([2.0, 0, 0]), np.array([0.0, 0, 1.0]))
    search = Search(ShiftedScorer(base, common), np.zeros(5, dtype=bool))
    assert [search.has_direction(row) for row in range(5)] == [True, True, False, False, False]


def test_an_untied_output_table_has_a_common_direction_of_its_own(make_table):
    other = RANDOM.normal(size=ROWS.shape).astype(np.float32) - 7
    table = make_table(ROWS, output=OutputTable(ArrayRows(other), "head", "F32"), tied=False)
    np.testing.assert_allclose(
        np.asarray(table.shifted_search("output").rows), shifted_by_hand(other), atol=2e-5
    )
    np.testing.assert_allclose(np.asarray(table.shifted_search().rows), shifted_by_hand(ROWS), atol=2e-5)
    assert find_common_direction(table.search("output")).mean == pytest.approx(other.mean(axis=0), abs=1e-5)


def words_of(table, *ids):
    return tuple(
        MapWord(table.vocabulary.tokens[one], (one,), table.vocabulary.tokens[one], 0) for one in ids
    )


def test_the_neighbour_list_of_a_shifted_session_says_how_many_entries_changed(make_table):
    table = make_table(ROWS)
    options = NeighborhoodOptions(whole_words=False, fold_variants=False, limit=10)
    for row in (1, 50):
        raw = neighborhood(table, words_of(table, row), options)
        found = neighborhood(table, words_of(table, row), NeighborhoodOptions(**SHIFTED))
        by_hand = shifted_by_hand(ROWS)
        units = by_hand / np.linalg.norm(by_hand, axis=1, keepdims=True)
        cosines = units @ units[row]
        cosines[row] = -2
        order = np.argsort(-cosines)[:10].tolist()
        assert [one.id for one in found.rows] == order
        assert (found.changed, found.compared) == (5 - len({n.id for n in raw.rows[:5]} & set(order[:5])), 5)
        assert found.rows[0].score == pytest.approx(cosines[order[0]], abs=1e-6)
        # The back rank counts in the shifted list too.
        back = units @ units[order[0]]
        back[order[0]] = -2
        assert found.rows[0].back_rank == 1 + int((back > back[row]).sum())


def test_without_the_common_direction_a_random_pair_has_cosine_zero(make_table):
    table = make_table(ROWS)
    assert table.pair_reference().mean > 0.5
    assert table.shifted_reference().mean == pytest.approx(0, abs=0.02)
    found = neighborhood(table, words_of(table, 3), NeighborhoodOptions(**SHIFTED))
    assert found.reference == table.shifted_reference().mean


def test_a_plain_list_says_nothing_of_changes(make_table):
    table = make_table(ROWS)
    found = neighborhood(table, words_of(table, 3), NeighborhoodOptions(whole_words=False))
    assert found.changed is None


def test_the_odd_one_out_is_judged_by_shifted_vectors_too(make_table):
    table = make_table(ROWS)
    words = words_of(table, 3, 5, 8, 13)
    found = neighborhood(table, words, NeighborhoodOptions(**SHIFTED))
    units = shifted_by_hand(ROWS)[[3, 5, 8, 13]]
    units /= np.linalg.norm(units, axis=1, keepdims=True)
    rest = units.sum(axis=0) - units
    cosines = (units * rest).sum(axis=1) / np.linalg.norm(rest, axis=1)
    assert found.odd_one_out[0] == words[int(cosines.argmin())]
    assert found.odd_one_out[1] == pytest.approx(cosines.min(), abs=1e-6)
