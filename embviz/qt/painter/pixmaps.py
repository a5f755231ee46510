"""The fast way to paint a plot's words: each marker, ring and label is painted once and kept as a pixmap."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from embviz.core.figure import Float64, Points, Shape
from embviz.qt.painter.stamps import draw_label, draw_marker, draw_rings, draw_selection, label_weight

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

_MOST = 6000
_RING_STEPS = 60


class PixmapStamps:
    """Stamps of one look and one set of lengths.

    They are made in the screen's own dots, or colour emoji would vanish. Needs a QGuiApplication; not to be
    shared between threads.
    """

    def __init__(self, look: Look, lengths: Lengths) -> None:
        self._ratio = look.ratio or 1.0
        self._look = replace(look, scale=look.scale * self._ratio, ratio=1.0)
        self._lengths = lengths.scaled(self._ratio)
        self._stamps: dict[Hashable, _Stamp] = {}

    def marks(self, painter: QPainter, points: Points, places: Iterable[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""
        places = list(places)
        at = pixels[places].tolist()
        false = (points.false_share[places] * _RING_STEPS).round().astype(int).tolist()
        missing = (points.missing_share[places] * _RING_STEPS).round().astype(int).tolist()
        selected = points.selected[places].tolist()
        for (x, y), upper, lower, chosen in zip(at, false, missing, selected, strict=True):
            if upper or lower:
                self._put(painter, x, y, self._stamps.get((upper, lower)) or self._rings(upper, lower))
            if chosen:
                self._put(painter, x, y, self._stamps.get("selection") or self._selection())
        shapes, colors = points.shapes[places].tolist(), points.colors[places].tolist()
        keys = zip(shapes, colors, points.hollow[places].tolist(), strict=True)
        for (x, y), key in zip(at, keys, strict=True):
            self._put(painter, x, y, self._stamps.get(key) or self._marker(*key))

    def labels(self, painter: QPainter, points: Points, places: Iterable[int], centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        if len(self._stamps) > _MOST:
            self._stamps.clear()
        places = list(places)
        texts = points.texts
        colors, selected = points.colors[places].tolist(), points.selected[places].tolist()
        for place, (x, y), color, chosen in zip(
            places, centers[places].tolist(), colors, selected, strict=True
        ):
            key = (texts[place], color, chosen)
            self._put(painter, x, y, self._stamps.get(key) or self._label(*key))

    def _put(self, painter: QPainter, x: float, y: float, stamp: _Stamp) -> None:
        ratio = self._ratio
        left, top = round(x * ratio - stamp.half_width), round(y * ratio - stamp.half_height)
        painter.drawPixmap(QPointF(left / ratio, top / ratio), stamp.pixmap)

    def _rings(self, upper: int, lower: int) -> _Stamp:
        half = self._lengths.ring_radius + self._lengths.ring_casing

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_rings(painter, self._look, self._lengths, x, y, upper / _RING_STEPS, lower / _RING_STEPS)

        return self._make((upper, lower), half, half, paint)

    def _selection(self) -> _Stamp:
        lengths = self._lengths
        half = lengths.ring_radius + lengths.selection_gap + 2 * lengths.selection_width

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_selection(painter, self._look, lengths, x, y)

        return self._make("selection", half, half, paint)

    def _marker(self, shape: int, color: int, hollow: bool) -> _Stamp:
        lengths = self._lengths
        half = 1.5 * lengths.marker_radius + lengths.marker_outline + 2 * lengths.marker_casing

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_marker(painter, self._look, lengths, x, y, Shape(shape), color, hollow=hollow)

        return self._make((shape, color, hollow), half, half, paint)

    def _label(self, text: str, color: int, selected: bool) -> _Stamp:
        lengths = self._lengths
        width = self._look.measure.width(text, lengths.label, label_weight(selected=selected))
        # Accents and other scripts may reach beyond the line and beyond their advance.
        half_width = width / 2 + lengths.label_halo + 0.25 * lengths.label
        half_height = 0.85 * lengths.label + lengths.label_halo

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_label(painter, self._look, lengths, x, y, text, color, selected=selected)

        return self._make((text, color, selected), half_width, half_height, paint)

    def _make(
        self,
        key: Hashable,
        half_width: float,
        half_height: float,
        paint: Callable[[QPainter, float, float], None],
    ) -> _Stamp:
        width, height = 2 * math.ceil(half_width), 2 * math.ceil(half_height)
        pixmap = QPixmap(width, height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter, width / 2, height / 2)
        painter.end()
        pixmap.setDevicePixelRatio(self._ratio)
        stamp = _Stamp(pixmap, width / 2, height / 2)
        self._stamps[key] = stamp
        return stamp


class _Stamp:
    """A pixmap and half its size in dots."""

    __slots__ = ("half_height", "half_width", "pixmap")

    def __init__(self, pixmap: QPixmap, half_width: float, half_height: float) -> None:
        self.pixmap = pixmap
        self.half_width = half_width
        self.half_height = half_height
