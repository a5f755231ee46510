"""Where the labels of a plot stand: not on markers, half rings or one another, and close to their points.

Placing the most labels without overlap is NP-hard (Marks & Shieber 1991). Up to 160 words each label has
16 directions × 12 distances to choose from, and sweeps move one label, then pairs, to where the whole costs
less (:mod:`embviz.core.label_search`); more words take the first of a few places that is free
(:mod:`embviz.core.label_rows`). Both give the same labels for the same input.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embviz.core.figure import Bools, Float64, PlacedLabels, no_labels

CAREFUL_UP_TO = 160
"""Words that are placed with care; more are placed fast."""


@dataclass(frozen=True)
class Bounds:
    """Rectangle that labels stay within, pixels, y down."""

    left: float
    top: float
    right: float
    bottom: float

    def hold(self, points: Float64) -> Bools:
        """Whether each of the points, (n, 2), lies within, bool, (n,)."""
        x, y = points[:, 0], points[:, 1]
        return (x >= self.left) & (x <= self.right) & (y >= self.top) & (y <= self.bottom)


@dataclass(frozen=True, eq=False)
class LabelTask:
    """What is to be labelled. Lengths are pixels, y down.

    Attributes
    ----------
    anchors
        float64, (n, 2): the points.
    sizes
        float64, (n, 2): width and height of each label with the room it wants around it.
    bounds
        Points outside get no label and do not count as hidden.
    marker_radius
        Of the circle about a point that labels keep off.
    ring_radius
        float64, (n,): outer radius of each point's half rings.
    upper, lower
        bool, (n,): whether a point has a half ring above, below.
    pinned
        bool, (n,): labelled even where that covers something; but of very many in sight those are left out
        that would cover another of them (see :mod:`embviz.core.label_rows`).
    """

    anchors: Float64
    sizes: Float64
    bounds: Bounds
    marker_radius: float
    ring_radius: Float64
    upper: Bools
    lower: Bools
    pinned: Bools

    def __len__(self) -> int:
        return len(self.anchors)


def place(
    task: LabelTask,
    *,
    careful_up_to: int = CAREFUL_UP_TO,
    effort: int = 1,
) -> PlacedLabels:
    """Find a place for as many labels as have room.

    Pure and deterministic; meant for a worker thread.

    Parameters
    ----------
    careful_up_to
        Up to so many words in sight are placed with care.
    effort
        How often the careful search begins anew (1..6), for figures that have time.
    """
    from embviz.core.label_rows import first_fit
    from embviz.core.label_search import search

    if not len(task):
        return no_labels(0)
    places = np.flatnonzero(task.bounds.hold(task.anchors))
    if not len(places):
        return no_labels(len(task))
    within = LabelTask(
        task.anchors[places],
        task.sizes[places],
        task.bounds,
        task.marker_radius,
        task.ring_radius[places],
        task.upper[places],
        task.lower[places],
        task.pinned[places],
    )
    found = search(within, effort=effort) if len(places) <= careful_up_to else first_fit(within)
    offsets = np.zeros((len(task), 2))
    shown = np.zeros(len(task), dtype=np.bool_)
    leaders = np.zeros(len(task), dtype=np.bool_)
    offsets[places], shown[places], leaders[places] = found.offsets, found.shown, found.leaders
    for array in (offsets, shown, leaders):
        array.flags.writeable = False
    return PlacedLabels(offsets, task.sizes, shown, leaders, int(len(places) - found.shown.sum()))


def leader_lines(anchors: Float64, offsets: Float64, sizes: Float64, start: float) -> Float64:
    """Lines from points to their labels: x0, y0, x1, y1, (…, 4).

    Parameters
    ----------
    anchors, offsets, sizes
        (…, 2): points, from there to the labels' centres, widths and heights.
    start
        How far from its point a line begins.
    """
    half = sizes / 2 * np.array([1.0, 0.8])  # a line comes a little nearer to the letters than their box
    ends = anchors + np.clip(0.0, offsets - half, offsets + half)
    away = ends - anchors
    distance = np.sqrt((away**2).sum(axis=-1, keepdims=True))
    begins = anchors + away / np.maximum(distance, 1e-9) * np.minimum(start, distance)
    return np.concatenate([begins, ends], axis=-1)
