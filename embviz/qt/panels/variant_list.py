"""A word's other spellings, each a row of its own, with the cosine of the two rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from embviz.core.page import Weight
from embviz.core.quantities import signed
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.widgets.bars import paint_cosine_bar

if TYPE_CHECKING:
    from embviz.core.row_view import Variant
    from embviz.qt.theme import Theme

_Index = QModelIndex | QPersistentModelIndex
_ROW, _BAR = 24.0, 58.0
_VARIANT = Qt.ItemDataRole.UserRole


class VariantModel(QAbstractListModel):
    """One row a spelling."""

    def __init__(self) -> None:
        super().__init__()
        self.variants: tuple[Variant, ...] = ()

    def show_variants(self, variants: tuple[Variant, ...]) -> None:
        """Show other spellings."""
        self.beginResetModel()
        self.variants = variants
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.variants)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        variant = self.variants[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return variant.shown
        if role == _VARIANT:
            return variant
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{variant.shown}, token {variant.id}, cosine {signed(variant.cosine, 2)}"
        return None


class VariantList(QListView):
    """As high as its rows; a click or Enter looks at a spelling's row.

    Signals
    -------
    looked_at
        The id of the spelling.
    """

    looked_at = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spellings = VariantModel()
        self._delegate = _VariantDelegate(theme)
        self.setModel(self.spellings)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setAccessibleName("Other spellings")
        self.setToolTip("Click a spelling to look at its row")
        self.clicked.connect(self._on_chosen)
        self.activated.connect(self._on_chosen)

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._delegate.theme, self._delegate.zoom = theme, zoom
        self._fit()
        self.viewport().update()

    def show_variants(self, variants: tuple[Variant, ...], reference: float | None) -> None:
        """Show other spellings; ``reference`` is the mean cosine of random pairs."""
        self._delegate.reference = reference
        self.spellings.show_variants(variants)
        if variants:
            # So that the keys have somewhere to start.
            with QSignalBlocker(self.selectionModel()):
                first = self.spellings.index(0, 0)
                self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(len(self.spellings.variants) * round(_ROW * self._delegate.zoom))

    def _on_chosen(self, index: QModelIndex) -> None:
        self.looked_at.emit(index.data(_VARIANT).id)


class _VariantDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.zoom = 1.0
        self.reference: float | None = None
        self._measure = TextMeasure()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(160, round(_ROW * self.zoom))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        variant: Variant = index.data(_VARIANT)
        theme, zoom = self.theme, self.zoom
        rect, state = QRectF(option.rect), option.state
        painter.save()
        focused = state & QStyle.StateFlag.State_HasFocus
        if state & QStyle.StateFlag.State_MouseOver or focused:
            painter.fillRect(rect, QColor(theme.accent_soft))
        base = rect.center().y() + 4.4 * zoom
        score_left = rect.right() - 38 * zoom
        bar_left = score_left - (_BAR + 8) * zoom
        pixels = round(13 * zoom)
        painter.setFont(font(pixels, Weight.MEDIUM))
        painter.setPen(QColor(theme.ink))
        room = bar_left - rect.left() - 62 * zoom
        painter.drawText(
            QPointF(rect.left() + 2, base), self._measure.elide(variant.shown, pixels, room, Weight.MEDIUM)
        )
        painter.setFont(font(round(11 * zoom), tabular=True))
        painter.setPen(QColor(theme.third))
        number = QRectF(bar_left - 58 * zoom, rect.top(), 50 * zoom, rect.height())
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(number, right, str(variant.id))
        bar = QRectF(bar_left, rect.center().y() - 3 * zoom, _BAR * zoom, 6 * zoom)
        paint_cosine_bar(
            painter, theme, bar, 0.0 if variant.cosine != variant.cosine else variant.cosine, self.reference
        )
        painter.setFont(font(round(12 * zoom), tabular=True))
        painter.setPen(QColor(theme.ink))
        painter.drawText(
            QRectF(score_left, rect.top(), 36 * zoom, rect.height()), right, signed(variant.cosine, 2)
        )
        painter.restore()
