"""Text of any size, also a broken number of pixels, and with colour emoji."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QGlyphRun, QImage, QPainter, QPainterPath, QTextLayout, QTransform

from embviz.qt.fonts import font

if TYPE_CHECKING:
    from embviz.core.page import Weight
    from embviz.qt.painter.look import Look

_COLOR_TABLES = ("CBDT", "sbix", "COLR", "SVG ")
_FIRST_EMOJI = 0x203C
_IMAGE_PIXELS = 160


def draw_text(
    painter: QPainter,
    look: Look,
    x: float,
    baseline: float,
    text: str,
    size: float,
    weight: Weight,
    color: str,
) -> None:
    """Write one line of text, its left end at x; x, baseline and size in device units."""
    painter.setPen(QColor(color))
    if look.color_glyphs_as_images and has_color_glyphs(text):
        for part, colored in color_runs(text):
            if colored:
                _draw_as_image(painter, x, baseline, part, size, weight)
            else:
                _draw_plain(painter, x, baseline, part, size, weight)
            x += look.measure.width(part, size, weight)
    else:
        _draw_plain(painter, x, baseline, text, size, weight)


def draw_edge(
    painter: QPainter,
    x: float,
    baseline: float,
    text: str,
    size: float,
    weight: Weight,
    color: str,
    width: float,
) -> None:
    """Draw an edge of ``width`` on each side of the letters' outlines, for text to be written over it."""
    whole = max(1, round(size))
    path = QPainterPath()
    path.addText(QPointF(0, 0), font(whole, weight), text)
    factor = size / whole
    pen = painter.pen()
    pen.setStyle(Qt.PenStyle.SolidLine)
    pen.setColor(QColor(color))
    pen.setWidthF(2 * width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(QTransform(factor, 0, 0, factor, x, baseline).map(path), pen)


def _draw_plain(painter: QPainter, x: float, baseline: float, text: str, size: float, weight: Weight) -> None:
    # Qt rounds sizes of fonts to whole pixels; the rest is made up by the painter's scale, but colour
    # emoji are pictures of fixed sizes, which some devices do not paint when they are scaled.
    whole = max(1, round(size))
    painter.setFont(_shared_font(whole, weight))
    if abs(size / whole - 1) < 2e-3 or has_color_glyphs(text):
        painter.drawText(QPointF(x, baseline), text)
        return
    painter.save()
    painter.translate(x, baseline)
    painter.scale(size / whole, size / whole)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


def _draw_as_image(
    painter: QPainter, x: float, baseline: float, text: str, size: float, weight: Weight
) -> None:
    layout = QTextLayout(text, font(_IMAGE_PIXELS, weight))
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    width, height = math.ceil(line.naturalTextWidth()), math.ceil(line.height())
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    inside = QPainter(image)
    layout.draw(inside, QPointF(0, 0))
    inside.end()
    factor = size / _IMAGE_PIXELS
    corner = QPointF(x, baseline - line.ascent() * factor)
    painter.drawImage(QRectF(corner, QSizeF(width * factor, height * factor)), image)


@lru_cache(maxsize=200)
def _shared_font(pixels: int, weight: Weight) -> QFont:
    return font(pixels, weight)


def has_color_glyphs(text: str) -> bool:
    """Whether this machine's fonts would write some of the text in colours of their own."""
    # Nothing below U+203C has an emoji of its own; that spares the look at the fonts for nearly every word.
    if all(ord(character) < _FIRST_EMOJI for character in text):
        return False
    return any(colored for _, colored in color_runs(text))


@lru_cache(maxsize=2000)
def color_runs(text: str) -> tuple[tuple[str, bool], ...]:
    """Cut the text into pieces, each with whether a font with glyphs in colour writes it."""
    layout = QTextLayout(text, font(_IMAGE_PIXELS))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    utf16 = text.encode("utf-16-le")
    colored = [False] * (len(utf16) // 2)
    flags = (
        QTextLayout.GlyphRunRetrievalFlag.RetrieveStringIndexes
        | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes
    )
    starts: dict[int, bool] = {}
    for run in layout.glyphRuns(0, len(colored), flags):
        in_color = _in_color(run)
        starts.update(dict.fromkeys(run.stringIndexes(), in_color))
    # A glyph stands for all characters up to the start of the next one.
    current = False
    for place in range(len(colored)):
        current = starts.get(place, current)
        colored[place] = current
    pieces: list[tuple[str, bool]] = []
    start = 0
    for place in range(1, len(colored) + 1):
        if place == len(colored) or colored[place] != colored[start]:
            pieces.append((utf16[2 * start : 2 * place].decode("utf-16-le", "replace"), colored[start]))
            start = place
    return tuple(pieces)


def _in_color(run: QGlyphRun) -> bool:
    raw = run.rawFont()
    return any(not raw.fontTable(table).isEmpty() for table in _COLOR_TABLES)
