"""The fast way to paint a plot's words: each marker, ring and label is painted once and kept as a pixmap."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from embviz.core.figure import Float64, Points, Shape
from embviz.qt.painter.pieces import pieces
from embviz.qt.painter.stamps import (
    draw_label,
    draw_marker,
    draw_rings,
    draw_selection,
    label_ink,
    label_weight,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

_Arrays = tuple[NDArray[Any], ...]

_MOST = 6000
_RING_STEPS = 60


class PixmapStamps:
    """Stamps of one look and one set of lengths.

    They are made in the screen's own dots, or colour emoji would vanish. Needs a QGuiApplication; not to be
    shared between threads.

    Attributes
    ----------
    deadline
        Moment (``time.perf_counter``) after which no further labels are made for the present frame.
    complete
        Whether no label had to wait for a later frame.
    """

    def __init__(self, look: Look, lengths: Lengths) -> None:
        self.deadline = math.inf
        self.complete = True
        self._ratio = look.ratio or 1.0
        self._look = replace(look, scale=look.scale * self._ratio, ratio=1.0)
        self._lengths = lengths.scaled(self._ratio)
        self._stamps: dict[Hashable, _Stamp] = {}
        self._ringed: tuple[_Arrays, list[tuple[int, int] | None]] | None = None
        self._marked: tuple[_Arrays, list[tuple[int, int, bool]]] | None = None

    def marks(self, painter: QPainter, points: Points, places: Sequence[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""
        get = self._stamps.get
        ring_keys, marker_keys = self._ring_keys(points), self._marker_keys(points)
        ringed = [place for place in places if ring_keys[place] is not None]
        rings = [get(key) or self._rings(*key) for place in ringed if (key := ring_keys[place]) is not None]
        self._put(painter, pixels, ringed, rings)
        flags = points.selected.tolist()
        selected = [place for place in places if flags[place]]
        if selected:
            self._put(painter, pixels, selected, [get("selection") or self._selection()] * len(selected))
        markers = [get(key) or self._marker(*key) for key in map(marker_keys.__getitem__, places)]
        self._put(painter, pixels, places, markers)

    def labels(self, painter: QPainter, points: Points, places: Sequence[int], centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        if len(self._stamps) > _MOST:
            self._stamps.clear()
        texts, colors, selected = points.texts, points.colors.tolist(), points.selected.tolist()
        ready, stamps = [], []
        for place in places:
            stamp = self._label_in_time((texts[place], colors[place], selected[place]))
            if stamp is not None:
                ready.append(place)
                stamps.append(stamp)
        self._put(painter, centers, ready, stamps)

    def _ring_keys(self, points: Points) -> list[tuple[int, int] | None]:
        """Keys of all points' rings, None for points without; kept, for most frames have the same shares."""
        arrays = (points.false_share, points.missing_share)
        if self._ringed is None or not _same(self._ringed[0], arrays):
            steps = (np.stack(arrays, axis=1) * _RING_STEPS).round().astype(np.intp)
            keys = [(upper, lower) if upper or lower else None for upper, lower in steps.tolist()]
            self._ringed = (arrays, keys)
        return self._ringed[1]

    def _marker_keys(self, points: Points) -> list[tuple[int, int, bool]]:
        """Keys of all points' markers; kept likewise."""
        arrays = (points.shapes, points.colors, points.hollow)
        if self._marked is None or not _same(self._marked[0], arrays):
            self._marked = (arrays, list(zip(*(array.tolist() for array in arrays), strict=True)))
        return self._marked[1]

    def _label_in_time(self, key: tuple[str, int, bool]) -> _Stamp | None:
        """Return a label's stamp; None when it would have to be made after the deadline."""
        stamp = self._stamps.get(key)
        if stamp is not None:
            return stamp
        if time.perf_counter() > self.deadline:
            self.complete = False
            return None
        return self._label(*key)

    def _put(
        self, painter: QPainter, centers: Float64, places: Sequence[int], stamps: Sequence[_Stamp]
    ) -> None:
        """Paint a stamp about the centre of each of the places, moved to whole dots."""
        if not stamps:
            return
        painter.save()
        # Whole numbers of dots take half the time of broken numbers of pixels.
        painter.scale(1 / self._ratio, 1 / self._ratio)
        draw = painter.drawPixmap
        for piece in pieces(len(places)):
            some = stamps[piece]
            halves = np.array([stamp.half for stamp in some])
            corners = (centers[list(places[piece])] * self._ratio - halves).round().astype(np.intp)
            for (x, y), stamp in zip(corners.tolist(), some, strict=True):
                draw(x, y, stamp.pixmap)
        painter.restore()

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
        weight = label_weight(selected=selected)
        left, top, right, bottom = label_ink(self._look.measure, text, lengths.label, weight)
        edge = lengths.label_halo / 2 + 1
        half_width, half_height = max(-left, right) + edge, max(-top, bottom) + edge

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
        stamp = _Stamp(pixmap, (width / 2, height / 2))
        self._stamps[key] = stamp
        return stamp


class _Stamp(NamedTuple):
    """A pixmap and half its width and height in dots."""

    pixmap: QPixmap
    half: tuple[float, float]


def _same(ours: _Arrays, theirs: _Arrays) -> bool:
    return all(mine is other for mine, other in zip(ours, theirs, strict=True))
