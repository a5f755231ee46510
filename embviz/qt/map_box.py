"""The map's view box: turns mouse events into picks, boxes, loops and pans, in map coordinates."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainterPath

from embviz.core.snapshot import SelectMode, Tool

CLOSEST, FARTHEST = 500.0, 20.0
"""How much closer and farther than the whole map one can go: well before the numbers of a view give out."""

_LARGEST_TURN = 1_200
"""What counts of one turn of the wheel, in eighths of a degree: ten notches."""


def select_mode(modifiers: Qt.KeyboardModifier) -> SelectMode:
    """Shift adds, Ctrl removes, neither replaces."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return SelectMode.ADD
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return SelectMode.REMOVE
    return SelectMode.REPLACE


class MapBox(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """A square-aspect view box without pyqtgraph's own menu and rubber band.

    Signals
    -------
    band_moved
        The box or loop that is being drawn, as a path in scene pixels; an empty path when it is over.
    band_drawn
        A finished box or loop (path in scene pixels) and the `SelectMode` of its modifiers.
    clicked
        A click in scene pixels, with its `SelectMode`.
    hovered
        The pointer in scene pixels, or None when it left.
    zoomed
        The user panned or zoomed; the view no longer refits by itself.
    """

    band_moved = Signal(object)
    band_drawn = Signal(object, object)
    clicked = Signal(object, object)
    hovered = Signal(object)
    zoomed = Signal()

    def __init__(self) -> None:
        super().__init__(lockAspect=True, enableMenu=False)
        self.disableAutoRange()
        self.tool = Tool.SELECT
        self._drawing: Tool | None = None
        self._loop: list[QPointF] = []
        self._whole = 1.0

    def show_whole(self, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
        """Show this part of the map, which is all of it; zooming is measured by its width."""
        self._whole = x_range[1] - x_range[0]
        self.setRange(xRange=x_range, yRange=y_range, padding=0)

    def mouseDragEvent(self, ev: Any, axis: int | None = None) -> None:
        """Left-drag selects (or pans with the Pan tool); middle-drag pans with every tool."""
        ev.accept()
        if ev.isStart() and ev.button() == Qt.MouseButton.LeftButton:
            # A drag ends with the tool that it began with.
            self._drawing = self.tool
        if ev.button() == Qt.MouseButton.MiddleButton or self._drawing is Tool.PAN:
            self._pan(ev)
        elif ev.button() == Qt.MouseButton.LeftButton and self._drawing is not None:
            self._draw_band(ev, self._drawing)
        if ev.isFinish():
            self._drawing = None

    def cancel_band(self) -> bool:
        """Give up the box or loop that is being drawn; False when there is none."""
        if self._drawing not in (Tool.SELECT, Tool.LASSO):
            return False
        self._drawing, self._loop = None, []
        self.band_moved.emit(QPainterPath())
        return True

    def mouseClickEvent(self, ev: Any) -> None:
        """Report a left click; what lies there is the view's business."""
        if ev.button() == Qt.MouseButton.LeftButton:
            ev.accept()
            self.clicked.emit(ev.scenePos(), select_mode(ev.modifiers()))

    def hoverEvent(self, ev: Any) -> None:
        """Report where the pointer is."""
        self.hovered.emit(None if ev.isExit() else ev.scenePos())

    def wheelEvent(self, ev: Any, axis: int | None = None) -> None:
        """Zoom at the cursor, both axes alike."""
        ev.accept()
        (left, right), _ = self.viewRange()
        width = right - left
        turn = min(max(ev.delta(), -_LARGEST_TURN), _LARGEST_TURN)
        wanted = min(max(width * 1.0015**-turn, self._whole / CLOSEST), self._whole * FARTHEST)
        self.scaleBy((wanted / width, wanted / width), center=self.mapSceneToView(ev.scenePos()))
        self.zoomed.emit()

    def _pan(self, ev: Any) -> None:
        here, before = self.mapSceneToView(ev.scenePos()), self.mapSceneToView(ev.lastScenePos())
        self.translateBy(x=before.x() - here.x(), y=before.y() - here.y())
        self.zoomed.emit()

    def _draw_band(self, ev: Any, tool: Tool) -> None:
        if ev.isStart():
            self._loop = [ev.buttonDownScenePos()]
        path = QPainterPath()
        if tool is Tool.LASSO:
            self._loop.append(ev.scenePos())
            path.moveTo(self._loop[0])
            for point in self._loop[1:]:
                path.lineTo(point)
            path.closeSubpath()
        else:
            path.addRect(QRectF(ev.buttonDownScenePos(), ev.scenePos()).normalized())
        if ev.isFinish():
            self._loop = []
            self.band_moved.emit(QPainterPath())
            self.band_drawn.emit(path, select_mode(ev.modifiers()))
        else:
            self.band_moved.emit(path)
