import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist

from embviz.core import geometry
from embviz.core.geometry import PointDistances, all_equal, nearest_points, unit_rows, usable_rows


def without_self(distances):
    np.fill_diagonal(distances, np.inf)
    return distances


@pytest.mark.parametrize("dimensions", [1, 2, 8, 9, 200])
def test_distances_equal_those_of_scipy(dimensions):
    points = np.random.default_rng(dimensions).normal(size=(50, dimensions)) + 5
    found = PointDistances(points).rows(np.arange(50))
    assert found == pytest.approx(without_self(cdist(points, points)), rel=1e-12)
    assert PointDistances(points).sorted_pairs() == pytest.approx(np.sort(pdist(points)), rel=1e-12)


def test_rows_asked_for_one_by_one_are_those_of_the_whole(monkeypatch):
    points = np.random.default_rng(0).normal(size=(40, 30))
    whole = PointDistances(points)
    monkeypatch.setattr(geometry, "_WHOLE_MATRIX", 10)
    monkeypatch.setattr(geometry, "_BLOCK_ENTRIES", 3 * 40)
    rows = PointDistances(points)
    index = np.array([17, 3])
    assert rows.rows(index) == pytest.approx(whole.rows(index), rel=1e-13)
    assert rows.sorted_pairs() == pytest.approx(whole.sorted_pairs(), rel=1e-13)
    assert rows.among(index).rows(np.array([0]))[0, 1] == pytest.approx(whole.rows(index)[0, 3])


def test_points_close_together_far_from_the_middle_keep_their_distances():
    # The usual formula |x|² + |y|² − 2xy has lost them: its rounding is 1e-8 here.
    random = np.random.default_rng(1)
    points = random.normal(size=(30, 100))
    points[1] = points[0]
    points[2] = points[0] + 1e-9 * random.normal(size=100)
    found = PointDistances(points).rows(np.arange(3))
    assert found[0, 1] == 0
    assert found[0, 2] == pytest.approx(np.linalg.norm(points[0] - points[2]), rel=1e-6)


def test_directions_that_differ_by_rounding_only_are_the_same():
    row = np.random.default_rng(2).normal(size=100)
    units = unit_rows(np.array([row, 3.7 * row, row / 9.1, -row]))
    found = PointDistances(units, rounding=geometry.DIRECTION_ROUNDING).rows(np.array([0]))[0]
    assert found[1:].tolist() == [0.0, 0.0, pytest.approx(2.0)]


def test_unit_rows_of_huge_and_tiny_rows():
    rows = np.array([[3e200, 4e200], [3e-200, 4e-200], [3e-310, 4e-310], [-3, 4]])
    expected = [[0.6, 0.8], [0.6, 0.8], [0.6, 0.8], [-0.6, 0.8]]
    assert unit_rows(rows) == pytest.approx(np.array(expected))


def test_rows_without_a_direction_are_told():
    rows = np.array([[0, 0], [0, 1e-300], [np.nan, 1], [1, np.inf], [1, 0]])
    assert usable_rows(rows).tolist() == [False, True, False, False, True]


def test_all_equal_forgives_rounding_only():
    row = np.array([[0.1, 0.2, 0.3]])
    assert all_equal(np.repeat(row, 4, axis=0))
    assert all_equal(np.vstack([row, row * (1 + 1e-15)]))
    assert not all_equal(np.vstack([row, row * (1 + 1e-9)]))
    assert all_equal(row)
    assert all_equal(np.zeros((3, 2)))


@pytest.mark.parametrize("threads", [1, 2])
def test_nearest_points_equal_a_full_sort(threads, monkeypatch):
    monkeypatch.setattr(geometry, "_BLOCK_ENTRIES", 16 * 90)
    points = np.random.default_rng(3).normal(size=(90, 20))
    shares = []
    near, distances = nearest_points(points, 7, threads=threads, block_done=shares.append)
    full = without_self(cdist(points, points))
    assert near.tolist() == np.argsort(full, axis=1)[:, :7].tolist()
    assert distances == pytest.approx(np.sort(full, axis=1)[:, :7])
    assert shares == [pytest.approx(part / 6) for part in range(1, 7)]


def test_nearest_points_lists_equal_distances_by_place():
    near, distances = nearest_points(np.array([[0.0], [1], [-1], [1], [5]]), 3)
    assert near[0].tolist() == [1, 2, 3]
    assert distances[0].tolist() == [1, 1, 1]


def test_what_is_raised_after_a_block_ends_the_search(monkeypatch):
    monkeypatch.setattr(geometry, "_BLOCK_ENTRIES", 90)

    def stop(_share):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        nearest_points(np.random.default_rng(3).normal(size=(90, 20)), 7, threads=2, block_done=stop)
