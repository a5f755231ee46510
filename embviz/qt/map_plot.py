"""From a snapshot to the plot that the map shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.analogy_state import AnalogyPage
from embviz.core.arithmetic import drawn_on
from embviz.core.describe import describe, focused, lined
from embviz.core.figure import Axes, Float64, PlotDescription, group_styles
from embviz.core.mapping import MapResult
from embviz.core.projections.base import Layout
from embviz.core.word_lists import WordLists, known_lists
from embviz.qt.painter import bounds_of

if TYPE_CHECKING:
    from embviz.core.arithmetic import Arithmetic
    from embviz.core.figure import PlotFrame
    from embviz.core.snapshot import Snapshot


CROWDED = 150
"""Among more words than this the lines of a selected one are seen only where all others are faded."""


def shown_result(snapshot: Snapshot) -> MapResult | None:
    """What is on the screen: the finished map, or one of which nothing but positions is known yet."""
    live = snapshot.live
    if live is None:
        return snapshot.result
    request = snapshot.document.request
    return MapResult(
        request, live.words, live.group_names, Layout(live.positions), distortion=None, caution=()
    )


def base_plot(snapshot: Snapshot, before: PlotDescription | None) -> PlotDescription | None:
    """Plot of a snapshot's map with nothing selected or hovered; None while there is no map.

    Parameters
    ----------
    before
        The plot so far: labels stay where they are as long as the words are the same.
    """
    result = shown_result(snapshot)
    if result is None:
        return None
    styles = group_styles(result.group_names, snapshot.document.groups)
    plot = describe(result, styles, rings=snapshot.overlay)
    if before is not None and before.points.texts == plot.points.texts:
        # The same object while the words are the same: that is how late labels know whose they are.
        plot = replace(plot, points=replace(plot.points, texts=before.points.texts), labels=before.labels)
    return plot


def bare(plot: PlotDescription) -> PlotDescription:
    """The same plot without rings and axes, which belong to a finished map."""
    points = plot.points
    if points.false_share.any() or points.missing_share.any():
        none = np.zeros(len(points))
        plot = replace(plot, points=replace(points, false_share=none, missing_share=none))
    return plot if plot.axes == Axes() else replace(plot, axes=Axes())


def moved(plot: PlotDescription, positions: Float64) -> PlotDescription:
    """The same plot with its points elsewhere."""
    return replace(plot, points=replace(plot.points, positions=positions))


def dressed(plot: PlotDescription, snapshot: Snapshot) -> PlotDescription:
    """Mark what is selected; draw lines from the one word in focus, and fade all others under the pointer."""
    result = shown_result(snapshot)
    if result is None:
        return plot
    if snapshot.selection:
        chosen = set(snapshot.selection)
        selected = np.array([word.ids in chosen for word in result.words], dtype=np.bool_)
        plot = replace(plot, points=replace(plot.points, selected=selected))
    drawing = shown_arithmetic(snapshot)
    if drawing is not None:
        plot = drawn_on(plot, drawing, alone=not snapshot.selection and snapshot.hover is None)
    word = snapshot.focus if snapshot.overlay and snapshot.live is None else None
    if word is None:
        return plot
    lists = focus_lists(snapshot)
    if snapshot.hover is None and len(plot.points) <= CROWDED:
        return lined(plot, lists)
    return focused(plot, lists, word)


def without_label(plot: PlotDescription, frame: PlotFrame) -> int:
    """Count the selected words in a frame that have no label, for want of room."""
    lacking = plot.points.selected & ~plot.labels.shown
    return int(bounds_of(frame).hold(frame.to_pixels(plot.points.positions[lacking])).sum())


def shown_arithmetic(snapshot: Snapshot) -> Arithmetic | None:
    """What is drawn of analogy or pairs; None in the middle of a run, and for a drawing of another map."""
    pairs = snapshot.analogy.page is AnalogyPage.DIRECTIONS
    drawing = snapshot.directions.drawing if pairs else snapshot.analogy.drawing
    result = snapshot.result
    if drawing is None or result is None or snapshot.live is not None:
        return None
    return drawing if drawing.result.layout is result.layout else None


def focus_lists(snapshot: Snapshot) -> WordLists | None:
    """Neighbours of the word in focus, as far as they are known."""
    word, result = snapshot.focus, snapshot.result
    if word is None or result is None:
        return None
    found = known_lists(result.distortion, word)
    if found is None and snapshot.lists is not None and snapshot.lists.word == word:
        return snapshot.lists
    return found
