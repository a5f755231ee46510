"""Two lists of the same pieces: chips that flow like text, and rows of the heat strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QWidget

from embviz.qt.panels.piece_model import PieceModel, PieceRole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

    from embviz.qt.panels.piece_delegates import ChipDelegate, RowDelegate

LINES = 3
"""So many lines of chips are shown at most; longer sentences scroll."""

_BESIDE, _PER_LINE = 190.0, 75.0
"""Height that the other parts of the dock need at the usual size of type, and that each line is worth."""

_BATCH = 80


class PieceList(QListView):
    """A list of pieces in which one is looked at.

    Signals
    -------
    looked_at
        The id of the piece that was clicked, or walked to by key.
    opened
        It was double-clicked, or Enter was pressed: it shall be seen closely.
    """

    looked_at = Signal(int)
    opened = Signal()

    def __init__(
        self, model: PieceModel, delegate: QStyledItemDelegate, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pieces = model
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(name)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.clicked.connect(self._look)
        self.activated.connect(self._on_activated)

    def show_looked_at(self, token_id: int | None) -> None:
        """Make a piece with this id the current one, without asking for anything."""
        current = self.currentIndex()
        if current.isValid() and self._pieces.pieces[current.row()].id == token_id:
            return
        place = next((at for at, piece in enumerate(self._pieces.pieces) if piece.id == token_id), None)
        with QSignalBlocker(self.selectionModel()):
            if place is None or token_id is None:
                self.selectionModel().clear()
            else:
                index = self._pieces.index(place, 0)
                flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
                self.selectionModel().setCurrentIndex(index, flag)
                self.scrollTo(index)
        self.viewport().update()

    def _on_current_changed(self, now: QModelIndex, _before: QModelIndex) -> None:
        self._look(now)

    def _look(self, index: QModelIndex) -> None:
        if index.isValid() and (piece := index.data(PieceRole)).id is not None:
            self.looked_at.emit(piece.id)

    def _on_activated(self, index: QModelIndex) -> None:
        self._look(index)
        self.opened.emit()


class ChipList(PieceList):
    """Chips in lines; as high as they need, up to `LINES` lines."""

    def __init__(self, model: PieceModel, delegate: ChipDelegate, parent: QWidget | None = None) -> None:
        super().__init__(model, delegate, "Tokens of the sentence", parent)
        self._delegate = delegate
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        # Of a long text the first lines are there at once, the others a moment later.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self._most = LINES
        self._take(0, 0)

    def share_height(self, height: int) -> None:
        """Leave room for the rows below in a dock of this height."""
        zoom = self._delegate.zoom
        most = max(1, min(LINES, int((height - _BESIDE * zoom) / (_PER_LINE * zoom))))
        if most != self._most:
            self._most = most
            self.fit()

    def fit(self) -> None:
        """Take the height that the chips need."""
        pieces = self._pieces.pieces
        if not pieces:
            self._take(0, 0)
            return
        widths = (self._delegate.size_of(piece).width() for piece in pieces)
        lines = flow_lines(widths, self._room(), self._most)
        each = self._delegate.size_of(pieces[0]).height()
        self._take(lines * each, each)

    def sizeHint(self) -> QSize:
        return QSize(200, self.maximumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def _take(self, height: int, least: int) -> None:
        """Ask for a height, and let a dock be made lower than that."""
        self.setMinimumHeight(least)
        self.setMaximumHeight(height)
        self.updateGeometry()

    def _room(self) -> int:
        """Width of a line: Qt leaves the scroll bar's room free, whether there is one or not."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self.verticalScrollBar())
        return self.maximumViewportSize().width() - bar - 1


class RowList(PieceList):
    """Rows of the heat strip, one below the other."""

    def __init__(self, model: PieceModel, delegate: RowDelegate, parent: QWidget | None = None) -> None:
        super().__init__(model, delegate, "Rows of the sentence’s tokens", parent)
        self._delegate = delegate
        self.setUniformItemSizes(True)

    def fit(self) -> None:
        """Give few rows more height."""
        if self._delegate.share_height(self.viewport().height(), len(self._pieces.pieces)):
            self.doItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def flow_lines(widths: Iterable[int], room: int, most: int) -> int:
    """How many lines things of these widths take, a new one where there is no room; ``most`` at most."""
    lines, used = 1, 0
    for width in widths:
        if used and used + width > room:
            if lines == most:
                break
            lines, used = lines + 1, 0
        used += width
    return lines
