"""The fast way to paint a plot's words: each marker, ring and label is painted once and kept as a pixmap."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from embviz.core.figure import Bools, Float64, Points, Shape
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

    from numpy.typing import NDArray

    from embviz.qt.painter.look import Look
    from embviz.qt.painter.pieces import Piece
    from embviz.qt.theme import Lengths

_Columns = tuple[object, ...]

_MOST = 6000
_RING_STEPS = 60


class PixmapStamps:
    """Stamps of one look and one set of lengths.

    They are made in the screen's own dots, or colour emoji would vanish. Needs a QGuiApplication; not to be
    shared between threads.

    Attributes
    ----------
    patience
        Seconds left for making labels in the present frame; painting those that were made does not count.
    complete
        Whether no label had to wait for a later frame.
    """

    def __init__(self, look: Look, lengths: Lengths) -> None:
        self.patience = math.inf
        self.complete = True
        self._ratio = look.ratio or 1.0
        self._look = replace(look, scale=look.scale * self._ratio, ratio=1.0)
        self._lengths = lengths.scaled(self._ratio)
        self._stamps: dict[Hashable, _Stamp] = {}
        self._ringed: tuple[_Columns, _Row] | None = None
        self._marked: tuple[_Columns, _Row] | None = None
        self._labelled: tuple[_Columns, _Row, Bools] | None = None

    def rings(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint half rings and selection rings of the points at ``places``."""
        selected, false, missing = points.selected[places], points.false_share, points.missing_share
        ringed = places[selected | (false[places] > 0) | (missing[places] > 0)]
        self._put(painter, pixels, ringed, self._all_rings(points))

    def markers(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint markers of the points at ``places``."""
        self._put(painter, pixels, places, self._all_markers(points))

    def labels(self, painter: QPainter, points: Points, places: Piece, centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""
        if len(self._stamps) > _MOST:
            self._stamps.clear()
        row, made = self._labels_so_far(points)
        for place in places[~made[places]].tolist():
            key = (points.texts[place], int(points.colors[place]), bool(points.selected[place]))
            stamp = self._label_in_time(key)
            if stamp is not None:
                row.pixmaps[place], row.halves[place], made[place] = stamp.pixmap, stamp.half, True
        self._put(painter, centers, places[made[places]], row)

    def _labels_so_far(self, points: Points) -> tuple[_Row, Bools]:
        """Labels of all points, and which have been made; kept while text, colour and selection stay."""
        arrays = (points.texts, points.colors, points.selected)
        if self._labelled is None or not _same(self._labelled[0], arrays):
            none = _Stamp(QPixmap(), (0.0, 0.0))
            made = np.zeros(len(points), dtype=np.bool_)
            self._labelled = (arrays, _Row.of([none] * len(points)), made)
        return self._labelled[1:]

    def _all_rings(self, points: Points) -> _Row:
        """Rings of all points; kept, for most frames have the same shares and the same points selected."""
        arrays = (points.false_share, points.missing_share, points.selected)
        if self._ringed is None or not _same(self._ringed[0], arrays):
            upper, lower = ((array * _RING_STEPS).round().astype(np.intp) for array in arrays[:2])
            self._ringed = (arrays, self._row("rings", (upper, lower, points.selected), self._rings))
        return self._ringed[1]

    def _all_markers(self, points: Points) -> _Row:
        """Markers of all points; kept likewise."""
        arrays = (points.shapes, points.colors, points.hollow)
        if self._marked is None or not _same(self._marked[0], arrays):
            self._marked = (arrays, self._row("marker", arrays, self._marker))
        return self._marked[1]

    def _row(self, kind: str, columns: Sequence[NDArray[Any]], make: Callable[..., _Stamp]) -> _Row:
        """Stamps of all points, each made for the point's values in the columns; few differ."""
        table = np.stack(columns, axis=1).astype(np.intp)
        # One number of all values, none of which is above 255: rows take ten times as long to compare.
        codes = table @ (256 ** np.arange(len(columns)))
        _, first, of_point = np.unique(codes, return_index=True, return_inverse=True)
        stamps = [
            self._stamps.get((kind, *values)) or make(*values) for values in map(tuple, table[first].tolist())
        ]
        return _Row.of([stamps[at] for at in of_point.tolist()])

    def _label_in_time(self, key: tuple[str, int, bool]) -> _Stamp | None:
        """Return a label's stamp; None when it would have to be made and patience is at its end."""
        stamp = self._stamps.get(key)
        if stamp is not None:
            return stamp
        if self.patience <= 0:
            self.complete = False
            return None
        begun = time.perf_counter()
        stamp = self._label(*key)
        self.patience -= time.perf_counter() - begun
        return stamp

    def _put(self, painter: QPainter, centers: Float64, places: Piece, row: _Row) -> None:
        """Paint the stamp of each of the places about its centre, moved to whole dots."""
        painter.save()
        # Whole numbers of dots take half the time of broken numbers of pixels.
        painter.scale(1 / self._ratio, 1 / self._ratio)
        draw, pixmaps = painter.drawPixmap, row.pixmaps
        corners = (centers[places] * self._ratio - row.halves[places]).round().astype(np.intp)
        for place, (x, y) in zip(places.tolist(), corners.tolist(), strict=True):
            draw(x, y, pixmaps[place])
        painter.restore()

    def _rings(self, upper: int, lower: int, selected: int) -> _Stamp:
        """Half rings, and the ring of a selected point round them."""
        look, lengths = self._look, self._lengths
        half = lengths.ring_radius + lengths.ring_casing
        if selected:
            half += lengths.selection_gap + 2 * lengths.selection_width

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_rings(painter, look, lengths, x, y, upper / _RING_STEPS, lower / _RING_STEPS)
            if selected:
                draw_selection(painter, look, lengths, x, y)

        return self._make(("rings", upper, lower, selected), half, half, paint)

    def _marker(self, shape: int, color: int, hollow: int) -> _Stamp:
        lengths = self._lengths
        half = 1.5 * lengths.marker_radius + lengths.marker_outline + 2 * lengths.marker_casing

        def paint(painter: QPainter, x: float, y: float) -> None:
            draw_marker(painter, self._look, lengths, x, y, Shape(shape), color, hollow=bool(hollow))

        return self._make(("marker", shape, color, hollow), half, half, paint)

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


class _Row(NamedTuple):
    """Stamps of all points of a plot, and half their widths and heights in dots, float64, (n, 2)."""

    pixmaps: list[QPixmap]
    halves: Float64

    @classmethod
    def of(cls, stamps: Sequence[_Stamp]) -> _Row:
        """Row of these stamps."""
        halves = np.array([stamp.half for stamp in stamps]).reshape(-1, 2)
        return cls([stamp.pixmap for stamp in stamps], halves)


def _same(ours: _Columns, theirs: _Columns) -> bool:
    return all(mine is other for mine, other in zip(ours, theirs, strict=True))
