"""Places that a label may take, and what each costs whatever the other labels do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.boxes import boxes_of, distances_to_boxes, distances_to_lines
from embviz.core.labels import Bounds, LabelTask, leader_lines

if TYPE_CHECKING:
    from embviz.core.figure import Bools, Float64

DIRECTIONS = 16
GAPS = (0.12, 0.3, 0.55, 0.9, 1.4, 2.0, 2.8, 3.7, 4.8, 6.1, 7.7, 9.6)
"""Room between marker and label, in heights of a label."""

LEADER_FROM = 0.5
"""A leader line is drawn where the room is greater than this, in heights of a label."""

HARD = 40.0
"""Cost of what must not be: a label on a marker or on another label. More than any cost below comes to."""

KEPT = 48
"""Places of a label that are looked at: those that cost least by themselves."""

_CLOSE = slice(0, 6 * DIRECTIONS)
_FAR = slice(6 * DIRECTIONS, None)

_RING = 9.0  # a label on a whole half ring
_LEADER = 1.0  # having a leader line
_LEADER_ON_MARKER = 4.0
_PAST_ANOTHER = 12.0  # and ends right behind it, so that the label looks like that one's
_BEHIND = 2.0  # heights of a label
_NEARER_TO_ANOTHER = 3.0  # no leader line, and another marker is nearer: whose label is it?
_PER_HEIGHT = 0.9  # of distance


@dataclass(frozen=True, eq=False)
class Choices:
    """The places each label may take, C = directions × gaps of them.

    Attributes
    ----------
    offsets
        float64, (C, 2) for each label, n × C × 2 in all: from point to label's centre.
    boxes, lines
        float64, (n, C, 4): the labels, and their leader lines (also where none is drawn).
    leaders
        bool, (C,): whether a leader line is drawn.
    costs
        float64, (n, C); at least `HARD` where the label would lie on a marker or out of bounds, infinite for
        places that are not among the `KEPT` cheapest anyway.
    """

    offsets: Float64
    boxes: Float64
    lines: Float64
    leaders: Bools
    costs: Float64


def choices(task: LabelTask) -> Choices:
    """All places of all labels of a task."""
    count = len(task)
    height = float(np.median(task.sizes[:, 1]))
    right, down = _directions()
    # A label hangs by the middle of an edge straight above, below and beside its point, else by a corner.
    hang = np.clip(np.stack([right, down], axis=1) * np.sqrt(2), -1.0, 1.0)
    gaps = np.repeat(np.array(GAPS), DIRECTIONS)
    away = (task.marker_radius + gaps * height)[:, None] * np.stack([right, down], axis=1)
    offsets = away[None] + hang[None] * task.sizes[:, None] / 2
    boxes = boxes_of(task.anchors[:, None], offsets, task.sizes[:, None])
    lines = leader_lines(task.anchors[:, None], offsets, task.sizes[:, None], task.marker_radius)
    leaders = gaps > LEADER_FROM
    costs = np.full(boxes.shape[:2], np.inf)
    base = _taste(right, down) + _PER_HEIGHT * gaps**1.15 + _LEADER * leaders
    for place in range(count):
        for part in (_CLOSE, _FAR):
            # Where enough close places are good, the far ones are never wanted.
            if part is _FAR and np.partition(costs[place], KEPT - 1)[KEPT - 1] <= base[_FAR].min():
                break
            box, line = boxes[place, part], lines[place, part]
            costs[place, part] = base[part] + _on_marks(task, place, box, line, leaders[part])
            costs[place, part] += 4 * HARD * _out_of(task.bounds, box)
    return Choices(offsets, boxes, lines, leaders, costs)


def _out_of(bounds: Bounds, boxes: Float64) -> Bools:
    """Which boxes reach out of bounds."""
    return (
        (boxes[:, 0] < bounds.left)
        | (boxes[:, 1] < bounds.top)
        | (boxes[:, 2] > bounds.right)
        | (boxes[:, 3] > bounds.bottom)
    )


def _directions() -> tuple[Float64, Float64]:
    """To the right and down, of unit length, for every place; every second ring of far places is turned."""
    ring = np.repeat(np.arange(len(GAPS)), DIRECTIONS)
    turned = 0.5 * ((ring % 2 == 1) & (np.array(GAPS)[ring] > LEADER_FROM))
    angles = (np.tile(np.arange(DIRECTIONS), len(GAPS)) + turned) * (2 * np.pi / DIRECTIONS)
    return np.cos(angles), -np.sin(angles)


def _taste(right: Float64, down: Float64) -> Float64:
    """Rank directions as the eye does: right, left, above, below; corners last."""
    corner = np.abs(right * down) > 0.3
    return 0.25 - 0.25 * right + 0.12 * np.maximum(down, 0) + 0.15 * corner


def _on_marks(task: LabelTask, place: int, box: Float64, line: Float64, leaders: Bools) -> Float64:
    """Cost of what the places of one label and their leader lines do to markers and half rings, (C,)."""
    anchors = task.anchors
    reach_x = np.abs(box[:, [0, 2]] - anchors[place, 0]).max() + task.ring_radius
    reach_y = np.abs(box[:, [1, 3]] - anchors[place, 1]).max() + task.ring_radius
    away = np.abs(anchors - anchors[place])
    near = np.flatnonzero((away[:, 0] < reach_x) & (away[:, 1] < reach_y))
    x, y = anchors[near, 0], anchors[near, 1]
    each = box[:, None]
    distance = distances_to_boxes(x, y, each)
    covers = distance < task.marker_radius
    cost: Float64 = HARD * covers.sum(axis=1)

    for flags, above in ((task.upper[near], True), (task.lower[near], False)):
        if flags.any():
            part = np.repeat(each, int(flags.sum()), axis=1)
            edge = 3 if above else 1
            clip = np.minimum if above else np.maximum
            part[..., edge] = clip(part[..., edge], y[flags])
            inside = part[..., 1] < part[..., 3]
            radius = task.ring_radius[near][flags]
            depth = radius - distances_to_boxes(x[flags], y[flags], part)
            cost += (_RING * np.clip(depth / (0.5 * radius), 0.0, 1.0) * inside).sum(axis=1)

    others = near != place
    if others.any():
        own = distance[:, ~others].min(axis=1)
        nearest = distance[:, others].min(axis=1)
        cost += _NEARER_TO_ANOTHER * (~leaders & (nearest < own + 0.5))
        crossed = distances_to_lines(x[others], y[others], line[:, None]) < task.marker_radius
        cost += _LEADER_ON_MARKER * (crossed.sum(axis=1) * leaders)
        behind = crossed & (distance[:, others] < _BEHIND * task.sizes[place, 1])
        cost += _PAST_ANOTHER * (behind.any(axis=1) & leaders)
    return cost
