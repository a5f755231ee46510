"""A row under the map that says what its arcs and lines mean, set as the legend of figures is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.qt.fonts import TextMeasure
from embviz.qt.painter import Halo, Look
from embviz.qt.painter.stamps import draw_arc, draw_line
from embviz.qt.painter.text import draw_text
from embviz.qt.theme import Lengths, Theme
from embviz.qt.typesetting.legend import FALSE_TEXT, LINE_TEXTS, MISSING_TEXT, Legend, set_legend
from embviz.qt.widgets.parent_height import ParentHeight

if TYPE_CHECKING:
    from collections.abc import Collection

    from embviz.core.figure import LineKind

SIZE = 11.5
LARGEST_SHARE = 0.125
"""Share of the height that the legend may take in letters of the size that was chosen."""

_MARGIN, _ABOVE, _BELOW = 14, 1, 6


class ArcLegend(QWidget):
    """Explains both arcs, and the lines of a word while there are any."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self._stage = ParentHeight(self)
        self._stage.changed.connect(self.updateGeometry)
        self._lines: frozenset[LineKind] = frozenset()
        self.show_lines(())

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.update()

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self.updateGeometry()
        self.update()

    def show_lines(self, kinds: Collection[LineKind]) -> None:
        """Explain lines of these kinds too, where there is room beside the arcs."""
        self._lines = frozenset(kinds)
        texts = [f"solid arc above: {FALSE_TEXT}", f"dashed arc below: {MISSING_TEXT}"]
        texts += [text for kind, text in LINE_TEXTS.items() if kind in self._lines]
        self.setAccessibleName("; ".join(texts))
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._set(width, ()).height) + _ABOVE + _BELOW

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(300, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def _set(self, width: int, lines: Collection[LineKind]) -> Legend:
        legend = self._set_in(width, SIZE * self._zoom, lines)
        # A low map needs the room of a second row more than letters as large as all others.
        low = legend.height + _ABOVE + _BELOW > self._stage.pixels * LARGEST_SHARE
        if not low or self._zoom <= 1:
            return legend
        one_row = self._set_in(100 * width, SIZE * self._zoom, lines).width
        shrink = (width - 2 * _MARGIN) / one_row
        return self._set_in(width, SIZE * max(1.0, min(self._zoom, 0.99 * self._zoom * shrink)), lines)

    def _set_in(self, width: int, size: float, lines: Collection[LineKind]) -> Legend:
        room = width - 2 * _MARGIN
        return set_legend((), (False, True), self._measure, width=room, size=size, most_rows=2, lines=lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.map)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = Look(self._theme, self._measure, halo=Halo.NONE)
        lengths = Lengths()
        legend = self._set(self.width(), self._lines)
        if legend.height > self.height() - _ABOVE:
            # The row keeps its height while the pointer moves from word to word.
            legend = self._set(self.width(), ())
        painter.translate(_MARGIN, _ABOVE)
        for arc in legend.arcs:
            width = arc.radius * lengths.ring_width / lengths.ring_radius
            draw_arc(painter, look, arc.x, arc.y, arc.radius, width, 1.0, missing=arc.missing)
        for line in legend.lines:
            draw_line(painter, look, lengths, QLineF(line.left, line.y, line.right, line.y), line.kind)
        for text in legend.texts:
            color = self._theme.text(text.ink)
            draw_text(painter, look, text.x, text.baseline, text.text, text.size, text.weight, color)
        painter.end()
