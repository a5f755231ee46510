"""Single things of a plot, painted as shapes: marker, half rings, selection ring, label.

All lengths and places are device units; ``lengths`` are those of :meth:`Look.lengths`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from embviz.core.figure import LineKind
from embviz.core.page import Weight
from embviz.qt.fonts import CAP_HEIGHT
from embviz.qt.painter.glyphs import outline
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.text import draw_edge, draw_text

if TYPE_CHECKING:
    from embviz.core.figure import Shape
    from embviz.qt.fonts import TextMeasure
    from embviz.qt.theme import Lengths

FULL_ARC = 170.0
"""Degrees of a half ring when all k neighbours are false, or missing."""

_DASH, _GAP = 1.35, 0.95  # of a missing arc, in widths of its line


def pen(
    color: str | QColor,
    width: float,
    *,
    cap: Qt.PenCapStyle = Qt.PenCapStyle.FlatCap,
    join: Qt.PenJoinStyle = Qt.PenJoinStyle.MiterJoin,
) -> QPen:
    """Make a solid pen."""
    return QPen(QColor(color), width, Qt.PenStyle.SolidLine, cap, join)


def draw_marker(
    painter: QPainter,
    look: Look,
    lengths: Lengths,
    x: float,
    y: float,
    shape: Shape,
    color: int,
    *,
    hollow: bool,
) -> None:
    """Draw a group's marker, edged in the darker shade of its colour; hollow for a mean of several rows."""
    theme = look.theme
    path = outline(shape, x, y, lengths.marker_radius)
    if look.casing:
        edge = lengths.marker_outline + 2 * lengths.marker_casing
        casing = pen(theme.map, edge, join=Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, casing)
    width = lengths.marker_outline * (1.5 if hollow else 1.0)
    painter.setPen(pen(theme.group_texts[color], width))
    painter.setBrush(QColor(theme.map if hollow else theme.groups[color]))
    painter.drawPath(path)


def draw_arc(
    painter: QPainter,
    look: Look,
    x: float,
    y: float,
    radius: float,
    width: float,
    share: float,
    *,
    missing: bool,
) -> None:
    """Draw one half ring about (x, y): solid above for false, dashed below for missing neighbours."""
    span = FULL_ARC * min(1.0, share)
    line = pen(look.theme.missing if missing else look.theme.false, width)
    if missing:
        # The dashes lie symmetrically about the lowest point.
        length = math.radians(span) * radius / width
        line.setDashPattern([_DASH, _GAP])
        line.setDashOffset((_DASH - length) / 2 % (_DASH + _GAP))
    start = (270 if missing else 90) - span / 2
    painter.setPen(line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(
        QRectF(x - radius, y - radius, 2 * radius, 2 * radius), round(start * 16), round(span * 16)
    )


def draw_rings(
    painter: QPainter,
    look: Look,
    lengths: Lengths,
    x: float,
    y: float,
    false_share: float,
    missing_share: float,
) -> None:
    """Draw the half rings of a flagged word, each on a casing in the ground's colour."""
    radius = lengths.ring_radius
    for share, missing in ((false_share, False), (missing_share, True)):
        if share <= 0:
            continue
        if look.casing:
            span = FULL_ARC * min(1.0, share)
            painter.setPen(pen(look.theme.map, lengths.ring_casing))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            box = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
            painter.drawArc(box, round(((270 if missing else 90) - span / 2) * 16), round(span * 16))
        draw_arc(painter, look, x, y, radius, lengths.ring_width, share, missing=missing)


def draw_line(
    painter: QPainter, look: Look, lengths: Lengths, line: QLineF, kind: LineKind, *, casing: bool = True
) -> None:
    """Draw a line between two words: solid grey for true, dotted for false, dashed for missing neighbours."""
    theme = look.theme
    if kind is LineKind.TRUE:
        stroke = pen(theme.true, lengths.line_width)
    elif kind is LineKind.FALSE:
        stroke = pen(theme.false, lengths.line_width, cap=Qt.PenCapStyle.RoundCap)
        stroke.setDashPattern([0.01, 1.9])
    else:
        stroke = pen(theme.missing, lengths.line_width)
        stroke.setDashPattern([3.6, 2.2])
    if look.casing and casing:
        painter.setPen(pen(theme.map, 2.2 * lengths.line_width))
        painter.drawLine(line)
    painter.setPen(stroke)
    painter.drawLine(line)


def draw_selection(painter: QPainter, look: Look, lengths: Lengths, x: float, y: float) -> None:
    """Draw the ring about a selected word."""
    radius = lengths.ring_radius + lengths.selection_gap
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look.casing:
        painter.setPen(pen(look.theme.map, lengths.selection_width * 2.2))
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.setPen(pen(look.theme.ink, lengths.selection_width))
    painter.drawEllipse(QPointF(x, y), radius, radius)


def label_weight(*, selected: bool) -> Weight:
    """Weight of a label."""
    return Weight.BOLD if selected else Weight.MEDIUM


def label_ink(
    measure: TextMeasure, text: str, size: float, weight: Weight
) -> tuple[float, float, float, float]:
    """How far the letters of a label reach from its centre: left, top, right, bottom, y down."""
    left, top, right, bottom = measure.ink(text, size, weight)
    middle, baseline = measure.width(text, size, weight) / 2, CAP_HEIGHT / 2 * size
    return left - middle, top + baseline, right - middle, bottom + baseline


def draw_label(
    painter: QPainter,
    look: Look,
    lengths: Lengths,
    x: float,
    y: float,
    text: str,
    color: int,
    *,
    selected: bool,
) -> None:
    """Write a label centred on (x, y), in the dark shade of its group, or bold in ink when selected."""
    size, weight = lengths.label, label_weight(selected=selected)
    width = look.measure.width(text, size, weight)
    left, baseline = x - width / 2, y + CAP_HEIGHT / 2 * size
    ink = look.theme.ink if selected else look.theme.group_texts[color]
    if look.halo is Halo.OUTLINE:
        draw_edge(painter, look, left, baseline, text, size, weight, look.theme.map, lengths.label_halo / 2)
    elif look.halo is Halo.BOX:
        padding, height = 0.12 * size, 1.12 * size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(QColor(look.theme.map)))
        box = QRectF(left - padding, y - height / 2 + 0.03 * size, width + 2 * padding, height)
        painter.drawRoundedRect(box, 0.3 * size, 0.3 * size)
    draw_text(painter, look, left, baseline, text, size, weight, ink)
