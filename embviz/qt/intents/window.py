"""The window itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from embviz.core.snapshot import ThemeChoice
    from embviz.errors import Notice


@dataclass(frozen=True)
class PanelSeen(Intent):
    """A panel came into sight, or went out of it."""

    name: str
    seen: bool


@dataclass(frozen=True)
class ChooseTheme(Intent):
    """Follow the system, or force light or dark."""

    theme: ThemeChoice


@dataclass(frozen=True)
class SetAnimated(Intent):
    """Let points move from one map to the next, or jump."""

    animated: bool


@dataclass(frozen=True)
class SetZoom(Intent):
    """Enlarge all text; 1 is the usual size."""

    zoom: float


@dataclass(frozen=True)
class Tell(Intent):
    """Show a notice for something that a widget did."""

    notice: Notice


@dataclass(frozen=True)
class DismissNotice(Intent):
    """Close one notice, or all with None."""

    notice: Notice | None = None
