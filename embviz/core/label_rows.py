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
from embviz.core.rests import rested

if TYPE_CHECKING:
    from embviz.core.labels import LabelTask

Offset = tuple[float, float]

_CELL = 2.0
_ROOM = 2.2  # between marker and label; above one cell, or a label would meet its own marker's cells

# Right, left, above, below, then the corners: x and y of the direction, y down.
_NEAR = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))

LEADERS_UP_TO = 600
"""Words up to which a label that has no room beside its point may stand a little off, with a leader line."""

_FARTHEST = 3.0  # heights of a label; pinned ones stand farther off before they cover others

ALWAYS = 160
"""So many pinned labels are there whatever they cover, …"""

MOST_COVERED = 0.4
"""… and more of them up to this share of the bounds. Beyond it labels on top of one another name nothing."""


def first_fit(task: LabelTask) -> PlacedLabels:
    """Place the labels of a task, all of whose points are in bounds; ``hidden`` is left at 0.

    Pinned labels come first, then the others, each in order. A pinned label that finds no free place beside
    its point may stand off with a leader line, or cover markers. Those for which that is not enough cover
    other labels at last, up to `ALWAYS` and `MOST_COVERED`. The leader line of a label that is not pinned
    crosses no label, marker or line.
    """
    fit = _Fit(task)
    crowded = [place for place in rested(np.flatnonzero(task.pinned).tolist()) if not fit.set_pinned(place)]
    for place in rested(crowded):
        fit.set_over_others(place)
    others = np.flatnonzero(~task.pinned).tolist()
    waiting = [place for place in rested(others) if not fit.set_beside(place)]
    for place in rested(waiting if len(task) <= LEADERS_UP_TO else []):
        fit.set_off(place)
    return PlacedLabels(fit.offsets, task.sizes, fit.shown, fit.leaders)


class _Fit:
    """Labels that are set one after the other, and what is taken by then."""

    def __init__(self, task: LabelTask) -> None:
        self._task = task
        self._taken, self._by_pinned = _Rows(task), _Rows(task, marked=False)
        self.offsets = np.zeros((len(task), 2))
        self.shown = np.zeros(len(task), dtype=np.bool_)
        self.leaders = np.zeros(len(task), dtype=np.bool_)
        self._boxes: list[tuple[float, float, float, float]] = [
            (x, y, width, height)
            for (x, y), (width, height) in zip(task.anchors.tolist(), task.sizes.tolist(), strict=True)
        ]
        self._radii = np.where(task.upper | task.lower, task.ring_radius, task.marker_radius).tolist()
        bounds = task.bounds
        self._room = MOST_COVERED * (bounds.right - bounds.left) * (bounds.bottom - bounds.top)
        self._standing = 0

    def set_beside(self, place: int) -> bool:
        """Set a label where nothing lies, beside its point; False when there is no such place."""
        return self._set(place, self._taken.first_free(*self._boxes[place], self._near(place)))

    def set_off(self, place: int) -> bool:
        """Set a label a little off its point, with a leader line that crosses nothing."""
        x, y, width, height = self._boxes[place]
        for offset in self._far(place, _FARTHEST):
            if self._taken.first_free(x, y, width, height, [offset]) is None:
                continue
            line = self._taken.line(x, y, offset, width, height, self._radii[place] + _CELL)
            if line is not None:
                self._taken.take_line(line)
                return self._set(place, offset, leader=True)
        return False

    def set_pinned(self, place: int) -> bool:
        """Set a pinned label where it covers no other: beside its point, a little off, or over markers."""
        box = self._boxes[place]
        return (
            self.set_beside(place)
            or self._set(place, self._taken.first_free(*box, self._far(place, _FARTHEST)), leader=True)
            or self._set(place, self._by_pinned.first_free(*box, self._near(place)))
        )

    def set_over_others(self, place: int) -> bool:
        """Set a pinned label far off or over others; False when too many stand already."""
        if self._standing >= ALWAYS and self._room <= 0:
            return False
        box, near = self._boxes[place], self._near(place)
        return self._set(
            place, self._by_pinned.first_free(*box, self._far(place, GAPS[-1])), leader=True
        ) or self._set(place, self._taken.first_inside(*box, near))

    def _set(self, place: int, offset: Offset | None, *, leader: bool = False) -> bool:
        if offset is None:
            return False
        x, y, width, height = self._boxes[place]
        self._taken.take(x + offset[0], y + offset[1], width, height)
        if self._task.pinned[place]:
            self._by_pinned.take(x + offset[0], y + offset[1], width, height)
            self._standing += 1
            self._room -= width * height
        self.offsets[place], self.shown[place], self.leaders[place] = offset, True, leader
        return True

    def _near(self, place: int) -> list[Offset]:
        """Offsets beside a point, the best liked first."""
        _, _, width, height = self._boxes[place]
        away = self._radii[place] + _ROOM
        slant = 0.75 * away
        return [
            (
                dx * ((slant if dx and dy else away) + width / 2),
                dy * ((slant if dx and dy else away) + height / 2),
            )
            for dx, dy in _NEAR
        ]

    def _far(self, place: int, farthest: float) -> list[Offset]:
        """Offsets in all directions at all distances with a leader line, the nearest first."""
        _, _, width, height = self._boxes[place]
        offsets = []
        for gap in GAPS:
            if LEADER_FROM < gap <= farthest:
                for direction in range(DIRECTIONS):
                    angle = 2 * math.pi * direction / DIRECTIONS
                    right, down = math.cos(angle), -math.sin(angle)
                    hang_x = min(1.0, max(-1.0, right * math.sqrt(2)))
                    hang_y = min(1.0, max(-1.0, down * math.sqrt(2)))
                    away = self._task.marker_radius + gap * height
                    offsets.append((right * away + hang_x * width / 2, down * away + hang_y * height / 2))
        return offsets


