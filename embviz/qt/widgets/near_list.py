"""Lists of near words as they stand on the card and in the Caution dock: arc, word, cosine, pairs, place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.page import Weight
from embviz.core.quantities import signed
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.stamps import draw_arc

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_ROW, _HEAD = 21.0, 22.0
_COSINE, _PAIRS = 34.0, 86.0


@dataclass(frozen=True)
class CardRow:
    """A near word.

    ``cosine`` is None where there is none, ``place`` its place on the other side, and ``wrong`` says whether
    the two sides disagree about it; ``pairs`` is the share of pairs that are nearer than this one (farther,
    in a list of what truly is nearest).
    """

    text: str
    cosine: float | None
    place: str
    wrong: bool
    pairs: str = ""


@dataclass(frozen=True)
class NearList:
    """A heading, what its columns of pairs and places are called, and the rows."""

    title: str
    pairs_title: str
    places_title: str
    rows: tuple[CardRow, ...]
    missing: bool

    @property
    def with_pairs(self) -> bool:
        """Whether there is a column of pairs."""
        return any(row.pairs for row in self.rows)

    def height(self, zoom: float = 1.0) -> float:
        """Height that it is painted with, pixels."""
        return zoom * (_HEAD + _ROW * len(self.rows))


def paint_near_list(
    painter: QPainter,
    theme: Theme,
    measure: TextMeasure,
    near: NearList,
    x: float,
    y: float,
    width: float,
    zoom: float = 1.0,
) -> None:
    """Paint a list from (x, y) down, pixels."""
    small, size = 11 * zoom, 12 * zoom
    painter.setFont(font(round(size), Weight.SEMI_BOLD))
    painter.setPen(QColor(theme.second))
    painter.drawText(QPointF(x, y + small), near.title)
    painter.setFont(font(round(small)))
    painter.setPen(QColor(theme.third))
    _write_right(painter, x + width, y + small, near.places_title)
    room = max(measure.width("000th", size, Weight.SEMI_BOLD), measure.width(near.places_title, small))
    pairs_right = x + width - room - 12 * zoom
    cosine_right = pairs_right + 4 * zoom
    if near.with_pairs:
        _write_right(painter, pairs_right, y + small, near.pairs_title)
        cosine_right = pairs_right - _PAIRS * zoom
    look = Look(theme, measure, halo=Halo.NONE)
    y += _HEAD * zoom
    for row in near.rows:
        ink = (theme.missing if near.missing else theme.false) if row.wrong else theme.ink
        baseline = y + 12 * zoom
        if row.wrong:
            middle = y + (4.5 if near.missing else 11.5) * zoom
            draw_arc(painter, look, x + 6 * zoom, middle, 6 * zoom, 2 * zoom, 1.0, missing=near.missing)
        left = x + 19 * zoom
        painter.setFont(font(round(size), Weight.MEDIUM))
        painter.setPen(QColor(ink))
        space = cosine_right - _COSINE * zoom - left
        painter.drawText(QPointF(left, baseline), measure.elide(row.text, size, space, Weight.MEDIUM))
        painter.setFont(font(round(size), Weight.SEMI_BOLD, tabular=True))
        _write_right(painter, x + width, baseline, row.place)
        painter.setFont(font(round(size), tabular=True))
        painter.setPen(QColor(theme.second))
        if row.cosine is not None:
            _write_right(painter, cosine_right, baseline, signed(row.cosine))
        if row.pairs:
            painter.setPen(QColor(ink if row.wrong else theme.second))
            _write_right(painter, pairs_right, baseline, row.pairs)
        y += _ROW * zoom


class NearListView(QWidget):
    """One list as wide as there is room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self._near: NearList | None = None

    @property
    def near(self) -> NearList | None:
        """What is shown."""
        return self._near

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.update()

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self.updateGeometry()
        self.update()

    def show_list(self, near: NearList | None) -> None:
        """Show this, or nothing."""
        self._near = near
        if near is not None:
            rows = "; ".join(f"{row.text}, {near.places_title} {row.place}" for row in near.rows)
            self.setAccessibleName(f"{near.title}: {rows}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, 0 if self._near is None else round(self._near.height(self._zoom)) + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._near is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_near_list(painter, self._theme, self._measure, self._near, 0, 1, self.width(), self._zoom)
        painter.end()


def _write_right(painter: QPainter, right: float, baseline: float, text: str) -> None:
    painter.drawText(QPointF(right - painter.fontMetrics().horizontalAdvance(text), baseline), text)
