"""The tree of groups and words: its keys, and dragging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from embviz.qt.panels.word_branches import is_group
from embviz.qt.panels.word_dragging import DropPlace, drag_picture, group_place, word_place

if TYPE_CHECKING:
    from embviz.qt.panels.word_branches import Index
    from embviz.qt.panels.word_delegate import WordDelegate
    from embviz.qt.panels.word_model import WordModel
    from embviz.qt.theme import Theme

INDENT = 20
EMPTY = "No words yet. Type some below, paste or drop a list, or choose a ready-made set from the menu above."
_PLAIN = Qt.KeyboardModifier.NoModifier
_ALT = Qt.KeyboardModifier.AltModifier
_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class WordTree(QTreeView):
    """Shows a `WordModel`; asks for what keys mean.

    Signals
    -------
    delete_asked, copy_asked, cut_asked, paste_asked, clear_asked, toggle_asked
        What a key means: delete, copy, cut the selected rows, paste, select nothing, show or hide the group.
    step_asked
        Move the current group or the selected words up (−1) or down (1).
    menu_asked
        A context menu is wanted at this place of the screen, for this index.
    """

    delete_asked = Signal()
    copy_asked = Signal()
    cut_asked = Signal()
    paste_asked = Signal()
    clear_asked = Signal()
    toggle_asked = Signal()
    step_asked = Signal(int)
    menu_asked = Signal(QPoint, QModelIndex)

    def __init__(self, theme: Theme, model: WordModel, delegate: WordDelegate) -> None:
        super().__init__()
        self._theme = theme
        self._model = model
        self._delegate = delegate
        self._drop: DropPlace | None = None
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHeaderHidden(True)
        self.setIndentation(INDENT)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(False)  # it is drawn here, in our colours
        self.setAutoExpandDelay(700)
        self.setAccessibleName("Groups and words")

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.viewport().update()

    def chosen(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Places of the selected groups, and of the selected words that stand in none of these, in order."""
        groups: set[int] = set()
        words: list[tuple[int, int]] = []
        selection = self.selectionModel().selection()
        for ranged in (selection.at(at) for at in range(selection.count())):
            rows = range(ranged.top(), ranged.bottom() + 1)
            parent = ranged.parent()
            if parent.isValid():
                words += [(parent.row(), row) for row in rows]
            else:
                groups.update(rows)
        return sorted(groups), sorted(place for place in words if place[0] not in groups)

    def set_current_quietly(self, index: QModelIndex) -> None:
        """Make a row current without selecting it, or its group where that is folded."""
        parent = index.parent()
        if parent.isValid() and not self.isExpanded(parent):
            index = parent
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    @property
    def drop_mark(self) -> QRect | None:
        """Where the line or frame is drawn that shows the place of a drop; None while nothing is dragged."""
        return None if self._drop is None else self._drop.mark

    # ---- keys --------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Take keys that mean something here before the window's commands do."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._asked_by(event) is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = self._asked_by(event)
        if asked is None:
            super().keyPressEvent(event)
            return
        signal, arguments = asked
        getattr(self, signal).emit(*arguments)
        event.accept()

    def _asked_by(self, event: QKeyEvent) -> tuple[str, tuple[int, ...]] | None:
        """Name of the signal that a key stands for, with what it carries; None for other keys."""
        if self.state() == QAbstractItemView.State.EditingState:
            return None
        key, modifiers = event.key(), event.modifiers() & _MODIFIERS
        for standard, signal in (
            (QKeySequence.StandardKey.Copy, "copy_asked"),
            (QKeySequence.StandardKey.Cut, "cut_asked"),
            (QKeySequence.StandardKey.Paste, "paste_asked"),
        ):
            if event.matches(standard):
                return signal, ()
        if modifiers == _ALT and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return "step_asked", (-1 if key == Qt.Key.Key_Up else 1,)
        if modifiers != _PLAIN:
            return None
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            return "delete_asked", ()
        if key == Qt.Key.Key_Escape:
            return "clear_asked", ()
        current = self.currentIndex()
        if key == Qt.Key.Key_Space and current.isValid() and is_group(current):
            return "toggle_asked", ()
        return None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index, place = self.indexAt(event.pos()), event.globalPos()
        else:
            index = self.currentIndex()
            rect = self.visualRect(index) if index.isValid() else QRect(10, 10, 0, 0)
            place = self.viewport().mapToGlobal(rect.center())
        self.menu_asked.emit(place, index)

    # ---- painting ----------------------------------------------------------------------------------

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground of a row from edge to edge, then what stands on it."""
        rect = QRectF(self.visualRect(index))
        ground = QRectF(6, rect.top() + 0.5, self.viewport().width() - 12, rect.height() - 1)
        current = self.hasFocus() and index == self.currentIndex()
        selected = self.selectionModel().isSelected(index)
        if selected or current:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor(self._theme.accent_soft) if selected else Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 1) if current else Qt.PenStyle.NoPen)
            inset = 0.5 if current else 0.0
            painter.drawRoundedRect(ground.adjusted(inset, inset, -inset, -inset), 4, 4)
            painter.restore()
        super().drawRow(painter, options, index)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount() == 0:
            self._paint_hint()
        if self._drop is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        mark = QRectF(self._drop.mark)
        if mark.height() > 0:
            painter.drawRoundedRect(mark.adjusted(1, 1, -1, -1), 5, 5)
        else:
            painter.drawLine(mark.topLeft() + QPoint(6, 0), mark.topRight())
            painter.setBrush(QColor(self._theme.panel))
            painter.drawEllipse(mark.topLeft() + QPoint(3, 0), 3, 3)
        painter.end()

    def _paint_hint(self) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(QColor(self._theme.third))
        room = self.viewport().rect().adjusted(14, 18, -14, -10)
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), EMPTY)
        painter.end()

    # ---- dragging ----------------------------------------------------------------------------------

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag the group under the pointer, or the selected words."""
        groups, words = self.chosen()
        current = self.currentIndex()
        if current.isValid() and is_group(current) and groups:
            indexes = [current]
            text = current.data()
        else:
            indexes = [self._model.word_index(group, word) for group, word in words]
            text = indexes[0].data() if len(indexes) == 1 else f"{len(indexes):,} words"
        if not indexes:
            return
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData(indexes))
        drag.setPixmap(drag_picture(text, self._theme, self._delegate.zoom, self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(-10, -6))
        # What the drop means is done by the model's signals: nothing is to be removed here afterwards.
        drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.DropAction.MoveAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._takes(event.mimeData()):
            event.acceptProposedAction()
            self.setState(QAbstractItemView.State.DraggingState)
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges, and unfolds what the pointer rests on
        place = self.drop_place(event.position().toPoint(), event.mimeData())
        self._show_drop(place)
        if place is None:
            event.ignore()
        else:
            event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_drop(None)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        place = self.drop_place(event.position().toPoint(), event.mimeData())
        self._show_drop(None)
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        if place is None or not self._model.dropMimeData(
            event.mimeData(), event.dropAction(), place.row, 0, place.parent
        ):
            event.ignore()
        else:
            event.accept()

    def drop_place(self, place: QPoint, data: QMimeData) -> DropPlace | None:
        """Where a drop at this place of the viewport would go; None where it means nothing."""
        if not self._takes(data):
            return None
        dragged = self._model.dragged(data)
        if dragged is not None and dragged.group is not None:
            return group_place(self, place)
        return word_place(self, place)

    def _takes(self, data: QMimeData) -> bool:
        return self._model.canDropMimeData(data, Qt.DropAction.MoveAction, -1, 0, QModelIndex())

    def _show_drop(self, place: DropPlace | None) -> None:
        if place != self._drop:
            self._drop = place
            self.viewport().update()
