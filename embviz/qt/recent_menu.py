"""The menu of tables that were opened before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from embviz.qt.intents import ForgetRecent, OpenRecent
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from embviz.core.snapshot import Snapshot

_LONGEST = 48


class RecentMenu(QMenu):
    """One entry for each table, the newest first, and one to forget them.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Open &recent", parent)
        self.setToolTipsVisible(True)
        self.triggered.connect(self._on_triggered)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """List the tables anew when they have changed."""
        if old is not None and old.recent is new.recent:
            return
        self.clear()
        for number, source in enumerate(new.recent, 1):
            action = self.addAction(f"&{number}  {entry_text(source)}")
            action.setToolTip(plain_tip(source))
            action.setData(source)
        self.addSeparator()
        self.addAction("&Clear this list")
        self.menuAction().setEnabled(bool(new.recent))

    def _on_triggered(self, action: QAction) -> None:
        source = action.data()
        self.intent.emit(ForgetRecent() if source is None else OpenRecent(source))


def entry_text(source: str) -> str:
    """Return the last part of a path and the folder it lies in, short enough for a menu."""
    path = Path(source)
    name = path.name or source
    folder = path.parent.name
    text = f"{name}  ·  {folder}" if folder else name
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    # An ampersand marks the letter that chooses an entry; two are one that is seen.
    return short.replace("&", "&&")
