"""The list over the “Add words” line: every variant of what is being typed, with its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from embviz.core.completion import Completions
from embviz.qt.fonts import font
from embviz.qt.panels.word_delegate import paint_token
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from embviz.core.completion import Completion
    from embviz.qt.panels.word_branches import Index
    from embviz.qt.theme import Theme

ROW_HEIGHT = 24
MOST_ROWS = 10
_NOWHERE = QModelIndex()


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[Completion, ...] = ()

    def show_items(self, items: tuple[Completion, ...]) -> None:
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self._items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.shown
        if role == Qt.ItemDataRole.UserRole:
            return item
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{item.shown}, {_spoken_detail(item)}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.shown}, {_spoken_detail(item)}"
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.zoom = 1.0

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, round(ROW_HEIGHT * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, item = self.theme, index.data(Qt.ItemDataRole.UserRole)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent_soft))
            painter.drawRoundedRect(rect.adjusted(3, 0, -3, 0), 4, 4)
        painter.setFont(font(round(11 * self.zoom), tabular=True))
        painter.setPen(QColor(theme.third))
        flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(rect.adjusted(0, 0, -10, 0), flags, item.detail)
        used = painter.fontMetrics().horizontalAdvance(item.detail) + 18
        painter.setFont(font(round(13 * self.zoom)))
        paint_token(
            painter, rect.adjusted(10, 0, -used, 0), item.shown, QColor(theme.ink), QColor(theme.third)
        )
        painter.restore()


class CompletionList(QFrame):
    """Floats over its parent; the line keeps the focus and sends the keys.

    Signals
    -------
    chosen
        A `Completion` was picked.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("ground", "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._found = Completions("")
        self._model = _Model()
        self._delegate = _Delegate(theme)
        self.view = QListView()
        self.view.setModel(self._model)
        self.view.setItemDelegate(self._delegate)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName("What the word may become")
        self.view.clicked.connect(self._on_view_clicked)
        self._outcome = QLabel()
        self._outcome.setTextFormat(Qt.TextFormat.PlainText)
        self._outcome.setProperty("role", "third")
        self._outcome.setWordWrap(True)
        self._outcome.setContentsMargins(9, 4, 9, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 4, 1, 1)
        layout.setSpacing(2)
        layout.addWidget(self.view)
        layout.addWidget(self._outcome)
        self.hide()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._delegate.theme = theme
        self.view.viewport().update()

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._delegate.zoom = zoom

    @property
    def outcome(self) -> str:
        """What the list says of Enter."""
        return self._outcome.text()

    @property
    def current(self) -> Completion | None:
        """What is marked; None while nothing is."""
        index = self.view.currentIndex()
        item: Completion | None = index.data(Qt.ItemDataRole.UserRole) if index.isValid() else None
        return item

    def show_over(self, line: QWidget, found: Completions) -> None:
        """Show what was found above a line, or below it where there is more room."""
        self._model.show_items(found.items)
        self._found = found
        self._tell_outcome()
        self.view.setVisible(bool(found.items))
        parent = self.parentWidget()
        assert parent is not None
        width = line.width()
        note = self._outcome.heightForWidth(width - 2)
        rows = min(len(found.items), MOST_ROWS)
        above, below = line.y() - 4, parent.height() - line.geometry().bottom() - 5
        room = max(above, below)
        list_height = max(0, min(rows * round(ROW_HEIGHT * self._delegate.zoom), room - note - 9))
        height = list_height + note + (9 if rows else 7)
        top = line.y() - 4 - height if above >= below else line.geometry().bottom() + 5
        self.view.setFixedHeight(list_height)
        self.setGeometry(line.x(), top, width, height)
        self.show()
        self.raise_()

    def step(self, step: int) -> None:
        """Mark the next row up or down; past the ends nothing is marked."""
        count = self._model.rowCount()
        if not count:
            return
        now = self.view.currentIndex().row() if self.view.currentIndex().isValid() else -1
        wanted = now + step
        if now < 0 and step < 0:
            wanted = count - 1
        self.view.setCurrentIndex(self._model.index(wanted, 0) if 0 <= wanted < count else QModelIndex())
        self._tell_outcome()

    def _tell_outcome(self) -> None:
        current = self.current
        if current is not None:
            self._outcome.setText(f"Enter: {current.shown}, {_spoken_detail(current)}")
        else:
            self._outcome.setText(f"Enter: {self._found.outcome}" if self._found.outcome else "")

    def _on_view_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(Qt.ItemDataRole.UserRole))


def _spoken_detail(item: Completion) -> str:
    return f"token {item.detail}" if item.detail.isdigit() else item.detail
