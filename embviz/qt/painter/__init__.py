"""The one painter: draws a frozen description of a plot with a QPainter, on the screen as on paper.

On the screen a :class:`ScreenPainter`, kept as long as its view, paints a plot and its axes within a frame,
and keeps what it painted once as pixmaps; :mod:`embviz.qt.map_item` shows how. Whole pages
(:class:`embviz.core.page.Figure`) are painted by :func:`paint_figure`.

Labels are placed in a worker: :func:`label_task` measures them, :func:`embviz.core.labels.place` finds their
places. These are offsets in pixels, so they stay right while one pans. ``factor`` enlarges markers, letters
and lines for presentations; give the same one to all calls.
"""

from embviz.qt.painter.axes import axis_room, paint_axes
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.page import paint_figure
from embviz.qt.painter.plot import FADED, paint_plot
from embviz.qt.painter.screen import ScreenPainter
from embviz.qt.painter.tasks import bounds_of, label_task

__all__ = [
    "FADED",
    "Halo",
    "Look",
    "ScreenPainter",
    "axis_room",
    "bounds_of",
    "label_task",
    "paint_axes",
    "paint_figure",
    "paint_plot",
]
