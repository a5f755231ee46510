"""Text of any size, also a broken number of pixels, and with colour emoji."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPainter

from embviz.qt.emoji import color_runs, emoji, has_color_glyphs
from embviz.qt.fonts import font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from embviz.core.page import Weight
    from embviz.qt.painter.look import Look


_AROUND = tuple(
    (reach * math.cos(turn * math.pi / 4), reach * math.sin(turn * math.pi / 4))
    for reach, turns in ((1.0, range(8)), (0.5, range(0, 8, 2)))
    for turn in turns
)


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
    for left, part, colored in _parts(look, x, text, size, weight):
        if colored:
            emoji(part).paint(painter, left, baseline, size)
        else:
            painter.setPen(QColor(color))
            _draw_plain(painter, left, baseline, part, size, weight)


def draw_edge(
    painter: QPainter,
    look: Look,
    x: float,
    baseline: float,
    text: str,
    size: float,
    weight: Weight,
    color: str,
    width: float,
) -> None:
    """Draw an edge of ``width`` about the letters, for text to be written over it; for devices with dots."""
    painter.setPen(QColor(color))
    for left, part, colored in _parts(look, x, text, size, weight):
        if not colored:
            # The same letters all around take a sixth of the time that stroking their outlines takes.
            for right, down in _AROUND:
                _draw_plain(painter, left + right * width, baseline + down * width, part, size, weight)


def _parts(look: Look, x: float, text: str, size: float, weight: Weight) -> Iterator[tuple[float, str, bool]]:
    """Left ends and pieces of the text, each with whether it is to be painted as a picture."""
    if not (look.color_glyphs_as_images and has_color_glyphs(text)):
        yield x, text, False
        return
    for part, colored in color_runs(text):
        yield x, part, colored
        x += look.measure.width(part, size, weight)


def _draw_plain(painter: QPainter, x: float, baseline: float, text: str, size: float, weight: Weight) -> None:
    # Qt rounds sizes of fonts to whole pixels; the rest is made up by the painter's scale.
    whole = max(1, round(size))
    painter.setFont(_shared_font(whole, weight))
    if abs(size / whole - 1) < 2e-3:
        painter.drawText(QPointF(x, baseline), text)
        return
    painter.save()
    painter.translate(x, baseline)
    painter.scale(size / whole, size / whole)
    painter.drawText(QPointF(0, 0), text)
    painter.restore()


@lru_cache(maxsize=200)
def _shared_font(pixels: int, weight: Weight) -> QFont:
    return font(pixels, weight)
