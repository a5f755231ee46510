"""What the user may choose about a figure. Knows no Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from embviz.core.page import ThemeName
from embviz.errors import EmbvizError

MM_PER_INCH = 25.4

SMALLEST_MM, LARGEST_MM = 40.0, 2000.0

_USUAL_WIDTH_MM, _USUAL_HEIGHT_MM = 160.0, 118.0
_USUAL_MM_PER_PIXEL = 160.0 / 768.0
"""Then the label of a word, 12 pixels, is 7.1 points high on a page 160 mm wide."""


@dataclass(frozen=True)
class FigureOptions:
    """Size, look and contents of a figure.

    Attributes
    ----------
    width_mm, height_mm
        Size on paper; without a height it follows from the map's own proportions.
    dots_per_inch
        Resolution of pictures made of dots.
    theme, transparent
        Colours; transparent for no ground.
    legend, caption, rings
        Whether to draw the legend, the sentences of caution, and on the map half rings of flagged words and
        the lines of a selected one.
    noise
        Whether the noise control is drawn beside the map, where there is one.
    title
        Set in large type above the plot, empty for none.
    note
        A line in small type under everything, such as the model's name; empty for none.
    text_scale
        How much larger than usual letters and markers are, for slides.

    Raises
    ------
    EmbvizError
        ``bad-size``: a size, resolution or scale that makes no figure.
    """

    width_mm: float = _USUAL_WIDTH_MM
    height_mm: float | None = None
    dots_per_inch: float = 300.0
    theme: ThemeName = ThemeName.LIGHT
    transparent: bool = False
    legend: bool = True
    caption: bool = True
    rings: bool = True
    noise: bool = True
    title: str = ""
    note: str = ""
    text_scale: float = field(default=1.0)

    def __post_init__(self) -> None:
        _check("width", self.width_mm, SMALLEST_MM, LARGEST_MM, " mm")
        if self.height_mm is not None:
            _check("height", self.height_mm, SMALLEST_MM, LARGEST_MM, " mm")
        _check("resolution", self.dots_per_inch, 30, 2400, " dots per inch")
        _check("scale of text", self.text_scale, 0.25, 5, "")

    @classmethod
    def in_pixels(
        cls, width: int, height: int | None = None, *, dots_per_inch: float = 96.0, text_scale: float = 1.0
    ) -> FigureOptions:
        """Options for a picture of so many dots; change others with ``dataclasses.replace``."""
        return cls(
            width_mm=width / dots_per_inch * MM_PER_INCH,
            height_mm=None if height is None else height / dots_per_inch * MM_PER_INCH,
            dots_per_inch=dots_per_inch,
            text_scale=text_scale,
        )

    @property
    def mm_per_pixel(self) -> float:
        """Length on paper of one pixel of the page.

        Letters grow with the square root of the page's side: a poster is read from farther away than a
        column, but also holds more.
        """
        height = self.height_mm or self.width_mm * _USUAL_HEIGHT_MM / _USUAL_WIDTH_MM
        side = math.sqrt(self.width_mm * height / (_USUAL_WIDTH_MM * _USUAL_HEIGHT_MM))
        return _USUAL_MM_PER_PIXEL * min(2.5, max(0.78, math.sqrt(side))) * self.text_scale


def _check(what: str, value: float, least: float, most: float, unit: str) -> None:
    if not least <= value <= most:
        raise EmbvizError(
            f"A figure cannot have a {what} of {value:g}{unit}.",
            code="bad-size",
            hint=f"Choose one from {least:g} to {most:g}{unit}.",
        )
