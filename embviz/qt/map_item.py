"""The two graphics items of the map: the plot itself, and the box or loop that is being drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from embviz.qt.painter import ScreenPainter

if TYPE_CHECKING:
    from embviz.core.figure import PlotDescription, PlotFrame
    from embviz.qt.theme import Theme


PATIENCE = 0.004
"""Seconds of a frame in which new labels are made."""


class MapItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Paints a plot description in scene pixels, with the one painter of all figures.

    Signals
    -------
    painted
        A frame with a plot in it has been painted.
    """

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.plot: PlotDescription | None = None
        self.frame: PlotFrame | None = None
        self.screen = ScreenPainter()
        self._theme: Theme | None = None
        self._factor = 1.0
        self._bounds = QRectF()

    def set_look(self, theme: Theme, factor: float) -> None:
        """Take new colours, or another factor on all lengths."""
        self._theme, self._factor = theme, factor
        self.update()

    def set_bounds(self, bounds: QRectF) -> None:
        """Take the size of the view, scene pixels."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def show_plot(self, plot: PlotDescription | None, frame: PlotFrame | None) -> None:
        """Draw this plot from now on."""
        self.plot, self.frame = plot, frame
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole view."""
        return self._bounds

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Paint plot and axes."""
        plot, frame, theme = self.plot, self.frame, self._theme
        if plot is None or frame is None or theme is None:
            return
        complete = self.screen.paint_plot(painter, plot, frame, theme, factor=self._factor, patience=PATIENCE)
        if not complete:
            # Making two thousand labels takes longer than a frame: the others come with the next ones.
            self.update()
        self.screen.paint_axes(painter, plot.axes, frame, theme, factor=self._factor)
        self.painted.emit()


class BandItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The box or loop under the pointer while it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(10)
        self._path = QPainterPath()
        self._color = QColor()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._color = QColor(theme.accent)
        self.update()

    def show_path(self, path: QPainterPath) -> None:
        """Draw this path, scene pixels; an empty one for nothing."""
        self.prepareGeometryChange()
        self._path = path
        self.update()

    def boundingRect(self) -> QRectF:
        """The path and its line."""
        return self._path.boundingRect().adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Paint the path, filled faintly."""
        if self._path.isEmpty():
            return
        fill = QColor(self._color)
        fill.setAlphaF(0.10)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._color, 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(fill)
        painter.drawPath(self._path)
