"""Outlines of the eight markers, all about as heavy to the eye as a circle of radius 1."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from embviz.core.figure import Shape


@cache
def unit_outline(shape: Shape) -> QPainterPath:
    """Outline about (0, 0), y down; not to be changed by the caller."""
    path = QPainterPath()
    if shape is Shape.CIRCLE:
        path.addEllipse(QRectF(-1, -1, 2, 2))
    elif shape is Shape.SQUARE:
        path.addRect(QRectF(-0.89, -0.89, 1.78, 1.78))
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in _CORNERS[shape]]))
        path.closeSubpath()
    return path


def outline(shape: Shape, x: float, y: float, radius: float) -> QPainterPath:
    """Outline of a marker of the given radius about (x, y)."""
    return QTransform(radius, 0, 0, radius, x, y).map(unit_outline(shape))


def _around(count: int, radii: tuple[float, ...], start: float) -> tuple[tuple[float, float], ...]:
    """Corners at equal angles, clockwise from ``start`` degrees above the right."""
    corners = []
    for place in range(count):
        angle = math.radians(start - 360 / count * place)
        radius = radii[place % len(radii)]
        corners.append((radius * math.cos(angle), -radius * math.sin(angle)))
    return tuple(corners)


_ARM, _HALF = 1.2, 0.43
_CORNERS: dict[Shape, tuple[tuple[float, float], ...]] = {
    # Triangles stand a little off their centroid, so that they look centred in a ring.
    Shape.TRIANGLE_UP: ((0, -1.27), (1.22, 0.87), (-1.22, 0.87)),
    Shape.TRIANGLE_DOWN: ((0, 1.27), (1.22, -0.87), (-1.22, -0.87)),
    Shape.DIAMOND: ((0, -1.28), (1.28, 0), (0, 1.28), (-1.28, 0)),
    Shape.PLUS: (
        (-_HALF, -_ARM),
        (_HALF, -_ARM),
        (_HALF, -_HALF),
        (_ARM, -_HALF),
        (_ARM, _HALF),
        (_HALF, _HALF),
        (_HALF, _ARM),
        (-_HALF, _ARM),
        (-_HALF, _HALF),
        (-_ARM, _HALF),
        (-_ARM, -_HALF),
        (-_HALF, -_HALF),
    ),
    Shape.STAR: _around(10, (1.42, 0.66), 90),
    Shape.HEXAGON: _around(6, (1.1,), 90),
}
