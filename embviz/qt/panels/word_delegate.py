"""Paints a row of the Words dock, and knows what stands where in it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from embviz.core.page import Weight
from embviz.core.spelling import OPEN_BOX
from embviz.core.wording import count
from embviz.qt.fonts import font
from embviz.qt.icons import pixmap
from embviz.qt.panels.word_branches import WORD_HEIGHT, is_group
from embviz.qt.panels.word_rows import POLICY_PILLS, Mark, WordRow
from embviz.qt.widgets.glyph import paint_glyph
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel

    from embviz.qt.panels.word_branches import Index
    from embviz.qt.panels.word_model import WordModel
    from embviz.qt.theme import Theme

BOX, GLYPH, MARK, PILL = 15, 22, 13, 17
EDGE = 12
"""Free at the right of a row."""

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
_font = lru_cache(maxsize=64)(font)


class WordDelegate(QStyledItemDelegate):
    """Rows in the program's own dress.

    Signals
    -------
    style_asked
        Somebody clicked on a group's glyph (index).
    split_asked
        Somebody clicked on what becomes of a split word (index).
    """

    style_asked = Signal(QModelIndex)
    split_asked = Signal(QModelIndex)

    def __init__(self, theme: Theme, model: WordModel) -> None:
        super().__init__()
        self.zoom = 1.0
        self._model = model
        self._theme = theme

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme

    # ---- what stands where -------------------------------------------------------------------------

    def box_rect(self, rect: QRectF) -> QRectF:
        """Where a group's visibility box stands in its row."""
        side = round(BOX * self.zoom)
        return QRectF(rect.right() - side - EDGE, rect.center().y() - side / 2, side, side)

    def glyph_rect(self, rect: QRectF) -> QRectF:
        """Where a group's glyph stands in its row, as large as a click may be."""
        side = GLYPH * self.zoom
        return QRectF(rect.left() + 1, rect.center().y() - side / 2, side, side)

    def pill_rect(self, rect: QRectF, row: WordRow) -> QRectF:
        """Where the control of a split word stands in its row; empty for other words."""
        if row.policy is None:
            return QRectF()
        metrics = QFontMetricsF(self._font(11))
        width = metrics.horizontalAdvance(POLICY_PILLS[row.policy]) + 14 + 11 * self.zoom
        height = PILL * self.zoom
        top = rect.top() + (WORD_HEIGHT * self.zoom - height) / 2 + 1
        return QRectF(rect.right() - EDGE - width + 4, top, width, height)

    # ---- events ------------------------------------------------------------------------------------

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A click on a group's box or glyph, or on a split word's control, is not one on the row."""
        if not isinstance(event, QMouseEvent) or event.type() not in _PRESSES:
            return False
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        part = self._part(event.position().toPoint(), QRectF(option.rect), index)
        if part and event.type() == QEvent.Type.MouseButtonRelease:
            if part == "box":
                visible = self._model.branch(index.row()).group.visible
                wanted = Qt.CheckState.Unchecked if visible else Qt.CheckState.Checked
                model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)
            elif part == "glyph":
                self.style_asked.emit(index)
            else:
                self.split_asked.emit(index)
        return bool(part)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Say what a click on a part of a row does; elsewhere what the word became."""
        part = self._part(event.pos(), QRectF(option.rect), index)
        tip = {
            "box": "Draw the words of this group, or leave them out  (Space)",
            "glyph": "Colour and glyph of this group",
            "pill": "What becomes of this word: skip it, draw the mean of its pieces, or each piece",
        }.get(part)
        if tip is None and is_group(index):
            group = self._model.branch(index.row()).group
            tip = plain_tip(f"{group.name}, {count(len(group.words), 'word', 'words')}")
        elif tip is None:
            tip = plain_tip(self._model.row(index).tip)
        if not tip:
            return False
        QToolTip.showText(event.globalPos(), tip, view)
        return True

    def is_control(self, place: QPoint, rect: QRect, index: Index) -> bool:
        """Whether a click at this place of a row works a control in it."""
        return bool(self._part(place, QRectF(rect), index))

    def _part(self, place: QPoint, rect: QRectF, index: Index) -> str:
        if is_group(index):
            if self.box_rect(rect).adjusted(-5, -5, 5, 5).contains(place):
                return "box"
            return "glyph" if self.glyph_rect(rect).contains(place) else ""
        return "pill" if self.pill_rect(rect, self._model.row(index)).contains(place) else ""

    # ---- editing -----------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setProperty("role", "in-row")
        editor.setAccessibleName("Name of the group" if is_group(index) else "Word")
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor once: a table that arrives changes the row, and would undo what is being typed."""
        if not editor.property("filled"):
            super().setEditorData(editor, index)
            editor.setProperty("filled", True)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        left = rect.left() + (21 * self.zoom if is_group(index) else 4)
        height = (26 if is_group(index) else WORD_HEIGHT) * self.zoom
        top = rect.center().y() - height / 2 if is_group(index) else rect.top()
        editor.setGeometry(QRectF(left, top, rect.right() - EDGE - left, height).toRect())

    # ---- painting ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_group(index):
            self._paint_group(painter, rect, index, opened=bool(state & QStyle.StateFlag.State_Open))
        else:
            selected = bool(state & QStyle.StateFlag.State_Selected)
            hovered = bool(state & QStyle.StateFlag.State_MouseOver)
            self._paint_word(painter, rect, self._model.row(index), selected=selected, hovered=hovered)
        painter.restore()

    def _font(self, pixels: int, weight: Weight = Weight.REGULAR, *, tabular: bool = False) -> QFont:
        return _font(round(pixels * self.zoom), weight, tabular=tabular)

    def _paint_group(self, painter: QPainter, rect: QRectF, index: Index, *, opened: bool) -> None:
        theme, branch = self._theme, self._model.branch(index.row())
        group = branch.group
        box, glyph = self.box_rect(rect), self.glyph_rect(rect)
        if not group.visible:
            painter.setOpacity(0.45)
        place = glyph.center()
        paint_glyph(painter, branch.style, theme, place.x(), place.y() + 0.5, 5.6 * self.zoom)
        painter.setOpacity(1.0)
        picked, count = branch.picked, len(group.words)
        # A folded group tells that words in it are selected; in an open one they are seen.
        told = picked > 0 and not opened
        painter.setFont(self._font(12, Weight.SEMI_BOLD if told else Weight.REGULAR, tabular=True))
        painter.setPen(QColor(theme.accent if told else theme.third))
        text = f"{picked:,} of {count:,}" if told else f"{count:,}"
        width = painter.fontMetrics().horizontalAdvance(text) + 2
        right = box.left() - 9
        painter.drawText(QRectF(right - width, rect.top(), width, rect.height()), _RIGHT, text)
        painter.setFont(self._font(13, Weight.SEMI_BOLD))
        painter.setPen(QColor(theme.ink if group.visible else theme.third))
        left = glyph.right() + 3
        _elided(painter, QRectF(left, rect.top(), right - width - 6 - left, rect.height()), group.name)
        painter.setPen(QColor(theme.accent if group.visible else theme.third))
        painter.setBrush(QColor(theme.accent if group.visible else theme.panel))
        painter.drawRoundedRect(box, 4, 4)
        if group.visible:
            self._paint_icon(painter, "check", theme.on_accent, box)

    def _paint_word(
        self, painter: QPainter, rect: QRectF, row: WordRow, *, selected: bool, hovered: bool
    ) -> None:
        theme = self._theme
        line = QRectF(rect.left(), rect.top(), rect.width(), WORD_HEIGHT * self.zoom)
        left, right = line.left() + 10, line.right() - EDGE
        if row.mark is not None:
            color = theme.third if row.mark is Mark.SPLIT and row.drawn else theme.strip_icon
            side = round(MARK * self.zoom)
            mark = QRectF(left - side - 5, line.center().y() - side / 2, side, side)
            self._paint_icon(painter, row.mark.value, color, mark)
        if row.policy is None:
            right -= (
                self._paint_detail(painter, QRectF(left, line.top(), right - left, line.height()), row) + 8
            )
        else:
            right = self._paint_pill(painter, rect, row, hovered=hovered) - 6
        painter.setFont(self._font(13, Weight.SEMI_BOLD if selected else Weight.REGULAR))
        room = QRectF(left, line.top(), right - left, line.height())
        ink, dim = QColor(theme.ink if row.drawn else theme.third), QColor(theme.third)
        used = paint_token(painter, room, row.text, ink, dim)
        if row.taken_as:
            room.setLeft(room.left() + used)
            paint_token(painter, room, f" → {row.taken_as}", dim, dim)
        if row.policy is not None:
            top = line.bottom() - 3 * self.zoom
            self._paint_pieces(painter, QRectF(left, top, rect.right() - 8 - left, rect.bottom() - top), row)

    def _paint_detail(self, painter: QPainter, room: QRectF, row: WordRow) -> float:
        """Paint what stands at the right of a row; returns its width."""
        painter.setFont(self._font(11, tabular=True))
        painter.setPen(QColor(self._theme.third if row.drawn else self._theme.strip_icon))
        painter.drawText(room, _RIGHT, row.detail)
        return painter.fontMetrics().horizontalAdvance(row.detail)

    def _paint_pill(self, painter: QPainter, rect: QRectF, row: WordRow, *, hovered: bool) -> float:
        """Paint the control that says what becomes of a split word; returns its left edge."""
        theme, pill = self._theme, self.pill_rect(rect, row)
        assert row.policy is not None
        ink = theme.accent if row.drawn else theme.second
        painter.setFont(self._font(11))
        painter.setPen(QColor(theme.accent if hovered else theme.line))
        painter.setBrush(QColor(theme.accent_soft if row.drawn else theme.panel))
        frame = pill.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(QColor(ink))
        painter.drawText(pill.adjusted(8, 0, 0, 0), _LEFT, POLICY_PILLS[row.policy])
        self._paint_icon(
            painter, "chevron-down", ink, QRectF(pill.right() - 16, pill.center().y() - 5, 11, 11)
        )
        return pill.left()

    def _paint_pieces(self, painter: QPainter, room: QRectF, row: WordRow) -> None:
        """Second line of a split word: how many tokens it is, and which."""
        theme = self._theme
        painter.setFont(self._font(11))
        painter.setPen(QColor(theme.strip_icon))
        used = _elided(painter, room, row.detail) + 6
        painter.setPen(QColor(theme.third))
        _elided(painter, room.adjusted(used, 0, 0, 0), row.pieces)

    def _paint_icon(self, painter: QPainter, name: str, color: str, rect: QRectF) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect.topLeft(), pixmap(name, color, round(rect.width()), ratio))


def paint_token(painter: QPainter, room: QRectF, text: str, ink: QColor, dim: QColor) -> float:
    """Paint a token, its leading space dimmed: it is part of the token, but not what the eye looks for.

    Returns
    -------
    The width that it took, pixels.
    """
    used = 0.0
    if text.startswith(OPEN_BOX):
        painter.setPen(dim)
        painter.drawText(room, _LEFT, OPEN_BOX)
        used = QFontMetricsF(painter.font()).horizontalAdvance(OPEN_BOX) + 2
        text = text[1:]
    painter.setPen(ink)
    return used + _elided(painter, room.adjusted(used, 0, 0, 0), text)


def _elided(painter: QPainter, room: QRectF, text: str) -> float:
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, _LEFT, shown)
    return metrics.horizontalAdvance(shown)
