"""Figures as PDF: the page is the figure, fonts are embedded, text can be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QColor, QPageSize, QPainter, QPdfWriter

from embviz.core.figure_options import MM_PER_INCH
from embviz.qt.fonts import TextMeasure
from embviz.qt.offscreen import offscreen_application
from embviz.qt.painter import Halo, paint_figure
from embviz.qt.theme import THEMES

if TYPE_CHECKING:
    from embviz.core.page import Figure

UNITS_PER_POINT = 20
POINTS_PER_INCH = 72


def render(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PDF file.

    Qt makes pages of whole points, so the page is up to half a point wider or narrower than the figure asks.
    """
    application = offscreen_application()
    width = max(1, round(figure.width_mm / MM_PER_INCH * POINTS_PER_INCH))
    height = max(1, round(figure.height_mm / MM_PER_INCH * POINTS_PER_INCH))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNITS_PER_POINT * POINTS_PER_INCH)
    size = QPageSize(
        QSizeF(width, height), QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch
    )
    writer.setPageSize(size)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(figure.title or "Map of words")
    writer.setCreator("embviz")
    painter = QPainter(writer)
    if not figure.transparent:
        ground = QColor(THEMES[figure.theme].map)
        painter.fillRect(0, 0, width * UNITS_PER_POINT, height * UNITS_PER_POINT, ground)
    scale = UNITS_PER_POINT * min(width / figure.width, height / figure.height)
    paint_figure(painter, figure, scale=scale, measure=TextMeasure(), halo=Halo.BOX)
    painter.end()
    del application
    return bytes(buffer.data().data())
