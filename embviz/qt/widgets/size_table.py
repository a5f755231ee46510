"""Sizes of well-known tables in a small aligned table, with bars, and the loaded one among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from embviz.core.known_tables import compared, size_sentence
from embviz.core.page import Weight
from embviz.core.quantities import short_count, whole_share
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from embviz.core.known_tables import TableSize
    from embviz.core.table import EmbeddingTable
    from embviz.qt.theme import Theme

_HEAD, _ROW, _BAR = 22.0, 26.0, 2.4
_SHARE, _COUNT, _SHAPE = 50.0, 58.0, 100.0
_EDGE = 8.0
BARS = (
    "Bars under the names are V·d, all to one scale from 0. Bars under the shares are full where the table "
    "is the whole model."
)


class SizeTable(QWidget):
    """One row a model: name, V × d, V·d and share.

    Under each row a bar for V·d, all to one scale from 0; under the share one that is full at 100 %.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self.sizes: tuple[TableSize, ...] = compared(None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Sizes of well-known tables")
        self._describe()

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_table(self, table: EmbeddingTable | None) -> None:
        """Show the known sizes and where this table stands among them."""
        self.sizes = compared(table)
        self._describe()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, round((_HEAD + _ROW * len(self.sizes)) * self._zoom) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, self.sizeHint().height())

    def row_rect(self, row: int) -> QRectF:
        """Where a row lies."""
        zoom = self._zoom
        return QRectF(0, (_HEAD + row * _ROW) * zoom, self.width(), _ROW * zoom)

    def bar_rect(self, row: int) -> QRectF:
        """Where the bar of a row's V·d lies; lengths are in proportion to V·d, from 0."""
        line = self._bar_line(row)
        greatest = max(size.parameters for size in self.sizes)
        right = self.width() - _EDGE - _SHARE * self._zoom - 6
        line.setRight(line.left() + (right - line.left()) * self.sizes[row].parameters / greatest)
        return line

    def share_rect(self, row: int) -> QRectF | None:
        """Where the bar of a row's share lies, on a track that is 100 %; None where it is not known."""
        share = self.sizes[row].share
        if share is None:
            return None
        track = self._share_track(row)
        return QRectF(track.left(), track.top(), track.width() * min(1.0, share), track.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter)
        for row, size in enumerate(self.sizes):
            self._paint_row(painter, row, size)
        painter.end()

    def _columns(self) -> tuple[float, float, float]:
        """Right ends of V × d, V·d and share."""
        share = self.width() - _EDGE
        count = share - _SHARE * self._zoom
        return count - _COUNT * self._zoom, count, share

    def _bar_line(self, row: int) -> QRectF:
        rect = self.row_rect(row)
        return QRectF(_EDGE, rect.bottom() - (_BAR + 2) * self._zoom, 0, _BAR * self._zoom)

    def _share_track(self, row: int) -> QRectF:
        line = self._bar_line(row)
        width = (_SHARE - 12) * self._zoom
        return QRectF(self.width() - _EDGE - width, line.top(), width, line.height())

    def _paint_head(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._theme.second))
        size = round(11 * self._zoom)
        painter.setFont(font(size))
        base = 14 * self._zoom
        painter.drawText(QPointF(_EDGE, base), "model")
        for right, text in zip(self._columns(), ("V × d", "V·d", "share"), strict=True):
            painter.drawText(QPointF(right - self._measure.width(text, size), base), text)
        painter.fillRect(QRectF(0, (_HEAD - 3) * self._zoom, self.width(), 1), QColor(self._theme.line))

    def _paint_row(self, painter: QPainter, row: int, size: TableSize) -> None:
        theme, zoom = self._theme, self._zoom
        rect = self.row_rect(row)
        if size.loaded:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent_soft))
            painter.drawRoundedRect(rect.adjusted(0, 0, 0, -1), 4, 4)
        weight = Weight.SEMI_BOLD if size.loaded else Weight.REGULAR
        pixels = round(12 * zoom)
        base = rect.top() + 15 * zoom
        shape, count, share = self._columns()
        room = shape - _SHAPE * zoom - _EDGE + 8
        painter.setFont(font(pixels, weight))
        painter.setPen(QColor(theme.ink))
        painter.drawText(QPointF(_EDGE, base), self._measure.elide(size.name, pixels, room, weight))
        painter.setFont(font(pixels, weight, tabular=True))
        painter.setPen(QColor(theme.second))
        _write_right(painter, shape, base, f"{size.rows:,} × {size.dim:,}")
        painter.setPen(QColor(theme.ink))
        _write_right(painter, count, base, short_count(size.parameters, about=size.about))
        painter.setPen(QColor(theme.second))
        _write_right(painter, share, base, "–" if size.share is None else whole_share(size.share))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(self.bar_rect(row), QColor(theme.accent if size.loaded else theme.true))
        filled = self.share_rect(row)
        if filled is not None:
            painter.fillRect(self._share_track(row), QColor(theme.line))
            painter.fillRect(filled, QColor(theme.accent if size.loaded else theme.true))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos().y())), self)
            return True
        return super().event(event)

    def tip_at(self, y: float) -> str:
        """What is to be said of a place: of a row the whole sentence, of the head what the bars mean."""
        row = int((y / self._zoom - _HEAD) // _ROW)
        return size_sentence(self.sizes[row]) if 0 <= row < len(self.sizes) else BARS

    def _describe(self) -> None:
        self.setAccessibleDescription(" ".join(size_sentence(size) for size in self.sizes))


def _write_right(painter: QPainter, right: float, base: float, text: str) -> None:
    painter.drawText(QPointF(right - painter.fontMetrics().horizontalAdvance(text), base), text)
