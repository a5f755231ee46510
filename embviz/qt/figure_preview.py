"""A preview of a figure, or of the beginning of a text, where one is to be written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from embviz.core.page import ThemeName
from embviz.qt.fonts import TextMeasure
from embviz.qt.painter import Halo, paint_figure

if TYPE_CHECKING:
    from embviz.core.page import Figure


class FigurePreview(QWidget):
    """Paints a figure as the writers do, as large as there is room; or the beginning of a text."""

    def __init__(self) -> None:
        super().__init__()
        self._measure = TextMeasure()
        self._figure: Figure | None = None
        self._text = ""

    @property
    def figure(self) -> Figure | None:
        """What is shown."""
        return self._figure

    def show_figure(self, figure: Figure) -> None:
        """Show a figure."""
        self._figure, self._text = figure, ""
        self.setAccessibleName(figure.description)
        self.update()

    def show_text(self, text: str) -> None:
        """Show a text."""
        self._figure, self._text = None, text
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._figure is None:
            painter.drawText(
                self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), self._text
            )
        else:
            self._paint_figure(painter, self._figure)
        painter.end()

    def _paint_figure(self, painter: QPainter, figure: Figure) -> None:
        room = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        scale = min(room.width() / figure.width, room.height() / figure.height)
        width, height = figure.width * scale, figure.height * scale
        painter.translate(room.left() + (room.width() - width) / 2, room.top() + (room.height() - height) / 2)
        page = QRectF(0, 0, width, height)
        if figure.transparent:
            ground = QColor("#2A2E33" if figure.theme is ThemeName.DARK else "#FFFFFF")
            painter.fillRect(page, ground)
            painter.fillRect(page, QBrush(QColor(128, 128, 128, 60), Qt.BrushStyle.Dense6Pattern))
        painter.save()
        paint_figure(painter, figure, scale=scale, measure=self._measure, halo=Halo.OUTLINE)
        painter.restore()
        painter.setPen(QColor(128, 128, 128, 90))
        painter.drawRect(page)
