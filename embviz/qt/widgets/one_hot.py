"""The picture of a look-up: a one-hot vector times the table is one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.page import Weight
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.widgets.heat_strip import paint_strip

if TYPE_CHECKING:
    from embviz.core.row_view import RowView
    from embviz.qt.theme import Theme

_HEIGHT, _FOOT, _STRIP = 118.0, 30.0, 12.0
_ROW_LINES = 13


class OneHotPicture(QWidget):
    """A column of zeros with a 1 at the token's place, the table with its row lit, and the row.

    The places of the 1 and of the row are true to scale.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self._view: RowView | None = None
        self._limit = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.updateGeometry()
        self.update()

    def show_row(self, view: RowView, limit: float) -> None:
        """Show another row."""
        self._view, self._limit = view, limit
        self.setAccessibleName(
            f"A one-hot vector with its 1 at place {view.id}, times E, is row {view.id} of E."
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, round(_HEIGHT * self._zoom))

    def parts(self) -> tuple[QRectF, QRectF, QRectF]:
        """Where one-hot vector, table and row lie."""
        zoom, width = self._zoom, float(self.width())
        height = self.height() - _FOOT * zoom - 6
        one_hot = QRectF(0.06 * width, 3, 13 * zoom, height)
        table = QRectF(0.24 * width, 3, 0.27 * width, height)
        left = 0.62 * width
        row = QRectF(left, self.place_y() - _STRIP * zoom / 2, width - left - 2, _STRIP * zoom)
        return one_hot, table, row

    def place_y(self) -> float:
        """How far down the token's place lies, from the first row at the top to the last at the bottom."""
        zoom = self._zoom
        height = self.height() - _FOOT * zoom - 6
        view = self._view
        share = 0.0 if view is None or view.table.vocab_size < 2 else view.id / (view.table.vocab_size - 1)
        return 3 + 5 * zoom + (height - 10 * zoom) * share

    def paintEvent(self, _event: QPaintEvent) -> None:
        view = self._view
        if view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, zoom = self._theme, self._zoom
        one_hot, table, row = self.parts()
        y = self.place_y()
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.window))
        painter.drawRoundedRect(one_hot, 3, 3)
        painter.drawRoundedRect(table, 3, 3)
        for line in range(1, _ROW_LINES):
            at = table.top() + table.height() * line / _ROW_LINES
            painter.drawLine(QPointF(table.left(), at), QPointF(table.right(), at))
        painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(one_hot.right(), y), QPointF(row.left(), y))
        lit = QRectF(table.left(), y - _STRIP * zoom / 4, table.width(), _STRIP * zoom / 2)
        paint_strip(painter, lit, view.vector, self._limit, theme)
        paint_strip(painter, row, view.vector, self._limit, theme)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        side = 11 * zoom
        cell = QRectF(one_hot.center().x() - side / 2, y - side / 2, side, side)
        painter.drawRoundedRect(cell, 2, 2)
        self._write(painter, cell.center(), "1", 10, theme.on_accent, Weight.SEMI_BOLD)
        for at in (one_hot.top() + 9 * zoom, one_hot.bottom() - 9 * zoom):
            if abs(at - y) > 12 * zoom:
                self._write(painter, QPointF(one_hot.center().x(), at), "0", 10, theme.third)
        middle = one_hot.center().y()
        self._write(painter, QPointF((one_hot.right() + table.left()) / 2, middle), "×", 16, theme.second)
        self._write(painter, QPointF((table.right() + row.left()) / 2, middle), "=", 16, theme.second)
        self._paint_foot(painter, view, one_hot, table, row)
        painter.end()

    def _paint_foot(
        self, painter: QPainter, view: RowView, one_hot: QRectF, table: QRectF, row: QRectF
    ) -> None:
        theme, zoom = self._theme, self._zoom
        rows, dim = f"{view.table.vocab_size:,}", f"{view.table.dim:,}"
        captions = (
            (max(one_hot.center().x(), 26 * zoom), "one-hot", f"1 × {rows}"),
            (table.center().x(), "E", f"{rows} × {dim}"),
            (row.center().x(), f"row {view.id:,}", f"1 × {dim}"),
        )
        top = table.bottom() + 9 * zoom
        for x, name, shape in captions:
            self._write(painter, QPointF(x, top), name, 12, theme.ink, Weight.MEDIUM)
            self._write(painter, QPointF(x, top + 14 * zoom), shape, 11, theme.third)

    def _write(
        self,
        painter: QPainter,
        middle: QPointF,
        text: str,
        size: float,
        color: str,
        weight: Weight = Weight.REGULAR,
    ) -> None:
        pixels = round(size * self._zoom)
        width = self._measure.width(text, pixels, weight)
        left = min(max(middle.x() - width / 2, 0.0), self.width() - width)
        painter.setFont(font(pixels, weight, tabular=True))
        painter.setPen(QColor(color))
        painter.drawText(QPointF(left, middle.y() + pixels * 0.363), text)
