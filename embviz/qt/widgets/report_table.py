"""A table of results, as high as its rows, whose first column is text and whose others are numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from embviz.core.page import Weight
from embviz.qt.fonts import font
from embviz.qt.widgets.bars import paint_cosine_bar
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from embviz.qt.theme import Theme

ROW_HEIGHT = 25
_BAR = 40.0
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class ReportColumn:
    """A column: its title, its tool tip, and its width at the usual size of type; 0 takes the rest."""

    title: str
    help: str = ""
    width: int = 0


@dataclass(frozen=True)
class ReportRow:
    """A row.

    Attributes
    ----------
    cells
        Texts in the order of the columns.
    tip
        What the tool tip says of it.
    bar
        A cosine to be drawn before the second cell, None for none.
    strong
        Set in bold, as a total is.
    dim
        Set in a paler ink, as what does not count is.
    """

    cells: tuple[str, ...]
    tip: str = ""
    bar: float | None = None
    strong: bool = False
    dim: bool = False


class _Model(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.columns: tuple[ReportColumn, ...] = ()
        self.rows: tuple[ReportRow, ...] = ()

    def show_report(self, columns: tuple[ReportColumn, ...], rows: tuple[ReportRow, ...]) -> None:
        self.beginResetModel()
        self.columns, self.rows = columns, rows
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.columns[section].help)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section == 0 else _RIGHT
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.tip)
        return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme, self.zoom = theme, 1.0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        assert isinstance(model, _Model)
        row, column = model.rows[index.row()], index.column()
        theme, rect = self.theme, QRectF(option.rect)
        painter.save()
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, QColor(theme.accent_soft))
        weight = Weight.SEMI_BOLD if row.strong else Weight.REGULAR
        painter.setFont(font(round(12 * self.zoom), weight, tabular=column > 0))
        painter.setPen(QColor(theme.third if row.dim else theme.ink))
        if column == 0:
            room = rect.adjusted(4, 0, -4, 0)
            text = painter.fontMetrics().elidedText(
                str(index.data()), Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, int(_LEFT), text)
        else:
            painter.drawText(rect.adjusted(0, 0, -5, 0), int(_RIGHT), str(index.data()))
            if column == 1 and row.bar is not None:
                width = min(_BAR * self.zoom, rect.width() - 42 * self.zoom)
                bar = QRectF(rect.left() + 2, rect.center().y() - 2.5, width, 5)
                paint_cosine_bar(painter, theme, bar, row.bar, None)
        painter.restore()


class ReportTable(QTableView):
    """Scrolled by what it lies in, not by itself."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model()
        self._delegate = _Delegate(theme)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        for bar in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(30)

    @property
    def rows(self) -> tuple[ReportRow, ...]:
        """What is shown."""
        return self._model.rows

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._delegate.theme, self._delegate.zoom = theme, zoom
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * zoom))
        self._arrange()
        self.viewport().update()

    def show_report(self, columns: tuple[ReportColumn, ...], rows: tuple[ReportRow, ...]) -> None:
        """Show these rows."""
        self._model.show_report(columns, rows)
        self._arrange()

    def _arrange(self) -> None:
        header, zoom = self.horizontalHeader(), self._delegate.zoom
        for place, column in enumerate(self._model.columns):
            if column.width:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
                self.setColumnWidth(place, round(column.width * zoom))
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        height = self.horizontalHeader().sizeHint().height()
        return QSize(240, height + len(self._model.rows) * self.verticalHeader().defaultSectionSize() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
