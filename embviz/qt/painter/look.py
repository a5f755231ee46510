"""How a device wants to be painted: colours, lengths in its own units, halos."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.qt.theme import Lengths, Theme

if TYPE_CHECKING:
    from embviz.qt.fonts import TextMeasure


class Halo(enum.Enum):
    """What keeps labels and rings legible on what lies beneath them."""

    OUTLINE = "outline"  # letters have an edge in the ground's colour
    BOX = "box"  # labels lie on a rounded box: a tenth of the size in a PDF, and text stays text
    NONE = "none"  # on a transparent ground there is no colour to make it of


@dataclass(frozen=True)
class Look:
    """Everything about a device that the painting functions need.

    Attributes
    ----------
    theme
        Colours.
    measure
        Widths of text.
    scale
        Device units of one pixel of a frame or a page.
    factor
        How much larger than usual markers, letters and lines are within the frame (presentation).
    ratio
        Dots of the screen for each device unit; None for devices without dots, where nothing is rounded.
    halo
        Kind of halo.
    color_glyphs_as_images
        Whether colour emoji are painted as pictures; False where text must stay text (SVG).
    """

    theme: Theme
    measure: TextMeasure
    scale: float = 1.0
    factor: float = 1.0
    ratio: float | None = 1.0
    halo: Halo = Halo.OUTLINE
    color_glyphs_as_images: bool = True

    @property
    def casing(self) -> bool:
        """Whether rings and markers are edged in the ground's colour."""
        return self.halo is not Halo.NONE

    def lengths(self, count: int = 0) -> Lengths:
        """Lengths in device units for a plot of ``count`` words."""
        return Lengths().for_words(count).scaled(self.scale * self.factor)

    def snapped(self, place: float) -> float:
        """Move the place to the middle of a dot, so that thin upright and level lines are sharp."""
        if self.ratio is None:
            return place
        return (round(place * self.ratio - 0.5) + 0.5) / self.ratio
