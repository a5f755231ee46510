"""The map: how it is drawn, and what is selected on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from embviz.core.snapshot import SelectMode
from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.mapping import VectorMode
    from embviz.core.snapshot import Tool, WordKey


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
    """Draw with other parameters and seed; ``dragged`` while a slider is held, which is one edit to undo."""

    parameters: Any
    seed: int
    dragged: bool = False


@dataclass(frozen=True)
class RunMap(Intent):
    """Draw the map again."""


@dataclass(frozen=True)
class StopJob(Intent):
    """Stop a job by its key."""

    key: str = "map"


@dataclass(frozen=True)
class ChooseTool(Intent):
    """What a left-drag does."""

    tool: Tool


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
class ExportFigure(Intent):
    """Write the map to a file; the suffix says how."""

    path: Path
    options: Any = None


@dataclass(frozen=True)
class CopyFigure(Intent):
    """Put the map on the clipboard."""

    options: Any = None
