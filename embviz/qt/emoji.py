"""Colour emoji, painted as pictures.

Fonts hold them as pictures of one size. Written as text, in several sizes in one program, they land in wrong
places, vanish where a painter is scaled, and are lost in a PDF.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGlyphRun, QImage, QPainter, QTextLayout

from embviz.qt.fonts import font

_COLOR_TABLES = ("CBDT", "sbix", "COLR", "SVG ")
_PIXELS = 160
_MAY_BE_EMOJI = re.compile(
    # Without control pictures and numbers in circles: ␣ is among them, and stands in every token.
    "[\u203c-\u23ff\u24c2-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0010ffff]"
)


@dataclass(frozen=True, eq=False)
class Emoji:
    """A picture of some text, and how it stands on a line, in sizes of the letters."""

    image: QImage
    width: float
    ascent: float
    height: float

    def paint(self, painter: QPainter, x: float, baseline: float, size: float) -> None:
        """Paint it as if it were text of ``size``."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(x, baseline - self.ascent * size, self.image.width(), self.image.height())
        box.setSize(self.image.size().toSizeF() * (size / _PIXELS))
        painter.drawImage(box, self.image)


def has_color_glyphs(text: str) -> bool:
    """Whether this machine's fonts would write some of the text in colours of their own."""
    # That spares the look at the fonts for nearly every word.
    if text.isascii() or not _MAY_BE_EMOJI.search(text):
        return False
    return any(colored for _, colored in color_runs(text))


@lru_cache(maxsize=2000)
def color_runs(text: str) -> tuple[tuple[str, bool], ...]:
    """Cut the text into pieces, each with whether a font with glyphs in colour writes it."""
    layout = _line(text)
    utf16 = text.encode("utf-16-le", "replace")
    colored = [False] * (len(utf16) // 2)
    flags = (
        QTextLayout.GlyphRunRetrievalFlag.RetrieveStringIndexes
        | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes
    )
    starts: dict[int, bool] = {}
    for run in layout.glyphRuns(0, len(colored), flags):
        starts.update(dict.fromkeys(run.stringIndexes(), _in_color(run)))
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


@lru_cache(maxsize=500)
def emoji(text: str) -> Emoji:
    """Paint text of colour glyphs once and keep the picture."""
    layout = _line(text)
    line = layout.lineAt(0)
    width, height = math.ceil(line.naturalTextWidth()), math.ceil(line.height())
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    layout.draw(painter, QPointF(0, 0))
    painter.end()
    return Emoji(image, line.naturalTextWidth() / _PIXELS, line.ascent() / _PIXELS, height / _PIXELS)


def _line(text: str) -> QTextLayout:
    layout = QTextLayout(text, font(_PIXELS))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout


def _in_color(run: QGlyphRun) -> bool:
    raw = run.rawFont()
    return any(not raw.fontTable(table).isEmpty() for table in _COLOR_TABLES)
