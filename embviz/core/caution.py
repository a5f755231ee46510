"""The caution sentences: in plain English, with numbers, where the flat picture lies."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Emphasis(enum.Enum):
    """How a run of a sentence is set."""

    PLAIN = "plain"
    STRONG = "strong"
    FALSE = "false"  # set strong in the colour of false neighbours
    MISSING = "missing"  # set strong in the colour of missing neighbours
    FALSE_ARC = "false-arc"  # strong, and the arc glyph stands before it
    MISSING_ARC = "missing-arc"


@dataclass(frozen=True)
class Run:
    """A piece of a sentence with one emphasis."""

    text: str
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True)
class Sentence:
    """One sentence as runs; ``str()`` gives the plain text."""

    runs: tuple[Run, ...]

    def __str__(self) -> str:
        return "".join(run.text for run in self.runs)
