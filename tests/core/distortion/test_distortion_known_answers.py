"""Cases whose answers were worked out by hand or in papers."""

import numpy as np
import pytest

from embviz.core.distortion import (
    Verdict,
    default_k,
    kept_at_random,
    measure,
    trustworthiness_at_random,
)
from embviz.core.distortion.spaces import vector_distances

LINE = np.array([[0.0], [1.0], [2.1], [3.3], [4.6], [6.0], [7.5], [9.1]])


def test_a_line_whose_first_point_is_moved_to_its_far_end():
    moved = LINE.copy()
    moved[0] = 8.3
    found = measure(LINE, moved, k=2, metric="euclidean")
    assert found.trustworthiness == pytest.approx(0.722222, abs=1e-6)
    assert found.continuity == pytest.approx(0.791667, abs=1e-6)
    assert found.kept_mean / 2 == pytest.approx(0.6875)
    assert found.rnx_auc == pytest.approx(0.426984, abs=1e-6)
    assert found.false.tolist() == [2, 0, 0, 0, 0, 0, 1, 1]
    assert found.missing.tolist() == [2, 1, 0, 0, 0, 0, 0, 0]
    assert (found.false_words, found.missing_words) == (1, 1)
    assert found.worst() == 0


def test_a_mirrored_and_stretched_line_is_perfect():
    found = measure(LINE, -3 * LINE, k=2, metric="euclidean")
    totals = (found.trustworthiness, found.continuity, found.kept_mean / 2, found.rnx_auc)
    assert totals == pytest.approx((1, 1, 1, 1))
    assert not found.false.any()
    assert not found.missing.any()
    assert found.worst() is None


def test_two_points_in_one_place_are_no_fault_of_an_identical_map():
    line = np.vstack([[0.0], LINE])
    found = measure(line, line, k=2, metric="euclidean")
    assert found.kept == pytest.approx(2)
    assert found.rnx_auc == pytest.approx(1)
    assert not found.false.any()
    assert not found.missing.any()


def test_a_map_collapsed_to_one_point_is_a_random_picture():
    points = np.random.default_rng(4).normal(size=(12, 3))
    found = measure(points, np.zeros((12, 2)), k=2, metric="euclidean")
    assert found.kept_mean / 2 == pytest.approx(2 / 11)
    assert found.trustworthiness == pytest.approx(0.518717, abs=1e-6)
    assert found.continuity == pytest.approx(1)
    assert found.rnx_auc == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_unit_vectors_that_are_all_equally_far_from_each_other(metric):
    found = measure(np.eye(9), np.arange(1, 10)[:, None] ** 1.1, k=2, metric=metric)
    assert found.trustworthiness == pytest.approx(1)
    assert found.continuity == pytest.approx(0.522727, abs=1e-6)
    assert found.kept_mean / 2 == pytest.approx(0.25)
    assert found.rnx_auc == pytest.approx(0, abs=1e-12)


def test_a_point_dropped_onto_a_group_has_false_neighbours_though_its_ranks_are_right():
    group = np.array([(0, 0), (1, 0), (0, 1.2), (1.3, 1.1), (0.4, 0.6), (2, 0.3)])
    flat = np.vstack([group, group + np.array((10, 0)), [(0.6, 0.5)]])
    solid = np.column_stack([flat, np.append(np.zeros(12), 30.0)])
    found = measure(solid, flat, k=3, metric="euclidean")
    assert found.trustworthiness_per_word[-1] == pytest.approx(1)
    assert found.false[-1] == 3
    assert found.trustworthiness_per_word[:6] == pytest.approx(0.625)
    assert found.false[:6].tolist() == [1] * 6
    assert not found.false[6:12].any()
    assert found.trustworthiness == pytest.approx(0.826923, abs=1e-6)
    assert all(entry.verdict is Verdict.FALSE for entry in found.looks_nearest(12))


def test_the_nearest_by_cosine_and_by_distance_can_be_different_words():
    a_b_c = np.array([(1, 0), (10, 0.5), (1, 0.9)])
    by_cosine = vector_distances(a_b_c, "cosine").rows(np.array([0]))[0]
    by_distance = vector_distances(a_b_c, "euclidean").rows(np.array([0]))[0]
    assert (by_cosine.argmin(), by_distance.argmin()) == (1, 2)
    assert 1 - by_cosine[1] ** 2 / 2 == pytest.approx(0.9988, abs=1e-4)


@pytest.mark.parametrize(("n", "k", "expected"), [(48, 5, 0.519681), (21, 5, 0.538462), (12, 2, 0.518717)])
def test_trustworthiness_of_a_random_picture(n, k, expected):
    assert trustworthiness_at_random(n, k) == pytest.approx(expected, abs=1e-6)


def test_random_pictures_get_on_average_what_is_said_of_them():
    random = np.random.default_rng(0)
    vectors = random.normal(size=(21, 6))
    found = [measure(vectors, random.normal(size=(21, 2))) for _ in range(200)]
    assert found[0].kept_random == kept_at_random(21, 5) == 25 / 20
    assert np.mean([f.kept_mean for f in found]) == pytest.approx(1.25, abs=0.05)
    assert np.mean([f.trustworthiness for f in found]) == pytest.approx(0.538462, abs=0.01)
    assert np.mean([f.continuity for f in found]) == pytest.approx(0.538462, abs=0.01)
    assert np.mean([f.rnx_auc for f in found]) == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize(("n", "k"), [(4, None), (5, 1), (9, 2), (17, 4), (21, 5), (48, 5)])
def test_default_size_of_the_neighbourhoods(n, k):
    assert default_k(n) == k


def test_percentiles_of_the_six_pairs_of_four_points_on_a_line():
    # A fifth point so far away that only its own four pairs are longer: ten pairs instead of six.
    line = np.array([[0.0], [1.0], [2.0], [3.0], [100.0]])
    found = measure(line, line, k=2, metric="euclidean")
    by_distance = {
        entry.distance: entry.percentile for word in range(4) for entry in found.looks_nearest(word)
    }
    assert by_distance[1.0] * 10 / 6 == pytest.approx(0.25)
    assert by_distance[2.0] * 10 / 6 == pytest.approx(0.6667, abs=1e-4)


def test_the_list_of_one_word_gives_ranks_cosines_and_percentiles():
    angles = np.radians([0, 10, 25, 45, 90, 180])
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    shuffled = circle[[0, 5, 2, 3, 4, 1]]
    found = measure(circle, shuffled, k=2)
    first, second = found.looks_nearest(0)
    assert (first.word, first.map_rank, first.true_rank) == (5, 1, 5)
    assert first.cosine == pytest.approx(-1)
    assert first.distance == pytest.approx(2)
    assert first.percentile == pytest.approx(14.5 / 15)
    assert first.map_percentile == pytest.approx(0.5 / 15)
    assert first.verdict is Verdict.FALSE
    assert (second.word, second.map_rank, second.true_rank, second.verdict) == (2, 2, 2, Verdict.TRUE)
    nearest, _ = found.truly_nearest(0)
    assert (nearest.word, nearest.true_rank, nearest.map_rank, nearest.verdict) == (1, 1, 5, Verdict.MISSING)
    assert nearest.cosine == pytest.approx(np.cos(np.radians(10)))
