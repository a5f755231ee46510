"""One row of numbers as a strip of colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.heat import folded, levels
from embviz.qt.heat_colors import heat_image

if TYPE_CHECKING:
    from embviz.core.rows import Float32
    from embviz.qt.theme import Theme


def paint_strip(painter: QPainter, rect: QRectF, values: Float32, limit: float, theme: Theme) -> None:
    """Paint a row of numbers into a place, a column for each dot of the screen at most."""
    columns = max(1, round(rect.width() * painter.device().devicePixelRatioF()))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(rect, heat_image(levels(folded(values, columns), limit)[None, :], theme))


class HeatStrip(QWidget):
    """A strip as wide as there is room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 1.0
        self._values: Float32 | None = None
        self._limit = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_values(self, values: Float32, limit: float, name: str) -> None:
        """Show other numbers, with a name for those who cannot see them."""
        self._values, self._limit = values, limit
        self.setAccessibleName(name)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(14 * self._zoom))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._values is None:
            return
        painter = QPainter(self)
        paint_strip(painter, QRectF(self.rect()), self._values, self._limit, self._theme)
        painter.end()
