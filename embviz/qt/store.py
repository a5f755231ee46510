"""The one place that holds the state."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from embviz.core.snapshot import Snapshot


class Store(QObject):
    """Holds the snapshot; whoever draws listens to ``changed(old, new)``."""

    changed = Signal(object, object)

    def __init__(self, snapshot: Snapshot | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot() if snapshot is None else snapshot

    @property
    def snapshot(self) -> Snapshot:
        """The present state; never changed in place."""
        return self._snapshot

    def put(self, snapshot: Snapshot) -> None:
        """Take a new state and tell it, unless it is the same object."""
        old = self._snapshot
        if snapshot is old:
            return
        self._snapshot = snapshot
        self.changed.emit(old, snapshot)
