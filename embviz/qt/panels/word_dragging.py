"""Where a drag over the Words dock would drop, and what hangs at the pointer meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPixmap

from embviz.core.page import Weight
from embviz.qt.fonts import font
from embviz.qt.panels.word_branches import is_group

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTreeView

    from embviz.qt.theme import Theme


@dataclass(frozen=True)
class DropPlace:
    """Where a drop would go: what the model is told, and what is drawn to show it.

    Attributes
    ----------
    parent, row
        As :meth:`WordModel.dropMimeData` takes them.
    mark
        Pixels of the viewport: a line where it has no height, else a frame.
    """

    parent: QModelIndex
    row: int
    mark: QRect


def word_place(tree: QTreeView, place: QPoint) -> DropPlace:
    """Place that words are dropped to: into a group at its end, or between two words."""
    index = tree.indexAt(place)
    if not index.isValid():
        last = tree.model().rowCount() - 1
        if last < 0:
            return DropPlace(QModelIndex(), -1, tree.viewport().rect())
        return _into(tree, tree.model().index(last, 0))
    if is_group(index):
        return _into(tree, index)
    rect = tree.visualRect(index)
    after = place.y() > rect.center().y()
    line = _line(tree, rect.bottom() + 1 if after else rect.top())
    return DropPlace(index.parent(), index.row() + after, line)


def group_place(tree: QTreeView, place: QPoint) -> DropPlace | None:
    """Place that a group is dropped to: before or after another with all its words."""
    index, model = tree.indexAt(place), tree.model()
    count = model.rowCount()
    if not count:
        return None
    group = index if index.isValid() else model.index(count - 1, 0)
    if not is_group(group):
        group = group.parent()
    words = model.rowCount(group)
    last = model.index(words - 1, 0, group) if words and tree.isExpanded(group) else group
    top, bottom = tree.visualRect(group).top(), tree.visualRect(last).bottom() + 1
    after = not index.isValid() or place.y() > (top + bottom) / 2
    return DropPlace(QModelIndex(), group.row() + after, _line(tree, bottom if after else top))


def _into(tree: QTreeView, group: QModelIndex) -> DropPlace:
    rect = tree.visualRect(group)
    return DropPlace(group, -1, QRect(4, rect.top(), tree.viewport().width() - 8, rect.height()))


def _line(tree: QTreeView, y: int) -> QRect:
    return QRect(8, max(1, y), tree.viewport().width() - 20, 0)


def drag_picture(text: str, theme: Theme, zoom: float, ratio: float) -> QPixmap:
    """Paint what hangs at the pointer: the word, or how many there are."""
    made = font(round(12 * zoom), Weight.SEMI_BOLD)
    metrics = QFontMetrics(made)
    width, height = metrics.horizontalAdvance(text) + 20, metrics.height() + 8
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.accent), 1))
    painter.setBrush(QColor(theme.accent_soft))
    painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), 6, 6)
    painter.setPen(QColor(theme.ink))
    painter.setFont(made)
    painter.drawText(QRectF(0, 0, width, height), int(Qt.AlignmentFlag.AlignCenter), text)
    painter.end()
    return picture
