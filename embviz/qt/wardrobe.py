"""Dresses the window: one style sheet, worn by each of its children.

A sheet of the whole application, or of the window itself, makes Qt look at every widget again in one go when
the theme changes, which takes longer than a frame. Worn by the window's children (tool bars, docks, tab bars,
dialogs, …) it can be changed one child at a time, with the event loop in between.

What has no parent in the window wears nothing, and a child has no sheet of its own beside this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QMainWindow, QProxyStyle, QStyle, QWidget
from shiboken6 import isValid

from embviz.qt.style import SEPARATOR_WIDTH, style_sheet

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtWidgets import QStyleOption

    from embviz.qt.courtesy import Courtesy
    from embviz.qt.theme import Theme
    from embviz.qt.turns import Turns

_REASON = "looks"


class FrameStyle(QProxyStyle):
    """Fusion with lines between docks as thin as all others; for the window itself, which wears no sheet."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric is QStyle.PixelMetric.PM_DockWidgetSeparatorExtent:
            return SEPARATOR_WIDTH
        return super().pixelMetric(metric, option, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element is not QStyle.PrimitiveElement.PE_IndicatorDockWidgetResizeHandle:
            super().drawPrimitive(element, option, painter, widget)
            return
        pointed_at = bool(option.state & QStyle.StateFlag.State_MouseOver)
        palette = QGuiApplication.palette()
        painter.fillRect(option.rect, palette.accent() if pointed_at else palette.mid())


class Wardrobe(QObject):
    """Keeps the children of a window in the sheet of the present theme and size of type.

    Signals
    -------
    changed
        All children wear the new sheet, and can be drawn in the new colours.
    """

    changed = Signal()

    def __init__(
        self, window: QMainWindow, theme: Theme, zoom: float, courtesy: Courtesy, turns: Turns
    ) -> None:
        super().__init__(window)
        self._window, self._courtesy, self._turns = window, courtesy, turns
        self._sheet = style_sheet(theme, zoom)
        self._steps = _nothing()
        self._changing = False
        # Qt leaves a style to whoever made it.
        self._frame_style = FrameStyle("Fusion")
        window.setStyle(self._frame_style)

    def dress(self, widget: QWidget) -> None:
        """Put the present sheet on a child of the window, unless it wears it."""
        if widget.styleSheet() != self._sheet:
            widget.setStyleSheet(self._sheet)

    def change(self, theme: Theme, zoom: float) -> None:
        """Begin to put another sheet on all children; each keeps its old looks until all wear it."""
        self._steps.close()
        self._sheet = style_sheet(theme, zoom)
        children = [child for child in self._window.children() if isinstance(child, QWidget)]
        # Docks that were torn off and put together lie in another window, each in the sheet it came with.
        inside = [widget for child in children for widget in child.findChildren(QWidget)]
        apart = [widget for widget in inside if widget.styleSheet()]
        # Windows of their own, such as dialogs, are few and small enough to change before one's eyes.
        inner = [child for child in children if not child.isWindow()]
        for child in inner:
            child.setUpdatesEnabled(False)
        self._steps = self._redress([*children, *apart], inner)
        next(self._steps)
        self._go_on()

    @property
    def changing(self) -> bool:
        """Whether some children do not wear the new sheet yet."""
        return self._changing

    def _redress(self, children: list[QWidget], frozen: list[QWidget]) -> Generator[bool, None, None]:
        """Take a step a turn; gives True as long as there is another."""
        try:
            yield True
            for child in filter(isValid, children):
                self.dress(child)
                yield True
            self.changed.emit()
            yield True
            while frozen:
                _thaw(frozen.pop(0))
                yield True
        finally:
            # Another change began in the middle, or something broke: nothing may stay frozen.
            for child in frozen:
                _thaw(child)

    def _take_turn(self) -> None:
        self._changing = False  # a step that breaks is the last
        more = False
        try:
            more = next(self._steps, False)
        finally:
            if more:
                self._go_on()
            else:
                self._courtesy.end(_REASON)

    def _go_on(self) -> None:
        self._changing = True
        self._courtesy.begin(_REASON)
        self._turns.ask(self._take_turn)


def _nothing() -> Generator[bool, None, None]:
    yield False


def _thaw(widget: QWidget) -> None:
    if isValid(widget):
        widget.setUpdatesEnabled(True)
