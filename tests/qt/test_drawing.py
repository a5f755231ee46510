"""Parts that are drawn a moment later."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from embviz.core.snapshot import Snapshot, ThemeChoice
from embviz.qt import drawing as drawing_module
from embviz.qt.courtesy import Courtesy
from embviz.qt.drawing import Drawing
from embviz.qt.intents import ChooseTheme, OpenTable, RemoveSelected, Select, ShowNoise
from embviz.qt.store import Store
from embviz.qt.turns import Turns
from tests.qt.driving import CTRL, LEFT, PLAIN, SHIFT, click, place_of, run_events, wait_for_looks

pytestmark = pytest.mark.in_turns


@pytest.fixture
def parts(qapp):
    """A store, its drawing of two parts, and what was drawn; the second part is wanted from "seen" on."""
    store, drawn = Store(), []
    drawing = Drawing(store, Courtesy(), Turns())
    for name in ("first", "second"):
        drawing.add(
            name,
            lambda old, new, name=name: drawn.append((name, None if old is None else old.status, new.status)),
            lambda now, name=name: name == "first" or now.status.startswith("seen"),
        )
    return store, drawing, drawn


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


def breaks(_old, _new):
    raise ZeroDivisionError


def busy(drawing):
    return not drawing._courtesy._free.is_set()


def test_workers_rest_until_all_is_drawn(parts):
    store, drawing, _ = parts
    put(store, drawing, "seen")
    assert busy(drawing)
    run_events(20)
    assert not busy(drawing)


@pytest.mark.parametrize("now", [True, False])
def test_a_part_that_breaks_does_not_keep_the_others_from_being_drawn(qtbot, parts, now):
    store, drawing, drawn = parts
    drawing._parts[0].draw = breaks
    store.put(replace(Snapshot(), status="seen"))
    if now:
        with pytest.raises(ZeroDivisionError):
            drawing.draw_now({"first", "second"})
        run_events(20)
    else:
        drawing.go_on()
        with qtbot.captureExceptions() as caught:
            run_events(20)
        assert [kind for kind, _, _ in caught] == [ZeroDivisionError]
    assert drawn == [("second", None, "seen")]
    assert not busy(drawing)


def test_what_is_drawn_now_may_change_what_there_is_to_draw(parts):
    store, drawing, drawn = parts
    draw = drawing._parts[0].draw

    def draw_and_change(old, new):
        draw(old, new)
        if new.status == "seen":
            store.put(replace(new, status="seen later"))

    drawing._parts[0].draw = draw_and_change
    store.put(replace(Snapshot(), status="seen"))
    drawing.draw_now({"first", "second"})
    assert drawn == [("first", None, "seen"), ("second", None, "seen later")]


def test_starting_anew_draws_all_as_never_drawn(parts):
    store, drawing, drawn = parts
    put(store, drawing, "seen")
    run_events(20)
    drawing.start_anew()
    run_events(20)
    assert drawn[2:] == [("first", None, "seen"), ("second", None, "seen")]


def test_a_turn_that_has_lasted_long_leaves_the_rest_to_the_next(parts, monkeypatch):
    store, drawing, drawn = parts
    monkeypatch.setattr(drawing_module, "TURN_SECONDS", -1.0)
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


def test_an_edit_is_in_the_list_of_words_at_once_and_elsewhere_a_moment_later(qtbot, window):
    def behind():
        parts, now = window._drawing._parts, window.store.snapshot
        return {part.name for part in parts if part.shows is not now and part.wanted(now)}

    click(window.map_view, place_of(window.map_view, "cat"))
    qtbot.waitUntil(lambda: not window.jobs.keys and not behind(), timeout=10_000)
    window.controller.handle(RemoveSelected())
    tree = window.panels["words"].tree
    assert tree.model().index(0, 0, tree.model().index(0, 0)).data() == "dog"
    assert behind() >= {"strip", "neighbours", "analogy"}
    qtbot.waitUntil(lambda: not behind(), timeout=10_000)


def noise_views(window):
    """What of the noise control is seen."""
    stage = window.stage
    pane = [] if stage.noise is None else [stage.noise, stage.noise.bar, stage.noise.heading]
    return [widget.isVisible() for widget in (stage._heading, *pane)]


def test_the_noise_control_is_not_seen_before_it_is_drawn(qtbot, window):
    seen = []
    window.map_view.item.painted.connect(lambda: seen.append(noise_views(window)))
    window.controller.handle(ShowNoise(True))
    qtbot.waitUntil(lambda: window.stage.noise is not None, timeout=10_000)
    qtbot.waitUntil(lambda: window.store.snapshot.noise is not None, timeout=20_000)
    qtbot.waitUntil(lambda: noise_views(window) == [True] * 4, timeout=10_000)
    assert all(all(views) or not any(views) for views in seen)


@pytest.mark.parametrize("pause", [0, 2, 5, 20])
def test_the_noise_control_that_is_given_up_in_the_middle_is_gone_and_comes_back(qtbot, window, pause):
    for _ in range(3):
        window.controller.handle(ShowNoise(True))
        run_events(pause)
        window.controller.handle(ShowNoise(False))
        run_events(pause)
    qtbot.waitUntil(lambda: not window.jobs.keys, timeout=20_000)
    run_events(50)
    assert not any(noise_views(window))
    window.controller.handle(ShowNoise(True))
    window.controller.handle(ChooseTheme(ThemeChoice.DARK))
    qtbot.waitUntil(lambda: window.store.snapshot.noise is not None and not window.jobs.keys, timeout=20_000)
    wait_for_looks(qtbot, window)
    qtbot.waitUntil(lambda: noise_views(window) == [True] * 4, timeout=10_000)
    assert window.stage.noise.view._theme is window.theme


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
