"""The hub, and what was downloaded from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from embviz.core.cached_table import CachedTable


@dataclass(frozen=True)
class AskHubAccess(Intent):
    """Say how the hub can be reached."""


@dataclass(frozen=True)
class ListCached(Intent):
    """List what was downloaded from the hub."""


@dataclass(frozen=True)
class RemoveCached(Intent):
    """Delete a downloaded table, all of them with None."""

    table: CachedTable | None


@dataclass(frozen=True)
class SetCacheLimit(Intent):
    """Let downloads take so many gigabytes on the disk."""

    gigabytes: int
