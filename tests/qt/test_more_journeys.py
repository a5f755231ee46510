"""Longer ways through the window: lasso, isolate and back, themes, the export dialog, the clipboard."""

from __future__ import annotations

import csv
import io
import math

import pytest
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from embviz.app import build_window
from embviz.qt.export_dialog import ExportDialog
from embviz.qt.intents import SetZoom
from tests.qt.driving import SHIFT, click, drag, place_of, wait_for_looks

COLOURS = {"red", "blue", "green", "yellow", "black", "white"}


def selected(window):
    return {word.text for word in window.store.snapshot.selected_words}


def texts(window):
    return {word.text for word in window.store.snapshot.words}


def loop_round(view, words, reach=22, corners=24):
    """A closed way round some words, that keeps ``reach`` pixels off them."""
    places = [place_of(view, word) for word in words]
    x, y = sum(p.x() for p in places) / len(places), sum(p.y() for p in places) / len(places)
    radius = max(math.hypot(p.x() - x, p.y() - y) for p in places) + reach
    turns = [2 * math.pi * step / corners for step in range(corners)]
    return [QPointF(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def test_a_loop_drawn_with_the_lasso_selects_what_lies_within(qtbot, window):
    view = window.map_view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_L)
    assert window.actions_["tool-lasso"].isChecked()
    drag(view, loop_round(view, COLOURS))
    assert selected(window) == COLOURS
    QTest.keyClick(view, Qt.Key.Key_S)
    click(view, place_of(view, "man"), SHIFT)
    assert selected(window) == {*COLOURS, "man"}


def test_isolating_the_selection_and_showing_all_again(qtbot, window):
    view = window.map_view
    window.actions_["tool-lasso"].trigger()
    drag(view, loop_round(view, COLOURS))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_I)
    qtbot.waitUntil(lambda: texts(window) == COLOURS, timeout=10_000)
    assert "6 words" in window.strip.text
    assert window.actions_["show-all"].isEnabled()
    QTest.keyClick(view, Qt.Key.Key_I, SHIFT)
    qtbot.waitUntil(lambda: len(texts(window)) == 48, timeout=10_000)


def test_adding_true_neighbours_brings_words_onto_the_map_that_were_not_there(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "man"))
    QTest.keyClick(view, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: len(texts(window)) == 53, timeout=20_000)
    assert window.store.snapshot.document.groups[-1].name == "near man"
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: len(texts(window)) == 48, timeout=20_000)


def test_double_clicking_a_neighbour_adds_it_to_the_map(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "man"))
    panel = window.panels["neighbours"]
    qtbot.waitUntil(lambda: panel.model.rowCount() > 5, timeout=20_000)
    on_map = {word.id for word in window.store.snapshot.words}
    at = next(at for at, row in enumerate(panel.model.rows) if row.id not in on_map)
    row = panel.model.rows[at]
    place = panel.table.visualRect(panel.model.index(at, 1)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: row.id in {word.id for word in window.store.snapshot.words}, timeout=20_000)


def test_hovering_a_row_of_the_list_lights_its_point(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "king"))
    panel = window.panels["neighbours"]
    qtbot.waitUntil(lambda: panel.model.rowCount() > 5, timeout=20_000)
    queen = next(word for word in window.store.snapshot.words if word.text == "queen")
    at = next(at for at, row in enumerate(panel.model.rows) if row.id == queen.id)
    panel.table.viewport().setMouseTracking(True)
    QTest.mouseMove(panel.table.viewport(), panel.table.visualRect(panel.model.index(at, 1)).center())
    qtbot.waitUntil(lambda: window.store.snapshot.hover == queen.ids, timeout=5000)
    assert view.card.content.title == "queen"


def test_the_list_is_copied_and_saved_as_it_is_shown(qtbot, window, tmp_path, monkeypatch):
    view = window.map_view
    click(view, place_of(view, "king"))
    panel = window.panels["neighbours"]
    qtbot.waitUntil(lambda: panel.model.rowCount() > 5, timeout=20_000)
    panel.table.setFocus()
    panel.table.selectRow(1)
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text()), delimiter="\t"))
    assert [row["text"] for row in rows] == [panel.model.rows[1].text]
    path = tmp_path / "list.csv"
    monkeypatch.setattr(
        "embviz.qt.panels.neighbors.QFileDialog.getSaveFileName", lambda *_args: (str(path), "")
    )
    panel._export.click()
    qtbot.waitUntil(path.exists, timeout=10_000)
    with path.open(encoding="utf-8") as file:
        saved = list(csv.DictReader(file))
    assert [int(row["rank"]) for row in saved] == [row.rank for row in panel.model.rows]
    assert [float(row["score"]) for row in saved] == pytest.approx(
        [row.score for row in panel.model.rows], abs=1e-6
    )


