"""Plots to paint, in a frame of 400 by 300 pixels."""

from __future__ import annotations

import numpy as np

from embviz.core.figure import Axes, PlotDescription, PlotFrame, Points, no_labels

WIDTH, HEIGHT = 400, 300
FRAME = PlotFrame(0, 0, WIDTH, HEIGHT, 100, 200, 150)  # (0, 0) in the middle, 100 pixels a unit


def points(positions, **changes):
    positions = np.asarray(positions, dtype=float)
    count = len(positions)
    nothing = np.zeros(count, dtype=bool)
    fields = {
        "positions": positions,
        "texts": tuple(f"word{number}" for number in range(count)),
        "shapes": np.arange(count, dtype=np.uint8) % 8,
        "colors": np.arange(count, dtype=np.uint8) % 8,
        "hollow": nothing,
        "faded": nothing,
        "selected": nothing,
        "false_share": np.zeros(count),
        "missing_share": np.zeros(count),
    } | changes
    return Points(**fields)


NUMBERED, BARE = Axes(numbered=True), Axes()


def plot(positions, lines=(), axes=NUMBERED, **changes):
    made = points(positions, **changes)
    return PlotDescription(made, no_labels(len(made)), tuple(lines), axes)
