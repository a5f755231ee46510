"""What a panel is: one dock, drawn from snapshots, that asks for things with intents."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from embviz.qt.intents import PanelSeen

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme


class Area(enum.Enum):
    """Where a panel's dock stands at first."""

    LEFT = "left"
    UPPER_RIGHT = "upper-right"
    LOWER_RIGHT = "lower-right"


class Panel(QWidget):
    """Base of all panels.

    A panel holds no truth: ``render`` draws what changed between two snapshots, and ``intent`` carries what
    the user asks for. Rendering emits no intent; coming into sight and going out of it does. Panels never
    know each other.
    """

    name: ClassVar[str]
    """Stable name; the dock's object name in saved layouts."""
    title: ClassVar[str]
    """As the dock's tab reads."""
    area: ClassVar[Area]

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def tell_seen(self, seen: bool) -> None:
        """Say that the panel came into sight, or went out of it: only its dock knows."""
        self.intent.emit(PanelSeen(self.name, seen))

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed; ``old`` is None for the first time and after a change of theme."""
        raise NotImplementedError

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours; ``render_snapshot(None, …)`` follows."""
        raise NotImplementedError

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type (1 is the usual); what the style sheet sets follows by itself."""

    def perform(self, name: str) -> None:
        """Do one of the panel's own commands, such as opening a dialog or beginning to type."""
        raise NotImplementedError(name)
