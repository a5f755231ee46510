"""The plain way to paint a plot's words: shape by shape, for paper and for few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.figure import Float64, Points, Shape
from embviz.qt.painter.stamps import draw_label, draw_marker, draw_rings, draw_selection

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from embviz.qt.painter.look import Look
    from embviz.qt.painter.pieces import Piece
    from embviz.qt.theme import Lengths


class ShapeStamps:
    """Paints each thing anew; the device decides what becomes of the shapes."""

    def __init__(self, look: Look, lengths: Lengths) -> None:
        self._look = look
        self._lengths = lengths

    def rings(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint half rings and selection rings of the points at ``places``."""
        look, lengths = self._look, self._lengths
        for place in places.tolist():
            x, y = map(float, pixels[place])
            upper, lower = float(points.false_share[place]), float(points.missing_share[place])
            draw_rings(painter, look, lengths, x, y, upper, lower)
            if points.selected[place]:
                draw_selection(painter, look, lengths, x, y)

    def markers(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint markers of the points at ``places``."""
        for place in places.tolist():
            x, y = map(float, pixels[place])
            shape, color = Shape(int(points.shapes[place])), int(points.colors[place])
            hollow = bool(points.hollow[place])
            draw_marker(painter, self._look, self._lengths, x, y, shape, color, hollow=hollow)

    def labels(self, painter: QPainter, points: Points, places: Piece, centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        for place in places.tolist():
            x, y = map(float, centers[place])
            text, color = points.texts[place], int(points.colors[place])
            selected = bool(points.selected[place])
            draw_label(painter, self._look, self._lengths, x, y, text, color, selected=selected)
