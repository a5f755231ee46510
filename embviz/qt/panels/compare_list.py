"""All pairs of compared words, one below the other, the most alike first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from embviz.core.quantities import signed
from embviz.qt.fonts import font
from embviz.qt.panels.neighbor_model import percentile_text
from embviz.qt.widgets.bars import paint_cosine_bar
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from embviz.core.comparison import Comparison
    from embviz.core.figure import GroupStyle
    from embviz.qt.theme import Theme

ROW_HEIGHT = 26
COLUMNS = ("first", "second", "cosine", "percentile")
TITLES = {"first": "word", "second": "word", "cosine": "cosine", "percentile": "percentile"}
HELP = {
    "cosine": "Similarity of both words in all dimensions. The tick marks the mean of random pairs.",
    "percentile": "Share of random pairs that are less alike than these two words.",
}
_BAR = 48.0
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class PairModel(QAbstractTableModel):
    """Pairs of a `Comparison`; empty until one is given."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Comparison | None = None
        self._pairs: list[tuple[int, int]] = []

    def show_comparison(self, found: Comparison | None) -> None:
        """Show another comparison."""
        self.beginResetModel()
        self.found = found
        self._pairs = [] if found is None else found.pairs()
        self.endResetModel()

    def pair(self, row: int) -> tuple[int, int]:
        """Places of both words of a row."""
        return self._pairs[row]

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._pairs)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return HELP.get(column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column == "percentile" else _LEFT
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.found is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        first, second = self._pairs[index.row()]
        column = COLUMNS[index.column()]
        if column in ("first", "second"):
            text = self.found.words[first if column == "first" else second].text
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.ToolTipRole:
            return None
        if column == "cosine":
            return signed(float(self.found.cosines[first, second]))
        percentiles = self.found.percentiles
        return "" if percentiles is None else percentile_text(float(percentiles[first, second]))


class PairDelegate(QStyledItemDelegate):
    """Words in the colour of their groups, cosines with a bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.zoom = 1.0
        self.styles: tuple[GroupStyle, ...] = ()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(40, round(ROW_HEIGHT * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model, theme = index.model(), self.theme
        assert isinstance(model, PairModel)
        found = model.found
        assert found is not None
        rect = QRectF(option.rect)
        painter.save()
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, QColor(theme.accent_soft))
        column = COLUMNS[index.column()]
        text = str(index.data())
        pair = model.pair(index.row())
        if column in ("first", "second"):
            word = found.words[pair[0] if column == "first" else pair[1]]
            color = theme.group_texts[self.styles[word.group].color] if self.styles else theme.ink
            painter.setPen(QColor(color))
            painter.setFont(font(round(13 * self.zoom)))
            room = rect.adjusted(10, 0, -4, 0)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, int(_LEFT), shown)
        else:
            if column == "cosine":
                bar = QRectF(rect.left() + 4, rect.center().y() - 3, _BAR, 6)
                paint_cosine_bar(painter, theme, bar, float(found.cosines[pair]), found.reference)
            painter.setFont(font(round(13 * self.zoom), tabular=True))
            painter.setPen(QColor(theme.ink if column == "cosine" else theme.second))
            painter.drawText(rect.adjusted(0, 0, -8, 0), int(_RIGHT), text)
        painter.restore()


class PairList(QTableView):
    """Enter or a double click picks a pair."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair_model = PairModel()
        self.delegate = PairDelegate(theme)
        self.setModel(self.pair_model)
        self.setItemDelegate(self.delegate)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Pairs, the most alike first")
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (COLUMNS.index("cosine"), COLUMNS.index("percentile")):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme, zoom: float = 1.0) -> None:
        """Take new colours and another size of type."""
        self.delegate.theme, self.delegate.zoom = theme, zoom
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * zoom))
        self.setColumnWidth(COLUMNS.index("cosine"), round(60 + 44 * zoom))
        self.setColumnWidth(COLUMNS.index("percentile"), round(72 * zoom))
        self.viewport().update()

    def show_comparison(self, found: Comparison | None, styles: tuple[GroupStyle, ...]) -> None:
        """Show the pairs of a comparison, in the colours of these groups."""
        self.delegate.styles = styles
        self.pair_model.show_comparison(found)

    def pair_at(self, index: QModelIndex) -> tuple[int, int] | None:
        """Places of both words of a row."""
        return self.pair_model.pair(index.row()) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
