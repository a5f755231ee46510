"""Careful placement of up to a few hundred labels: every label moves to where the whole costs least."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from embviz.core.boxes import lines_cross, lines_meet_boxes, overlap_areas
from embviz.core.figure import Float64, PlacedLabels
from embviz.core.label_costs import HARD, Choices, choices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.core.labels import LabelTask

_SWEEPS = 6
_LINE_ON_LABEL = 11.0
_LINES_CROSS = 6.0
_KEPT = 96  # places of a label that are looked at, the cheapest ones


def search(task: LabelTask) -> PlacedLabels:
    """Place the labels of a task, all of whose points are in bounds; ``hidden`` is left at 0."""
    search_ = _Search(task)
    search_.settle()
    search_.improve()
    search_.hide_conflicts()
    chosen = search_.chosen
    rows = np.arange(len(task))
    return PlacedLabels(
        search_.choices.offsets[rows, chosen],
        task.sizes,
        search_.shown,
        search_.shown & search_.choices.leaders[chosen],
    )


class _Search:
    """State of a search: which of its places each label has."""

    def __init__(self, task: LabelTask) -> None:
        self.task = task
        self.choices: Choices = choices(task)
        count = len(task)
        costs = self.choices.costs
        self.order = np.argsort(costs, axis=1, kind="stable")[:, :_KEPT]
        self.chosen: NDArray[np.int64] = self.order[:, 0].copy()
        self.shown = np.ones(count, dtype=np.bool_)
        rows = np.arange(count)
        self.boxes = self.choices.boxes[rows, self.chosen]
        self.lines = self.choices.lines[rows, self.chosen]
        self.leads = self.choices.leaders[self.chosen]
        # Labels whose places have no room in common never matter to each other.
        low = self.choices.boxes[..., :2].min(axis=1)
        high = self.choices.boxes[..., 2:].max(axis=1)
        meet = np.all((low[:, None] < high[None]) & (low[None] < high[:, None]), axis=2)
        np.fill_diagonal(meet, val=False)
        self.near = [np.flatnonzero(row) for row in meet]
        priority = np.zeros(count) if task.priority is None else task.priority
        self.rank = priority + np.where(task.pinned, 1e9, 0.0)

    def settle(self) -> None:
        """Sweep until no label alone can do better."""
        count = len(self.task)
        crowded = np.array([len(near) for near in self.near])
        turn = np.lexsort((np.arange(count), -crowded, -self.rank))
        for sweep in range(_SWEEPS):
            strength = (0.25, 0.6)[sweep] if sweep < 2 else 1.0
            moved = False
            for place in turn.tolist():
                moved |= self._move(place, strength)
            if not moved and sweep >= 2:
                break

    def improve(self) -> None:
        """Let labels that are in trouble take a place from another, where both together then do better."""
        for _ in range(2):
            trouble = [(-self._cost_now(place), place) for place in range(len(self.task))]
            moved = False
            for cost, place in sorted(trouble):
                if -cost < 4.0:
                    break
                moved |= self._push(place)
            if not moved:
                break

    def hide_conflicts(self) -> None:
        """Hide labels until none lies on a marker or another label, then bring back what has room."""
        count = len(self.task)
        rows = np.arange(count)
        on_marks = self.choices.costs[rows, self.chosen] >= HARD
        self.shown &= ~on_marks | self.task.pinned
        overlaps = overlap_areas(self.boxes[:, None], self.boxes[None]) > 0
        np.fill_diagonal(overlaps, val=False)
        while True:
            active = overlaps & self.shown[:, None] & self.shown[None]
            conflicts = active.sum(axis=1)
            worst = np.flatnonzero((conflicts > 0) & ~self.task.pinned)
            if not len(worst):
                break
            keys = np.lexsort((worst, -conflicts[worst], self.rank[worst]))
            self.shown[worst[keys[0]]] = False
        hidden = np.flatnonzero(~self.shown)
        for place in hidden[np.lexsort((hidden, -self.rank[hidden]))].tolist():
            options = self.order[place]
            options = options[self.choices.costs[place, options] < HARD]
            if len(options):
                total = self.choices.costs[place, options] + self._between(place, options)
                best = int(np.argmin(total))
                if total[best] < HARD:
                    self._take(place, int(options[best]))
                    self.shown[place] = True

    def _move(self, place: int, strength: float) -> bool:
        options = self.order[place]
        costs = self.choices.costs[place, options]
        now = int(self.chosen[place])
        cost_now = self._cost_now(place, strength)
        # Places that cost more by themselves than the present one with all its trouble need no look.
        options = options[costs < cost_now - 1e-9]
        if not len(options):
            return False
        total = self.choices.costs[place, options] + strength * self._between(place, options)
        best = int(np.argmin(total))
        if total[best] >= cost_now - 1e-9 or options[best] == now:
            return False
        self._take(place, int(options[best]))
        return True

    def _push(self, place: int) -> bool:
        """Try places where one or two others are in the way, and move those on."""
        options = self.order[place]
        costs = self.choices.costs[place, options]
        before_own = self._cost_now(place)
        options = options[costs < min(before_own, HARD)][:24]
        old = int(self.chosen[place])
        for option in options.tolist():
            if option == old:
                continue
            rivals = self._rivals(place, option)
            if not 1 <= len(rivals) <= 2:
                continue
            saved = [(rival, int(self.chosen[rival])) for rival in rivals]
            before = self._sum([place, *rivals])
            self._take(place, option)
            for rival in rivals:
                self._move(rival, 1.0)
            if self._sum([place, *rivals]) < before - 1e-6:
                return True
            self._take(place, old)
            for rival, was in saved:
                self._take(rival, was)
        return False

    def _rivals(self, place: int, option: int) -> list[int]:
        near = self.near[place]
        box = self.choices.boxes[place, option]
        hit = overlap_areas(box, self.boxes[near]) > 0
        hit |= self.leads[near] & lines_meet_boxes(self.lines[near], box)
        if self.choices.leaders[option]:
            line = self.choices.lines[place, option]
            hit |= lines_meet_boxes(line, self.boxes[near])
            hit |= self.leads[near] & lines_cross(line, self.lines[near])
        rivals: list[int] = near[hit].tolist()
        return rivals

    def _sum(self, places: list[int]) -> float:
        """Cost of several labels, what is between two of them counted twice."""
        return sum(self._cost_now(place) for place in places)

    def _cost_now(self, place: int, strength: float = 1.0) -> float:
        now = self.chosen[place : place + 1]
        return float(self.choices.costs[place, now[0]] + strength * self._between(place, now)[0])

    def _between(self, place: int, options: NDArray[np.int64]) -> Float64:
        """Cost of each option with respect to the other labels as they are, (K,)."""
        near = self.near[place]
        near = near[self.shown[near]]
        cost = np.zeros(len(options))
        if not len(near):
            return cost
        boxes = self.choices.boxes[place, options][:, None]
        area = overlap_areas(boxes, self.boxes[near][None])
        cost += (HARD * (area > 0) + area * 0.05).sum(axis=1)
        leading = near[self.leads[near]]
        if len(leading):
            met = lines_meet_boxes(self.lines[leading][None], boxes)
            cost += _LINE_ON_LABEL * met.sum(axis=1)
        lead = np.flatnonzero(self.choices.leaders[options])
        if len(lead):
            lines = self.choices.lines[place, options[lead]][:, None]
            cost[lead] += _LINE_ON_LABEL * lines_meet_boxes(lines, self.boxes[near][None]).sum(axis=1)
            if len(leading):
                cost[lead] += _LINES_CROSS * lines_cross(lines, self.lines[leading][None]).sum(axis=1)
        return cost

    def _take(self, place: int, option: int) -> None:
        self.chosen[place] = option
        self.boxes[place] = self.choices.boxes[place, option]
        self.lines[place] = self.choices.lines[place, option]
        self.leads[place] = self.choices.leaders[option]
