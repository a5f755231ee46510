"""Draws the parts of the window that can wait a moment, a few in each turn of the event loop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.turns import TURN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from embviz.core.snapshot import Snapshot
    from embviz.qt.courtesy import Courtesy
    from embviz.qt.store import Store
    from embviz.qt.turns import Turns


@dataclass(eq=False)
class _Part:
    """Something that is drawn, and the snapshot that it shows; None before the first."""

    name: str
    draw: Callable[[Snapshot | None, Snapshot], None]
    wanted: Callable[[Snapshot], bool]
    shows: Snapshot | None = None

    def bring_to(self, now: Snapshot) -> bool:
        """Draw this snapshot, if it is wanted and not shown yet; whether it was drawn."""
        if self.shows is now or not self.wanted(now):
            return False
        before, self.shows = self.shows, now
        self.draw(before, now)
        return True


class Drawing:
    """Brings parts from the snapshot that they show to the present one, whatever came between.

    A change of the selection concerns most of the window. Drawn in one go, all of it would hold the pointer
    up for longer than a frame.
    """

    def __init__(self, store: Store, courtesy: Courtesy, turns: Turns) -> None:
        self._store, self._courtesy, self._turns = store, courtesy, turns
        self._parts: list[_Part] = []

    def add(
        self,
        name: str,
        draw: Callable[[Snapshot | None, Snapshot], None],
        wanted: Callable[[Snapshot], bool] = lambda _snapshot: True,
    ) -> None:
        """Draw this too, after what was added before; only while it is wanted: when it can be seen."""
        self._parts.append(_Part(name, draw, wanted))

    def go_on(self) -> None:
        """Draw what has changed, from the next turn on."""
        self._courtesy.begin("drawing")
        self._forget_other_tables()
        self._turns.ask(self._take_turn)

    def start_anew(self) -> None:
        """Take all parts as never drawn, as after a change of theme."""
        for part in self._parts:
            part.shows = None
        self.go_on()

    def draw_now(self, names: Collection[str]) -> None:
        """Draw these at once, as far as they are wanted, and the others from the next turn on."""
        self.go_on()  # first: the others are drawn also where one of these breaks
        for part in self._parts:
            if part.name in names:
                part.bring_to(self._store.snapshot)

    def _draw_next(self) -> bool:
        """Draw the first part that does not show the present snapshot; False when all do."""
        return any(part.bring_to(self._store.snapshot) for part in self._parts)

    def _forget_other_tables(self) -> None:
        """Let go of a table that is no longer open, which a part out of sight would keep in memory."""
        now = self._store.snapshot
        for part in self._parts:
            if part.shows is not None and part.shows.table is not now.table and not part.wanted(now):
                part.shows = None

    def _take_turn(self) -> None:
        end = time.perf_counter() + TURN_SECONDS
        drawn = True  # a part that breaks counts: the others are still to be drawn
        try:
            drawn = self._draw_next()
            if drawn:
                while time.perf_counter() < end and self._draw_next():
                    pass
        finally:
            if drawn:
                self._turns.ask(self._take_turn)
            else:
                # What the turn before drew has been painted by now.
                self._courtesy.end("drawing")
