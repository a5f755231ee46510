"""The diverging colour scale of heat strips: brown below 0, teal above, the ground at 0."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QImage

from embviz.core.heat import LEVELS, MISSING_LEVEL, ZERO_LEVEL

if TYPE_CHECKING:
    from embviz.core.heat import UInt8
    from embviz.qt.theme import Theme

_LIGHT = ("#5C3200", "#B06F1C", "#E3C48F", "#F7F7F5", "#9BCFC7", "#23897D", "#003F38")
_DARK = ("#FFD79A", "#D08F3A", "#6B4C24", "#23282E", "#1D5B54", "#33A899", "#A8F5E8")
"""From −limit to +limit at equal steps. Brown and teal stay apart for colour-blind viewers, and what is far
from 0 is far from the ground in lightness too."""


@lru_cache(maxsize=8)
def heat_colors(dark: bool, missing: str) -> tuple[int, ...]:
    """Colours of all levels, as Qt counts them, and of what is missing behind them."""
    stops = [QColor(name) for name in (_DARK if dark else _LIGHT)]
    colors = []
    for level in range(LEVELS):
        place = level / (LEVELS - 1) * (len(stops) - 1)
        at = min(int(place), len(stops) - 2)
        share = place - at
        low, high = stops[at], stops[at + 1]
        parts = [
            round(a + (b - a) * share)
            for a, b in zip(low.getRgb()[:3], high.getRgb()[:3], strict=True)  # type: ignore[index]
        ]
        colors.append(QColor(*parts).rgb())
    colors.append(QColor(missing).rgb())
    return tuple(colors)


def heat_image(levels: UInt8, theme: Theme) -> QImage:
    """Picture of levels (n, w), one pixel each."""
    rows, columns = levels.shape
    image = QImage(columns, rows, QImage.Format.Format_Indexed8)
    image.setColorTable(list(heat_colors(theme.dark, theme.line)))
    for row in range(rows):
        line = image.scanLine(row)
        line[:columns] = levels[row].tobytes()  # type: ignore[index]
    return image


def zero_color(theme: Theme) -> str:
    """Colour of 0."""
    return QColor.fromRgb(heat_colors(theme.dark, theme.line)[ZERO_LEVEL]).name()


__all__ = ["MISSING_LEVEL", "heat_colors", "heat_image", "zero_color"]
