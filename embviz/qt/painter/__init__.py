"""The one painter: draws a frozen description of a plot with a QPainter, on the screen as on paper.

From a ``GraphicsObject`` in a pyqtgraph ``ViewBox``::

    class MapItem(pg.GraphicsObject):
        def __init__(self) -> None:
            super().__init__()
            load_fonts()                                   # embviz.qt.fonts, once per application
            self.screen = ScreenPainter()                  # keeps its pixmaps: one for the item's whole life
            self.plot = describe(result, styles)           # embviz.core.describe

        def paint(self, painter, option, widget=None):
            to_pixels = painter.worldTransform()           # data units to pixels of the viewport
            corner = self.getViewBox().mapRectToScene(self.getViewBox().rect())
            frame = frame_of(to_pixels, corner)
            painter.save()
            painter.resetTransform()
            self.screen.paint_plot(painter, self.plot, frame, theme)
            self.screen.paint_axes(painter, self.plot.axes, frame, theme)   # left of and below the frame, if
            painter.restore()                                               # there is room and no clipping

Labels are placed in a worker and then swapped in; offsets are pixels, so they stay right while one pans::

    task = label_task(plot, frame, screen.measure)         # on the UI thread: it measures text
    labels = embviz.core.labels.place(task)                # in the worker: numpy only
    item.plot = dataclasses.replace(plot, labels=labels)   # on the UI thread; then item.update()

``factor`` enlarges markers, letters and lines for presentations; give the same one to all calls. A new theme,
factor or screen needs nothing but the next paint. Whole pages (:class:`embviz.core.page.Figure`) are painted
by :func:`paint_figure`.
"""

from embviz.qt.painter.axes import axis_room, paint_axes
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.page import paint_figure
from embviz.qt.painter.plot import FADED, paint_plot
from embviz.qt.painter.screen import ScreenPainter, frame_of
from embviz.qt.painter.tasks import label_sizes, label_task

__all__ = [
    "FADED",
    "Halo",
    "Look",
    "ScreenPainter",
    "axis_room",
    "frame_of",
    "label_sizes",
    "label_task",
    "paint_axes",
    "paint_figure",
    "paint_plot",
]
