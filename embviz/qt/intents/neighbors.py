"""The list of neighbours, and the comparison of the selected words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.intents.base import Intent

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.comparison import WordOrder
    from embviz.core.neighborhood import NeighborhoodOptions
    from embviz.core.snapshot import WordKey


@dataclass(frozen=True)
class SetNeighborhood(Intent):
    """List neighbours with another metric or other filters."""

    options: NeighborhoodOptions


@dataclass(frozen=True)
class CopyNeighbors(Intent):
    """Put lines of the neighbour list on the clipboard as text; none for all."""

    rows: tuple[int, ...] = ()


@dataclass(frozen=True)
class ExportNeighbors(Intent):
    """Write the neighbour list to a file; the suffix says how."""

    path: Path


@dataclass(frozen=True)
class OrderComparison(Intent):
    """Put the compared words in another order."""

    order: WordOrder


@dataclass(frozen=True)
class CompareByList(Intent):
    """Show the compared pairs one below the other, or as cells."""

    as_list: bool


@dataclass(frozen=True)
class ComparePair(Intent):
    """Select the two words of a cell; the comparison stays as it is."""

    first: WordKey
    second: WordKey


@dataclass(frozen=True)
class CopyComparison(Intent):
    """Put the pairwise cosines on the clipboard as text."""


@dataclass(frozen=True)
class ExportComparison(Intent):
    """Write the pairwise cosines to a file; the suffix says how."""

    path: Path
