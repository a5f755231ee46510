"""The one place that holds the state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from embviz.core.snapshot import Snapshot


class Store(QObject):
    """Holds the snapshot; whoever draws listens to ``changed(old, new)``."""

    changed = Signal(object, object)

    def __init__(self, snapshot: Snapshot | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot() if snapshot is None else snapshot
        self._told = self._snapshot
        self._bodies = 0

    @property
    def snapshot(self) -> Snapshot:
        """The present state; never changed in place."""
        return self._snapshot

    def put(self, snapshot: Snapshot) -> None:
        """Take a new state and tell it, unless it is the same object."""
        self._snapshot = snapshot
        self._tell()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Tell all that is put within the body as one change at its end: the window is drawn once."""
        self._bodies += 1
        try:
            yield
        finally:
            self._bodies -= 1
            self._tell()

    def _tell(self) -> None:
        if self._bodies or self._told is self._snapshot:
            return
        old, self._told = self._told, self._snapshot
        self.changed.emit(old, self._snapshot)
