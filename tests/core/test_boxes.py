"""Boxes, lines and points, against answers found by trying many points."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.boxes import (
    distances_to_boxes,
    distances_to_lines,
    lines_cross,
    lines_meet_boxes,
    overlap_areas,
)


@pytest.fixture
def generator():
    return np.random.default_rng(5)


def boxes(generator, count):
    corner = generator.uniform(-5, 5, (count, 2))
    return np.concatenate([corner, corner + generator.uniform(0.5, 4, (count, 2))], axis=1)


def along(lines, steps=4001):
    share = np.linspace(0, 1, steps)[:, None, None]
    return lines[:, :2] + share * (lines[:, 2:] - lines[:, :2])


def test_overlaps_have_the_area_that_two_boxes_share():
    first = np.array([0.0, 0.0, 4.0, 3.0])
    others = np.array(
        [[1.0, 1.0, 2.0, 2.0], [3.0, 2.0, 9.0, 9.0], [4.0, 0.0, 5.0, 3.0], [5.0, 5.0, 6.0, 6.0]]
    )
    assert overlap_areas(first, others).tolist() == [1.0, 1.0, 0.0, 0.0]


def test_a_line_meets_a_box_when_one_of_its_points_lies_inside(generator):
    lines, targets = generator.uniform(-6, 6, (300, 4)), boxes(generator, 300)
    points = along(lines)
    inside = (points > targets[:, :2]).all(axis=2) & (points < targets[:, 2:]).all(axis=2)
    share = inside.mean(axis=0)
    clear = (share == 0) | (share > 0.002)
    assert (lines_meet_boxes(lines, targets) == inside.any(axis=0))[clear].all()


@pytest.mark.parametrize("line", [[0, -1, 0, 1], [-1, 0, 1, 0], [0.2, 0.3, 0.4, 0.3]])
def test_upright_level_and_enclosed_lines_meet_their_box(line):
    assert lines_meet_boxes(np.array(line, dtype=float), np.array([-0.5, -0.5, 0.5, 0.5]))


def test_distances_to_boxes_are_those_of_the_nearest_point(generator):
    targets, points = boxes(generator, 200), generator.uniform(-8, 8, (200, 2))
    nearest = np.clip(points, targets[:, :2], targets[:, 2:])
    assert distances_to_boxes(points[:, 0], points[:, 1], targets) == pytest.approx(
        np.linalg.norm(points - nearest, axis=1)
    )


def test_distances_to_lines_are_those_of_the_nearest_point(generator):
    lines, points = generator.uniform(-6, 6, (200, 4)), generator.uniform(-8, 8, (200, 2))
    tried = np.linalg.norm(along(lines) - points, axis=2).min(axis=0)
    assert distances_to_lines(points[:, 0], points[:, 1], lines) == pytest.approx(tried, abs=5e-3)


def test_lines_cross_where_each_parts_the_ends_of_the_other():
    line = np.array([0.0, 0.0, 4.0, 4.0])
    others = np.array(
        [[0.0, 4.0, 4.0, 0.0], [0.0, 1.0, 4.0, 5.0], [5.0, 0.0, 6.0, 9.0], [4.0, 4.0, 8.0, 0.0]]
    )
    assert lines_cross(line, others).tolist() == [True, False, False, False]
