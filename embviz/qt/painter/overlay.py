"""Arithmetic over a plot: arrows, the place of a sum, words that are no points, and a note at the foot."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from embviz.core.page import Weight
from embviz.qt.fonts import CAP_HEIGHT
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.stamps import pen
from embviz.qt.painter.text import draw_edge, draw_text

if TYPE_CHECKING:
    from embviz.core.figure import Arrow, Ghost, Overlay, PlotFrame
    from embviz.qt.theme import Lengths

_HEAD, _HEAD_ANGLE = 8.5, math.radians(25)
_TARGET, _GHOST = 5.4, 3.6  # radii
_PILL_HEIGHT, _PILL_PADDING, _PILL_RISE = 27.0, 13.0, 12.0
_LEAST = 3.0  # shorter arrows are not drawn


def paint_overlay_under(
    painter: QPainter, overlay: Overlay, frame: PlotFrame, look: Look, lengths: Lengths
) -> None:
    """Paint what lies beneath the points: the tinted area and the arrows. ``frame`` is in device units."""
    theme = look.theme
    if overlay.area:
        tint = QColor(theme.accent)
        tint.setAlphaF(0.10 if theme.dark else 0.08)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        painter.drawPolygon(QPolygonF([_point(frame, corner) for corner in overlay.area]))
    for arrow in overlay.arrows:
        _paint_arrow(painter, arrow, frame, look, lengths)


def paint_overlay_over(
    painter: QPainter, overlay: Overlay, frame: PlotFrame, look: Look, lengths: Lengths
) -> None:
    """Paint what lies above the points and their labels: the sum, absent words and the note."""
    unit = lengths.label / 12.0
    for ghost in overlay.ghosts:
        _paint_ghost(painter, ghost, frame, look, lengths, unit)
    if overlay.target is not None:
        at = _point(frame, overlay.target)
        _paint_target(painter, at.x(), at.y(), look, unit)
    if overlay.title or overlay.note:
        _paint_note(painter, overlay, frame, look, lengths, unit)


def _point(frame: PlotFrame, place: tuple[float, float]) -> QPointF:
    return QPointF(frame.origin_x + frame.scale * place[0], frame.origin_y - frame.scale * place[1])


def _paint_arrow(painter: QPainter, arrow: Arrow, frame: PlotFrame, look: Look, lengths: Lengths) -> None:
    theme = look.theme
    line = QLineF(_point(frame, arrow.start), _point(frame, arrow.end))
    length = line.length()
    gap = lengths.ring_radius
    if length <= 2 * gap + _LEAST * look.scale:
        return
    line = QLineF(line.pointAt(gap / length), line.pointAt(1 - gap / length))
    light = arrow.dashed or arrow.dotted
    color = QColor(theme.third if arrow.dotted else theme.accent)
    stroke = QPen(color, lengths.line_width * (0.7 if light else 1.2))
    stroke.setCapStyle(Qt.PenCapStyle.RoundCap if not light else Qt.PenCapStyle.FlatCap)
    if arrow.dashed:
        stroke.setDashPattern([4.2, 3.2])
    elif arrow.dotted:
        stroke.setDashPattern([1.2, 2.2])
    head = _HEAD * lengths.label / 12.0
    shaft = QLineF(line.p1(), line.pointAt(max(0.0, 1 - 0.8 * head / line.length()))) if arrow.head else line
    if look.casing and not light:
        painter.setPen(pen(theme.map, 2.4 * lengths.line_width))
        painter.drawLine(shaft)
    painter.setPen(stroke)
    painter.drawLine(shaft)
    if arrow.head:
        angle = math.atan2(line.dy(), line.dx())
        sides = [
            QPointF(line.x2() - head * math.cos(angle + turn), line.y2() - head * math.sin(angle + turn))
            for turn in (-_HEAD_ANGLE, _HEAD_ANGLE)
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([line.p2(), *sides]))


def _paint_target(painter: QPainter, x: float, y: float, look: Look, unit: float) -> None:
    theme = look.theme
    painter.setBrush(QColor(theme.map))
    if look.casing:
        painter.setPen(pen(theme.map, 5.2 * unit))
        painter.drawEllipse(QPointF(x, y), _TARGET * unit, _TARGET * unit)
    painter.setPen(pen(theme.accent, 2.4 * unit))
    painter.drawEllipse(QPointF(x, y), _TARGET * unit, _TARGET * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.accent))
    painter.drawEllipse(QPointF(x, y), 2.0 * unit, 2.0 * unit)


def _paint_ghost(
    painter: QPainter, ghost: Ghost, frame: PlotFrame, look: Look, lengths: Lengths, unit: float
) -> None:
    theme = look.theme
    at = _point(frame, ghost.place)
    painter.setPen(pen(theme.accent, 1.5 * unit))
    painter.setBrush(QColor(theme.map))
    painter.drawEllipse(at, _GHOST * unit, _GHOST * unit)
    size = lengths.label
    width = look.measure.width(ghost.text, size, Weight.SEMI_BOLD)
    left = at.x() + (_GHOST + 4.5) * unit
    if left + width > frame.right:
        left = at.x() - (_GHOST + 4.5) * unit - width
    baseline = at.y() + CAP_HEIGHT / 2 * size
    if look.halo is not Halo.NONE:
        edge = lengths.label_halo / 2
        draw_edge(painter, look, left, baseline, ghost.text, size, Weight.SEMI_BOLD, theme.map, edge)
    draw_text(painter, look, left, baseline, ghost.text, size, Weight.SEMI_BOLD, theme.accent)


def _paint_note(
    painter: QPainter, overlay: Overlay, frame: PlotFrame, look: Look, lengths: Lengths, unit: float
) -> None:
    theme, size = look.theme, lengths.label
    gap, mark = 12.0 * unit, 2 * _TARGET * unit + 9.0 * unit
    padding, height = _PILL_PADDING * unit, _PILL_HEIGHT * unit
    note_width = look.measure.width(overlay.note, size) if overlay.note else 0.0
    room = frame.width - 2 * padding - mark - note_width - 2 * gap
    title = look.measure.elide(overlay.title, size, max(4 * size, room), Weight.SEMI_BOLD)
    title_width = look.measure.width(title, size, Weight.SEMI_BOLD)
    width = 2 * padding + mark + title_width + (gap + note_width if overlay.note else 0.0)
    left = frame.left + (frame.width - width) / 2
    top = frame.bottom - _PILL_RISE * unit - height
    painter.setPen(pen(theme.accent, 1.1 * unit))
    painter.setBrush(QColor(theme.panel))
    painter.drawRoundedRect(QRectF(left, top, width, height), height / 2, height / 2)
    middle = top + height / 2
    _paint_target(painter, left + padding + _TARGET * unit, middle, look, 0.86 * unit)
    x, baseline = left + padding + mark, middle + CAP_HEIGHT / 2 * size
    draw_text(painter, look, x, baseline, title, size, Weight.SEMI_BOLD, theme.ink)
    if overlay.note:
        draw_text(
            painter, look, x + title_width + gap, baseline, overlay.note, size, Weight.REGULAR, theme.second
        )
