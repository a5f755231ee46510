"""What a person does with the window, by real mouse and key events, asserted on the state."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from embviz.qt.intents import ChooseMethod, ExportFigure, StopJob
from tests.qt.driving import (
    CTRL,
    MIDDLE,
    SHIFT,
    box_round,
    click,
    drag,
    move,
    place_of,
    wait_for_looks,
    wheel,
)

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight")


@pytest.fixture
def window(qtbot, window):
    """With its labels placed."""
    qtbot.waitUntil(
        lambda: window.map_view.plot is not None and window.map_view.plot.labels.shown.any(), timeout=10_000
    )
    return window


def selected(window):
    return {word.text for word in window.store.snapshot.selected_words}


def wait_for_list(qtbot, window, words):
    def listed():
        found = window.store.snapshot.neighborhood
        return found is not None and {word.text for word in found.words} == set(words)

    qtbot.waitUntil(listed, timeout=20_000)
    return window.store.snapshot.neighborhood


def test_dragging_over_seven_numbers_selects_only_them_and_lists_neighbours_of_their_mean(qtbot, window):
    drag(window.map_view, box_round(window.map_view, NUMBERS))
    assert selected(window) == set(NUMBERS)
    found = wait_for_list(qtbot, window, NUMBERS)
    assert found.rows[0].rank == 1
    panel = window.panels["neighbours"]
    assert panel.model.rowCount() == len(found.rows)


def test_clicking_a_word_picks_it_and_lists_its_exact_neighbours(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "cow"))
    assert selected(window) == {"cow"}
    found = wait_for_list(qtbot, window, ["cow"])
    table = window.store.snapshot.table
    exact = {n.id: n for n in table.nearest("cow", k=200)}
    assert found.rows
    for row in found.rows[:20]:
        assert (row.rank, row.score) == (exact[row.id].rank, pytest.approx(exact[row.id].score, abs=1e-12))


def test_shift_adds_ctrl_removes_and_a_click_on_nothing_clears(window):
    view = window.map_view
    click(view, place_of(view, "cow"))
    click(view, place_of(view, "man"), SHIFT)
    assert selected(window) == {"cow", "man"}
    click(view, place_of(view, "cow"), CTRL)
    assert selected(window) == {"man"}
    drag(view, box_round(view, NUMBERS), SHIFT)
    assert selected(window) == {"man", *NUMBERS}
    frame = view.frame_now()
    click(view, QPointF(frame.left + 4, frame.bottom - 4))
    assert selected(window) == set()


def test_escape_clears_the_selection(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "man"))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert selected(window) == set()
    assert window.panels["neighbours"].model.rowCount() == 0


def test_a_drag_of_two_pixels_is_a_click(window):
    view = window.map_view
    place = place_of(view, "man")
    drag(view, [place, place + QPointF(2, 0)])
    assert selected(window) == {"man"}


def test_middle_drag_pans_and_the_wheel_zooms_at_the_pointer(window):
    view = window.map_view
    before = place_of(view, "man")
    drag(view, [QPointF(300, 300), QPointF(340, 320)], button=MIDDLE)
    assert place_of(view, "man").x() == pytest.approx(before.x() + 40, abs=1.5)
    assert place_of(view, "man").y() == pytest.approx(before.y() + 20, abs=1.5)
    assert selected(window) == set()
    place, scale = place_of(view, "one"), view.frame_now().scale
    wheel(view, place, 120)
    assert view.frame_now().scale > scale * 1.1
    assert place_of(view, "one").x() == pytest.approx(place.x(), abs=1.5)
    view.fit()
    assert view.frame_now().scale == pytest.approx(scale, rel=1e-6)


def test_hovering_a_word_shows_its_card_and_fades_the_others(window):
    view = window.map_view
    move(view, place_of(view, "king"))
    assert view.card.isVisible()
    content = view.card.content
    assert content.title == "king"
    assert [row.text for row in content.looks.rows[:3]] == ["computer", "woman", "boy"]
    assert [row.text for row in content.truly.rows[:3]] == ["queen", "prince", "princess"]
    faded = dict(zip(view.plot.points.texts, view.plot.points.faded, strict=True))
    assert not faded["king"]
    assert not faded["queen"]
    assert faded["two"]
    frame = view.frame_now()
    move(view, QPointF(frame.left + 4, frame.bottom - 4))
    assert not view.card.isVisible()


def test_switching_to_tsne_draws_live_and_says_that_gaps_mean_nothing(qtbot, window):
    window.controller.handle(ChooseMethod("tsne"))
    qtbot.waitUntil(lambda: window.store.snapshot.result.request.method == "tsne", timeout=30_000)
    assert "gaps between groups" in window.strip.text
    assert not window.map_view.plot.axes.numbered


def test_stopping_a_tsne_keeps_the_finished_map(qtbot, window):
    before = window.store.snapshot.result
    window.controller.handle(ChooseMethod("tsne"))
    window.controller.handle(StopJob("map"))
    assert window.store.snapshot.status == "Stopped."
    qtbot.wait(400)
    assert window.store.snapshot.result is before
    assert window.store.snapshot.document.request.method == "pca"


def test_the_window_closes_in_the_middle_of_a_tsne(qtbot, window):
    window.controller.handle(ChooseMethod("tsne"))
    qtbot.wait(50)
    window.close()
    assert window.store.snapshot.result.request.method == "pca"


def test_hiding_a_group_draws_the_others_alone(qtbot, window):
    panel = window.panels["words"]
    tree, index = panel.tree, panel.model.index(1, 0)
    box = panel.delegate.box_rect(tree.visualRect(index).toRectF())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    qtbot.waitUntil(lambda: len(window.store.snapshot.words) == 40, timeout=10_000)
    assert "one" not in {word.text for word in window.store.snapshot.words}


def test_choosing_a_word_in_the_list_selects_it_on_the_map(qtbot, window):
    panel = window.panels["words"]
    index = panel.model.word_index(0, 3)
    panel.tree.scrollTo(index)
    center = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=center)
    assert selected(window) == {"cow"}
    wait_for_list(qtbot, window, ["cow"])


def test_a_figure_that_cannot_be_written_is_a_notice_and_nothing_is_lost(qtbot, window, tmp_path):
    before = window.store.snapshot.result
    window.controller.handle(ExportFigure(tmp_path / "no" / "folder" / "x.png"))
    qtbot.waitUntil(lambda: bool(window.store.snapshot.notices), timeout=20_000)
    assert "x.png" in window.notice_bar.text
    assert window.store.snapshot.result is before


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "csv", "json"])
def test_every_form_is_exported_from_the_window(qtbot, window, tmp_path, suffix):
    path = tmp_path / f"map.{suffix}"
    window.controller.handle(ExportFigure(path))
    qtbot.waitUntil(path.exists, timeout=20_000)
    assert path.stat().st_size > 1000


def test_switching_the_theme_leaves_no_trace_of_the_old_one(qtbot, window):
    window.actions_["theme-dark"].trigger()
    wait_for_looks(qtbot, window)
    window.map_view.repaint()
    picture = window.grab().toImage()
    light_grounds = {"#f3f4f2", "#ffffff", "#fbf6ea"}
    total = picture.width() * picture.height() // 16
    light = sum(
        picture.pixelColor(x, y).name() in light_grounds
        for x in range(0, picture.width(), 4)
        for y in range(0, picture.height(), 4)
    )
    assert light / total < 0.005
