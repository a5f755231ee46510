"""Figures as PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter

from embviz.core.figure_options import MM_PER_INCH
from embviz.errors import EmbvizError
from embviz.qt.fonts import TextMeasure
from embviz.qt.offscreen import offscreen_application
from embviz.qt.painter import Halo, paint_figure

if TYPE_CHECKING:
    from embviz.core.page import Figure

MOST_DOTS = 300_000_000
"""A picture of so many takes 1.2 GB while it is painted."""


def image_of(figure: Figure) -> QImage:
    """Paint a figure as a picture of its own resolution, which the picture knows.

    Raises
    ------
    EmbvizError
        ``too-large``: more dots than `MOST_DOTS`, or than memory holds.
    """
    application = offscreen_application()
    width = max(1, round(figure.width_mm / MM_PER_INCH * figure.dots_per_inch))
    height = max(1, round(figure.height_mm / MM_PER_INCH * figure.dots_per_inch))
    image = QImage()
    if width * height <= MOST_DOTS:
        kind = QImage.Format.Format_ARGB32_Premultiplied if figure.transparent else QImage.Format.Format_RGB32
        image = QImage(width, height, kind)
    if image.isNull():
        raise EmbvizError(
            f"A picture of {width:,} × {height:,} dots is too large.",
            code="too-large",
            hint="Choose fewer dots per inch, or write an SVG or a PDF.",
        )
    per_metre = round(figure.dots_per_inch / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(per_metre)
    image.setDotsPerMeterY(per_metre)
    image.fill(Qt.GlobalColor.transparent)
    if figure.title:
        image.setText("Title", figure.title)
    if figure.description:
        image.setText("Description", figure.description)
    image.setText("Software", "embviz")
    painter = QPainter(image)
    # Painted in dots, not scaled: colour emoji are pictures, and lines one dot wide stay sharp.
    paint_figure(
        painter, figure, scale=width / figure.width, measure=TextMeasure(), halo=Halo.OUTLINE, dots=True
    )
    painter.end()
    del application
    return image


def render(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG file; raises as :func:`image_of`."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image_of(figure))
    return bytes(buffer.data().data())
