"""What :func:`embviz.core.labels.place` needs to know of a plot on the screen or on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from embviz.core.labels import Bounds, LabelTask
from embviz.qt.painter.stamps import label_weight
from embviz.qt.theme import Lengths

if TYPE_CHECKING:
    from embviz.core.figure import Float64, PlotDescription, PlotFrame, Points
    from embviz.qt.fonts import TextMeasure

_ROOM_ACROSS = 0.34  # of the size of letters, left and right together
_HEIGHT = 1.16


def label_sizes(points: Points, measure: TextMeasure, *, factor: float = 1.0) -> Float64:
    """Width and height of each label with a little room around it, float64, (n, 2), pixels."""
    size = Lengths().label * factor
    room = _ROOM_ACROSS * size
    widths = [
        measure.width(text, size, label_weight(selected=selected)) + room
        for text, selected in zip(points.texts, points.selected.tolist(), strict=True)
    ]
    return np.column_stack([np.array(widths, dtype=np.float64), np.full(len(points), _HEIGHT * size)])


def bounds_of(frame: PlotFrame) -> Bounds:
    """What the labels of a plot stay within."""
    return Bounds(frame.left, frame.top, frame.right, frame.bottom)


def label_task(
    plot: PlotDescription, frame: PlotFrame, measure: TextMeasure, *, factor: float = 1.0
) -> LabelTask:
    """Say what is to be labelled in a frame, in its pixels."""
    points = plot.points
    lengths = Lengths().for_words(len(points)).scaled(factor)
    half_rings = lengths.ring_radius + lengths.ring_width / 2
    selection = lengths.ring_radius + lengths.selection_gap + lengths.selection_width
    return LabelTask(
        anchors=frame.to_pixels(points.positions),
        sizes=label_sizes(points, measure, factor=factor),
        bounds=bounds_of(frame),
        # Some shapes reach beyond the radius, and so does the outline.
        marker_radius=1.25 * lengths.marker_radius,
        ring_radius=np.where(points.selected, selection, half_rings),
        upper=(points.false_share > 0) | points.selected,
        lower=(points.missing_share > 0) | points.selected,
        pinned=points.selected,
    )
