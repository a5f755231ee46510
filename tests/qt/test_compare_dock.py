"""The Compare dock, by real events: cells, pairs, order, list, what is copied and saved."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest

from embviz.app import build_window
from embviz.core.comparison import WordOrder
from embviz.qt.intents import (
    CompareByList,
    ComparePair,
    CopyComparison,
    ExportComparison,
    OrderComparison,
    Select,
    SelectAll,
)
from embviz.qt.theme import DARK, LIGHT
from embviz.qt.widgets.heat_map import HeatCells, HeatMap, ramp
from tests.qt.driving import click, place_of

FOUR = ("king", "queen", "red", "blue")


@pytest.fixture
def window(qtbot):
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=20_000)
    made.docks.docks["compare"].raise_()
    yield made
    made.close()


def keys(window, *texts):
    by_text = {word.text: word.ids for word in window.store.snapshot.words}
    return tuple(by_text[text] for text in texts)


def select(qtbot, window, *texts):
    window.controller.handle(Select(keys(window, *texts)))
    wait_for(qtbot, window, texts)


def wait_for(qtbot, window, texts):
    def compared():
        found = window.store.snapshot.comparison.found
        return found is not None and {word.text for word in found.words} == set(texts)

    qtbot.waitUntil(compared, timeout=20_000)


def selected(window):
    return {word.text for word in window.store.snapshot.selected_words}


def test_selecting_words_compares_them_group_by_group(qtbot, window):
    panel = window.panels["compare"]
    select(qtbot, window, *FOUR)
    found = window.store.snapshot.comparison.found
    assert [word.text for word in found.words] == ["red", "blue", "king", "queen"]
    assert found.boundaries == (2,)
    assert round(float(found.cosines[2, 3]), 3) == 0.619
    assert panel.summary == "4 words"
    window.controller.handle(Select(keys(window, "king")))
    assert window.store.snapshot.comparison.found is None


def test_clicking_a_cell_selects_its_pair_and_leaves_the_comparison_as_it_is(qtbot, window):
    heat_map = window.panels["compare"].heat_map
    select(qtbot, window, *FOUR)
    before = window.store.snapshot.comparison.found
    center = heat_map.cell_rect(2, 3).center().toPoint()
    QTest.mouseClick(heat_map, Qt.MouseButton.LeftButton, pos=center)
    assert selected(window) == {"king", "queen"}
    assert window.store.snapshot.comparison.found is before
    assert window.store.snapshot.comparison.pair == keys(window, "king", "queen")
    diagonal = heat_map.cell_rect(1, 1).center().toPoint()
    QTest.mouseClick(heat_map, Qt.MouseButton.LeftButton, pos=diagonal)
    assert selected(window) == {"king", "queen"}
    view = window.map_view
    click(view, place_of(view, "man"))
    assert window.store.snapshot.comparison.found is None
    assert window.store.snapshot.comparison.pair is None


def test_arrow_keys_move_from_cell_to_cell_and_enter_picks(qtbot, window):
    heat_map = window.panels["compare"].heat_map
    select(qtbot, window, *FOUR)
    heat_map.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(heat_map, key)
    assert heat_map.current == (1, 1)
    QTest.keyClick(heat_map, Qt.Key.Key_Right)
    QTest.keyClick(heat_map, Qt.Key.Key_Return)
    assert selected(window) == {"blue", "king"}


def test_another_order_keeps_the_words_even_while_a_pair_is_picked(qtbot, window):
    select(qtbot, window, *FOUR)
    window.controller.handle(ComparePair(*keys(window, "king", "queen")))
    window.controller.handle(OrderComparison(WordOrder.SIMILARITY))

    def clustered():
        return window.store.snapshot.comparison.found.order is WordOrder.SIMILARITY

    qtbot.waitUntil(clustered, timeout=20_000)
    state = window.store.snapshot.comparison
    assert {word.text for word in state.found.words} == set(FOUR)
    assert state.pair == keys(window, "king", "queen")
    window.controller.handle(Select(keys(window, *FOUR)))
    assert window.store.snapshot.comparison.pair is None


def test_the_list_has_every_pair_with_the_most_alike_first_and_enter_picks(qtbot, window):
    panel = window.panels["compare"]
    select(qtbot, window, *FOUR)
    window.controller.handle(CompareByList(True))
    model = panel.pairs.pair_model
    assert model.rowCount() == 6
    cosines = [float(model.index(row, 2).data()) for row in range(6)]
    assert cosines == sorted(cosines, reverse=True)
    assert {model.index(0, 0).data(), model.index(0, 1).data()} == {"king", "queen"}
    panel.pairs.setFocus()
    panel.pairs.setCurrentIndex(model.index(0, 0))
    QTest.keyClick(panel.pairs, Qt.Key.Key_Return)
    assert selected(window) == {"king", "queen"}


def test_copy_and_save_hold_the_whole_matrix(qtbot, window, tmp_path):
    select(qtbot, window, *FOUR)
    found = window.store.snapshot.comparison.found
    window.controller.handle(CopyComparison())
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["word", "red", "blue", "king", "queen"]
    assert float(lines[3].split("\t")[4]) == pytest.approx(found.cosines[2, 3], abs=1e-6)
    for suffix in ("csv", "json"):
        path = tmp_path / f"x.{suffix}"
        window.controller.handle(ExportComparison(path))
        qtbot.waitUntil(path.exists, timeout=10_000)
        qtbot.waitUntil(lambda path=path: str(path) in window.store.snapshot.status, timeout=10_000)
    rows = list(csv.reader((tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[0] for row in rows] == ["word", "red", "blue", "king", "queen"]
    saved = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert saved["cosines"][2][3] == pytest.approx(found.cosines[2, 3], abs=1e-6)
    assert saved["random_pair"]["of"] == "common words"
    window.controller.handle(ExportComparison(tmp_path / "x.xyz"))
    assert window.store.snapshot.notices[-1].code == "unknown-format"


def test_all_words_at_once_are_compared_too(qtbot, window):
    window.controller.handle(SelectAll())
    wait_for(qtbot, window, [word.text for word in window.store.snapshot.words])
    assert len(window.store.snapshot.comparison.found.words) == 48


# -- the widget alone --------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_cells_have_exactly_the_colours_of_their_cosines(qtbot, theme):
    values = np.array([[1.0, 0.7, -0.3], [0.7, 1.0, 0.1], [-0.3, 0.1, 1.0]])
    widget = HeatMap(theme)
    qtbot.addWidget(widget)
    widget.resize(340, 360)
    widget.show_cells(HeatCells(("a", "b", "c"), (0, 1, 2), values, (2,)))
    widget.show()
    image = widget.grab().toImage()
    for row in range(3):
        for column in range(3):
            middle = widget.cell_rect(row, column).center().toPoint()
            expected = QColor(theme.line) if row == column else ramp(theme, values[row, column])
            assert image.pixelColor(middle).name() == expected.name()
    assert widget.cell_rect(0, 2).left() - widget.cell_rect(0, 1).right() > 5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_greater_cosines_have_more_contrast_with_the_ground(theme):
    def lightness(value):
        return ramp(theme, value).lightnessF()

    shades = [lightness(value) for value in np.linspace(0, 1, 21)]
    assert shades == sorted(shades, reverse=not theme.dark)
    assert abs(shades[-1] - shades[0]) > 0.5


@pytest.mark.parametrize("count", [2, 12, 60, 200])
def test_any_number_of_words_fits_into_the_dock(qtbot, count):
    values = np.eye(count)
    widget = HeatMap(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(330, 300)
    texts = tuple(f"word {place}" for place in range(count))
    widget.show_cells(HeatCells(texts, (0,) * count, values, (1,), 0.3, "random pair 0.30"))
    widget.show()
    widget.grab()
    last = widget.cell_rect(count - 1, count - 1)
    assert last.right() <= widget.width()
    assert last.bottom() <= widget.height()
    pointed = []
    widget.pointed.connect(lambda *cell: pointed.append(cell))
    QTest.mouseMove(widget, last.center().toPoint())
    QTest.mouseMove(widget, QPoint(1, 1))
    assert pointed[:1] == [(count - 1, count - 1)]
