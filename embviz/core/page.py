"""A whole figure on its page: plots, legend, caption and title, all laid out. Knows no Qt.

Lengths are pixels of a screen at 96 dots per inch (y down), as in :mod:`embviz.core.figure`;
``Figure.mm_per_pixel`` says how long one is on paper.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.figure import LineKind, PlotDescription, PlotFrame, Shape


class ThemeName(enum.Enum):
    """Which table of colours a figure is painted with."""

    LIGHT = "light"
    DARK = "dark"


class Ink(enum.Enum):
    """What a piece of text on the page is painted with."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FALSE = "false"
    MISSING = "missing"


class Weight(enum.IntEnum):
    """Weights of Inter that ship with the program."""

    REGULAR = 400
    MEDIUM = 500
    SEMI_BOLD = 600
    BOLD = 700


@dataclass(frozen=True)
class PageText:
    """One run of text on one line: left end and base line."""

    x: float
    baseline: float
    text: str
    size: float
    weight: Weight = Weight.REGULAR
    ink: Ink = Ink.SECOND


@dataclass(frozen=True)
class PageArc:
    """A half ring that stands for itself in legend and caption: centre and radius of its circle."""

    x: float
    y: float
    radius: float
    missing: bool


@dataclass(frozen=True)
class PageMarker:
    """A group's marker in the legend: its centre."""

    x: float
    y: float
    shape: Shape
    color: int


@dataclass(frozen=True)
class PageLine:
    """A level line that stands for its kind in the legend: ends and height."""

    left: float
    right: float
    y: float
    kind: LineKind


@dataclass(frozen=True, eq=False)
class Pane:
    """One plot and its place on the page."""

    plot: PlotDescription
    frame: PlotFrame


@dataclass(frozen=True, eq=False)
class Figure:
    """A laid-out page.

    Attributes
    ----------
    width, height
        Of the page, in pixels.
    mm_per_pixel
        Length of one such pixel on paper.
    dots_per_inch
        Resolution of pictures made of dots.
    theme, transparent
        Colours; a transparent page has no ground, and labels and rings no halo.
    panes, texts, arcs, markers, lines
        What is painted.
    hidden
        Labels that found no room.
    title, description
        Plain text that goes with the file for those who cannot see it.
    """

    width: float
    height: float
    mm_per_pixel: float
    panes: tuple[Pane, ...]
    texts: tuple[PageText, ...] = ()
    arcs: tuple[PageArc, ...] = ()
    markers: tuple[PageMarker, ...] = ()
    lines: tuple[PageLine, ...] = ()
    dots_per_inch: float = 300.0
    theme: ThemeName = ThemeName.LIGHT
    transparent: bool = False
    hidden: int = 0
    title: str = ""
    description: str = ""

    @property
    def width_mm(self) -> float:
        """Width of the page on paper."""
        return self.width * self.mm_per_pixel

    @property
    def height_mm(self) -> float:
        """Height of the page on paper."""
        return self.height * self.mm_per_pixel
