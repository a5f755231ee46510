"""What the colours of a heat strip mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.heat import LEVELS
from embviz.core.quantities import measured
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.heat_colors import heat_image

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_BAR = 110.0


class HeatLegend(QWidget):
    """The scale from −limit to +limit, and a few words at its right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self._limit: float | None = None
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_limit(self, limit: float | None, text: str) -> None:
        """Show another scale; None for none."""
        self._limit, self.text = limit, text
        if limit is not None:
            self.setAccessibleName(f"Colours from −{measured(limit)} to {measured(limit)}")
            self.setToolTip(
                f"Brown is below 0, teal above. The scale ends at ±{measured(limit)}; one in a hundred "
                "numbers lies beyond. Where numbers share a column of dots, the largest in size is shown."
            )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(24 * self._zoom))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._limit is None:
            return
        painter = QPainter(self)
        zoom, theme = self._zoom, self._theme
        size = round(11 * zoom)
        painter.setFont(font(size, tabular=True))
        painter.setPen(QColor(theme.second))
        base = self.height() / 2 + 4 * zoom
        low, high = f"−{measured(self._limit)}", f"+{measured(self._limit)}"
        left = 14.0
        painter.drawText(QPointF(left, base), low)
        left += self._measure.width(low, size) + 6
        bar = QRectF(left, self.height() / 2 - 4 * zoom, _BAR * zoom, 8 * zoom)
        painter.drawImage(bar, heat_image(np.arange(LEVELS, dtype=np.uint8)[None, :], theme))
        painter.fillRect(QRectF(bar.center().x() - 0.5, bar.bottom(), 1, 3), QColor(theme.third))
        painter.drawText(QPointF(bar.right() + 6, base), high)
        after = bar.right() + 6 + self._measure.width(high, size) + 10
        text = self._measure.elide(self.text, size, self.width() - 14 - after)
        painter.setPen(QColor(theme.third))
        painter.drawText(QPointF(self.width() - 14 - self._measure.width(text, size), base), text)
        painter.end()
