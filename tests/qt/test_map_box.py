"""Drags and the wheel on the map, where people are careless with them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from embviz.app import build_window
from embviz.core.snapshot import Tool
from embviz.qt.intents import ChooseTool, Select, SetAnimated
from embviz.qt.map_box import CLOSEST, FARTHEST
from tests.qt.driving import CTRL, LEFT, NO_BUTTON, PLAIN, _send, box_round, drag, move, wheel

NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight"]


@pytest.fixture
def window(qtbot):
    made = build_window()
    made.resize(1440, 900)
    made.show()
    made.controller.handle(SetAnimated(False))
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=20_000)
    yield made
    made.close()


def press_and_move(view, corners):
    move(view, corners[0])
    _send(view, QEvent.Type.MouseButtonPress, corners[0], LEFT, LEFT, PLAIN)
    for share in (0.3, 0.6, 1.0):
        place = corners[0] + (corners[1] - corners[0]) * share
        _send(view, QEvent.Type.MouseMove, place, NO_BUTTON, LEFT, PLAIN)


def release(view, place):
    _send(view, QEvent.Type.MouseButtonRelease, place, LEFT, NO_BUTTON, PLAIN)


def test_esc_in_the_middle_of_a_drag_gives_up_the_box_and_keeps_the_selection(window):
    view = window.map_view
    kept = window.store.snapshot.words[:2]
    window.controller.handle(Select(tuple(word.ids for word in kept)))
    corners = box_round(view, NUMBERS)
    press_and_move(view, corners)
    assert not view.band.boundingRect().isEmpty()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.band.boundingRect().width() == 4  # nothing but the margin for its line
    _send(view, QEvent.Type.MouseMove, corners[0], NO_BUTTON, LEFT, PLAIN)
    release(view, corners[1])
    assert window.store.snapshot.selected_words == kept
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert window.store.snapshot.selection == ()
    drag(view, corners)
    assert len(window.store.snapshot.selection) == len(NUMBERS)


def test_a_drag_ends_with_the_tool_that_it_began_with(window):
    view = window.map_view
    corners = box_round(view, NUMBERS)
    before = view.box.viewRange()
    press_and_move(view, corners)
    window.controller.handle(ChooseTool(Tool.PAN))
    release(view, corners[1])
    assert len(window.store.snapshot.selection) == len(NUMBERS)
    assert view.band.boundingRect().width() == 4
    assert view.box.viewRange() == before


@pytest.mark.parametrize(("delta", "share"), [(12_000, 1 / CLOSEST), (-1_000_000, FARTHEST)])
def test_a_storm_of_the_wheel_ends_at_a_limit_and_f_brings_the_map_back(window, delta, share):
    view = window.map_view
    whole = view.frame_now()
    for _ in range(50):
        wheel(view, QPointF(300, 300), delta)
    assert whole.scale / view.frame_now().scale == pytest.approx(share)
    view.fit()
    assert view.frame_now().scale == pytest.approx(whole.scale)
    assert view.frame_now().origin_x == pytest.approx(whole.origin_x)


def test_the_hint_forgets_ctrl_that_is_let_go_elsewhere(window):
    view, hints = window.map_view, []
    view.tool_hint.connect(hints.append)
    plain = "Drag a box to select  ·  Shift adds  ·  Ctrl removes"

    def send(kind, before):
        # Of a modifier's own press and release systems report what was held before.
        QApplication.sendEvent(view, QKeyEvent(kind, Qt.Key.Key_Control, before))
        return hints[-1]

    assert send(QEvent.Type.KeyPress, PLAIN) == "Ctrl: a box takes away from the selection"
    assert send(QEvent.Type.KeyRelease, CTRL) == plain
    assert send(QEvent.Type.KeyPress, PLAIN) != plain
    QApplication.sendEvent(view, QFocusEvent(QEvent.Type.FocusOut))
    assert hints[-1] == plain
