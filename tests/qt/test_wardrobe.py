"""The sheet that the window's children wear."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QDockWidget, QLabel, QMainWindow, QTabBar, QVBoxLayout, QWidget

from embviz.qt.courtesy import Courtesy
from embviz.qt.style import style_sheet
from embviz.qt.theme import DARK, LIGHT, application_palette
from embviz.qt.turns import Turns
from embviz.qt.wardrobe import Wardrobe


class Window(QMainWindow):
    """A window that dresses what comes into it, as the program's does."""

    def __init__(self):
        super().__init__()
        self.courtesy = Courtesy()
        self.wardrobe = Wardrobe(self, LIGHT, 1.0, self.courtesy, Turns(self))

    def childEvent(self, event):
        super().childEvent(event)
        if event.type() is QEvent.Type.ChildPolished and event.child().isWidgetType():
            self.wardrobe.dress(event.child())


@pytest.fixture
def window(qtbot):
    made = Window()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.setCentralWidget(QLabel("middle"))
    for area, name in (
        (Qt.DockWidgetArea.LeftDockWidgetArea, "l"),
        (Qt.DockWidgetArea.RightDockWidgetArea, "r"),
    ):
        dock = QDockWidget(name, made)
        dock.setWidget(QLabel(name))
        made.addDockWidget(area, dock)
    made.show()
    qtbot.waitExposed(made)
    return made


def inner(window):
    return [window.centralWidget(), *window.findChildren(QDockWidget)]


def test_what_comes_into_the_window_is_dressed_once_it_is_shown(window):
    assert {child.styleSheet() for child in inner(window)} == {style_sheet(LIGHT)}


def test_a_dialog_is_dressed_before_it_is_seen(qtbot, window):
    dialog = QDialog(window)
    label = QLabel("words")
    label.setProperty("role", "heading")
    QVBoxLayout(dialog).addWidget(label)
    dialog.show()
    assert dialog.styleSheet() == style_sheet(LIGHT)
    label.ensurePolished()
    assert label.font().pixelSize() == 19
    dialog.close()


@pytest.mark.parametrize("breaks", [False, True])
def test_workers_rest_until_all_children_are_dressed_or_a_step_breaks(qtbot, window, monkeypatch, breaks):
    assert window.courtesy._free.is_set()
    window.wardrobe.change(DARK, 1.0)
    assert not window.courtesy._free.is_set()
    if breaks:
        monkeypatch.setattr(window.wardrobe, "dress", lambda _child: 1 / 0)
        with qtbot.captureExceptions() as caught:
            qtbot.waitUntil(lambda: bool(caught))
        assert caught[0][0] is ZeroDivisionError
    qtbot.waitUntil(lambda: not window.wardrobe.changing)
    assert window.courtesy._free.is_set()


def test_a_change_reaches_all_children_one_at_a_time_and_nothing_is_seen_of_it_before(qtbot, window):
    told = []
    window.wardrobe.changed.connect(lambda: told.append([child.updatesEnabled() for child in inner(window)]))
    window.wardrobe.change(DARK, 1.25)
    assert window.wardrobe.changing
    new = style_sheet(DARK, 1.25)
    assert new not in {child.styleSheet() for child in inner(window)}
    window.wardrobe._take_turn()
    worn = [child.styleSheet() == new for child in window.children() if child.isWidgetType()]
    assert sum(worn) == 1
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=10_000)
    assert {child.styleSheet() for child in inner(window)} == {style_sheet(DARK, 1.25)}
    assert told == [[False] * 3]
    assert all(child.updatesEnabled() for child in inner(window))


def test_the_last_of_several_quick_changes_stays(qtbot, window):
    told = []
    window.wardrobe.changed.connect(lambda: told.append(1))
    for theme in (DARK, LIGHT, DARK):
        window.wardrobe.change(theme, 1.0)
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=10_000)
    assert {child.styleSheet() for child in inner(window)} == {style_sheet(DARK)}
    assert told == [1]
    assert all(child.updatesEnabled() for child in inner(window))


def test_a_child_that_goes_in_the_middle_of_a_change_is_left_alone(qtbot, window):
    window.wardrobe.change(DARK, 1.0)
    first, *others = window.findChildren(QDockWidget)
    first.setParent(None)
    first.deleteLater()
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=10_000)
    assert {child.styleSheet() for child in others} == {style_sheet(DARK)}


def test_the_line_between_docks_is_one_pixel_in_the_themes_colour(qtbot, window, qapp):
    before = qapp.palette()
    try:
        qapp.setPalette(application_palette(LIGHT))
        left = min(window.findChildren(QDockWidget), key=lambda dock: dock.x())
        picture = window.grab().toImage()
        ratio = picture.devicePixelRatio()
        colors = [
            picture.pixelColor(round(x * ratio), round(150 * ratio)).name().upper()
            for x in range(left.geometry().right() + 1, window.centralWidget().x())
        ]
        assert colors == [QColor(LIGHT.line).name().upper()]
    finally:
        qapp.setPalette(before)


def test_a_child_that_cannot_be_dressed_leaves_nothing_frozen(qtbot, window, monkeypatch):
    def breaks(_widget):
        raise ValueError("broken")

    window.wardrobe.change(DARK, 1.0)
    monkeypatch.setattr(window.wardrobe, "dress", breaks)
    with pytest.raises(ValueError, match="broken"):
        window.wardrobe._take_turn()
    assert not window.wardrobe.changing
    assert all(child.updatesEnabled() for child in inner(window))


def test_a_dock_that_is_torn_off_in_the_middle_of_a_change_is_not_left_frozen(qtbot, window):
    dock = window.findChildren(QDockWidget)[0]
    window.wardrobe.change(DARK, 1.0)
    dock.setFloating(True)
    window.wardrobe.change(LIGHT, 1.0)
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=10_000)
    assert dock.updatesEnabled()
    dock.setFloating(False)


def test_docks_that_lie_together_in_another_window_change_too(qtbot, window):
    together = QWidget(window)
    dock, bar = window.findChildren(QDockWidget)[0], QTabBar(window)
    together.show()
    bar.show()
    assert bar.styleSheet() == style_sheet(LIGHT)
    dock.setParent(together)
    bar.setParent(together)
    window.wardrobe.change(DARK, 1.0)
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=10_000)
    assert {widget.styleSheet() for widget in (together, dock, bar)} == {style_sheet(DARK)}
