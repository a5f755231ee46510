"""A group's marker outside the map: in lists, headings and menus."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from embviz.qt.fonts import TextMeasure
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.stamps import draw_marker
from embviz.qt.theme import Lengths, Theme

if TYPE_CHECKING:
    from embviz.core.figure import GroupStyle


def paint_glyph(
    painter: QPainter,
    style: GroupStyle,
    theme: Theme,
    x: float,
    y: float,
    radius: float,
    *,
    hollow: bool = False,
) -> None:
    """Paint a group's marker about (x, y), pixels."""
    lengths = Lengths()
    look = Look(theme, _measure(), halo=Halo.NONE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scaled = lengths.scaled(radius / lengths.marker_radius)
    draw_marker(painter, look, scaled, x, y, style.shape, style.color, hollow=hollow)
    painter.restore()


@lru_cache(maxsize=1)
def _measure() -> TextMeasure:
    """What a look has to have; markers measure nothing."""
    return TextMeasure()


def glyph_pixmap(
    style: GroupStyle, theme: Theme, radius: float, ratio: float, *, hollow: bool = False
) -> QPixmap:
    """Picture of a group's marker, just as large as it needs, for a device pixel ratio."""
    side = round(radius * 3.2)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_glyph(painter, style, theme, side / 2, side / 2, radius, hollow=hollow)
    painter.end()
    return picture
