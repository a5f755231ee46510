"""Parts that are drawn a moment later."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest

from embviz.core.snapshot import Snapshot
from embviz.qt import drawing as drawing_module
from embviz.qt.courtesy import Courtesy
from embviz.qt.drawing import Drawing
from embviz.qt.intents import OpenTable, Select
from embviz.qt.store import Store
from embviz.qt.turns import Turns
from tests.qt.driving import CTRL, LEFT, PLAIN, SHIFT, click, place_of, run_events

pytestmark = pytest.mark.in_turns


@pytest.fixture
def parts(qapp):
    """A store, its drawing of two parts, and what was drawn; the second part is wanted from "seen" on."""
    store, owner, drawn = Store(), QObject(), []
    drawing = Drawing(store, Courtesy(), Turns(owner), owner)
    for name in ("first", "second"):
        drawing.add(
            name,
            lambda old, new, name=name: drawn.append((name, None if old is None else old.status, new.status)),
            lambda now, name=name: name == "first" or now.status.startswith("seen"),
        )
    yield store, drawing, drawn
    owner.deleteLater()


def put(store, drawing, status):
    store.put(replace(Snapshot(), status=status))
    drawing.go_on()


def test_a_part_is_drawn_in_the_next_turn_from_what_it_shows_to_what_is_now(parts):
    store, drawing, drawn = parts
    put(store, drawing, "a")
    put(store, drawing, "b")
    assert drawn == []
    run_events(20)
    assert drawn == [("first", None, "b")]
    put(store, drawing, "c")
    run_events(20)
    assert drawn[1:] == [("first", "b", "c")]


def test_a_part_that_is_not_wanted_is_drawn_once_it_is(parts):
    store, drawing, drawn = parts
    put(store, drawing, "seen 1")
    run_events(20)
    for status in ("hidden 1", "hidden 2", "seen 2"):
        put(store, drawing, status)
        run_events(20)
    assert [entry for entry in drawn if entry[0] == "second"] == [
        ("second", None, "seen 1"),
        ("second", "seen 1", "seen 2"),
    ]


def test_what_is_drawn_now_is_not_drawn_again(parts):
    store, drawing, drawn = parts
    put(store, drawing, "seen")
    drawing.draw_now({"first", "second"})
    assert drawn == [("first", None, "seen"), ("second", None, "seen")]
    run_events(20)
    assert len(drawn) == 2


def test_what_is_not_drawn_now_is_drawn_in_the_next_turn(parts):
    store, drawing, drawn = parts
    store.put(replace(Snapshot(), status="seen"))
    drawing.draw_now({"second"})
    assert drawn == [("second", None, "seen")]
    run_events(20)
    assert drawn[1:] == [("first", None, "seen")]


def test_starting_anew_draws_all_as_never_drawn(parts):
    store, drawing, drawn = parts
    put(store, drawing, "seen")
    run_events(20)
    drawing.start_anew()
    run_events(20)
    assert drawn[2:] == [("first", None, "seen"), ("second", None, "seen")]


def test_a_turn_that_has_lasted_long_leaves_the_rest_to_the_next(parts, monkeypatch):
    store, drawing, drawn = parts
    monkeypatch.setattr(drawing_module, "LONGEST", -1.0)
    put(store, drawing, "seen")
    drawing._take_turn()
    assert [name for name, _, _ in drawn] == ["first"]
    run_events(20)
    assert [name for name, _, _ in drawn] == ["first", "second"]


def marked(window):
    return {index.data() for index in window.panels["words"].tree.selectionModel().selectedIndexes()}


def test_docks_follow_a_selection_on_the_map(qtbot, window):
    click(window.map_view, place_of(window.map_view, "cat"))
    assert marked(window) == set()  # the map answers first
    qtbot.waitUntil(lambda: marked(window) == {"cat"}, timeout=10_000)
    qtbot.waitUntil(lambda: "cat" in window.panels["neighbours"]._heading.whole, timeout=10_000)


def test_words_that_are_picked_one_after_the_other_in_the_list_stay_marked(qtbot, window):
    tree = window.panels["words"].tree
    group = tree.model().index(0, 0)
    for row in range(4):
        index = tree.model().index(row, 0, group)
        keys = CTRL if row else PLAIN
        QTest.mouseClick(tree.viewport(), LEFT, keys, tree.visualRect(index).center())
    picked = {"cat", "dog", "horse", "cow"}
    assert {word.text for word in window.store.snapshot.selected_words} == picked
    run_events(100)
    assert marked(window) == picked
    click(window.map_view, place_of(window.map_view, "cow"))
    qtbot.waitUntil(lambda: marked(window) == {"cow"}, timeout=10_000)


def test_a_dock_that_comes_to_the_front_shows_what_is_now(qtbot, window):
    click(window.map_view, place_of(window.map_view, "cat"))
    click(window.map_view, place_of(window.map_view, "dog"), SHIFT)
    qtbot.waitUntil(lambda: window.store.snapshot.neighborhood is not None, timeout=20_000)
    panel = window.panels["caution"]
    assert "caution" not in window.store.snapshot.in_sight
    window.docks.go_to("caution")
    # Its table has the words at once, and not only in the next turn.
    assert panel.table.model().rowCount() == 48


def test_words_that_were_picked_in_the_list_once_are_unmarked_and_marked_from_the_map(qtbot, window):
    tree = window.panels["words"].tree
    dog = tree.model().index(1, 0, tree.model().index(0, 0))
    QTest.mouseClick(tree.viewport(), LEFT, PLAIN, tree.visualRect(dog).center())
    qtbot.waitUntil(lambda: marked(window) == {"dog"}, timeout=10_000)
    for word in ("cow", "dog", "cow"):
        click(window.map_view, place_of(window.map_view, word))
        qtbot.waitUntil(lambda word=word: marked(window) == {word}, timeout=10_000)
    window.controller.handle(Select(()))
    qtbot.waitUntil(lambda: marked(window) == set(), timeout=10_000)


def test_a_dock_out_of_sight_lets_go_of_a_table_that_is_closed(qtbot, window, tmp_path):
    window.docks.go_to("table")
    window.docks.go_to("analogy")
    run_events(50)
    table = weakref.ref(window.store.snapshot.table)
    path = tmp_path / "few.vec"
    path.write_text("3 2\nThe 1 2\ncat 3 1\nslept 2 2\n", encoding="utf-8")
    window.controller.handle(OpenTable(str(path)))
    qtbot.waitUntil(lambda: window.store.snapshot.table.dim == 2, timeout=10_000)
    qtbot.waitUntil(lambda: not window.jobs.keys, timeout=20_000)
    gc.collect()
    qtbot.waitUntil(lambda: table() is None, timeout=10_000)
