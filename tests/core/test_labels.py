"""Placed labels, judged by independent geometry: what lies on what, and which is missing."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz.core.label_rows import MOST_COVERED
from embviz.core.labels import CAREFUL_UP_TO, Bounds, LabelTask, leader_lines, place
from embviz.core.rests import resting

if TYPE_CHECKING:
    from embviz.core.figure import PlacedLabels

RADIUS, RING = 6.0, 10.0


def task(anchors, *, width=48.0, bounds=None, pinned=(), ringed=()):
    anchors = np.asarray(anchors, dtype=float)
    count = len(anchors)
    widths = np.full(count, width) if np.isscalar(width) else np.asarray(width, dtype=float)
    flags = np.isin(np.arange(count), list(ringed))
    return LabelTask(
        anchors=anchors,
        sizes=np.column_stack([widths, np.full(count, 14.0)]),
        bounds=bounds or Bounds(0, 0, 800, 600),
        marker_radius=RADIUS,
        ring_radius=np.full(count, RING),
        upper=flags,
        lower=flags,
        pinned=np.isin(np.arange(count), list(pinned)),
    )


def scattered(count, seed=3, spread=110.0):
    points = np.random.default_rng(seed).normal((400, 300), spread, (count, 2))
    return np.clip(points, 12, (788, 588))


def box(asked, labels, word):
    center = asked.anchors[word] + labels.offsets[word]
    return (*(center - asked.sizes[word] / 2), *(center + asked.sizes[word] / 2))


def overlap(first, second):
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across > 1e-6 and down > 1e-6


def distance(point, rectangle):
    x = max(rectangle[0] - point[0], 0, point[0] - rectangle[2])
    y = max(rectangle[1] - point[1], 0, point[1] - rectangle[3])
    return (x * x + y * y) ** 0.5


def overlapping(asked, labels):
    shown = np.flatnonzero(labels.shown)
    return [
        (a, b)
        for a, b in itertools.combinations(shown.tolist(), 2)
        if overlap(box(asked, labels, a), box(asked, labels, b))
    ]


def on_markers(asked, labels):
    return [
        (word, other)
        for word in np.flatnonzero(labels.shown).tolist()
        for other in range(len(asked))
        if distance(asked.anchors[other], box(asked, labels, word)) < RADIUS - 1e-6
    ]


def on_leaders(asked, labels):
    """Labels that a point of another label's leader line lies in."""
    found = []
    for word in np.flatnonzero(labels.shown & labels.leaders).tolist():
        line = leader_lines(asked.anchors[word], labels.offsets[word], asked.sizes[word], RADIUS)
        points = line[:2] + np.linspace(0, 1, 200)[:, None] * (line[2:] - line[:2])
        for other in np.flatnonzero(labels.shown).tolist():
            left, top, right, bottom = box(asked, labels, other)
            inside = (points > (left + 0.5, top + 0.5)).all(axis=1) & (
                points < (right - 0.5, bottom - 0.5)
            ).all(axis=1)
            if other != word and inside.any():
                found.append((word, other))
    return found


CROWDS = {
    "spread": task(scattered(48, spread=160)),
    "half of them ringed": task(scattered(60), ringed=range(0, 60, 2)),
    "a tight clump": task(scattered(50, spread=8)),
    "all in one place": task(np.full((30, 2), 300.0)),
    "long words": task(scattered(30), width=230.0),
    "as many as are placed with care": task(scattered(CAREFUL_UP_TO)),
    "more than that": task(scattered(CAREFUL_UP_TO + 80), ringed=range(40)),
    "two thousand": task(scattered(2000, spread=170)),
}


@pytest.fixture(scope="module")
def placed() -> dict[str, PlacedLabels]:
    return {name: place(asked) for name, asked in CROWDS.items()}


@pytest.mark.parametrize("name", CROWDS)
def test_no_label_lies_on_another(placed, name):
    assert overlapping(CROWDS[name], placed[name]) == []


