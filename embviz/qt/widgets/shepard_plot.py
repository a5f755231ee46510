"""A Shepard plot: true cosine distance against distance on the map, one dot a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor

from embviz.core.figure import LineKind
from embviz.qt.fonts import font

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    from embviz.core.shepard import Pairs
    from embviz.qt.theme import Theme

_FEW = 2_000
"""Up to so many pairs dots are larger and darker."""


class ShepardPlot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """Dots of all pairs, and over them those of one word, coloured as its lines on the map are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.panel)
        self.setAccessibleName("Shepard plot")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.getViewBox().setMouseEnabled(x=False, y=False)
        self.setLabel("bottom", "distance here, of the map’s diagonal")
        self.setLabel("left", "true cosine distance")
        self.dots = pg.ScatterPlotItem(pen=None, pxMode=True)
        self.lit = {kind: pg.ScatterPlotItem(pxMode=True) for kind in (None, *LineKind)}
        for item in (self.dots, *self.lit.values()):
            self.addItem(item)
        self._pairs: Pairs | None = None
        self.apply_theme(theme)

    def sizeHint(self) -> QSize:
        return QSize(300, 240)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.setBackground(theme.panel)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setPen(QColor(theme.line))
            axis.setTextPen(QColor(theme.third))
            axis.setTickFont(font(10))
            axis.label.setFont(font(11))
            axis.label.setDefaultTextColor(QColor(theme.second))
        self._paint_dots()
        colors = {
            None: theme.ink,
            LineKind.TRUE: theme.true,
            LineKind.FALSE: theme.false,
            LineKind.MISSING: theme.missing,
        }
        for kind, item in self.lit.items():
            item.setBrush(QColor(colors[kind]))
            item.setPen(pg.mkPen(theme.panel, width=0.8))
            item.setSize(5.5 if kind is None else 8.0)

    def show_pairs(self, pairs: Pairs | None) -> None:
        """Show all pairs of a map, or nothing."""
        if pairs is self._pairs:
            return
        self._pairs = pairs
        self.dots.setData(*(([], []) if pairs is None else (pairs.drawn, pairs.true)))
        self._paint_dots()
        if pairs is not None and pairs.true.size:
            self.setXRange(0.0, float(pairs.drawn.max()), padding=0.03)
            low = min(0.0, float(pairs.true.min()))
            self.setYRange(low, float(pairs.true.max()), padding=0.03)

    def light(self, own: tuple[NDArray[np.intp], Pairs] | None, kinds: dict[int, LineKind]) -> None:
        """Light one word's pairs, given with the places of the others, or none.

        Pairs with near words have the colours of the lines to them, ``kinds`` by place.
        """
        for kind, item in self.lit.items():
            if own is None:
                item.setData([], [])
                continue
            others, pairs = own
            chosen = np.array([kinds.get(other) is kind for other in others.tolist()], dtype=np.bool_)
            item.setData(pairs.drawn[chosen], pairs.true[chosen])

    def _paint_dots(self) -> None:
        count = 0 if self._pairs is None else self._pairs.true.size
        color = QColor(self._theme.third)
        color.setAlphaF(0.45 if count <= _FEW else 0.16)
        self.dots.setBrush(color)
        self.dots.setSize(3.2 if count <= _FEW else 2.2)

    def wheelEvent(self, event: Any) -> None:
        """The plot shows all pairs and is not zoomed; the wheel scrolls what it stands in."""
        event.ignore()
