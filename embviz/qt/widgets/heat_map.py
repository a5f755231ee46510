"""A square of cells for the cosines of pairs, with the words beside it and a scale below."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from embviz.core.page import Weight
from embviz.qt.fonts import TextMeasure, font

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.qt.theme import Theme

_STOPS = (-1.0, -0.4, 0.0, 0.3, 0.6, 1.0)
_LIGHT = ("#8A3A12", "#D98E63", "#EDF6F4", "#C3E3DD", "#63ADA2", "#0A463F")
_DARK = ("#FFB08A", "#8F4F2C", "#1D2F2D", "#28524D", "#3A9184", "#A5F5E8")
_SHADES = 400
_LARGEST_CELL, _SMALLEST_LABELLED = 40.0, 8.0
_GROUP_GAP = 5.0
_GAPLESS = 5.0
_SCALE_HEIGHT = 46.0
_MARGIN = 9.0
_SLANT = 56.0  # degrees of the words above the columns
_TEXT = 11.0


@dataclass(frozen=True, eq=False)
class HeatCells:
    """What a heat map shows.

    Attributes
    ----------
    texts
        Of the rows and columns.
    colors
        A group's place in the palette for each.
    values
        (n, n), −1 to 1.
    boundaries
        Places before which there is a gap.
    tick
        Where the scale has its tick, None for none; and what is written there.
    tick_text
        See there.
    """

    texts: tuple[str, ...]
    colors: tuple[int, ...]
    values: NDArray[np.float64]
    boundaries: tuple[int, ...] = ()
    tick: float | None = None
    tick_text: str = ""


@dataclass(frozen=True)
class _Layout:
    """Where the cells lie: left and top of each row and column, their side, the size of the letters."""

    starts: tuple[float, ...]
    left: float
    top: float
    side: float
    size: float

    def cell(self, row: int, column: int) -> QRectF:
        gap = 1.0 if self.side > _GAPLESS else 0.0
        return QRectF(
            self.left + self.starts[column], self.top + self.starts[row], self.side - gap, self.side - gap
        )

    @property
    def length(self) -> float:
        return self.starts[-1] + self.side


class HeatMap(QWidget):
    """Painted whole. Arrow keys move from cell to cell, Enter picks one, as a click does.

    Signals
    -------
    picked
        Row and column of a cell off the diagonal.
    pointed
        Row and column of the cell under the pointer or the keys; −1 and −1 for none.
    """

    picked = Signal(int, int)
    pointed = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Heat map of pairwise cosines")
        self._theme = theme
        self._zoom = 1.0
        self._measure = TextMeasure()
        self._cells: HeatCells | None = None
        self._current = (-1, -1)
        self._chosen: tuple[int, int] | None = None
        self._kept: tuple[tuple[HeatCells, Theme, _Layout, float], QImage] | None = None

    # ---- what is shown -----------------------------------------------------------------------------

    def apply_theme(self, theme: Theme, zoom: float = 1.0) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.update()

    def show_cells(self, cells: HeatCells | None, chosen: tuple[int, int] | None = None) -> None:
        """Show these, with one pair of cells framed."""
        if cells is not self._cells:
            self._current = (-1, -1)
        self._cells, self._chosen = cells, chosen
        self.update()

    @property
    def current(self) -> tuple[int, int]:
        """The cell under the pointer or the keys, (−1, −1) for none."""
        return self._current

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell lies, pixels of this widget."""
        return self._layout().cell(row, column)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 180)

    def sizeHint(self) -> QSize:
        return QSize(340, 340)

    # ---- layout ------------------------------------------------------------------------------------

    def _layout(self) -> _Layout:
        cells = self._cells
        assert cells is not None
        count = len(cells.texts)
        gaps = _GROUP_GAP * len(cells.boundaries)
        size = _TEXT * self._zoom
        for _ in range(2):
            widest = min(96.0 * self._zoom, max(self._measure.width(text, size) for text in cells.texts))
            across = self.width() - 2 * _MARGIN - widest - 8
            slanted = widest * math.sin(math.radians(_SLANT)) + size
            down = self.height() - _SCALE_HEIGHT * self._zoom - slanted - 4
            beyond = widest * math.cos(math.radians(_SLANT))
            side = min(
                (across - gaps - 0.6 * beyond) / count, (down - gaps) / count, _LARGEST_CELL * self._zoom
            )
            labelled = side >= _SMALLEST_LABELLED
            if labelled and side < size + 2:
                size = max(7.0, side - 1.5)
        if not labelled:
            widest = slanted = beyond = 0.0
            side = min(
                (self.width() - 2 * _MARGIN - gaps) / count,
                (self.height() - _SCALE_HEIGHT * self._zoom - gaps - 8) / count,
            )
        side = max(1.0, side)
        starts = []
        place = 0.0
        for number in range(count):
            if number in cells.boundaries:
                place += _GROUP_GAP
            starts.append(place)
            place += side
        used = widest + 8 + place + 0.6 * beyond
        left = max(_MARGIN, (self.width() - used) / 2) + widest + 8
        return _Layout(tuple(starts), left, slanted + 4, side, size if labelled else 0.0)

    def _cell_at(self, x: float, y: float) -> tuple[int, int]:
        if self._cells is None:
            return -1, -1
        layout = self._layout()

        def place(offset: float) -> int:
            for number, start in enumerate(layout.starts):
                if start <= offset < start + layout.side:
                    return number
            return -1

        row, column = place(y - layout.top), place(x - layout.left)
        return (row, column) if row >= 0 and column >= 0 else (-1, -1)

    # ---- painting ----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        cells = self._cells
        if cells is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self._layout()
        self._paint_cells(painter, cells, layout)
        if layout.size:
            self._paint_texts(painter, cells, layout)
        self._paint_frames(painter, layout)
        self._paint_scale(painter, cells, layout)
        painter.end()

    def _paint_cells(self, painter: QPainter, cells: HeatCells, layout: _Layout) -> None:
        key = (cells, self._theme, layout, self.devicePixelRatioF())
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, _picture(self._theme, cells.values, layout, key[3]))
        painter.drawImage(QPointF(layout.left, layout.top), self._kept[1])

    def _paint_texts(self, painter: QPainter, cells: HeatCells, layout: _Layout) -> None:
        theme = self._theme
        row, column = self._current
        for number, (text, color) in enumerate(zip(cells.texts, cells.colors, strict=True)):
            middle = layout.starts[number] + layout.side / 2
            lit = number in (row, column)
            weight = Weight.BOLD if lit else Weight.MEDIUM
            painter.setPen(QColor(theme.ink if lit else theme.group_texts[color]))
            painter.setFont(font(max(1, round(layout.size)), weight))
            room = 96.0 * self._zoom
            shown = self._measure.elide(text, layout.size, room, weight)
            width = painter.fontMetrics().horizontalAdvance(shown)
            baseline = 0.36 * layout.size
            painter.drawText(QPointF(layout.left - 7 - width, layout.top + middle + baseline), shown)
            painter.save()
            painter.translate(layout.left + middle + baseline * 0.6, layout.top - 5)
            painter.rotate(-_SLANT)
            painter.drawText(QPointF(0, 0), shown)
            painter.restore()

    def _paint_frames(self, painter: QPainter, layout: _Layout) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._chosen is not None:
            painter.setPen(QPen(QColor(self._theme.ink), 2))
            for row, column in (self._chosen, self._chosen[::-1]):
                painter.drawRect(layout.cell(row, column).adjusted(-0.5, -0.5, 0.5, 0.5))
        if self._current != (-1, -1):
            painter.setPen(QPen(QColor(self._theme.accent), 2 if self.hasFocus() else 1.4))
            painter.drawRect(layout.cell(*self._current).adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_scale(self, painter: QPainter, cells: HeatCells, layout: _Layout) -> None:
        theme, zoom = self._theme, self._zoom
        least = float(cells.values.min())
        low = 0.0 if least > -0.005 else math.floor(5 * least) / 5
        width = max(150.0, min(layout.length, 220.0 * zoom))
        left = min(layout.left, self.width() - width - _MARGIN - 8)
        top = layout.top + layout.length + 10
        bar = QRectF(left, top, width, 7 * zoom)
        shades = QLinearGradient(bar.topLeft(), bar.topRight())
        for place in range(21):
            shades.setColorAt(place / 20, ramp(theme, low + (1 - low) * place / 20))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shades)
        painter.drawRoundedRect(bar, 3, 3)
        painter.setFont(font(round(11 * zoom), tabular=True))
        painter.setPen(QColor(theme.third))
        baseline = bar.bottom() + 13 * zoom
        metrics = painter.fontMetrics()
        ends = [(left, f"{low:.1f}".replace("-", "−") if low else "0"), (left + width, "1")]
        for x, text in ends:
            painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, baseline), text)
        if cells.tick is None:
            return
        x = left + width * (min(1.0, max(low, cells.tick)) - low) / (1 - low)
        painter.setPen(QPen(QColor(theme.ink), 1.6))
        painter.drawLine(QPointF(x, bar.top() - 4), QPointF(x, bar.bottom() + 4))
        painter.setPen(QColor(theme.second))
        text_width = metrics.horizontalAdvance(cells.tick_text)
        text_left = min(max(x - text_width / 2, left + 14), left + width - text_width - 10)
        painter.drawText(QPointF(text_left, baseline), cells.tick_text)

    # ---- the pointer and the keys ------------------------------------------------------------------

    def _point(self, row: int, column: int) -> None:
        if (row, column) != self._current:
            self._current = (row, column)
            self.pointed.emit(row, column)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(*self._cell_at(event.position().x(), event.position().y()))

    def leaveEvent(self, _event: QEvent) -> None:
        self._point(-1, -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            row, column = self._cell_at(event.position().x(), event.position().y())
            self._pick(row, column)

    def _pick(self, row: int, column: int) -> None:
        if row >= 0 and row != column:
            self.picked.emit(row, column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        step = steps.get(Qt.Key(event.key()))
        if self._cells is None:
            event.ignore()
        elif step is not None:
            count = len(self._cells.texts)
            row, column = self._current if self._current != (-1, -1) else (0, 0)
            if self._current != (-1, -1):
                row, column = row + step[0], column + step[1]
            self._point(min(count - 1, max(0, row)), min(count - 1, max(0, column)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._pick(*self._current)
        else:
            event.ignore()


def ramp(theme: Theme, value: float) -> QColor:
    """Colour of a cosine: pale at 0, deep at 1, of another hue below 0."""
    return QColor(*_shades(theme)[_shade_of(np.array(value))].tolist())


def _shade_of(values: NDArray[np.float64]) -> NDArray[np.intp]:
    return np.rint((np.clip(values, -1.0, 1.0) + 1.0) * (_SHADES / 2)).astype(np.intp)


@lru_cache(maxsize=8)
def _shades(theme: Theme) -> NDArray[np.uint8]:
    """Colours from −1 to 1, uint8, (_SHADES + 1, 3)."""
    stops = [QColor(color) for color in (_DARK if theme.dark else _LIGHT)]
    values = np.linspace(-1.0, 1.0, _SHADES + 1)
    channels = [[one.red(), one.green(), one.blue()] for one in stops]
    columns = [np.interp(values, _STOPS, [one[place] for one in channels]) for place in range(3)]
    return np.rint(np.stack(columns, axis=1)).astype(np.uint8)


def _picture(theme: Theme, values: NDArray[np.float64], layout: _Layout, ratio: float) -> QImage:
    """All cells as an image with ``ratio`` dots a pixel; between cells it is transparent."""
    count = len(values)
    dots = max(1, round(layout.length * ratio))
    starts = np.rint(np.array(layout.starts) * ratio)
    centers = np.arange(dots) + 0.5
    places = np.clip(np.searchsorted(starts, centers, side="right") - 1, 0, count - 1)
    gap = max(1.0, round(ratio)) if layout.side > _GAPLESS else 0.0
    ends = np.append(starts[1:], dots + gap)
    ends = np.minimum(ends, starts + layout.side * ratio + 0.5) - gap
    inside = centers < ends[places]
    colors = np.zeros((count, count, 4), dtype=np.uint8)
    colors[..., :3] = _shades(theme)[_shade_of(values)]
    line = QColor(theme.line)
    colors[np.arange(count), np.arange(count), :3] = (line.red(), line.green(), line.blue())
    colors[..., 3] = 255
    pixels = colors[places[:, None], places[None, :]]
    pixels[~inside] = 0
    pixels[:, ~inside] = 0
    pixels = np.ascontiguousarray(pixels)
    image = QImage(pixels.data, dots, dots, 4 * dots, QImage.Format.Format_RGBA8888).copy()
    image.setDevicePixelRatio(ratio)
    return image
