"""One journey through the real window: an expression is typed, worked out and drawn, and the map goes on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from embviz.app import build_window
from embviz.core.figure import Overlay
from tests.qt.driving import click, move, place_of


@pytest.fixture
def window(qtbot):
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=30_000)
    yield made
    made.close()


def test_an_expression_is_typed_worked_out_and_drawn(qtbot, window):
    view = window.map_view
    window.perform("analogy", "arithmetic")
    line = window.panels["analogy"].page.expression
    assert line.hasFocus()
    QTest.keyClicks(line, "prince - man + woman = princess")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(view.plot.overlay, Overlay), timeout=30_000)
    assert line.text() == "prince - man + woman"
    assert window.panels["analogy"].page.expected.text() == "princess"
    overlay = view.plot.overlay
    assert overlay.note.replace("\u00a0", " ") == "only 12 % of this offset lies in the plane"
    lit = {t for t, faded in zip(view.plot.points.texts, view.plot.points.faded, strict=True) if not faded}
    assert lit == {"prince", "princess", "man", "woman"}
    # Another word can be looked at meanwhile: nothing is faded then, and the arrows stay.
    click(view, place_of(view, "one"))
    move(view, QPointF(2, 2))
    assert [word.text for word in window.store.snapshot.selected_words] == ["one"]
    assert not view.plot.points.faded.any()
    assert view.plot.overlay is overlay
    QTest.mouseClick(window.panels["analogy"].page._draw, Qt.MouseButton.LeftButton)
    assert view.plot.overlay is None
