"""Descriptions of plots: styles of groups, and where a frame puts the data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embviz.core.figure import Shape, fit_frame, group_styles, no_labels
from embviz.core.words import WordGroup

numbers = st.floats(-1e6, 1e6, allow_subnormal=False)


def test_the_first_eight_groups_follow_colours_and_shapes_in_order():
    styles = group_styles([str(place) for place in range(8)])
    assert [style.color for style in styles] == list(range(8))
    assert [style.shape for style in styles] == list(Shape)


def test_sixty_four_groups_differ_in_colour_or_shape():
    styles = group_styles([str(place) for place in range(64)])
    assert len({(style.color, style.shape) for style in styles}) == 64


def test_a_group_that_chose_its_own_colour_or_shape_keeps_it():
    groups = [WordGroup("a", ()), WordGroup("b", (), color=5, shape=6)]
    styles = group_styles(["a", "b"], groups)
    assert (styles[0].color, styles[0].shape) == (0, Shape.CIRCLE)
    assert (styles[1].color, styles[1].shape) == (5, Shape.STAR)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=20))
def test_a_fitted_frame_shows_every_point_within_its_margins(points):
    positions = np.array(points)
    frame = fit_frame(positions, 10, 20, 300, 200, margins=(30, 10, 40, 20))
    pixels = frame.to_pixels(positions)
    slack = 1e-6 * (1 + np.abs(positions).max() * frame.scale)
    assert (pixels >= np.array([40, 30]) - slack).all()
    assert (pixels <= np.array([270, 200]) + slack).all()


def test_one_unit_is_as_long_on_both_axes_and_y_points_up():
    frame = fit_frame(np.array([[0.0, 0.0], [4.0, 1.0]]), 0, 0, 100, 100)
    pixels = frame.to_pixels(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    assert pixels[1, 0] - pixels[0, 0] == pytest.approx(25)
    assert pixels[0, 1] - pixels[2, 1] == pytest.approx(25)


def test_the_ranges_of_a_frame_are_what_its_corners_show():
    frame = fit_frame(np.array([[-1.0, 2.0], [3.0, 5.0]]), 7, 9, 120, 80)
    corners = np.array([[frame.x_range[0], frame.y_range[0]], [frame.x_range[1], frame.y_range[1]]])
    assert frame.to_pixels(corners) == pytest.approx(np.array([[7, 89], [127, 9]]))


@pytest.mark.parametrize("positions", [np.zeros((0, 2)), np.full((1, 2), 3.0), np.full((5, 2), -2.0)])
def test_no_points_and_points_in_one_place_have_a_frame_too(positions):
    frame = fit_frame(positions, 0, 0, 90, 60, margins=(100, 100, 100, 100))
    assert frame.scale > 0
    if len(positions):
        assert frame.to_pixels(positions)[0] == pytest.approx([45, 30])


def test_a_scaled_frame_shows_the_same_in_other_units():
    frame = fit_frame(np.array([[0.0, 0.0], [2.0, 1.0]]), 5, 6, 70, 50)
    point = np.array([[0.3, 0.4]])
    assert frame.scaled(3).to_pixels(point) == pytest.approx(3 * frame.to_pixels(point))
    assert frame.scaled(3).x_range == pytest.approx(frame.x_range)


def test_labels_that_are_not_placed_are_not_shown():
    assert not no_labels(3).shown.any()
    assert no_labels(3).hidden == 0
