"""One plot: grid, lines, half rings, markers, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from embviz.core.labels import leader_lines
from embviz.qt.painter.axes import paint_grid
from embviz.qt.painter.overlay import paint_overlay_over, paint_overlay_under
from embviz.qt.painter.stamps import draw_line, pen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.core.figure import Float64, Line, PlotDescription, PlotFrame, Points
    from embviz.qt.painter.look import Look
    from embviz.qt.theme import Lengths

FADED = 0.26
"""Opacity of what is not meant at the moment."""

_LEADER_OPACITY = 0.5


class Stamps(Protocol):
    """Something that paints the words of a plot; see the modules ``shapes`` and ``pixmaps``."""

    def marks(self, painter: QPainter, points: Points, places: Iterable[int], pixels: Float64) -> None:
        """Paint half rings, selection rings and then markers of the points at ``places``."""

    def labels(self, painter: QPainter, points: Points, places: Iterable[int], centers: Float64) -> None:
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
    points, labels = plot.points, plot.labels
    lengths = look.lengths(len(points))
    frame = frame.scaled(look.scale)
    pixels = frame.to_pixels(points.positions)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(
        QRectF(frame.left, frame.top, frame.width, frame.height), Qt.ClipOperation.IntersectClip
    )
    paint_grid(painter, plot.axes, frame, look)

    reach = 2 * lengths.ring_radius + lengths.selection_gap
    near = (
        (pixels[:, 0] > frame.left - reach)
        & (pixels[:, 0] < frame.right + reach)
        & (pixels[:, 1] > frame.top - reach)
        & (pixels[:, 1] < frame.bottom + reach)
    )
    faded, plain, chosen = _layers(points, near)
    offsets = labels.offsets * look.scale
    _paint_leaders(painter, look, lengths, plot, pixels, offsets, near)
    painter.setOpacity(FADED)
    stamps.marks(painter, points, faded, pixels)
    painter.setOpacity(1.0)
    if plot.overlay is not None:
        paint_overlay_under(painter, plot.overlay, frame, look, lengths)
    _paint_lines(painter, look, lengths, plot.lines, pixels)
    stamps.marks(painter, points, plain, pixels)
    stamps.marks(painter, points, chosen, pixels)
    centers = pixels + offsets
    painter.setOpacity(FADED)
    stamps.labels(painter, points, faded[labels.shown[faded]], centers)
    painter.setOpacity(1.0)
    stamps.labels(painter, points, plain[labels.shown[plain]], centers)
    stamps.labels(painter, points, chosen[labels.shown[chosen]], centers)
    if plot.overlay is not None:
        paint_overlay_over(painter, plot.overlay, frame, look, lengths)
    painter.restore()


def _layers(points: Points, near: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places of the points that are faded, plain and selected, in this order of painting."""
    faded = near & points.faded & ~points.selected
    return (
        np.flatnonzero(faded),
        np.flatnonzero(near & ~faded & ~points.selected),
        np.flatnonzero(near & points.selected),
    )


def _paint_leaders(
    painter: QPainter,
    look: Look,
    lengths: Lengths,
    plot: PlotDescription,
    pixels: Float64,
    offsets: Float64,
    near: np.ndarray,
) -> None:
    points, labels = plot.points, plot.labels
    places = np.flatnonzero(labels.shown & labels.leaders & near)
    if not len(places):
        return
    start = lengths.marker_radius + lengths.marker_outline
    ends = leader_lines(pixels[places], offsets[places], labels.sizes[places] * look.scale, start).tolist()
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