class _Rows:
    """What is taken within the bounds: at first by markers, or nothing."""

    def __init__(self, task: LabelTask, *, marked: bool = True) -> None:
        bounds = task.bounds
        self.left, self.top, self.right, self.bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
        self.rows = [0] * (max(1, math.ceil((self.bottom - self.top) / _CELL)) + 1)
        radius = task.marker_radius
        if not marked:
            return
        upper, lower = task.upper.tolist(), task.lower.tolist()
        points = zip(task.anchors.tolist(), task.ring_radius.tolist(), upper, lower, strict=True)
        for (x, y), ring, above, below in rested(points):
            self.take(x, y, 2 * radius, 2 * radius)
            if above:
                self.take(x, y - ring / 2, 2 * ring, ring)
            if below:
                self.take(x, y + ring / 2, 2 * ring, ring)

    def take(self, x: float, y: float, width: float, height: float) -> None:
        """Take the box centred on (x, y), as far as it lies in bounds."""
        start = max(0, math.floor((x - width / 2 - self.left) / _CELL))
        end = max(start, math.ceil((x + width / 2 - self.left) / _CELL))
        first = max(0, math.floor((y - height / 2 - self.top) / _CELL))
        last = math.ceil((y + height / 2 - self.top) / _CELL)
        mask = ((1 << (end - start)) - 1) << start
        rows = self.rows
        for row in range(first, min(len(rows), last)):
            rows[row] |= mask

    def first_free(
        self, x: float, y: float, width: float, height: float, offsets: list[Offset]
    ) -> Offset | None:
        """First offset at which the box lies in bounds and on nothing."""
        rows = self.rows
        least_x, most_x = self.left + width / 2, self.right - width / 2
        least_y, most_y = self.top + height / 2, self.bottom - height / 2
        for offset in offsets:
            middle_x, middle_y = x + offset[0], y + offset[1]
            if not (least_x <= middle_x <= most_x and least_y <= middle_y <= most_y):
                continue
            # Truncated numbers are not below 0 here; -(-a // b) rounds up.
            start = int((middle_x - least_x) / _CELL)
            end = int(-(-(middle_x - least_x + width) // _CELL))
            mask = ((1 << (end - start)) - 1) << start
            first = int((middle_y - least_y) / _CELL)
            last = int(-(-(middle_y - least_y + height) // _CELL))
            for row in range(first, last):
                if rows[row] & mask:
                    break
            else:
                return offset
        return None

    def first_inside(self, x: float, y: float, width: float, height: float, offsets: list[Offset]) -> Offset:
        """First offset at which the box lies in bounds, else the first."""
        for offset in offsets:
            inside_x = self.left + width / 2 <= x + offset[0] <= self.right - width / 2
            inside_y = self.top + height / 2 <= y + offset[1] <= self.bottom - height / 2
            if inside_x and inside_y:
                return offset
        return offsets[0]

    def line(
        self, x: float, y: float, offset: Offset, width: float, height: float, start: float
    ) -> list[tuple[int, int]] | None:
        """Cells of the leader line, None where something lies on its way."""
        away_x = min(max(0.0, offset[0] - width / 2), offset[0] + width / 2)
        away_y = min(max(0.0, offset[1] - height / 2), offset[1] + height / 2)
        length = math.hypot(away_x, away_y)
        cells: list[tuple[int, int]] = []
        for step in range(math.ceil(start), int(length)):
            column = int((x + away_x * step / length - self.left) / _CELL)
            row = int((y + away_y * step / length - self.top) / _CELL)
            if not cells or cells[-1] != (row, column):
                if self.rows[row] >> column & 1:
                    return None
                cells.append((row, column))
        return cells

    def take_line(self, cells: list[tuple[int, int]]) -> None:
        """Take the cells of a leader line."""
        for row, column in cells:
            self.rows[row] |= 1 << column
