"""Fixtures of the window's tests."""

from __future__ import annotations

import gc

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from embviz.app import build_window
from embviz.qt.drawing import Drawing
from embviz.qt.fonts import load_fonts
from embviz.qt.intents import SetAnimated
from embviz.qt.jobs import Jobs
from embviz.qt.map_item import MapItem

# pyqtgraph drops mouse moves that come faster than 100 a second, as a test's do.
pg.setConfigOption("mouseRateLimit", -1)


@pytest.fixture(scope="session")
def qapp(qapp):
    """The application, with the program's own fonts."""
    QApplication.setStyle("Fusion")
    load_fonts()
    yield qapp
    # The offscreen clipboard is deleted after Python itself, and what Python put there would then crash.
    QApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def no_surprises(request, monkeypatch):
    """Fail a test in which a dialog opens that it did not ask for, or that leaves a window open."""
    if "qapp" not in request.fixturenames and "qtbot" not in request.fixturenames:
        yield
        return
    opened = []

    def refuse(self, *args, **kwargs):
        opened.append(type(self).__name__)
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(QDialog, "exec", refuse)
    monkeypatch.setattr(QMessageBox, "exec", refuse)
    yield
    assert not opened, f"unexpected dialogs: {opened}"
    application = QApplication.instance()
    if application is not None:
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        left = [widget for widget in application.topLevelWidgets() if widget.isVisible()]
        assert not left, f"windows left open: {left}"


@pytest.fixture(autouse=True)
def drawn_at_once(request, monkeypatch):
    """Draw sentences and docks with the state, and show no frame of the map but that of the present state.

    Else a test that waits for a state would race with the next turn. A test marked ``in_turns`` has all drawn
    as the program does.
    """
    if request.node.get_closest_marker("in_turns") is not None:
        return

    def draw_all(drawing):
        """Take all turns at once."""
        while drawing._draw_next():
            pass

    monkeypatch.setattr(Drawing, "go_on", draw_all)
    paint = MapItem.paint

    def paint_present(item, painter, *args):
        item.paint_aside(painter.device().devicePixelRatioF())  # what was begun
        item.paint_aside(painter.device().devicePixelRatioF())
        paint(item, painter, *args)

    monkeypatch.setattr(MapItem, "paint", paint_present)


@pytest.fixture
def window(qtbot):
    """The program's window on the 48 words, light, 1440 by 900, without moving points."""
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.controller.handle(SetAnimated(False))
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=20_000)
    yield made
    made.close()


@pytest.fixture
def jobs(qapp):
    """A pool of threads that is closed after the test."""
    made = Jobs()
    yield made
    made.close()
