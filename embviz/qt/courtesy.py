"""Lets the UI thread go first.

Python runs one thread at a time. A thread that computes in Python, or imports modules, makes the UI thread
wait whenever that comes back from Qt or numpy, several times a frame. `shorten_waits` makes such waits short;
with `Courtesy`, work that can be put off waits itself.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QObject

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SWITCH = 0.0005
"""Seconds after which Python takes another thread that waits. A frame of 2,000 words with a thread beside it
that counts in Python took 63 ms at Python's own 0.005, and 14 ms at this."""

LONGEST = 0.1
"""Seconds that a worker waits at most at one place."""

FREE = 0.2
"""Seconds that a worker which has waited so long then works without waiting.

The UI thread may be waiting for the worker: for a module that both import."""


def shorten_waits() -> None:
    """Make the waits of the UI thread short."""
    sys.setswitchinterval(SWITCH)


class Courtesy(QObject):
    """Knows whether the UI thread has something to do. Made in that thread; for the others to wait."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._at_rest = threading.Event()
        self._drawing = False
        self._worker = threading.local()
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.connect(self._on_dispatcher_awake)
            dispatcher.aboutToBlock.connect(self._on_dispatcher_about_to_block)

    def give_way(self) -> None:
        """Wait until the UI thread has nothing to do."""
        if self._at_rest.is_set() or time.monotonic() < getattr(self._worker, "free_until", 0.0):
            return
        if not self._at_rest.wait(LONGEST):
            self._worker.free_until = time.monotonic() + FREE

    @contextmanager
    def giving_way(self) -> Iterator[None]:
        """Within the body, give way before whatever this thread calls.

        That makes work in Python twice as slow: for imports, and for work that is mostly numpy's.
        """
        at_rest, give_way = self._at_rest.is_set, self.give_way

        def before_call(_frame: FrameType, _event: str, _argument: object) -> None:
            if not at_rest():
                give_way()

        others = sys.getprofile()
        if others is not None:
            yield  # somebody measures this thread
            return
        sys.setprofile(before_call)
        try:
            yield
        finally:
            sys.setprofile(None)

    def keep_busy(self, drawing: bool) -> None:
        """Say whether the window is being drawn in several turns; in between it is not at rest."""
        self._drawing = drawing
        if drawing:
            self._at_rest.clear()

    def _on_dispatcher_awake(self) -> None:
        self._at_rest.clear()

    def _on_dispatcher_about_to_block(self) -> None:
        if not self._drawing:
            self._at_rest.set()
