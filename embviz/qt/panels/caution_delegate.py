"""Paints a row of the Caution dock: the word with its glyph, flagged counts in the colours of their arcs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from embviz.core.page import Weight
from embviz.qt.fonts import font
from embviz.qt.panels.caution_model import COLUMNS, FlaggedRole, WordRole
from embviz.qt.widgets.glyph import paint_glyph

if TYPE_CHECKING:
    from embviz.core.figure import GroupStyle
    from embviz.qt.theme import Theme

ROW_HEIGHT = 23
_RIGHT_PADDING = 10
_Index = QModelIndex | QPersistentModelIndex


class CautionDelegate(QStyledItemDelegate):
    """``styles`` are the groups' looks."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.styles: tuple[GroupStyle, ...] = ()
        self.zoom = 1.0
        self._theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(40, round(ROW_HEIGHT * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect = self._theme, QRectF(option.rect)
        state = option.state
        column = COLUMNS[index.column()]
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.save()
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, QColor(theme.accent_soft))
        if column == "word":
            self._paint_word(painter, rect, text, index)
        else:
            flagged = bool(index.data(FlaggedRole))
            weight = Weight.SEMI_BOLD if flagged else Weight.REGULAR
            painter.setFont(font(round(12 * self.zoom), weight, tabular=True))
            ink = {"false": theme.false, "missing": theme.missing}.get(column) if flagged else None
            painter.setPen(QColor(ink or (theme.ink if column == "kept" else theme.second)))
            room = rect.adjusted(0, 0, -_RIGHT_PADDING, 0)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()

    def _paint_word(self, painter: QPainter, rect: QRectF, text: str, index: _Index) -> None:
        word = index.data(WordRole)
        x = rect.left() + 16
        if word.group < len(self.styles):
            hollow = word.combined is not None
            style = self.styles[word.group]
            paint_glyph(painter, style, self._theme, x, rect.center().y() + 0.5, 4.4, hollow=hollow)
        painter.setFont(font(round(13 * self.zoom)))
        painter.setPen(QColor(self._theme.ink))
        room = rect.adjusted(28, 0, -4, 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
