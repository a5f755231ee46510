"""One of the two lists of an analogy: rank, token, cosine, and a thin bar under every row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from embviz.core.page import Weight
from embviz.core.quantities import signed
from embviz.qt.fonts import font
from embviz.qt.widgets.bars import paint_cosine_bar
from embviz.qt.widgets.glyph import paint_glyph
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from embviz.core.figure import GroupStyle
    from embviz.core.search import Neighbor
    from embviz.qt.theme import Theme

ROW_HEIGHT = 28
_BAR = 2.4
_RANK = 20.0
_SCORE = 32.0
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole.UserRole
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class AnalogyRow:
    """A line: the neighbour, as it is shown, whether it is an input or the answer, its group on the map."""

    neighbor: Neighbor
    shown: str
    is_input: bool
    is_answer: bool
    group: int | None

    @property
    def spoken(self) -> str:
        """All of it in words, for tool tips and screen readers."""
        role = ", an input" if self.is_input else ", the answer" if self.is_answer else ""
        neighbor = self.neighbor
        return f"{neighbor.rank}. {self.shown}{role}: {signed(neighbor.score)}, token {neighbor.id}"


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[AnalogyRow, ...] = ()

    def show_rows(self, rows: tuple[AnalogyRow, ...]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == _ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{row.spoken}. Double click adds it to the map.")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return None


class _Delegate(QStyledItemDelegate):
    """``tick`` is where random pairs stand, ``full`` the score of a full bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.zoom = 1.0
        self.tick: float | None = None
        self.full = 1.0
        self.styles: tuple[GroupStyle, ...] = ()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(60, round(ROW_HEIGHT * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: AnalogyRow = index.data(_ROLE)
        theme, zoom = self.theme, self.zoom
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marked = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver)
        if row.is_answer or marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent_soft))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 6, 6)
        line = rect.adjusted(0, 0, 0, -6 * zoom)
        painter.setFont(font(round(12 * zoom), tabular=True))
        painter.setPen(QColor(theme.third))
        rank = QRectF(rect.left(), line.top(), _RANK * zoom - 6, line.height())
        painter.drawText(rank, int(_RIGHT), str(row.neighbor.rank))
        score = QRectF(rect.right() - (_SCORE + 4) * zoom, line.top(), _SCORE * zoom, line.height())
        painter.setPen(QColor(theme.third if row.is_input else theme.ink))
        painter.drawText(score, int(_RIGHT), signed(row.neighbor.score))
        left = rect.left() + _RANK * zoom
        self._paint_token(painter, row, QRectF(left, line.top(), score.left() - left - 2, line.height()))
        bar = QRectF(left, rect.bottom() - 7.0 * zoom, rect.right() - 6 - left, _BAR * zoom)
        color = QColor(theme.accent)
        if row.is_input:
            color.setAlphaF(0.45)
        value = row.neighbor.score / self.full
        paint_cosine_bar(painter, theme, bar, value, self.tick, color=color, tick_reach=1.6)
        painter.restore()

    def _paint_token(self, painter: QPainter, row: AnalogyRow, room: QRectF) -> None:
        theme, zoom = self.theme, self.zoom
        pill_font = font(round(10 * zoom))
        painter.setFont(pill_font)
        pill = painter.fontMetrics().horizontalAdvance("input") + 10.0 * zoom if row.is_input else 0.0
        glyph = 0.0 if row.group is None or row.is_input else 16.0 * zoom
        painter.setFont(font(round(13 * zoom), Weight.SEMI_BOLD if row.is_answer else Weight.REGULAR))
        metrics = painter.fontMetrics()
        width = max(20.0, room.width() - (pill + 5 if pill else 0) - glyph)
        shown = metrics.elidedText(row.shown, Qt.TextElideMode.ElideRight, int(width))
        painter.setPen(QColor(theme.third if row.is_input else theme.ink))
        painter.drawText(room, int(_LEFT), shown)
        after = room.left() + metrics.horizontalAdvance(shown) + 6
        middle = room.center().y()
        if row.is_input:
            box = QRectF(after, middle - 8 * zoom, pill, 16 * zoom)
            painter.setPen(QColor(theme.line))
            painter.setBrush(QColor(theme.panel))
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            painter.setFont(pill_font)
            painter.setPen(QColor(theme.third))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), "input")
        elif row.group is not None and row.group < len(self.styles):
            paint_glyph(painter, self.styles[row.group], theme, after + 6 * zoom, middle + 0.5, 4.2 * zoom)


class AnalogyList(QListView):
    """As high as its rows need, up to a number of them; the rest is reached by scrolling.

    Signals
    -------
    row_hovered
        Id of the row under the pointer, −1 for none.
    row_chosen
        Id of a row that was double-clicked, or chosen by Enter.
    """

    row_hovered = Signal(int)
    row_chosen = Signal(int)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model()
        self._delegate = _Delegate(theme)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        # Whatever it lies in scrolls; two scroll bars for one list confuse.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._on_double_clicked)

    @property
    def rows(self) -> tuple[AnalogyRow, ...]:
        """What is shown."""
        return self._model.rows

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._delegate.theme, self._delegate.zoom = theme, zoom
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def show_rows(
        self,
        rows: tuple[AnalogyRow, ...],
        styles: tuple[GroupStyle, ...],
        *,
        tick: float | None,
        full: float = 1.0,
    ) -> None:
        """Show these lines."""
        self._delegate.styles, self._delegate.tick, self._delegate.full = styles, tick, full
        self._model.show_rows(rows)

    def row_height(self) -> int:
        """Pixels of one line."""
        return round(ROW_HEIGHT * self._delegate.zoom)

    def _id_at(self, index: QModelIndex) -> int:
        row: AnalogyRow | None = index.data(_ROLE) if index.isValid() else None
        return -1 if row is None else row.neighbor.id

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self.row_chosen.emit(self._id_at(index))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.row_hovered.emit(self._id_at(self.indexAt(event.position().toPoint())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.row_hovered.emit(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.row_chosen.emit(self._id_at(self.currentIndex()))
        else:
            super().keyPressEvent(event)


def analogy_rows(
    neighbors: tuple[Neighbor, ...],
    shown: Mapping[int, str],
    *,
    inputs: frozenset[int],
    answer: int | None,
    groups: Mapping[int, int],
) -> tuple[AnalogyRow, ...]:
    """Describe the lines of a list.

    Parameters
    ----------
    shown
        From ids to tokens for the eye.
    inputs, answer
        Ids of the terms, and of the answer.
    groups
        From ids on the map to the places of their groups.
    """
    return tuple(
        AnalogyRow(one, shown[one.id], one.id in inputs, one.id == answer, groups.get(one.id))
        for one in neighbors
    )
