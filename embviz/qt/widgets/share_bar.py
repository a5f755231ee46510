"""A bar of the whole model, filled as far as its tables reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_HEIGHT, _RADIUS = 12, 4.0


class ShareBar(QWidget):
    """The track is the whole; lengths are exact shares of it from the left end."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 1.0
        self.share = 0.0
        self.second = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Share of the model’s parameters")

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_shares(self, share: float, second: float = 0.0) -> None:
        """Show shares of 0..1: that of the table, and behind it that of the output table."""
        self.share, self.second = min(1.0, max(0.0, share)), min(1.0 - share, max(0.0, second))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(_HEIGHT * self._zoom))

    def parts(self) -> tuple[QRectF, QRectF]:
        """Where the two shares lie."""
        track = QRectF(self.rect())
        first = QRectF(track.left(), track.top(), track.width() * self.share, track.height())
        return first, QRectF(first.right(), track.top(), track.width() * self.second, track.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()), _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), QColor(theme.line))
        first, second = self.parts()
        painter.fillRect(first, QColor(theme.accent))
        if self.second:
            painter.fillRect(second, QColor(theme.accent_soft))
            painter.fillRect(second, QBrush(QColor(theme.accent), Qt.BrushStyle.BDiagPattern))
        painter.end()
