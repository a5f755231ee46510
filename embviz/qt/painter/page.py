"""A whole page: ground, plots, legend, caption and title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter

from embviz.qt.painter.axes import paint_axes
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.plot import paint_plot
from embviz.qt.painter.shapes import ShapeStamps
from embviz.qt.painter.stamps import draw_arc, draw_line, draw_marker
from embviz.qt.painter.text import draw_text
from embviz.qt.theme import THEMES

if TYPE_CHECKING:
    from embviz.core.page import Figure
    from embviz.qt.fonts import TextMeasure


def paint_figure(
    painter: QPainter,
    figure: Figure,
    *,
    scale: float,
    measure: TextMeasure,
    halo: Halo = Halo.BOX,
    color_glyphs_as_images: bool = True,
    dots: bool = False,
) -> None:
    """Paint a page; its upper left corner is the painter's (0, 0).

    Parameters
    ----------
    scale
        Device units of one pixel of the page. The painter itself should not be scaled.
    halo
        Overridden by a transparent figure, which has none.
    dots
        Whether device units are dots of a picture, to which thin lines are moved.
    """
    theme = THEMES[figure.theme]
    look = Look(
        theme,
        measure,
        scale=scale,
        ratio=1.0 if dots else None,
        halo=Halo.NONE if figure.transparent else halo,
        color_glyphs_as_images=color_glyphs_as_images,
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not figure.transparent:
        # One unit more, or the last dots of a picture would be covered in part only.
        ground = QRectF(0, 0, figure.width * scale + 1, figure.height * scale + 1)
        painter.fillRect(ground, QColor(theme.map))
    for pane in figure.panes:
        stamps = ShapeStamps(look, look.lengths(len(pane.plot.points)))
        paint_plot(painter, pane.plot, pane.frame, look, stamps)
        paint_axes(painter, pane.plot.axes, pane.frame, look)
    lengths = look.lengths()
    for marker in figure.markers:
        draw_marker(
            painter,
            look,
            lengths,
            marker.x * scale,
            marker.y * scale,
            marker.shape,
            marker.color,
            hollow=False,
        )
    for arc in figure.arcs:
        width = arc.radius * lengths.ring_width / lengths.ring_radius * scale
        draw_arc(
            painter, look, arc.x * scale, arc.y * scale, arc.radius * scale, width, 1.0, missing=arc.missing
        )
    for line in figure.lines:
        level = QLineF(line.left * scale, line.y * scale, line.right * scale, line.y * scale)
        draw_line(painter, look, lengths, level, line.kind, casing=False)
    for text in figure.texts:
        draw_text(
            painter,
            look,
            text.x * scale,
            text.baseline * scale,
            text.text,
            text.size * scale,
            text.weight,
            theme.text(text.ink),
        )
