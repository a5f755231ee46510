"""One plot: grid, lines, half rings, markers, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from embviz.core.labels import leader_lines
from embviz.qt.painter.axes import paint_grid
from embviz.qt.painter.overlay import paint_overlay_over, paint_overlay_under
from embviz.qt.painter.pieces import Piece, pieces
from embviz.qt.painter.stamps import draw_line, pen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from embviz.core.figure import Bools, Float64, Line, PlotDescription, PlotFrame, Points
    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

FADED = 0.26
"""Opacity of what is not meant at the moment."""

_LEADER_OPACITY = 0.5


class Stamps(Protocol):
    """Something that paints the words of a plot; see the modules ``shapes`` and ``pixmaps``."""

    def rings(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint half rings and selection rings of the points at ``places``."""

    def markers(self, painter: QPainter, points: Points, places: Piece, pixels: Float64) -> None:
        """Paint markers of the points at ``places``."""

    def labels(self, painter: QPainter, points: Points, places: Piece, centers: Float64) -> None:
        """Write the labels of the points at ``places``, each about its centre."""


def paint_plot(
    painter: QPainter, plot: PlotDescription, frame: PlotFrame, look: Look, stamps: Stamps
) -> None:
    """Paint what lies within the frame; nothing is painted outside it. The painter comes back as it was.

    Parameters
    ----------
    frame
        In the same pixels as ``plot.labels``; ``look.scale`` makes device units of both.
    """
    for _ in plot_parts(painter, plot, frame, look, stamps):
        pass


def plot_parts(
    painter: QPainter, plot: PlotDescription, frame: PlotFrame, look: Look, stamps: Stamps
) -> Iterator[None]:
    """Do what `paint_plot` does a few points at a time, so that a frame of very many words holds nobody up.

    Until it is through, nothing else may be painted with the painter.
    """
    points = plot.points
    lengths = look.lengths(len(points))
    frame = frame.scaled(look.scale)
    reach = 2 * lengths.ring_radius + lengths.selection_gap
    pixels, centers, near = _where(plot, frame, look.scale, reach)
    faded, plain, chosen = _layers(points, near)
    painter.save()
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(
            QRectF(frame.left, frame.top, frame.width, frame.height), Qt.ClipOperation.IntersectClip
        )
        paint_grid(painter, plot.axes, frame, look)
        _paint_leaders(painter, look, lengths, plot, pixels, centers, near)
        painter.setOpacity(FADED)
        yield from _mark(painter, points, faded, pixels, stamps)
        painter.setOpacity(1.0)
        if plot.overlay is not None:
            paint_overlay_under(painter, plot.overlay, frame, look, lengths)
        _paint_lines(painter, look, lengths, plot.lines, pixels)
        yield from _mark(painter, points, plain, pixels, stamps)
        yield from _mark(painter, points, chosen, pixels, stamps)
        for layer, opacity in ((faded, FADED), (plain, 1.0), (chosen, 1.0)):
            painter.setOpacity(opacity)
            for piece in layer:
                stamps.labels(painter, points, piece[plot.labels.shown[piece]], centers)
                yield
        if plot.overlay is not None:
            paint_overlay_over(painter, plot.overlay, frame, look, lengths)
    finally:
        painter.restore()


def _mark(
    painter: QPainter, points: Points, layer: list[Piece], pixels: Float64, stamps: Stamps
) -> Iterator[None]:
    """Paint rings, and then markers over them."""
    for paint in (stamps.rings, stamps.markers):
        for piece in layer:
            paint(painter, points, piece, pixels)
            yield


def _where(
    plot: PlotDescription, frame: PlotFrame, scale: float, reach: float
) -> tuple[Float64, Float64, Bools]:
    """Places of points and of their labels' centres, (n, 2) each, and which lie within reach of the frame."""
    count = len(plot.points)
    pixels, centers, near = np.empty((count, 2)), np.empty((count, 2)), np.empty(count, dtype=np.bool_)
    for piece in pieces(count):
        some = frame.to_pixels(plot.points.positions[piece])
        pixels[piece] = some
        centers[piece] = some + plot.labels.offsets[piece] * scale
        near[piece] = (
            (some[:, 0] > frame.left - reach)
            & (some[:, 0] < frame.right + reach)
            & (some[:, 1] > frame.top - reach)
            & (some[:, 1] < frame.bottom + reach)
        )
    return pixels, centers, near


def _layers(points: Points, near: Bools) -> tuple[list[Piece], list[Piece], list[Piece]]:
    """Places of the points that are faded, plain and selected, in this order of painting."""
    faded: list[Piece] = []
    plain: list[Piece] = []
    chosen: list[Piece] = []
    for piece in pieces(len(points)):
        is_near, is_faded, is_chosen = near[piece], points.faded[piece], points.selected[piece]
        for layer, flags in (
            (faded, is_near & is_faded & ~is_chosen),
            (plain, is_near & ~is_faded & ~is_chosen),
            (chosen, is_near & is_chosen),
        ):
            found = np.flatnonzero(flags)
            if len(found):
                layer.append(found + piece.start)
    return faded, plain, chosen


def _paint_leaders(
    painter: QPainter,
    look: Look,
    lengths: Lengths,
    plot: PlotDescription,
    pixels: Float64,
    centers: Float64,
    near: Bools,
) -> None:
    points, labels = plot.points, plot.labels
    # Few words have leader lines, and plots of very many have none.
    places = np.flatnonzero(labels.leaders)
    places = places[labels.shown[places] & near[places]]
    if not len(places):
        return
    start = lengths.marker_radius + lengths.marker_outline
    offsets = centers[places] - pixels[places]
    ends = leader_lines(pixels[places], offsets, labels.sizes[places] * look.scale, start).tolist()
    for place, (x0, y0, x1, y1) in zip(places.tolist(), ends, strict=True):
        selected = bool(points.selected[place])
        color = QColor(look.theme.ink if selected else look.theme.group_texts[int(points.colors[place])])
        faded = bool(points.faded[place]) and not selected
        color.setAlphaF(_LEADER_OPACITY * (FADED if faded else 1.0))
        painter.setPen(pen(color, lengths.leader_width, cap=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(x0, y0, x1, y1))


def _paint_lines(
    painter: QPainter, look: Look, lengths: Lengths, lines: tuple[Line, ...], pixels: Float64
) -> None:
    for line in lines:
        (x0, y0), (x1, y1) = pixels[line.start].tolist(), pixels[line.end].tolist()
        draw_line(painter, look, lengths, QLineF(x0, y0, x1, y1), line.kind)