def test_export_through_the_dialog_writes_what_the_preview_shows(qtbot, window, tmp_path):
    window.actions_["export"].trigger()
    dialog = window.findChild(ExportDialog)
    qtbot.waitUntil(lambda: dialog.preview.figure is not None, timeout=20_000)
    dialog._preset.setCurrentIndex(2)
    dialog._preset.activated.emit(2)
    dialog._ground.setCurrentIndex(1)
    dialog._title.setText("48 words")
    qtbot.waitUntil(lambda: dialog.preview.figure.title == "48 words", timeout=20_000)
    path = tmp_path / "slide.png"
    dialog.save(path)
    qtbot.waitUntil(path.exists, timeout=20_000)
    with Image.open(path) as picture:
        assert picture.size == (1920, 1080)
        assert picture.convert("RGB").getpixel((2, 2)) == (0x14, 0x17, 0x1B)


def test_a_size_that_makes_no_figure_is_said_and_cannot_be_saved(qtbot, window):
    window.actions_["export"].trigger()
    dialog = window.findChild(ExportDialog)
    qtbot.waitUntil(lambda: dialog.preview.figure is not None, timeout=20_000)
    dialog._width.setValue(3)
    assert not dialog._save.isEnabled()
    qtbot.waitUntil(lambda: "width" in dialog._note.text(), timeout=10_000)
    assert not dialog._save.isEnabled()
    dialog.reject()


def test_ctrl_c_puts_picture_drawing_and_text_on_the_clipboard(qtbot, window):
    view = window.map_view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.store.snapshot.status.startswith("Copied"), timeout=20_000)
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert bytes(data.data("image/svg+xml").data()).startswith(b"<?xml")
    assert data.text().startswith("word,token,id,group")


def test_larger_text_enlarges_the_whole_window_and_goes_back(qtbot, window):
    before = window.menuBar().sizeHint().height()
    window.actions_["zoom-in"].trigger()
    window.actions_["zoom-in"].trigger()
    wait_for_looks(qtbot, window)
    assert window.menuBar().sizeHint().height() > before
    window.actions_["zoom-reset"].trigger()
    wait_for_looks(qtbot, window)
    assert window.menuBar().sizeHint().height() == before


def test_the_layout_is_remembered(qtbot, window):
    from embviz.settings import Settings

    window.docks.docks["neighbours"].hide()
    # The offscreen screen is 800 by 800, a restored window must fit on it, and is no narrower than its bars.
    window.resize(700, 700)
    window.controller.handle(SetZoom(1.125))
    wait_for_looks(qtbot, window)
    kept = window.layout_settings(Settings())
    other = build_window(kept, theme="light")
    qtbot.addWidget(other)
    other.show()
    assert not other.docks.docks["neighbours"].isVisible()
    assert other.height() == 700
    assert (other.store.snapshot.zoom, other.store.snapshot.animated) == (1.125, False)
    other.close()


def test_a_narrow_window_has_one_column_of_tabs(qtbot, window):
    window.resize(1024, 768)
    qtbot.waitUntil(lambda: bool(window.tabifiedDockWidgets(window.docks.docks["words"])), timeout=5000)
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: not window.tabifiedDockWidgets(window.docks.docks["words"]), timeout=5000)


def test_every_command_has_keys_of_its_own():
    from embviz.qt.commands import COMMANDS

    seen: dict[str, str] = {}
    for name, command in COMMANDS.items():
        assert command.keys, f"{name} has no keys"
        for keys in command.keys:
            assert keys not in seen, f"{name} and {seen[keys]} have the same keys {keys}"
            seen[keys] = name


def test_alt_and_a_number_lead_to_a_dock_even_when_it_was_closed(qtbot, window):
    docks = window.docks.docks
    names = list(docks)
    docks["caution"].hide()
    window.activateWindow()
    QTest.keyClick(window, Qt.Key(Qt.Key.Key_0 + names.index("caution") + 1), Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: docks["caution"].isVisible() and not docks["caution"].visibleRegion().isEmpty())
    assert window.panels["caution"].isAncestorOf(window.focusWidget())
