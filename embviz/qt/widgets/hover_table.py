"""A table of rows in a dock: no grid, whole rows chosen, and it tells over which row the pointer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QTableView

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent


class HoverTable(QTableView):
    """Rows of a model, painted by a delegate; every column has a fixed width but one.

    Parameters
    ----------
    stretched
        The column that takes the room the others leave.
    row_height
        Of each row, pixels.
    least_height
        Below this the table does not shrink, pixels.
    name
        For those who cannot see it.

    Signals
    -------
    row_hovered
        The row under the pointer when that changes, −1 for none.
    """

    row_hovered = Signal(int)

    def __init__(
        self,
        model: QAbstractTableModel,
        delegate: QStyledItemDelegate,
        *,
        stretched: int,
        row_height: int,
        least_height: int,
        name: str,
    ) -> None:
        super().__init__()
        self._row = -1
        self._least_height = least_height
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(row_height)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(30)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._tell(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._tell(-1)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._least_height)

    def _tell(self, row: int) -> None:
        if row != self._row:
            self._row = row
            self.row_hovered.emit(row)
