"""The fast way to paint a plot's words: each marker, ring and label is painted once and kept as a pixmap."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from embviz.core.figure import Float64, Points, Shape
from embviz.qt.painter.stamps import (
    draw_label,
    draw_marker,
    draw_rings,
    draw_selection,
    label_ink,
    label_weight,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

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

    def marks(self, painter: QPainter, points: Points, places: Iterable[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""
        chosen = np.fromiter(places, dtype=np.intp)
        shares = np.stack([points.false_share[chosen], points.missing_share[chosen]], axis=1)
        steps = (shares * _RING_STEPS).round().astype(np.intp)
        ringed = steps.any(axis=1)
        get = self._stamps.get
        rings = [get(key) or self._rings(*key) for key in map(tuple, steps[ringed].tolist())]
        self._put(painter, pixels[chosen[ringed]], rings)
        selected = chosen[points.selected[chosen]]
        if len(selected):
            self._put(painter, pixels[selected], [get("selection") or self._selection()] * len(selected))
        kinds = (points.shapes[chosen], points.colors[chosen], points.hollow[chosen])
        keys = zip(*(kind.tolist() for kind in kinds), strict=True)
        self._put(painter, pixels[chosen], [get(key) or self._marker(*key) for key in keys])

    def labels(self, painter: QPainter, points: Points, places: Iterable[int], centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        if len(self._stamps) > _MOST:
            self._stamps.clear()
        chosen = np.fromiter(places, dtype=np.intp)
        texts = points.texts
        colors, selected = points.colors[chosen].tolist(), points.selected[chosen].tolist()
        keys = zip((texts[place] for place in chosen.tolist()), colors, selected, strict=True)
        stamps = [self._label_in_time(key) for key in keys]
        ready = [stamp for stamp in stamps if stamp is not None]
        if len(ready) < len(stamps):
            chosen = chosen[[stamp is not None for stamp in stamps]]
        self._put(painter, centers[chosen], ready)

    def _label_in_time(self, key: tuple[str, int, bool]) -> _Stamp | None:
        """Return a label's stamp; None when it would have to be made after the deadline."""
        stamp = self._stamps.get(key)
        if stamp is not None:
            return stamp
        if time.perf_counter() > self.deadline:
            self.complete = False
            return None
        return self._label(*key)

    def _put(self, painter: QPainter, centers: Float64, stamps: Sequence[_Stamp]) -> None:
        """Paint each stamp about its centre, moved to whole dots."""
        if not stamps:
            return
        halves = np.array([stamp.half for stamp in stamps])
        corners = (centers * self._ratio - halves).round().astype(np.intp)
        painter.save()
        # Whole numbers of dots take half the time of broken numbers of pixels.
        painter.scale(1 / self._ratio, 1 / self._ratio)
        draw = painter.drawPixmap
        for (x, y), stamp in zip(corners.tolist(), stamps, strict=True):
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