@pytest.mark.parametrize("name", CROWDS)
def test_no_label_lies_on_a_marker(placed, name):
    assert on_markers(CROWDS[name], placed[name]) == []


@pytest.mark.parametrize("name", CROWDS)
def test_no_leader_line_runs_through_a_label(placed, name):
    assert on_leaders(CROWDS[name], placed[name]) == []


@pytest.mark.parametrize("name", CROWDS)
def test_labels_stay_in_bounds(placed, name):
    asked, labels = CROWDS[name], placed[name]
    for word in np.flatnonzero(labels.shown).tolist():
        left, top, right, bottom = box(asked, labels, word)
        assert left >= -1e-6
        assert top >= -1e-6
        assert right <= 800 + 1e-6
        assert bottom <= 600 + 1e-6


@pytest.mark.parametrize("name", CROWDS)
def test_hidden_labels_are_counted(placed, name):
    labels = placed[name]
    assert labels.hidden == len(CROWDS[name]) - labels.shown.sum()


@pytest.mark.parametrize("name", ["spread", "a tight clump", "more than that"])
def test_the_same_task_has_the_same_answer(placed, name):
    again = place(CROWDS[name])
    assert np.array_equal(again.offsets, placed[name].offsets)
    assert np.array_equal(again.shown, placed[name].shown)
    assert np.array_equal(again.leaders, placed[name].leaders)


def test_all_words_have_labels_where_there_is_room(placed):
    assert placed["spread"].hidden == 0


def test_some_labels_are_hidden_where_there_is_none(placed):
    assert placed["all in one place"].hidden > 0
    assert placed["two thousand"].hidden > 0


def test_a_lone_word_has_its_label_at_its_right_without_a_leader_line():
    labels = place(task([[100, 100]]))
    assert labels.shown[0]
    assert not labels.leaders[0]
    assert labels.offsets[0, 0] > 48 / 2 + RADIUS
    assert labels.offsets[0, 1] == pytest.approx(0, abs=1e-9)


def test_a_word_at_the_right_edge_has_its_label_at_its_left():
    labels = place(task([[795, 300]]))
    assert labels.shown[0]
    assert labels.offsets[0, 0] < 0


def test_a_label_that_stands_off_has_a_leader_line_and_a_near_one_has_none(placed):
    for name in ("half of them ringed", "as many as are placed with care"):
        asked, labels = CROWDS[name], placed[name]
        gaps = np.array(
            [distance(asked.anchors[word], box(asked, labels, word)) for word in range(len(asked))]
        )
        shown = labels.shown
        assert labels.leaders[shown].any()
        assert gaps[shown & labels.leaders].min() > gaps[shown & ~labels.leaders].max() - 1e-6


def test_half_rings_are_kept_free_where_there_is_room():
    anchors = [[200 * column + 100, 150 * row + 100] for row in range(3) for column in range(4)]
    asked = task(anchors, ringed=range(12))
    labels = place(asked)
    assert labels.hidden == 0
    for word in range(12):
        left, top, right, bottom = box(asked, labels, word)
        x, y = asked.anchors[word]
        upper = (left, top, right, min(bottom, y))
        lower = (left, max(top, y), right, bottom)
        for half in (upper, lower):
            assert half[1] >= half[3] or distance((x, y), half) >= RING / 2


@pytest.mark.parametrize("count", [80, 400])
def test_pinned_words_always_have_labels(count):
    pinned = range(0, count, 7)
    labels = place(task(scattered(count, spread=12), pinned=pinned))
    assert labels.shown[list(pinned)].all()
    assert not labels.shown.all()


def test_a_few_hundred_pinned_words_have_labels_however_close_their_points():
    labels = place(task(scattered(230, spread=12), pinned=range(230)))
    assert labels.shown.all()


