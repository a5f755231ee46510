"""Turns of the event loop: whatever is done on the UI thread in parts does one of them in each round.

Drawing the docks, painting a frame and dressing the window each stop after a few milliseconds. With a timer
for each they would all have their turn in the same round, one right after the other, and what waits in the
event loop would wait for the sum.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE_MS = 1
"""Milliseconds between two turns: turns without any would leave no room for other timers."""

TURN_SECONDS = 0.004
"""After this time work should leave the rest to its next turn. The last part that it began comes on top, and
in the same round the painting of what has changed: together they should stay below 20 ms."""


class Turns(QObject):
    """Gives turns to those that ask, in the order in which they asked.

    What is asked for is kept until its turn, and should live as long as that.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timer_timeout)

    def ask(self, work: Callable[[], None]) -> None:
        """Have this done in a turn of its own.

        It is done once, however often the same (by ``==``) is asked for until then. In its turn it may ask
        for itself again; the others that wait come first, also where it breaks.
        """
        if work not in self._waiting:
            self._waiting.append(work)
        if not self._timer.isActive():
            self._timer.start(PAUSE_MS)

    def _on_timer_timeout(self) -> None:
        work = self._waiting.popleft()
        try:
            work()
        finally:
            if self._waiting:
                self._timer.start(PAUSE_MS)
