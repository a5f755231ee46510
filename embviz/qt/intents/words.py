"""The groups and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.words import SplitPolicy


@dataclass(frozen=True)
class LoadWords(Intent):
    """Show a ready-made set or a word list from a file instead of the present words."""

    source: str


@dataclass(frozen=True)
class AddWordLists(Intent):
    """Add the groups of ready-made sets and word lists from files to the present ones."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class SaveWords(Intent):
    """Write the groups to a file; the suffix says in which form."""

    path: Path


@dataclass(frozen=True)
class AddText(Intent):
    """Add typed or pasted text, which may be many words and have headings, to a group; None for a new one."""

    text: str
    group: int | None = None


@dataclass(frozen=True)
class AddWords(Intent):
    """Add words just as they are to a group, before what stands at ``at``; None for a new group."""

    words: tuple[str, ...]
    group: int | None = None
    at: int | None = None


@dataclass(frozen=True)
class CompleteWord(Intent):
    """Say what a word that is being typed may become; empty when nothing is being typed."""

    text: str


@dataclass(frozen=True)
class RetypeWord(Intent):
    """Put another word in a word's place."""

    group: int
    word: int
    text: str


@dataclass(frozen=True)
class MoveWords(Intent):
    """Move words, given as (group, place), to a group, before what stands at ``at``; None for a new group."""

    places: tuple[tuple[int, int], ...]
    group: int | None
    at: int | None = None


@dataclass(frozen=True)
class StepWords(Intent):
    """Move words one place up (−1) or down (1)."""

    places: tuple[tuple[int, int], ...]
    step: int


@dataclass(frozen=True)
class RemoveWords(Intent):
    """Take words, given as (group, place), and whole groups away."""

    places: tuple[tuple[int, int], ...] = ()
    groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class RemoveLeftOut(Intent):
    """Take the words away that have no point: split and skipped, unknown, repeated, without direction."""


@dataclass(frozen=True)
class AddGroup(Intent):
    """Add an empty group."""

    name: str = "new group"


@dataclass(frozen=True)
class RenameGroup(Intent):
    """Give a group another name."""

    group: int
    name: str


@dataclass(frozen=True)
class StyleGroup(Intent):
    """Give a group another colour or glyph, places 0..7; None leaves it."""

    group: int
    color: int | None = None
    shape: int | None = None


@dataclass(frozen=True)
class MoveGroup(Intent):
    """Move a group to another place."""

    group: int
    to: int


@dataclass(frozen=True)
class SetGroupVisible(Intent):
    """Draw a group's words or leave them out."""

    group: int
    visible: bool


@dataclass(frozen=True)
class ShowOnlyGroups(Intent):
    """Draw the words of these groups alone."""

    groups: tuple[int, ...]


@dataclass(frozen=True)
class ChooseSplit(Intent):
    """Say what happens to words that are several tokens; None for all of them."""

    policy: SplitPolicy
    words: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Undo(Intent):
    """Take the last edit back."""


@dataclass(frozen=True)
class Redo(Intent):
    """Do the last undone edit again."""
