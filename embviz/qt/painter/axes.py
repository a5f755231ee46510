"""Grid, numbers and titles of a plot's axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter

from embviz.core.page import Weight
from embviz.core.ticks import round_step, ticks
from embviz.qt.fonts import CAP_HEIGHT, TextMeasure
from embviz.qt.painter.stamps import pen
from embviz.qt.painter.text import draw_text
from embviz.qt.theme import Lengths

if TYPE_CHECKING:
    from embviz.core.figure import Axes, PlotFrame
    from embviz.qt.painter.look import Look

_TICK_GAP = 8.0
_TICK_SPACING = 72.0  # least distance of two grid lines, in pixels


def axis_room(
    axes: Axes, frame: PlotFrame, measure: TextMeasure, *, factor: float = 1.0
) -> tuple[float, float]:
    """Room that numbers and titles need left of and below the frame, in pixels."""
    lengths = Lengths().scaled(factor)
    if not axes.numbered:
        return 0.0, 0.0
    widest = max((measure.width(text, lengths.tick) for _, text in _y_ticks(frame, factor)), default=0.0)
    return max(widest, 1.2 * lengths.axis_title) + _TICK_GAP * factor, 2.1 * lengths.tick


def paint_grid(painter: QPainter, axes: Axes, frame: PlotFrame, look: Look) -> None:
    """Paint the grid of numbered axes; a frame of others, whose places along an axis mean nothing.

    The frame is in device units.
    """
    lengths = look.lengths()
    if not axes.numbered:
        inset = lengths.grid_width / 2
        painter.setPen(pen(look.theme.line, lengths.grid_width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(frame.left, frame.top, frame.width, frame.height).adjusted(inset, inset, -inset, -inset)
        painter.drawRect(box)
        return
    factor = look.scale * look.factor
    columns = [
        (value, look.snapped(frame.origin_x + value * frame.scale)) for value, _ in _x_ticks(frame, factor)
    ]
    rows = [
        (value, look.snapped(frame.origin_y - value * frame.scale)) for value, _ in _y_ticks(frame, factor)
    ]
    for zero in (False, True):
        # The lines through 0 lie over the others.
        painter.setPen(pen(look.theme.line if zero else look.theme.grid, lengths.grid_width))
        for value, x in columns:
            if (abs(value) < 1e-12) is zero:
                painter.drawLine(QLineF(x, frame.top, x, frame.bottom))
        for value, y in rows:
            if (abs(value) < 1e-12) is zero:
                painter.drawLine(QLineF(frame.left, y, frame.right, y))


def paint_axes(painter: QPainter, axes: Axes, frame: PlotFrame, look: Look) -> None:
    """Paint numbers and titles left of and below the frame; nothing for axes that are not numbered.

    ``frame`` is as in :func:`embviz.qt.painter.plot.paint_plot`. A number gives way to a title.
    """
    if not axes.numbered:
        return
    lengths = look.lengths()
    frame = frame.scaled(look.scale)
    factor = look.scale * look.factor
    gap = _TICK_GAP * factor
    measure, theme = look.measure, look.theme
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def fitted(title: str, room: float) -> str:
        """Cut what somebody typed to nearly half of an axis."""
        return measure.elide(title, lengths.axis_title, 0.46 * room, Weight.SEMI_BOLD)

    title = f"{fitted(axes.x_title, frame.width)} →" if axes.x_title else ""
    title_width = measure.width(title, lengths.axis_title, Weight.SEMI_BOLD)
    title_left = frame.right - title_width
    baseline = frame.bottom + gap * 0.6 + CAP_HEIGHT * lengths.axis_title
    if title:
        _write(painter, look, title_left, baseline, title)
    last_right = frame.left - gap
    if axes.x_low:
        low = f"← {fitted(axes.x_low, frame.width)}"
        _write(painter, look, frame.left, baseline, low)
        last_right = frame.left + measure.width(low, lengths.axis_title, Weight.SEMI_BOLD) + gap / 2
    for value, text in _x_ticks(frame, factor):
        width = measure.width(text, lengths.tick)
        # A minus hangs to the left, so that the digits stand under their line.
        hang = measure.width("−", lengths.tick) if text.startswith("−") else 0.0
        left = frame.origin_x + value * frame.scale - (width + hang) / 2
        right = left + width
        if left < last_right + gap / 2 or right > frame.right or (title and right > title_left - gap):
            continue
        draw_text(painter, look, left, baseline, text, lengths.tick, Weight.REGULAR, theme.third)
        last_right = right

    title = f"{fitted(axes.y_title, frame.height)} →" if axes.y_title else ""
    title_bottom = (
        frame.top + measure.width(title, lengths.axis_title, Weight.SEMI_BOLD) if title else frame.top
    )
    if title:
        _write_upwards(painter, look, frame.left - gap, title_bottom, title)
    lowest = frame.bottom + lengths.tick / 2
    if axes.y_low:
        low = f"← {fitted(axes.y_low, frame.height)}"
        _write_upwards(painter, look, frame.left - gap, frame.bottom, low)
        lowest = frame.bottom - measure.width(low, lengths.axis_title, Weight.SEMI_BOLD) - gap / 2
    for value, text in _y_ticks(frame, factor):
        y = frame.origin_y - value * frame.scale
        top, bottom = y - lengths.tick / 2, y + lengths.tick / 2
        if top < title_bottom + (gap / 2 if title else 0.0) or bottom > lowest:
            continue
        left = frame.left - gap - measure.width(text, lengths.tick)
        base = y + CAP_HEIGHT / 2 * lengths.tick
        draw_text(painter, look, left, base, text, lengths.tick, Weight.REGULAR, theme.third)
    painter.restore()


def _write(painter: QPainter, look: Look, x: float, baseline: float, title: str) -> None:
    draw_text(
        painter, look, x, baseline, title, look.lengths().axis_title, Weight.SEMI_BOLD, look.theme.second
    )


def _write_upwards(painter: QPainter, look: Look, x: float, bottom: float, title: str) -> None:
    painter.save()
    painter.translate(x, bottom)
    painter.rotate(-90)
    _write(painter, look, 0.0, 0.0, title)
    painter.restore()


def _x_ticks(frame: PlotFrame, factor: float) -> tuple[tuple[float, str], ...]:
    return ticks(*frame.x_range, round_step(_TICK_SPACING * factor / frame.scale))


def _y_ticks(frame: PlotFrame, factor: float) -> tuple[tuple[float, str], ...]:
    return ticks(*frame.y_range, round_step(_TICK_SPACING * factor / frame.scale))
