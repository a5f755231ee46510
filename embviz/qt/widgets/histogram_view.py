"""A small histogram with an axis of round numbers, and a line where something is to be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.page import Weight
from embviz.core.quantities import measured
from embviz.core.ticks import round_step, ticks
from embviz.qt.fonts import TextMeasure, font

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from embviz.core.histogram import Histogram
    from embviz.qt.theme import Theme

_SIDES, _TOP, _FOOT = 8.0, 17.0, 17.0
_TICK_ROOM = 52.0


class HistogramView(QWidget):
    """Painted whole: bars, axis, and the mark with its text above it.

    Parameters
    ----------
    what
        What is counted, for those who cannot see it.
    height
        Pixels at the usual size of type.
    """

    def __init__(self, theme: Theme, what: str, *, height: int = 92, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._what = what
        self._height = height
        self._zoom = 1.0
        self._measure = TextMeasure()
        self.histogram: Histogram | None = None
        self.mark: float | None = None
        self.mark_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"Histogram of {what}")

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_histogram(self, histogram: Histogram | None, mark: float | None = None, text: str = "") -> None:
        """Show counts, and a line at ``mark`` with its text."""
        self.histogram, self.mark, self.mark_text = histogram, mark, text
        self.setAccessibleDescription("" if histogram is None else self._description(histogram))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(220, round(self._height * self._zoom))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._height * self._zoom))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def bar_rects(self) -> list[QRectF]:
        """Where the bars stand: heights in proportion to the counts, the fullest as high as there is room."""
        histogram = self.histogram
        if histogram is None or not histogram.total:
            return []
        plot = self._plot()
        width = plot.width() / len(histogram.counts)
        greatest = int(histogram.counts.max())
        return [
            QRectF(
                plot.left() + at * width,
                plot.bottom() - plot.height() * count / greatest,
                max(1.0, width - (1.0 if width > 3 else 0.0)),
                plot.height() * count / greatest,
            )
            for at, count in enumerate(histogram.counts.tolist())
        ]

    def place_of(self, value: float) -> float:
        """Where a value lies on the axis, pixels."""
        assert self.histogram is not None
        plot, edges = self._plot(), self.histogram.edges
        return plot.left() + plot.width() * (value - float(edges[0])) / float(edges[-1] - edges[0])

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.histogram is None:
            return
        theme = self._theme
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        for bar in self.bar_rects():
            if bar.height() > 0:
                # A bin that is not empty must be seen.
                painter.drawRect(bar.adjusted(0, min(0.0, bar.height() - 1), 0, 0))
        plot = self._plot()
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(
            QPointF(plot.left(), plot.bottom() + 0.5), QPointF(plot.right(), plot.bottom() + 0.5)
        )
        self._paint_axis(painter, plot)
        self._paint_mark(painter, plot)
        painter.end()

    def _plot(self) -> QRectF:
        zoom = self._zoom
        return QRectF(self.rect()).adjusted(_SIDES, _TOP * zoom, -_SIDES, -_FOOT * zoom)

    def _paint_axis(self, painter: QPainter, plot: QRectF) -> None:
        assert self.histogram is not None
        low, high = float(self.histogram.edges[0]), float(self.histogram.edges[-1])
        room = _TICK_ROOM * self._zoom
        step = round_step((high - low) * room / max(plot.width(), room))
        size = round(11 * self._zoom)
        painter.setFont(font(size, tabular=True))
        painter.setPen(QColor(self._theme.third))
        for value, text in ticks(low, high, step):
            width = self._measure.width(text, size)
            left = min(max(self.place_of(value) - width / 2, 0.0), self.width() - width)
            painter.drawText(QPointF(left, plot.bottom() + 13 * self._zoom), text)

    def _paint_mark(self, painter: QPainter, plot: QRectF) -> None:
        if self.mark is None or self.mark != self.mark:
            return
        theme = self._theme
        x = self.place_of(self.mark)
        painter.setPen(QPen(QColor(theme.ink), 1.5))
        painter.drawLine(QPointF(x, plot.top() - 3), QPointF(x, plot.bottom()))
        size = round(11 * self._zoom)
        painter.setFont(font(size, Weight.MEDIUM, tabular=True))
        painter.setPen(QColor(theme.ink))
        width = self._measure.width(self.mark_text, size, Weight.MEDIUM)
        left = min(max(x - width / 2, 0.0), self.width() - width)
        painter.drawText(QPointF(left, plot.top() - 6), self.mark_text)

    def _description(self, histogram: Histogram) -> str:
        low, high = measured(float(histogram.edges[0])), measured(float(histogram.edges[-1]))
        mark = f"; {self.mark_text}" if self.mark_text else ""
        return f"{histogram.total:,} {self._what} from {low} to {high}{mark}"
