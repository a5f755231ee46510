"""Lets the UI thread go first.

Python runs one thread at a time. A thread that computes in Python makes the UI thread wait whenever that
comes back from Qt or numpy, several times a frame. `shorten_waits` makes these waits short; `go_second` lets
a thread stand behind where there are more threads than processors; with `Courtesy`, other threads rest while
the UI thread has something to do.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SWITCH = 0.0001
"""Seconds after which Python takes another thread that waits. Qt calls into Python hundreds of times while it
lays out the window, and waits so long each time if another thread computes in Python. While 2,000 selected
words were labelled, a timer was late by up to 99 ms at 0.0005 (median of 8 runs 24), and by up to 24 (16) at
this; Python's own is 0.005."""

LONGEST = 0.1
"""Seconds that a worker waits while nothing is heard of the UI thread, which may itself be waiting for the
worker: for a module that both import, or a value of `embviz.core.lazy.Once` that the worker makes."""

NICE = 10
"""How far workers stand behind, on the scale of ``nice``."""

UNBOTHERED = 0.5
"""Seconds for which no worker waits again after one has waited so long in vain."""


def shorten_waits() -> None:
    """Make the waits of the UI thread short."""
    sys.setswitchinterval(SWITCH)


def go_second() -> None:
    """Let the calling thread, and those that it starts, have less of a busy processor than the others."""
    if sys.platform == "linux":
        # There, and only there, each thread has a niceness of its own.
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICE)


class Courtesy:
    """Knows whether the UI thread has something to do. It says so; the other threads wait."""

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        self._free = threading.Event()
        self._free.set()
        self._said = 0
        self._unbothered_until = 0.0

    def begin(self, reason: str) -> None:
        """Say that something is to be done, until the same reason ends. For the UI thread."""
        self._reasons.add(reason)
        self._said += 1
        self._free.clear()

    def end(self, reason: str) -> None:
        """Say that it has been done. For the UI thread."""
        self._reasons.discard(reason)
        if not self._reasons:
            self._free.set()

    @contextmanager
    def during(self, reason: str) -> Iterator[None]:
        """Say that something is being done while the body runs. For the UI thread."""
        within = reason in self._reasons
        self.begin(reason)
        try:
            yield
        finally:
            if not within:
                self.end(reason)

    def give_way(self) -> None:
        """Wait until the UI thread has nothing to do, or for `LONGEST` after it was last heard of.

        In that case nobody waits for the next `UNBOTHERED`.
        """
        if self._free.is_set() or time.monotonic() < self._unbothered_until:
            return
        while True:
            heard = self._said
            if self._free.wait(LONGEST):
                return
            if heard == self._said:
                break
        self._unbothered_until = time.monotonic() + UNBOTHERED
