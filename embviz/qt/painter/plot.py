"""One plot: grid, lines, half rings, markers, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from embviz.core.labels import leader_lines
from embviz.qt.painter.axes import paint_grid
from embviz.qt.painter.overlay import paint_overlay_over, paint_overlay_under
from embviz.qt.painter.pieces import pieces
from embviz.qt.painter.stamps import draw_line, pen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.figure import Bools, Float64, Line, PlotDescription, PlotFrame, Points
    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

FADED = 0.26
"""Opacity of what is not meant at the moment."""

_LEADER_OPACITY = 0.5


class Stamps(Protocol):
    """Something that paints the words of a plot; see the modules ``shapes`` and ``pixmaps``."""

    def marks(self, painter: QPainter, points: Points, places: Sequence[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""

    def labels(self, painter: QPainter, points: Points, places: Sequence[int], centers: Float64) -> None:
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
    points, shown = plot.points, plot.labels.shown.tolist()
    lengths = look.lengths(len(points))
    frame = frame.scaled(look.scale)
    reach = 2 * lengths.ring_radius + lengths.selection_gap
    pixels, centers, near = _where(plot, frame, look.scale, reach)
    faded, plain, chosen = _layers(points, near)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(
        QRectF(frame.left, frame.top, frame.width, frame.height), Qt.ClipOperation.IntersectClip
    )
    paint_grid(painter, plot.axes, frame, look)
    _paint_leaders(painter, look, lengths, plot, pixels, centers, near)
    painter.setOpacity(FADED)
    stamps.marks(painter, points, faded, pixels)
    painter.setOpacity(1.0)
    if plot.overlay is not None:
        paint_overlay_under(painter, plot.overlay, frame, look, lengths)
    _paint_lines(painter, look, lengths, plot.lines, pixels)
    stamps.marks(painter, points, plain, pixels)
    stamps.marks(painter, points, chosen, pixels)
    painter.setOpacity(FADED)
    stamps.labels(painter, points, [place for place in faded if shown[place]], centers)
    painter.setOpacity(1.0)
    stamps.labels(painter, points, [place for place in plain if shown[place]], centers)
    stamps.labels(painter, points, [place for place in chosen if shown[place]], centers)
    if plot.overlay is not None:
        paint_overlay_over(painter, plot.overlay, frame, look, lengths)
    painter.restore()


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


def _layers(points: Points, near: Bools) -> tuple[list[int], list[int], list[int]]:
    """Places of the points that are faded, plain and selected, in this order of painting."""
    faded: list[int] = []
    plain: list[int] = []
    chosen: list[int] = []
    for place, flags in enumerate(
        zip(near.tolist(), points.faded.tolist(), points.selected.tolist(), strict=True)
    ):
        is_near, is_faded, is_selected = flags
        if is_near:
            (chosen if is_selected else faded if is_faded else plain).append(place)
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
