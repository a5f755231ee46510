"""Frames of the map: painted aside in turns, shown whole, and no more of them than are seen."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QMainWindow, QWidget
from shiboken6 import delete

from embviz.qt import frame_pacer
from embviz.qt.frame_pacer import FramePacer
from embviz.qt.map_item import MapItem
from embviz.qt.map_view import MapView
from embviz.qt.theme import DARK, LIGHT
from embviz.qt.turns import Turns
from tests.qt.driving import run_events
from tests.qt.plots import BARE, FRAME, HEIGHT, WIDTH, plot

pytestmark = pytest.mark.in_turns

COUNT = 2000


def plot_of(count=COUNT, seed=0):
    return plot(np.random.default_rng(seed).uniform((-1.8, -1.3), (1.8, 1.3), (count, 2)), axes=BARE)


@pytest.fixture
def item(qapp):
    """An item of the size of `FRAME` that shows 2,000 words."""
    made = MapItem()
    made.set_bounds(QRectF(0, 0, WIDTH, HEIGHT))
    made.set_look(LIGHT, 1.0)
    made.show_plot(plot_of(), FRAME)
    return made


def picture(item):
    return item._ready.pixmap.toImage()


def turns_until_ready(item):
    turns = 1
    while not item.paint_aside(1.0, 0.0):
        turns += 1
    return turns


def test_a_frame_of_very_many_words_takes_many_turns_and_shows_what_one_turn_shows(item):
    assert turns_until_ready(item) > 2 * COUNT / 240
    in_turns = picture(item)
    whole = MapItem()
    whole.set_bounds(QRectF(0, 0, WIDTH, HEIGHT))
    whole.set_look(LIGHT, 1.0)
    whole.show_plot(plot_of(), FRAME)
    assert whole.paint_aside(1.0)
    assert picture(whole) == in_turns


def test_a_frame_that_shows_the_present_state_is_not_painted_again(item):
    item.paint_aside(1.0)
    ready = item._ready
    assert item.paint_aside(1.0, 0.0)
    assert item._ready is ready


def test_a_frame_that_was_begun_is_finished_before_one_with_later_changes(item):
    stale = []
    item.stale.connect(lambda: stale.append(1))
    item.paint_aside(1.0)
    first = picture(item)
    item.show_plot(plot_of(seed=1), FRAME)
    assert not item.paint_aside(1.0, 0.0)
    item.show_plot(plot_of(seed=2), FRAME)
    before = len(stale)
    turns_until_ready(item)
    assert picture(item) != first
    assert len(stale) == before + 1, "the later change is still to be painted, and somebody must be told"
    second = picture(item)
    turns_until_ready(item)
    assert picture(item) != second
    assert len(stale) == before + 1


def test_labels_are_all_painted_in_the_end_however_long_the_points_take(item, monkeypatch):
    """On a slow machine the points of a frame take longer than there is patience for labels."""
    monkeypatch.setattr("embviz.qt.map_item.PATIENCE", 1e-9)
    few = plot_of(30)
    shown = np.ones(30, dtype=bool)
    item.show_plot(replace(few, labels=replace(few.labels, shown=shown)), FRAME)
    frames = 1
    while item._ready is None or item._ready.shows != item._wanted:
        item.paint_aside(1.0)
        frames += 1
        assert frames < 40


def test_another_size_or_screen_does_not_get_the_old_frame(item):
    item.paint_aside(1.0)
    item.set_bounds(QRectF(0, 0, 500, HEIGHT))
    item.paint_aside(1.0)
    assert item._ready.pixmap.width() == 500
    item.paint_aside(2.0)
    assert item._ready.pixmap.width() == 1000


def test_nothing_is_painted_where_there_is_nothing_to_show(qapp):
    empty = MapItem()
    empty.set_bounds(QRectF(0, 0, WIDTH, HEIGHT))
    empty.set_look(LIGHT, 1.0)
    assert empty.paint_aside(1.0, 0.0)
    assert empty._ready is None


@pytest.fixture
def view(qtbot, jobs):
    window = QMainWindow()
    qtbot.addWidget(window)
    made = MapView(LIGHT, jobs, Turns())
    window.setCentralWidget(made)
    window.resize(WIDTH, HEIGHT)
    with qtbot.waitExposed(window):
        window.show()
    run_events(50)
    yield made
    window.close()


def test_many_changes_in_one_handler_are_one_frame(view):
    begun = []
    paint = view.item._paint_parts
    view.item._paint_parts = lambda ratio: (begun.append(1), paint(ratio))[1]
    for seed in range(10):
        view.item.show_plot(plot_of(50, seed), FRAME)
    run_events(100)
    assert len(begun) == 1


def test_a_card_that_moves_over_the_map_paints_no_new_frame(view):
    view.item.show_plot(plot_of(50), FRAME)
    run_events(100)
    ready = view.item._ready
    cover = QWidget(view)
    cover.resize(80, 80)
    cover.show()
    for place in range(5):
        cover.move(10 * place, 10)
        run_events(5)
    assert view.item._ready is ready


def test_another_theme_is_seen_at_last(view):
    view.item.show_plot(plot_of(50), FRAME)
    run_events(100)
    view.apply_theme(DARK)
    run_events(100)
    assert view.grab().toImage().pixelColor(2, 2).name() == DARK.map.lower()


def test_workers_rest_while_a_frame_is_painted(qtbot, view, jobs):
    resting, paint = [], view.item._paint_parts

    def watched(ratio):
        for _ in paint(ratio):
            resting.append(not jobs.courtesy._free.is_set())
            yield

    view.item._paint_parts = watched
    view.item.show_plot(plot_of(50), FRAME)
    qtbot.waitUntil(lambda: bool(resting) and view.item._is_current(1.0))
    assert all(resting)
    assert jobs.courtesy._free.is_set()


def test_no_frame_is_painted_while_nobody_can_see_it(qtbot, view):
    begun, paint = [], view.item._paint_parts
    view.item._paint_parts = lambda ratio: (begun.append(1), paint(ratio))[1]
    view.window().hide()
    view.item.show_plot(plot_of(50), FRAME)
    run_events(60)
    assert begun == []
    view.window().show()
    qtbot.waitUntil(lambda: view.item._is_current(1.0))
    assert len(begun) == 1


def test_a_view_of_no_size_paints_nothing(item):
    item.set_bounds(QRectF(0, 0, WIDTH, 0))
    assert item.paint_aside(1.0)
    assert item._ready is None
    item.set_bounds(QRectF(0, 0, WIDTH, HEIGHT))
    item.paint_aside(1.0)
    assert item._ready.pixmap.height() == HEIGHT


def test_a_map_that_is_taken_away_in_the_middle_of_a_frame_leaves_nothing(item, recwarn):
    assert not item.paint_aside(1.0, 0.0)
    item.show_plot(None, None)
    assert item.paint_aside(1.0)
    assert item._ready is None


def test_only_a_frame_with_points_counts_as_painted(view):
    painted = []
    view.first_painted.connect(lambda: painted.append(1))
    view.item.show_plot(plot_of(0), FRAME)
    run_events(60)
    view.viewport().repaint()
    run_events(20)
    assert painted == []
    view.item.show_plot(plot_of(5), FRAME)
    run_events(100)
    assert painted == [1]


@pytest.fixture
def seen(qtbot):
    """A widget that can be seen and counts how often it is updated."""

    class Counted(QWidget):
        updates = 0

        def update(self):
            self.updates += 1

    widget = Counted()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def test_frames_that_are_asked_for_without_end_leave_room_between_them(qtbot, seen):
    times = []

    def paint(_seconds):
        times.append(time.perf_counter())
        pacer.ask()
        return True

    pacer = FramePacer(seen, paint, Turns(seen))
    pacer.ask()
    qtbot.waitUntil(lambda: len(times) >= 5)
    assert min(np.diff(times)) >= 0.9 * frame_pacer.ROOM_MS / 1000


def test_a_frame_that_takes_several_turns_updates_the_widget_once(qtbot, seen):
    parts = [False, False, True]
    seen.updates = 0
    pacer = FramePacer(seen, lambda _seconds: parts.pop(0), Turns(seen))
    pacer.ask()
    qtbot.waitUntil(lambda: parts == [])
    run_events(20)
    assert seen.updates == 1


def test_a_frame_that_asks_for_another_takes_no_turn_for_that_before_there_is_room(qtbot, seen):
    turns, taken, painted = Turns(seen), [], []
    ask = turns.ask
    turns.ask = lambda work: (taken.append(work), ask(work))

    def paint(_seconds):
        painted.append(1)
        if len(painted) < 4:
            pacer.ask()
        return True

    pacer = FramePacer(seen, paint, turns)
    pacer.ask()
    qtbot.waitUntil(lambda: len(painted) == 4)
    run_events(20)
    assert len(taken) == len(painted) == 4


def test_a_widget_that_goes_before_its_turn_is_left_alone(qapp):
    widget, turns, painted = QWidget(), Turns(), []
    widget.show()
    FramePacer(widget, lambda _seconds: painted.append(1), turns).ask()
    delete(widget)
    run_events(20)
    assert painted == []
