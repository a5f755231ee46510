"""The two graphics items of the map: the plot itself, and the box or loop that is being drawn over it."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from embviz.qt.painter import ScreenPainter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from embviz.core.figure import PlotDescription, PlotFrame
    from embviz.qt.theme import Theme


PATIENCE = 0.004
"""Seconds of a frame in which new labels are made."""


class _Frame(NamedTuple):
    """A painted frame, and which state it shows; None where some labels are not painted yet."""

    pixmap: QPixmap
    ratio: float
    shows: int | None
    has_points: bool


class MapItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Paints a plot description in scene pixels, with the one painter of all figures.

    A frame is painted aside, a part at a time, and then shown as one picture, which stays until the next one
    is ready: so a frame of very many words holds nobody up, and what moves over the map, a card or the box
    under the pointer, costs no new frame.

    Signals
    -------
    stale
        A new frame is wanted; the view says when it is painted, by calling `paint_aside`.
    painted
        A frame with points in it has been shown.
    """

    stale = Signal()
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
        self._ready: _Frame | None = None
        self._parts: Iterator[None] | None = None
        self._wanted = 0  # counts changes

    def set_look(self, theme: Theme, factor: float) -> None:
        """Take new colours, or another factor on all lengths."""
        self._theme, self._factor = theme, factor
        self._change()

    def set_bounds(self, bounds: QRectF) -> None:
        """Take the size of the view, scene pixels."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
            self._change()

    def show_plot(self, plot: PlotDescription | None, frame: PlotFrame | None) -> None:
        """Draw this plot from now on."""
        self.plot, self.frame = plot, frame
        if plot is None:
            self._ready = self._parts = None
        self._change()

    def boundingRect(self) -> QRectF:
        """The whole view."""
        return self._bounds

    def paint_aside(self, ratio: float, seconds: float = math.inf) -> bool:
        """Go on with the next frame; True when it is ready, or there is none to paint.

        A frame that was begun is finished before one with later changes, or none would be through while
        changes come fast.

        Parameters
        ----------
        ratio
            Dots of the screen for each pixel.
        seconds
            After this time the rest waits for the next call.
        """
        end = time.perf_counter() + seconds
        if self._parts is None and not self._is_current(ratio):
            self._parts = self._paint_parts(ratio)
        for _ in self._parts or ():
            if time.perf_counter() > end:
                return False
        self._parts = None
        if not self._is_current(ratio):
            self.stale.emit()
        return True

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Show the frame that is ready; after a change it is the old one for a moment."""
        if not self._is_current(painter.device().devicePixelRatioF()):
            self.stale.emit()
        if self._ready is not None:
            painter.drawPixmap(0, 0, self._ready.pixmap)
            if self._ready.has_points:
                self.painted.emit()

    def _change(self) -> None:
        self._wanted += 1
        self.stale.emit()

    def _is_current(self, ratio: float) -> bool:
        """Whether the frame that is ready shows the present state, or there is nothing to show."""
        ready = self._ready
        if self.plot is None or self.frame is None or self._theme is None or self._bounds.isEmpty():
            return True
        return ready is not None and (ready.shows, ready.ratio) == (self._wanted, ratio)

    def _paint_parts(self, ratio: float) -> Iterator[None]:
        """Paint a frame of the present state and make it the one that is ready."""
        plot, frame, theme = self.plot, self.frame, self._theme
        assert plot is not None
        assert frame is not None
        assert theme is not None
        bounds, shows = self._bounds, self._wanted
        pixmap = QPixmap(math.ceil(bounds.width() * ratio), math.ceil(bounds.height() * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(theme.map))
        factor = self._factor
        painter = QPainter(pixmap)
        try:
            complete = yield from self.screen.plot_parts(
                painter, plot, frame, theme, factor=factor, patience=PATIENCE
            )
            self.screen.paint_axes(painter, plot.axes, frame, theme, factor=factor)
        finally:
            painter.end()
        # Making two thousand labels takes longer than a frame: the others come with the next ones.
        self._ready = _Frame(pixmap, ratio, shows if complete else None, has_points=bool(len(plot.points)))


class BandItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """The box or loop under the pointer while it is drawn.

    Signals
    -------
    stale
        A new frame is wanted.
    """

    stale = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(10)
        self._path = QPainterPath()
        self._color = QColor()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._color = QColor(theme.accent)
        self.stale.emit()

    def show_path(self, path: QPainterPath) -> None:
        """Draw this path, scene pixels; an empty one for nothing."""
        self.prepareGeometryChange()
        self._path = path
        self.stale.emit()

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
