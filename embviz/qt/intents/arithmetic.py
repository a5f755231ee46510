"""Analogies and directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.analogy_state import AnalogyPage, AnalogyRequest
    from embviz.core.direction_state import DirectionOptions


@dataclass(frozen=True)
class AskAnalogy(Intent):
    """Work an expression out."""

    request: AnalogyRequest


@dataclass(frozen=True)
class CompleteTerm(Intent):
    """Say what the term that is being typed may become; empty when nothing is being typed."""

    text: str


@dataclass(frozen=True)
class TryExamples(Intent):
    """Try the well-known analogies on the present table."""


@dataclass(frozen=True)
class DrawAnalogy(Intent):
    """Draw the analogy on the map, or leave it off."""

    shown: bool


@dataclass(frozen=True)
class ChooseAnalogyPage(Intent):
    """Show one half of the Analogy dock."""

    page: AnalogyPage


@dataclass(frozen=True)
class CopyAnalogy(Intent):
    """Put both lists and the diagnosis on the clipboard as text."""


@dataclass(frozen=True)
class ExportAnalogy(Intent):
    """Write both lists to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class ChoosePairs(Intent):
    """Compare the offsets of a ready-made list of pairs."""

    name: str


@dataclass(frozen=True)
class OpenPairs(Intent):
    """Compare the offsets of pairs from a file."""

    path: Path


@dataclass(frozen=True)
class PastePairs(Intent):
    """Compare the offsets of pairs that were typed or pasted, one a line."""

    text: str


@dataclass(frozen=True)
class ScoreQuestions(Intent):
    """Ask the analogy questions of a file."""

    path: Path


@dataclass(frozen=True)
class SetDirections(Intent):
    """Work pairs and questions out in another way."""

    options: DirectionOptions


@dataclass(frozen=True)
class DrawDirections(Intent):
    """Draw the offsets on the map, or leave them off."""

    shown: bool


@dataclass(frozen=True)
class ExportDirections(Intent):
    """Write offsets, or the scores of questions, to a file; the suffix says how."""

    path: Path
