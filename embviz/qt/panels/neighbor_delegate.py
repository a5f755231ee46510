"""Paints a row of the neighbour list: token with its glyph, score with its bar and the random-pair tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from embviz.core.page import Weight
from embviz.qt.fonts import font
from embviz.qt.panels.neighbor_model import COLUMNS, GroupRole, RowRole
from embviz.qt.widgets.glyph import paint_glyph

if TYPE_CHECKING:
    from embviz.core.figure import GroupStyle
    from embviz.core.neighborhood import NeighborRow
    from embviz.qt.theme import Theme

BAR_WIDTH, BAR_HEIGHT = 58.0, 6.0
_Index = QModelIndex | QPersistentModelIndex


class NeighborDelegate(QStyledItemDelegate):
    """``styles`` are the groups' looks; ``reference`` is where the tick stands, None for no bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.styles: tuple[GroupStyle, ...] = ()
        self.reference: float | None = None
        self.zoom = 1.0
        self._theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        column = COLUMNS[index.column()]
        theme, rect = self._theme, QRectF(option.rect)
        state = option.state
        painter.save()
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, QColor(theme.accent_soft))
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        if column == "token":
            self._paint_token(painter, rect, text, index.data(GroupRole))
        elif column == "score":
            self._paint_score(painter, rect, text, index.data(RowRole))
        else:
            painter.setFont(self._font(12, tabular=True))
            painter.setPen(QColor(theme.third if column == "rank" else theme.second))
            room = rect.adjusted(4, 0, -8 if column == "rank" else -12, 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(40, round(27 * self.zoom))

    def _font(self, pixels: int, weight: Weight = Weight.REGULAR, *, tabular: bool = False) -> QFont:
        return font(round(pixels * self.zoom), weight, tabular=tabular)

    def _paint_token(self, painter: QPainter, rect: QRectF, text: str, group: int | None) -> None:
        room = rect.adjusted(6, 0, -4, 0)
        glyph_room = 0.0 if group is None else 20.0 * self.zoom
        painter.setFont(self._font(13))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width() - glyph_room))
        painter.setPen(QColor(self._theme.ink))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        if group is not None and group < len(self.styles):
            x = room.left() + metrics.horizontalAdvance(shown) + 6 + 5 * self.zoom
            middle, radius = room.center().y() + 0.5, 4.4 * self.zoom
            paint_glyph(painter, self.styles[group], self._theme, x, middle, radius)

    def _paint_score(self, painter: QPainter, rect: QRectF, text: str, row: NeighborRow) -> None:
        theme = self._theme
        if self.reference is not None:
            left, middle = rect.left() + 4, rect.center().y()
            bar = QRectF(left, middle - BAR_HEIGHT / 2, BAR_WIDTH, BAR_HEIGHT)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.line))
            painter.drawRoundedRect(bar, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
            length = BAR_WIDTH * min(1.0, max(0.0, row.score))
            if length > 0:
                painter.setBrush(QColor(theme.accent))
                painter.drawRoundedRect(
                    QRectF(left, bar.top(), max(length, BAR_HEIGHT), BAR_HEIGHT),
                    BAR_HEIGHT / 2,
                    BAR_HEIGHT / 2,
                )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            tick = round(left + BAR_WIDTH * min(1.0, max(0.0, self.reference)))
            painter.fillRect(QRectF(tick, bar.top() - 2, 1, BAR_HEIGHT + 4), QColor(theme.ink))
        painter.setFont(self._font(13, tabular=True))
        painter.setPen(QColor(theme.ink))
        painter.drawText(
            rect.adjusted(0, 0, -4, 0), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text
        )
