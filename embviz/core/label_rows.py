"""Fast placement of thousands of labels: each takes the first of a few places that is free.

What is taken is kept as rows of bits, one Python integer for two pixels of height, so that one ``&`` tells
whether a row of a label is free. Everything is rounded outwards to two pixels, so nothing overlaps.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.figure import PlacedLabels
from embviz.core.label_costs import DIRECTIONS, GAPS, LEADER_FROM

if TYPE_CHECKING:
    from embviz.core.labels import LabelTask

_CELL = 2.0
_ROOM = 2.2  # between marker and label; above one cell, or a label would meet its own marker's cells

# Right, left, above, below, then the corners: x and y of the direction, y down.
_NEAR = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))


def first_fit(task: LabelTask) -> PlacedLabels:
    """Place the labels of a task, all of whose points are in bounds; ``hidden`` is left at 0.

    Pinned labels come first and may stand farther off, with a leader line; then by priority, then in order.
    """
    count = len(task)
    taken = _Rows(task)
    offsets = np.zeros((count, 2))
    shown = np.zeros(count, dtype=np.bool_)
    leaders = np.zeros(count, dtype=np.bool_)
    priority = np.zeros(count) if task.priority is None else task.priority
    order = np.lexsort((np.arange(count), -priority, ~task.pinned)).tolist()
    anchors, sizes, pinned = task.anchors.tolist(), task.sizes.tolist(), task.pinned.tolist()
    ringed = (task.upper | task.lower).tolist()
    for place in order:
        (x, y), (width, height) = anchors[place], sizes[place]
        away = (task.ring_radius if ringed[place] else task.marker_radius) + _ROOM
        near = [(dx * (away + width / 2), dy * (away + height / 2)) for dx, dy in _NEAR[:4]]
        slant = away * 0.75
        near += [(dx * (slant + width / 2), dy * (slant + height / 2)) for dx, dy in _NEAR[4:]]
        found = taken.first_free(x, y, width, height, near)
        if found is None and pinned[place]:
            far = _far(width, height, task.marker_radius)
            found = taken.first_free(x, y, width, height, far)
            leaders[place] = found is not None
            found = found or taken.first_inside(x, y, width, height, near)
        if found is not None:
            taken.take(x + found[0], y + found[1], width, height)
            offsets[place], shown[place] = found, True
    return PlacedLabels(offsets, task.sizes, shown, leaders)


def _far(width: float, height: float, radius: float) -> list[tuple[float, float]]:
    """Offsets in all directions at all distances with a leader line, the nearest first."""
    offsets = []
    for gap in GAPS:
        if gap > LEADER_FROM:
            for direction in range(DIRECTIONS):
                angle = 2 * math.pi * direction / DIRECTIONS
                right, down = math.cos(angle), -math.sin(angle)
                hang_x = min(1.0, max(-1.0, right * math.sqrt(2)))
                hang_y = min(1.0, max(-1.0, down * math.sqrt(2)))
                away = radius + gap * height
                offsets.append((right * away + hang_x * width / 2, down * away + hang_y * height / 2))
    return offsets


class _Rows:
    """What is taken within the bounds."""

    def __init__(self, task: LabelTask) -> None:
        bounds = task.bounds
        self.left, self.top, self.right, self.bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
        self.rows = [0] * (max(1, math.ceil((self.bottom - self.top) / _CELL)) + 1)
        radius, ring = task.marker_radius, task.ring_radius
        upper, lower = task.upper.tolist(), task.lower.tolist()
        for (x, y), above, below in zip(task.anchors.tolist(), upper, lower, strict=True):
            self.take(x, y, 2 * radius, 2 * radius)
            if above:
                self.take(x, y - ring / 2, 2 * ring, ring)
            if below:
                self.take(x, y + ring / 2, 2 * ring, ring)

    def take(self, x: float, y: float, width: float, height: float) -> None:
        """Take the box centred on (x, y), as far as it lies in bounds."""
        first, last, mask = self._cells(x, y, width, height)
        rows = self.rows
        for row in range(max(0, first), min(len(rows), last)):
            rows[row] |= mask

    def first_free(
        self, x: float, y: float, width: float, height: float, offsets: list[tuple[float, float]]
    ) -> tuple[float, float] | None:
        """First offset at which the box lies in bounds and on nothing."""
        rows = self.rows
        for offset in offsets:
            if not self._inside(x + offset[0], y + offset[1], width, height):
                continue
            first, last, mask = self._cells(x + offset[0], y + offset[1], width, height)
            for row in range(first, last):
                if rows[row] & mask:
                    break
            else:
                return offset
        return None

    def first_inside(
        self, x: float, y: float, width: float, height: float, offsets: list[tuple[float, float]]
    ) -> tuple[float, float]:
        """First offset at which the box lies in bounds, else the first."""
        for offset in offsets:
            if self._inside(x + offset[0], y + offset[1], width, height):
                return offset
        return offsets[0]

    def _inside(self, x: float, y: float, width: float, height: float) -> bool:
        return (
            x - width / 2 >= self.left
            and x + width / 2 <= self.right
            and y - height / 2 >= self.top
            and y + height / 2 <= self.bottom
        )

    def _cells(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int]:
        """First row, the row after the last, and the bits of the columns."""
        start = max(0, math.floor((x - width / 2 - self.left) / _CELL))
        end = max(start, math.ceil((x + width / 2 - self.left) / _CELL))
        first = math.floor((y - height / 2 - self.top) / _CELL)
        last = math.ceil((y + height / 2 - self.top) / _CELL)
        return first, last, ((1 << (end - start)) - 1) << start
