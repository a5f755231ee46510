"""The plain way to paint a plot's words: shape by shape, for paper and for few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.figure import Float64, Points, Shape
from embviz.qt.painter.stamps import draw_label, draw_marker, draw_rings, draw_selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths


class ShapeStamps:
    """Paints each thing anew; the device decides what becomes of the shapes."""

    def __init__(self, look: Look, lengths: Lengths) -> None:
        self._look = look
        self._lengths = lengths

    def marks(self, painter: QPainter, points: Points, places: Sequence[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""
        look, lengths = self._look, self._lengths
        for place in places:
            x, y = map(float, pixels[place])
            draw_rings(
                painter,
                look,
                lengths,
                x,
                y,
                float(points.false_share[place]),
                float(points.missing_share[place]),
            )
            if points.selected[place]:
                draw_selection(painter, look, lengths, x, y)
        for place in places:
            x, y = map(float, pixels[place])
            shape, color = Shape(int(points.shapes[place])), int(points.colors[place])
            draw_marker(painter, look, lengths, x, y, shape, color, hollow=bool(points.hollow[place]))

    def labels(self, painter: QPainter, points: Points, places: Sequence[int], centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        look, lengths = self._look, self._lengths
        for place in places:
            x, y = map(float, centers[place])
            draw_label(
                painter,
                look,
                lengths,
                x,
                y,
                points.texts[place],
                int(points.colors[place]),
                selected=bool(points.selected[place]),
            )
