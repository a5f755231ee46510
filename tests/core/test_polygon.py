"""Points within a polygon."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from embviz.core.polygon import inside

SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
STAR = np.array([[np.cos(angle), np.sin(angle)] for angle in np.arange(5) * 4 * np.pi / 5])
"""A pentagram: its outline goes twice round the pentagon in the middle."""


def test_points_of_a_square_and_beside_it():
    points = np.array([[1.0, 1.0], [0.1, 1.9], [-0.1, 1.0], [1.0, 2.1], [3.0, 3.0]])
    assert inside(points, SQUARE).tolist() == [True, True, False, False, False]
    assert inside(points, SQUARE[::-1]).tolist() == [True, True, False, False, False]


def test_a_last_corner_that_repeats_the_first_changes_nothing():
    points = np.random.default_rng(0).uniform(-1, 3, (50, 2))
    closed = np.vstack([SQUARE, SQUARE[:1]])
    np.testing.assert_array_equal(inside(points, closed), inside(points, SQUARE))


def test_a_loop_that_crosses_itself_has_a_hole():
    points = np.array([[0.0, 0.0], [0.8, 0.0], [-0.8, 0.0]])
    assert inside(points, STAR).tolist() == [False, True, False]


@pytest.mark.parametrize("corners", [np.empty((0, 2)), SQUARE[:1], SQUARE[:2]])
def test_fewer_than_three_corners_hold_nothing(corners):
    assert not inside(np.array([[0.0, 0.0], [1.0, 0.0]]), corners).any()


def test_no_points():
    assert inside(np.empty((0, 2)), SQUARE).tolist() == []


def test_the_same_as_qt_says_of_any_loop():
    random = np.random.default_rng(7)
    for count in (3, 4, 9, 40):
        corners, points = random.uniform(0, 10, (count, 2)), random.uniform(-1, 11, (300, 2))
        polygon = QPolygonF([QPointF(x, y) for x, y in corners.tolist()])
        wanted = [polygon.containsPoint(QPointF(x, y), Qt.FillRule.OddEvenFill) for x, y in points.tolist()]
        assert inside(points, corners).tolist() == wanted
