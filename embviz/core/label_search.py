"""Careful placement of up to a few hundred labels: every label moves to where the whole costs least."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from embviz.core.boxes import lines_cross, lines_meet_boxes, overlap_areas
from embviz.core.figure import Float64, PlacedLabels
from embviz.core.label_costs import HARD, KEPT, Choices, choices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.core.labels import LabelTask

_STRENGTHS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7)
"""What labels and lines do to each other counts for so much in the first sweeps, then in full.

So none is shut in by those placed before it; the labels find their way apart while they still may overlap.
"""
_MOST_SWEEPS = 10
_HIDDEN = HARD  # cost of a label that is not shown: more than of one in soft trouble
_PER_OVERLAP = 0.05  # and pixel of area, so that a label slides off another step by step
_LINE_ON_LABEL = 11.0
_LINES_CROSS = 6.0
_LOOKED_AT_ONCE = 16
_TROUBLE = 4.0  # from this cost on a label is worth pushing others for
_CROWDED = 0.8  # below this part of the labels shown, a plot has no room for all
_PUSHES, _PUSHES_EACH = 60, 8


def search(task: LabelTask, *, effort: int = 1) -> PlacedLabels:
    """Place the labels of a task, all of whose points are in bounds; ``hidden`` is left at 0.

    Parameters
    ----------
    effort
        How many orders of placing are tried; the best result is taken.
    """
    offered = choices(task)
    best: _Search | None = None
    for turn in _turns(task)[: max(1, effort)]:
        attempt = _Search(task, offered)
        attempt.settle(turn)
        attempt.improve(_PUSHES * min(effort, 2))
        attempt.hide_conflicts()
        attempt.rescue(_PUSHES)
        if best is None or attempt.badness() < best.badness():
            best = attempt
        if best.shown.sum() < _CROWDED * len(task):
            break  # too little room for all; another order only hides other labels
    assert best is not None
    rows = np.arange(len(task))
    return PlacedLabels(
        offered.offsets[rows, best.chosen],
        task.sizes,
        best.shown,
        best.shown & offered.leaders[best.chosen],
    )


def _turns(task: LabelTask) -> list[NDArray[np.int64]]:
    """Orders in which labels are placed, the one that does best on most maps first."""
    x, y = task.anchors[:, 0], task.anchors[:, 1]
    from_middle = np.hypot(x - np.median(x), y - np.median(y))
    keys = (y, from_middle, -y, x, -from_middle, -x)
    return [np.lexsort((np.arange(len(task)), key, ~task.pinned)) for key in keys]


class _Search:
    """State of a search: which of its places each label has."""

    def __init__(self, task: LabelTask, offered: Choices) -> None:
        self.task = task
        self.choices = offered
        count = len(task)
        costs = self.choices.costs
        self.order = np.argsort(costs, axis=1, kind="stable")[:, :KEPT]
        self.chosen: NDArray[np.int64] = self.order[:, 0].copy()
        self.shown = np.ones(count, dtype=np.bool_)
        rows = np.arange(count)
        self.cheapest: Float64 = costs[rows, self.order[:, 0]]
        self.boxes = self.choices.boxes[rows, self.chosen]
        self.lines = self.choices.lines[rows, self.chosen]
        self.leads = self.choices.leaders[self.chosen]
        # Labels whose places have no room in common never matter to each other.
        kept = np.take_along_axis(self.choices.boxes, self.order[..., None], axis=1)
        low, high = kept[..., :2].min(axis=1), kept[..., 2:].max(axis=1)
        low, high = np.minimum(low, task.anchors), np.maximum(high, task.anchors)  # for their lines
        meet = np.all((low[:, None] < high[None]) & (low[None] < high[:, None]), axis=2)
        np.fill_diagonal(meet, val=False)
        self.near = [np.flatnonzero(row) for row in meet]
        self.pinned = task.pinned

    def settle(self, turn: NDArray[np.int64]) -> None:
        """Sweep until no label alone can do better."""
        count = len(self.task)
        stirred = np.ones(count, dtype=np.bool_)
        for sweep in range(_MOST_SWEEPS):
            rising = sweep < len(_STRENGTHS)
            for place in turn.tolist():
                if not stirred[place]:
                    continue
                was = self.chosen[place]
                cost = self._move(place, _STRENGTHS[sweep] if rising else 1.0)
                # A label with something in its way will look again when that weighs more.
                stirred[place] = sweep <= len(_STRENGTHS) and cost > self.cheapest[place] + 1e-6
                if self.chosen[place] != was:
                    stirred[self.near[place]] = True
            if not rising and not stirred.any():
                break

    def improve(self, tries: int) -> None:
        """Let labels that are in trouble take a place from others, where all together then do better."""
        for _ in range(2):
            costs = [self._cost_now(place) for place in range(len(self.task))]
            moved = False
            for cost, place in sorted((-cost, place) for place, cost in enumerate(costs)):
                if -cost < _TROUBLE or tries <= 0:
                    break
                used, success = self._push(place, min(tries, _PUSHES_EACH))
                tries -= used
                moved |= success
            if not moved:
                break

    def hide_conflicts(self) -> None:
        """Hide labels until none is on a marker, a label or a leader line; bring back what has room."""
        count = len(self.task)
        rows = np.arange(count)
        on_marks = self.choices.costs[rows, self.chosen] >= HARD
        self.shown &= ~on_marks | self.task.pinned
        overlaps = overlap_areas(self.boxes[:, None], self.boxes[None]) > 0
        through = lines_meet_boxes(self.lines[:, None], self.boxes[None]) & self.leads[:, None]
        conflict = overlaps | through | through.T
        np.fill_diagonal(conflict, val=False)
        while True:
            active = conflict & self.shown[:, None] & self.shown[None]
            conflicts = active.sum(axis=1)
            worst = np.flatnonzero((conflicts > 0) & ~self.task.pinned)
            if not len(worst):
                break
            keys = np.lexsort((worst, -conflicts[worst], self.pinned[worst]))
            self.shown[worst[keys[0]]] = False
        hidden = np.flatnonzero(~self.shown)
        for place in hidden[np.lexsort((hidden, ~self.pinned[hidden]))].tolist():
            options = self.order[place]
            options = options[self.choices.costs[place, options] < HARD]
            if len(options):
                between = self._between(place, options)
                best = int(np.argmin(self.choices.costs[place, options] + between))
                if between[best] < _LINE_ON_LABEL:
                    self._take(place, int(options[best]))
                    self.shown[place] = True

    def badness(self) -> tuple[int, float]:
        """How many labels are hidden, and then what the others cost together."""
        shown = np.flatnonzero(self.shown)
        own = self.choices.costs[shown, self.chosen[shown]].sum()
        between = sum(self._between(place, self.chosen[place : place + 1])[0] for place in shown.tolist())
        return len(self.task) - len(shown), float(own + between / 2)

    def _move(self, place: int, strength: float) -> float:
        """Move one label to where it costs least, the others being as they are; the cost then."""
        options = np.append(self.chosen[place], self.order[place])
        total = self.choices.costs[place, options] + strength * self._on_labels(place, options)
        # Lines only add to the cost and are dear to test: first come the present place and the cheapest.
        turn = np.argsort(total[1:], kind="stable") + 1
        some = np.append(0, turn[:_LOOKED_AT_ONCE])
        best, best_cost = 0, np.inf
        for start in range(0, len(turn), _LOOKED_AT_ONCE):
            with_lines = total[some] + strength * self._with_lines(place, options[some])
            if start == 0:
                best_cost = with_lines[0] - 1e-9
            least = int(np.argmin(with_lines))
            if with_lines[least] < best_cost:
                best, best_cost = int(some[least]), with_lines[least]
            some = turn[start + _LOOKED_AT_ONCE : start + 2 * _LOOKED_AT_ONCE]
            some = some[total[some] < best_cost]
            if not len(some):
                break
        if best:
            self._take(place, int(options[best]))
        return float(best_cost)

    def rescue(self, tries: int) -> None:
        """Show hidden labels where one or two others can make room and still stand well."""
        hidden = np.flatnonzero(~self.shown)
        for place in hidden[np.lexsort((hidden, ~self.pinned[hidden]))].tolist():
            if tries <= 0:
                break
            tries -= self._push(place, min(tries, 2 * _PUSHES_EACH))[0]
        if self.shown[hidden].any():
            self.hide_conflicts()

    def _push(self, place: int, tries: int) -> tuple[int, bool]:
        """Take a place from one or two others, and move those on; how many tries it took, and success."""
        old, was_shown = int(self.chosen[place]), bool(self.shown[place])
        own = self._cost_now(place) if was_shown else _HIDDEN
        options = self.order[place]
        options = options[self.choices.costs[place, options] < min(own - 0.5, HARD)]
        near, in_the_way = self._in_the_way(place, options)
        few = np.flatnonzero((in_the_way.sum(axis=1) >= 1) & (in_the_way.sum(axis=1) <= 2))
        costs_now: dict[int, float] = {}
        used = 0
        for option, hits in zip(options[few].tolist(), in_the_way[few], strict=True):
            if used == tries:
                break
            rivals = near[hits].tolist()
            for rival in rivals:
                if rival not in costs_now:
                    costs_now[rival] = self._cost_now(rival)
            before = own + sum(costs_now[rival] for rival in rivals)
            if self.choices.costs[place, option] + self.cheapest[rivals].sum() >= before:
                continue  # however well the others find a new place
            used += 1
            saved = [int(self.chosen[rival]) for rival in rivals]
            self._take(place, option)
            self.shown[place] = True
            after = sum(self._move(rival, 1.0) for rival in rivals)
            if after < before and after + self._cost_now(place) < before - 1e-6:
                return used, True
            self._take(place, old)
            self.shown[place] = was_shown
            for rival, was in zip(rivals, saved, strict=True):
                self._take(rival, was)
        return used, False

    def _in_the_way(
        self, place: int, options: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Labels near, and for each option which of them it would be in conflict with, (K, near)."""
        near = self.near[place]
        near = near[self.shown[near]]
        boxes = self.choices.boxes[place, options][:, None]
        lines = self.choices.lines[place, options][:, None]
        has_line = self.choices.leaders[options][:, None]
        hits = overlap_areas(boxes, self.boxes[near]) > 0
        hits |= self.leads[near] & lines_meet_boxes(self.lines[near], boxes)
        hits |= has_line & lines_meet_boxes(lines, self.boxes[near])
        hits |= has_line & self.leads[near] & lines_cross(lines, self.lines[near])
        return near, hits

    def _cost_now(self, place: int, strength: float = 1.0) -> float:
        now = self.chosen[place : place + 1]
        return float(self.choices.costs[place, now[0]] + strength * self._between(place, now)[0])

    def _between(self, place: int, options: NDArray[np.int64]) -> Float64:
        """Cost of each option with respect to the other labels as they are, (K,)."""
        return self._on_labels(place, options) + self._with_lines(place, options)

    def _on_labels(self, place: int, options: NDArray[np.int64]) -> Float64:
        """Cost of each option's lying on other labels, (K,)."""
        near = self.near[place]
        near = near[self.shown[near]]
        area = overlap_areas(self.choices.boxes[place, options][:, None], self.boxes[near][None])
        cost: Float64 = np.add.reduce(np.where(area > 0, HARD + _PER_OVERLAP * area, 0.0), axis=1)
        return cost

    def _with_lines(self, place: int, options: NDArray[np.int64]) -> Float64:
        """Cost of leader lines that cross labels or one another, (K,)."""
        near = self.near[place]
        near = near[self.shown[near]]
        cost = np.zeros(len(options))
        leading = near[self.leads[near]]
        if len(leading):
            boxes = self.choices.boxes[place, options][:, None]
            met = lines_meet_boxes(self.lines[leading][None], boxes)
            cost += _LINE_ON_LABEL * np.add.reduce(met, axis=1)
        lead = self.choices.leaders[options].nonzero()[0]
        if len(lead):
            lines = self.choices.lines[place, options[lead]][:, None]
            met = lines_meet_boxes(lines, self.boxes[near][None])
            cost[lead] += _LINE_ON_LABEL * np.add.reduce(met, axis=1)
            if len(leading):
                crossed = lines_cross(lines, self.lines[leading][None])
                cost[lead] += _LINES_CROSS * np.add.reduce(crossed, axis=1)
        return cost

    def _take(self, place: int, option: int) -> None:
        self.chosen[place] = option
        self.boxes[place] = self.choices.boxes[place, option]
        self.lines[place] = self.choices.lines[place, option]
        self.leads[place] = self.choices.leaders[option]
