"""Tables: opening one, from the disk or the hub, and what stands in the docks that show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from embviz.core.snapshot import LookupPage


@dataclass(frozen=True)
class OpenTable(Intent):
    """Open a table: None for the bundled one, a folder or a file."""

    source: str | None


@dataclass(frozen=True)
class OpenRecent(Intent):
    """Open a table that was opened before; when it is gone, it is forgotten."""

    source: str


@dataclass(frozen=True)
class ForgetRecent(Intent):
    """Forget which tables were opened."""


@dataclass(frozen=True)
class OpenPaths(Intent):
    """Open what was dropped on the window: a table, word lists, or both."""

    paths: tuple[str, ...]


@dataclass(frozen=True)
class ChooseTensor(Intent):
    """Show another tensor of the same file as a table; None for the token table."""

    name: str | None


@dataclass(frozen=True)
class TypeSentence(Intent):
    """Take another sentence apart in the Lookup dock."""

    text: str


@dataclass(frozen=True)
class LookAt(Intent):
    """Look closely at one row."""

    token_id: int


@dataclass(frozen=True)
class ChooseLookupPage(Intent):
    """Show all rows of the sentence, or one of them closely."""

    page: LookupPage
