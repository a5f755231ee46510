"""Paints a row of the Words dock: a group with marker, count and box, or a word with its id."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from embviz.core.page import Weight
from embviz.core.spelling import OPEN_BOX
from embviz.core.words import WordEntry, WordState
from embviz.qt.fonts import font
from embviz.qt.icons import pixmap
from embviz.qt.panels.word_model import DetailRole, EntryRole, GroupRole, ShownRole, StyleRole
from embviz.qt.theme import Theme
from embviz.qt.widgets.glyph import paint_glyph

GROUP_HEIGHT, WORD_HEIGHT = 30, 23
BOX = 15
_ON_MAP = (WordState.ROW, WordState.MEAN, WordState.PIECES)
_Index = QModelIndex | QPersistentModelIndex


class WordDelegate(QStyledItemDelegate):
    """Rows in the program's own dress."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.zoom = 1.0
        self._theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        height = WORD_HEIGHT if index.data(GroupRole) is None else GROUP_HEIGHT
        return QSize(120, round(height * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        rect = QRectF(option.rect)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        group = index.data(GroupRole)
        if group is not None:
            self._paint_group(painter, rect, index, visible=group.visible)
        else:
            self._paint_word(painter, rect, index, selected=bool(state & QStyle.StateFlag.State_Selected))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(self._theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1.5, 0.5, -1.5, -0.5), 4, 4)
        painter.restore()

    def box_rect(self, rect: QRectF) -> QRectF:
        """Where a group's visibility box stands in its row."""
        return QRectF(rect.right() - BOX - 12, rect.center().y() - BOX / 2, BOX, BOX)

    def editorEvent(self, event: QEvent, model: object, option: QStyleOptionViewItem, index: _Index) -> bool:
        """A click on the box asks to show or hide the group."""
        if isinstance(event, QMouseEvent) and index.data(GroupRole) is not None:
            box = self.box_rect(QRectF(option.rect)).adjusted(-5, -5, 5, 5)  # type: ignore[attr-defined]
            if box.contains(event.position()):
                if event.type() == QEvent.Type.MouseButtonRelease:
                    now = index.data(Qt.ItemDataRole.CheckStateRole)
                    wanted = Qt.CheckState.Unchecked if now == Qt.CheckState.Checked else Qt.CheckState.Checked
                    model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)  # type: ignore[attr-defined]
                return True
        return False

    def _font(self, pixels: int, weight: Weight = Weight.REGULAR, *, tabular: bool = False) -> QFont:
        return font(round(pixels * self.zoom), weight, tabular=tabular)

    def _paint_group(self, painter: QPainter, rect: QRectF, index: _Index, *, visible: bool) -> None:
        theme = self._theme
        box = self.box_rect(rect)
        paint_glyph(painter, index.data(StyleRole), theme, rect.left() + 12, rect.center().y() + 0.5, 5.6)
        painter.setFont(self._font(12, tabular=True))
        painter.setPen(QColor(theme.third))
        count = index.data(DetailRole)
        count_width = painter.fontMetrics().horizontalAdvance(count)
        right = box.left() - 9
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(right - count_width - 2, rect.top(), count_width + 2, rect.height()), int(flags), count)
        painter.setFont(self._font(13, Weight.SEMI_BOLD))
        painter.setPen(QColor(theme.ink if visible else theme.third))
        room = QRectF(rect.left() + 26, rect.top(), right - count_width - 8 - rect.left() - 26, rect.height())
        _elided(painter, room, index.data(Qt.ItemDataRole.DisplayRole))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.accent if visible else theme.third))
        painter.setBrush(QColor(theme.accent if visible else theme.panel))
        painter.drawRoundedRect(box, 4, 4)
        if visible:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(box.topLeft(), pixmap("check", theme.on_accent, BOX, ratio))

    def _paint_word(self, painter: QPainter, rect: QRectF, index: _Index, *, selected: bool) -> None:
        theme = self._theme
        entry: WordEntry | None = index.data(EntryRole)
        on_map = entry is None or entry.state in _ON_MAP
        if selected:
            painter.fillRect(rect, QColor(theme.accent_soft))
        painter.setFont(self._font(11, tabular=True))
        painter.setPen(QColor(theme.third if on_map else theme.strip_icon))
        detail = index.data(DetailRole)
        width = painter.fontMetrics().horizontalAdvance(detail)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -12, 0), int(flags), detail)
        painter.setFont(self._font(13, Weight.SEMI_BOLD if selected else Weight.REGULAR))
        painter.setPen(QColor(theme.ink if on_map else theme.third))
        room = rect.adjusted(10, 0, -20 - width, 0)
        shown: str = index.data(ShownRole)
        if shown.startswith(OPEN_BOX):
            # The space is part of the token, but not what the eye looks for.
            ink = painter.pen()
            painter.setPen(QColor(theme.third))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), OPEN_BOX)
            painter.setPen(ink)
            room.adjust(painter.fontMetrics().horizontalAdvance(OPEN_BOX) + 2, 0, 0, 0)
            shown = shown[1:]
        _elided(painter, room, shown)


def _elided(painter: QPainter, room: QRectF, text: str) -> None:
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