def test_of_very_many_pinned_words_all_are_labelled_that_cover_no_other_and_few_besides():
    asked = task(scattered(1500, spread=90), pinned=range(1500))
    labels = place(asked)
    assert 250 < labels.shown.sum() < 1500
    assert labels.hidden == 1500 - labels.shown.sum()
    # Labels over others stand for no more than their share of the room.
    most = MOST_COVERED * 800 * 600 / (48 * 14) + 1
    boxes = labels.offsets + asked.anchors
    shown = np.flatnonzero(labels.shown)
    covering = 0
    for one in shown:
        others = shown[shown != one]
        apart = np.abs(boxes[others] - boxes[one]) >= (asked.sizes[others] + asked.sizes[one]) / 2 - 1e-9
        covering += not apart.any(axis=1).all()
    assert covering < most


@pytest.mark.parametrize(("width", "height"), [(800, 600), (400, 260)])
def test_one_more_pinned_word_takes_no_label_away(width, height):
    points = np.random.default_rng(5).normal((width / 2, height / 2), height / 8, (700, 2))
    shown = []
    for count in (40, 100, 160, 161, 240, 300, 301, 420, 700):
        asked = task(points, pinned=range(count), bounds=Bounds(0, 0, width, height))
        labels = place(asked)
        shown.append(int(labels.shown[:count].sum()))
    assert shown[:3] == [40, 100, 160]
    assert all(after >= 0.97 * before for before, after in itertools.pairwise(shown))


def test_a_pinned_label_rather_covers_a_marker_than_another_label():
    grid = np.array([[40.0 + 26 * column, 40.0 + 18 * row] for row in range(20) for column in range(20)])
    asked = task(grid, pinned=(190, 191, 210, 211), ringed=range(400))
    labels = place(asked, careful_up_to=0)
    assert labels.shown[[190, 191, 210, 211]].all()
    boxes = (labels.offsets + asked.anchors)[[190, 191, 210, 211]]
    for one in range(4):
        for other in range(one):
            assert (np.abs(boxes[one] - boxes[other]) >= (48.0, 14.0)).any()


def test_pinned_labels_keep_off_each_other_where_there_is_room():
    asked = task(scattered(300, spread=60), pinned=(3, 50, 99))
    labels = place(asked)
    assert labels.shown[[3, 50, 99]].all()
    assert overlapping(asked, labels) == []


def test_words_out_of_bounds_have_no_label_and_do_not_count_as_hidden():
    labels = place(task([[100, 100], [-50, 100], [100, 900]]))
    assert labels.shown.tolist() == [True, False, False]
    assert labels.hidden == 0


def test_no_words_have_no_labels():
    labels = place(task(np.zeros((0, 2))))
    assert len(labels.shown) == 0
    assert labels.hidden == 0


def test_more_labels_are_shown_when_one_zooms_in():
    near = scattered(500, spread=60)
    far_apart = (near - (400, 300)) * 3 + (400, 300)
    inside = ((far_apart > 0) & (far_apart < (800, 600))).all(axis=1)
    before = place(task(near)).shown[inside].sum()
    assert place(task(far_apart)).shown[inside].sum() > before


def test_more_effort_never_shows_fewer_labels():
    asked = task(scattered(40, spread=25), ringed=range(0, 40, 3))
    assert place(asked, effort=3).shown.sum() >= place(asked, effort=1).shown.sum()


def test_the_answer_may_be_shared_between_threads():
    labels = place(CROWDS["spread"])
    with pytest.raises(ValueError, match="read-only"):
        labels.offsets[0, 0] = 1.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        labels.hidden = 3  # type: ignore[misc]


def test_a_leader_line_leads_from_the_marker_to_the_label():
    line = leader_lines(np.array([10.0, 10.0]), np.array([100.0, 0.0]), np.array([40.0, 14.0]), 6.0)
    assert line == pytest.approx([16, 10, 90, 10])


def test_placing_very_many_labels_rests_and_has_the_same_answer():
    asked = task(scattered(400), width=30.0)
    rests = []
    with resting(lambda: rests.append(1)):
        rested = place(asked)
    plain = place(asked)
    assert len(rests) >= 2 * 400  # for what the points take, and for the labels
    np.testing.assert_array_equal(rested.offsets, plain.offsets)
    np.testing.assert_array_equal(rested.shown, plain.shown)
