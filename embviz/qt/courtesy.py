"""Lets the UI thread go first.

Python runs one thread at a time. A thread that computes in Python makes the UI thread wait whenever that
comes back from Qt or numpy, several times a frame. `shorten_waits` makes these waits short; with `Courtesy`,
work that can be put off waits until a change has been drawn.
"""

from __future__ import annotations

import sys
import threading

SWITCH = 0.0005
"""Seconds after which Python takes another thread that waits. A frame of 2,000 words with a thread beside it
that counts in Python took 63 ms at Python's own 0.005, and 14 ms at this."""

LONGEST = 0.1
"""Seconds that a worker waits at most at one place: the UI thread may itself be waiting for the worker, for a
module that both import."""


def shorten_waits() -> None:
    """Make the waits of the UI thread short."""
    sys.setswitchinterval(SWITCH)


class Courtesy:
    """Knows whether the window is being drawn anew. The UI thread says so; the other threads wait."""

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        self._drawn = threading.Event()
        self._drawn.set()

    def begin(self, reason: str) -> None:
        """Say that something is being drawn, until the same reason ends. For the UI thread."""
        self._reasons.add(reason)
        self._drawn.clear()

    def end(self, reason: str) -> None:
        """Say that it has been drawn. For the UI thread."""
        self._reasons.discard(reason)
        if not self._reasons:
            self._drawn.set()

    def give_way(self) -> None:
        """Wait until all is drawn."""
        self._drawn.wait(LONGEST)
