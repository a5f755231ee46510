"""What a widget can ask for. Widgets emit these; only the controller acts on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embviz.core.mapping import VectorMode
from embviz.core.neighborhood import NeighborhoodOptions
from embviz.core.snapshot import SelectMode, ThemeChoice, Tool, WordKey
from embviz.errors import Notice


class Intent:
    """Base of all intents."""


@dataclass(frozen=True)
class OpenTable(Intent):
    """Open a table: None for the bundled one, a folder or a file."""

    source: str | None


@dataclass(frozen=True)
class LoadWords(Intent):
    """Show a ready-made set or a word list from a file instead of the present words."""

    source: str


@dataclass(frozen=True)
class Select(Intent):
    """Change the selection."""

    keys: tuple[WordKey, ...]
    mode: SelectMode = SelectMode.REPLACE


@dataclass(frozen=True)
class SelectAll(Intent):
    """Select every word on the map."""


@dataclass(frozen=True)
class Hover(Intent):
    """The pointer is over a word, or over none."""

    key: WordKey | None


@dataclass(frozen=True)
class ChooseMethod(Intent):
    """Draw with another projection."""

    method: str


@dataclass(frozen=True)
class ChooseVectors(Intent):
    """Draw from unit, raw or shifted vectors."""

    vectors: VectorMode


@dataclass(frozen=True)
class ChooseParameters(Intent):
    """Draw with other parameters and seed."""

    parameters: Any
    seed: int


@dataclass(frozen=True)
class RunMap(Intent):
    """Draw the map again."""


@dataclass(frozen=True)
class StopJob(Intent):
    """Stop a job by its key."""

    key: str = "map"


@dataclass(frozen=True)
class SetGroupVisible(Intent):
    """Draw a group's words or leave them out."""

    group: int
    visible: bool


@dataclass(frozen=True)
class ChooseTool(Intent):
    """What a left-drag does."""

    tool: Tool


@dataclass(frozen=True)
class ChooseTheme(Intent):
    """Follow the system, or force light or dark."""

    theme: ThemeChoice


@dataclass(frozen=True)
class FoldCaution(Intent):
    """Fold the caution strip to one line, or unfold it."""

    folded: bool


@dataclass(frozen=True)
class ExportFigure(Intent):
    """Write the map to a file; the suffix says how."""

    path: Path
    options: Any = None


@dataclass(frozen=True)
class DismissNotice(Intent):
    """Close one notice, or all with None."""

    notice: Notice | None = None


@dataclass(frozen=True)
class Undo(Intent):
    """Take the last edit back."""


@dataclass(frozen=True)
class Redo(Intent):
    """Do the last undone edit again."""


@dataclass(frozen=True)
class SetNeighborhood(Intent):
    """List neighbours with another metric or other filters."""

    options: NeighborhoodOptions


@dataclass(frozen=True)
class Isolate(Intent):
    """Draw only the selected words."""


@dataclass(frozen=True)
class ShowAll(Intent):
    """Draw all words of all groups again."""


@dataclass(frozen=True)
class RemoveSelected(Intent):
    """Take the selected words off their groups."""


@dataclass(frozen=True)
class AddNeighbors(Intent):
    """Add the true nearest tokens of the selected words to the map."""


@dataclass(frozen=True)
class AddToken(Intent):
    """Add one token to the map."""

    token_id: int


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
class CopyFigure(Intent):
    """Put the map on the clipboard."""

    options: Any = None
