"""Draws the parts of the window that can wait a moment, a few in each turn of the event loop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.snapshot import Snapshot
    from embviz.qt.courtesy import Courtesy
    from embviz.qt.store import Store

TURN_MS = 1
"""Milliseconds between two turns: turns without any would leave no room for other timers."""

TURN = 0.006
"""Seconds after which the rest waits for the next turn."""


@dataclass(eq=False)
class _Part:
    """Something that is drawn, and the snapshot that it shows; None before the first."""

    draw: Callable[[Snapshot | None, Snapshot], None]
    wanted: Callable[[Snapshot], bool]
    shows: Snapshot | None = None


class Drawing(QObject):
    """Brings parts from the snapshot that they show to the present one, whatever came between.

    A change of the selection concerns most of the window. Drawn in one go, all of it would hold the pointer
    up for longer than a frame.
    """

    def __init__(self, store: Store, courtesy: Courtesy, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._courtesy = store, courtesy
        self._parts: list[_Part] = []
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._on_turn_timeout)

    def add(
        self,
        draw: Callable[[Snapshot | None, Snapshot], None],
        wanted: Callable[[Snapshot], bool] = lambda _snapshot: True,
    ) -> None:
        """Draw this too, after what was added before; only while it is wanted: when it can be seen."""
        self._parts.append(_Part(draw, wanted))

    def go_on(self) -> None:
        """Draw what has changed, from the next turn on."""
        self._courtesy.begin("drawing")
        self._forget_other_tables()
        self._turn.start(TURN_MS)

    def start_anew(self) -> None:
        """Take all parts as never drawn, as after a change of theme."""
        for part in self._parts:
            part.shows = None
        self.go_on()

    def finish(self) -> None:
        """Draw at once what has changed."""
        while self._draw_next():
            pass

    def _draw_next(self) -> bool:
        """Draw the first part that does not show the present snapshot; False when all do."""
        now = self._store.snapshot
        for part in self._parts:
            if part.shows is not now and part.wanted(now):
                before, part.shows = part.shows, now
                part.draw(before, now)
                return True
        return False

    def _forget_other_tables(self) -> None:
        """Let go of a table that is no longer open, which a part out of sight would keep in memory."""
        now = self._store.snapshot
        for part in self._parts:
            if part.shows is not None and part.shows.table is not now.table and not part.wanted(now):
                part.shows = None

    def _on_turn_timeout(self) -> None:
        end = time.perf_counter() + TURN
        if not self._draw_next():
            # What the turn before drew has been painted by now.
            self._turn.stop()
            self._courtesy.end("drawing")
            return
        while time.perf_counter() < end and self._draw_next():
            pass
