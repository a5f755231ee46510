"""Where the map lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class FoldCaution(Intent):
    """Fold the caution strip to one line, or unfold it."""

    folded: bool


@dataclass(frozen=True)
class ShowOverlay(Intent):
    """Draw the cautions on the map, or leave them off; None for the other way round."""

    shown: bool | None = None


@dataclass(frozen=True)
class ShowNoise(Intent):
    """Draw the noise control beside the map, or put it away; None for the other way round."""

    shown: bool | None = None


@dataclass(frozen=True)
class CheckStability(Intent):
    """Draw the map from other starts, and say how far they agree."""


@dataclass(frozen=True)
class RemoveCommon(Intent):
    """Take the common direction out of all vectors, or leave it in; None for the other way round."""

    removed: bool | None = None


@dataclass(frozen=True)
class ExportReport(Intent):
    """Write the whole report on the map to a file; the suffix says how."""

    path: Path
