"""Puts panels into docks: two tab groups at the right, words at the left, one column in a narrow window."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMainWindow, QTabBar, QTabWidget, QWidget
from shiboken6 import isValid

from embviz.qt.panels.base import Area, Panel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QMouseEvent

NARROW = 1100
"""Below this width of the window all docks are tabs of one column."""

NARROW_MORE = 200
"""So much more for text that is twice as large; more than three columns need with it."""

LEFT_WIDTH, RIGHT_WIDTH, COLUMN_WIDTH = 228, 360, 330

SMALL, SMALLER = 1360, 20
"""Below this width of the window docks at both sides are so much narrower."""


def _is_narrow(width: int, zoom: float) -> bool:
    return width < NARROW + NARROW_MORE * (zoom - 1)


class DockTitle(QWidget):
    """Title of a dock that stands alone, in the dress of a tab; dragging it moves the dock."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setProperty("role", "dock-title")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        label = QLabel(text)
        label.setProperty("role", "dock-tab")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(label)
        layout.addStretch(1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()  # the dock itself moves

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.ignore()


class _NoTitle(QWidget):
    """Takes no room: a tab or the panel itself says the name already."""

    def sizeHint(self) -> QSize:
        return QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)


class Docks(QObject):
    """The docks of a main window."""

    def __init__(self, window: QMainWindow, panels: Mapping[str, Panel]) -> None:
        # As the window's child its connections end before the window does.
        super().__init__(window)
        self._window = window
        self._panels = panels
        self._narrow: bool | None = None
        self._widths_wait = False
        window.setDockNestingEnabled(True)
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.GroupedDragging
        )
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.docks = {name: self._build(panel) for name, panel in panels.items()}

    def arrange(self, width: int, zoom: float) -> None:
        """Put the docks where they belong in a window of this width; nothing when that is so already.

        Parameters
        ----------
        zoom
            Factor on the size of text: large text needs more room for three columns.
        """
        narrow = _is_narrow(width, zoom)
        if narrow is self._narrow:
            return
        # Docks of a window that was never shown look as if they were closed.
        first = self._narrow is None or not self._window.isVisible()
        self._narrow = narrow
        closed = [] if first else [d for d in self.docks.values() if not d.toggleViewAction().isChecked()]
        self.reset()
        for dock in closed:
            dock.hide()

    def go_to(self, name: str) -> None:
        """Show a dock, before the others of its tabs, and give it the keys."""
        dock = self.docks[name]
        dock.show()
        dock.raise_()
        self._panels[name].setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._panels[name].focusWidget() is None:
            self._panels[name].focusNextChild()

    def keep(self, width: int, zoom: float) -> None:
        """Take the docks as a saved layout has put them; in a window too narrow for it, make one column."""
        self._narrow = _is_narrow(width, zoom)
        if self._narrow and any(self._is_at_left(dock) for dock in self._of(Area.LEFT)):
            self.reset()
            return
        self._widths_wait = False
        self.update_titles()

    def _is_at_left(self, dock: QDockWidget) -> bool:
        at = self._window.dockWidgetArea(dock)
        return at is Qt.DockWidgetArea.LeftDockWidgetArea and not dock.isFloating()

    def reset(self) -> None:
        """Put all docks to their first places."""
        for dock in self.docks.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        if self._narrow:
            self._arrange_narrow()
        else:
            self._arrange_wide()
        for dock in self.docks.values():
            dock.show()
        self._raise_first()
        self.update_titles()
        # Before they are dressed, docks are wider than they need be, and give nothing up.
        self._widths_wait = not self._window.isVisible()

    def take_widths(self) -> None:
        """Give the docks their widths once the window is seen, when all in it wears the style sheet."""
        if self._widths_wait:
            self._widths_wait = False
            self._set_widths()

    @Slot()
    def update_titles(self) -> None:
        """Show a dock's title only where no tab and no heading says it."""
        if not isValid(self._window):
            return  # docks say that they are hidden while their window is being taken down
        for name, dock in self.docks.items():
            tabbed = bool(self._window.tabifiedDockWidgets(dock))
            bare = tabbed or (self._panels[name].area is Area.LEFT and not dock.isFloating())
            if not bare and not self._window.isVisible():
                continue  # it only says what is tabbed once it is seen
            wanted = _NoTitle if bare else DockTitle
            if not isinstance(dock.titleBarWidget(), wanted):
                dock.setTitleBarWidget(_NoTitle() if bare else DockTitle(self._panels[name].title))
        for bar in self._window.findChildren(QTabBar):
            bar.setDrawBase(False)
            bar.setExpanding(False)
            bar.setElideMode(Qt.TextElideMode.ElideNone)

    def _build(self, panel: Panel) -> QDockWidget:
        dock = QDockWidget(panel.title, self._window)
        dock.setObjectName(f"dock-{panel.name}")
        dock.setWidget(panel)
        # Titles that go again when the window is seen would make it higher than it was asked to be.
        dock.setTitleBarWidget(_NoTitle())
        dock.topLevelChanged.connect(self.update_titles)
        dock.dockLocationChanged.connect(self.update_titles)
        dock.visibilityChanged.connect(self.update_titles)
        # A dock behind another tab is not hidden but moved off the window: only this tells.
        dock.visibilityChanged.connect(panel.tell_seen)
        return dock

    def _of(self, area: Area) -> list[QDockWidget]:
        return [self.docks[name] for name, panel in self._panels.items() if panel.area is area]

    def _arrange_wide(self) -> None:
        window, right = self._window, Qt.DockWidgetArea.RightDockWidgetArea
        left_docks = self._of(Area.LEFT)
        for dock in left_docks:
            window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        groups = [group for area in (Area.UPPER_RIGHT, Area.LOWER_RIGHT) if (group := self._of(area))]
        for group in groups:
            window.addDockWidget(right, group[0], Qt.Orientation.Vertical)
            for before, dock in pairwise(group):
                window.tabifyDockWidget(before, dock)
        self._set_widths()
        firsts = [group[0] for group in groups]
        if len(firsts) == 2:
            window.resizeDocks(firsts, [1, 1], Qt.Orientation.Vertical)

    def _arrange_narrow(self) -> None:
        window = self._window
        column = [*self._of(Area.LEFT), *self._of(Area.UPPER_RIGHT), *self._of(Area.LOWER_RIGHT)]
        for dock in column:
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for before, dock in pairwise(column):
            window.tabifyDockWidget(before, dock)
        self._set_widths()

    def _set_widths(self) -> None:
        left = self._of(Area.LEFT)
        right = [*self._of(Area.UPPER_RIGHT)[:1], *self._of(Area.LOWER_RIGHT)[:1]]
        if self._narrow:
            widths = dict.fromkeys([*left, *right][:1], COLUMN_WIDTH)
        else:
            less = SMALLER if self._window.width() < SMALL else 0
            widths = dict.fromkeys(left, LEFT_WIDTH - less) | dict.fromkeys(right, RIGHT_WIDTH - less)
        self._window.resizeDocks(list(widths), list(widths.values()), Qt.Orientation.Horizontal)

    def _raise_first(self) -> None:
        for area in (Area.LEFT, Area.LOWER_RIGHT, Area.UPPER_RIGHT):
            docks = self._of(area)
            if docks:
                docks[0].raise_()
