"""Lets the UI thread go first.

Python runs one thread at a time. A thread that computes in Python, or imports modules, makes the UI thread
wait whenever that comes back from Qt, a dozen times a frame. `shorten_waits` makes these waits short; work
that can be put off, such as importing what may be needed later, itself waits for the UI thread: `Courtesy`.
"""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractEventDispatcher, QObject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

SWITCH = 0.0005
"""Seconds after which Python takes another thread that waits. A frame of 2,000 words with a thread beside it
that counts in Python took 63 ms at Python's own 0.005, and 14 ms at this."""

LONGEST = 0.03
"""Seconds that work which can be put off waits at most at one place."""


def shorten_waits() -> None:
    """Make the waits of the UI thread short."""
    sys.setswitchinterval(SWITCH)


class Courtesy(QObject):
    """Knows whether the UI thread has something to do. Made in that thread; `give_way` is for the others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._at_rest = threading.Event()
        self._drawing = False
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.connect(self._on_dispatcher_awake)
            dispatcher.aboutToBlock.connect(self._on_dispatcher_about_to_block)

    def give_way(self) -> None:
        """Wait until the UI thread has nothing to do."""
        self._at_rest.wait(LONGEST)

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


@contextmanager
def patient_imports(give_way: Callable[[], None]) -> Iterator[None]:
    """Within the body, give way before every module that this thread imports."""
    finder = _PatientFinder(give_way)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _PatientFinder(MetaPathFinder):
    """Finds nothing, but takes its time."""

    def __init__(self, give_way: Callable[[], None]) -> None:
        self._give_way, self._thread = give_way, threading.get_ident()

    def find_spec(
        self, _name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if threading.get_ident() == self._thread:
            self._give_way()
        return None
