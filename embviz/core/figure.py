"""What is drawn, as frozen data: one plot of words, and where it lies. Knows no Qt.

A :class:`PlotDescription` says what is in a plot: points, placed labels, lines, axes. A :class:`PlotFrame`
says where the plot lies and which part of the data it shows. The painter needs both, on the screen as on
paper; :mod:`embviz.core.page` puts them on a page with a legend and a caption.

Positions of points are in data units (y up). All other lengths are pixels of a screen at 96 dots per inch
(y down), which the painter scales to its device.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.words import WordGroup

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]

PALETTE_SIZE = 8

NOTE_ROOM = 36.0
"""Height of a note at the foot of a plot with the space below it, pixels."""


class Shape(enum.IntEnum):
    """Shapes of markers in the order in which groups take them: ● ■ ▲ ◆ ✚ ▼ ★ ⬢."""

    CIRCLE = 0
    SQUARE = 1
    TRIANGLE_UP = 2
    DIAMOND = 3
    PLUS = 4
    TRIANGLE_DOWN = 5
    STAR = 6
    HEXAGON = 7


class LineKind(enum.Enum):
    """What a line between two points says."""

    TRUE = "true"  # looks near and is: grey, solid
    FALSE = "false"  # looks near, is not: orange, dotted
    MISSING = "missing"  # is near, looks far: blue, dashed


@dataclass(frozen=True)
class GroupStyle:
    """How a group's markers look: a place in the palette (0..7) and a shape."""

    name: str
    color: int
    shape: Shape


def group_styles(names: Sequence[str], groups: Sequence[WordGroup] = ()) -> tuple[GroupStyle, ...]:
    """Styles of the named groups in order.

    A group follows its position unless ``groups`` says otherwise; after eight groups the shapes move on by
    one, so that sixty-four groups differ in colour or shape.
    """
    styles = []
    for place, name in enumerate(names):
        color, shape = place % PALETTE_SIZE, (place + place // PALETTE_SIZE) % PALETTE_SIZE
        if place < len(groups):
            group = groups[place]
            color = color if group.color is None else group.color % PALETTE_SIZE
            shape = shape if group.shape is None else group.shape % PALETTE_SIZE
        styles.append(GroupStyle(name, color, Shape(shape)))
    return tuple(styles)


@dataclass(frozen=True, eq=False)
class Points:
    """The words of a plot, one entry each.

    Attributes
    ----------
    positions
        float64, (n, 2), data units.
    texts
        What the labels say.
    shapes, colors
        uint8, (n,): `Shape` and place in the palette.
    hollow
        bool, (n,): a mean of several rows.
    faded
        bool, (n,): drawn at a quarter of its strength.
    selected
        bool, (n,): a dark ring and a bold label, which is always drawn.
    false_share, missing_share
        float64, (n,): part 0..1 of the word's k neighbours, the length of the half rings; 0 for none.
    """

    positions: Float64
    texts: tuple[str, ...]
    shapes: NDArray[np.uint8]
    colors: NDArray[np.uint8]
    hollow: Bools
    faded: Bools
    selected: Bools
    false_share: Float64
    missing_share: Float64

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True, eq=False)
class PlacedLabels:
    """Where the labels of a plot stand, in pixels.

    Attributes
    ----------
    offsets
        float64, (n, 2): from the point to the centre of its label, y down.
    sizes
        float64, (n, 2): width and height of the labels.
    shown
        bool, (n,): whether there is a label.
    leaders
        bool, (n,): whether a line leads from the point to its label.
    hidden
        How many labels found no room.
    """

    offsets: Float64
    sizes: Float64
    shown: Bools
    leaders: Bools
    hidden: int = 0


def no_labels(count: int) -> PlacedLabels:
    """Labels of a plot in which none is placed yet."""
    nothing = np.zeros(count, dtype=np.bool_)
    return PlacedLabels(np.zeros((count, 2)), np.zeros((count, 2)), nothing, nothing)


@dataclass(frozen=True)
class Line:
    """A line between two points, given by their places in `Points`."""

    start: int
    end: int
    kind: LineKind


@dataclass(frozen=True)
class Arrow:
    """An arrow between two places in data units; ``dashed`` or ``dotted`` where it is not solid."""

    start: tuple[float, float]
    end: tuple[float, float]
    dashed: bool = False
    dotted: bool = False
    head: bool = True


@dataclass(frozen=True)
class Ghost:
    """A word that is none of the points, where it would lie, in data units."""

    place: tuple[float, float]
    text: str


@dataclass(frozen=True)
class Overlay:
    """What arithmetic draws over a plot.

    Attributes
    ----------
    arrows
        In the order in which they are painted.
    area
        Corners of a tinted area, data units; empty for none.
    target
        Where a sum lies, data units; None for none.
    ghosts
        Words that are none of the points.
    title, note
        What stands at the foot of the plot, the title in bold; nothing when both are empty.
    """

    arrows: tuple[Arrow, ...] = ()
    area: tuple[tuple[float, float], ...] = ()
    target: tuple[float, float] | None = None
    ghosts: tuple[Ghost, ...] = ()
    title: str = ""
    note: str = ""


@dataclass(frozen=True)
class Axes:
    """Titles without their arrows; ``numbered`` axes have ticks, numbers and a grid, others have neither.

    A title stands at the upper end of its axis; ``x_low`` and ``y_low`` stand at the lower ends.
    """

    x_title: str = ""
    y_title: str = ""
    numbered: bool = False
    x_low: str = ""
    y_low: str = ""


@dataclass(frozen=True, eq=False)
class PlotDescription:
    """Everything that one plot shows."""

    points: Points
    labels: PlacedLabels
    lines: tuple[Line, ...] = ()
    axes: Axes = Axes()
    overlay: Overlay | None = None

    @property
    def foot(self) -> float:
        """Pixels that a note takes at the foot of the plot, which points should be kept out of."""
        overlay = self.overlay
        return NOTE_ROOM if overlay is not None and (overlay.title or overlay.note) else 0.0

    @property
    def extent(self) -> Float64:
        """Places that a frame should show, data units, (m, 2): the points, a sum, and words that are none."""
        overlay = self.overlay
        if overlay is None:
            return self.points.positions
        others = [ghost.place for ghost in overlay.ghosts]
        if overlay.target is not None:
            others.append(overlay.target)
        return np.concatenate([self.points.positions, np.array(others).reshape(-1, 2)])


@dataclass(frozen=True)
class PlotFrame:
    """A rectangle in pixels and the part of the data that it shows; one unit is as long on both axes.

    Attributes
    ----------
    left, top, width, height
        The rectangle, y down.
    scale
        Pixels of one data unit, above 0.
    origin_x, origin_y
        Where the point (0, 0) of the data lies, in pixels.
    """

    left: float
    top: float
    width: float
    height: float
    scale: float
    origin_x: float
    origin_y: float

    @property
    def right(self) -> float:
        """Right edge of the rectangle."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Lower edge of the rectangle."""
        return self.top + self.height

    @property
    def x_range(self) -> tuple[float, float]:
        """Least and greatest x shown, data units."""
        return (self.left - self.origin_x) / self.scale, (self.right - self.origin_x) / self.scale

    @property
    def y_range(self) -> tuple[float, float]:
        """Least and greatest y shown, data units."""
        return (self.origin_y - self.bottom) / self.scale, (self.origin_y - self.top) / self.scale

    def to_pixels(self, positions: Float64) -> Float64:
        """Positions in data units, (n, 2), as pixels, (n, 2)."""
        pixels = np.empty((len(positions), 2))
        pixels[:, 0] = self.origin_x + self.scale * positions[:, 0]
        pixels[:, 1] = self.origin_y - self.scale * positions[:, 1]
        return pixels

    def scaled(self, factor: float) -> PlotFrame:
        """Return the same frame on a device with ``factor`` pixels for each of these."""
        return PlotFrame(
            self.left * factor,
            self.top * factor,
            self.width * factor,
            self.height * factor,
            self.scale * factor,
            self.origin_x * factor,
            self.origin_y * factor,
        )


def fit_frame(
    positions: Float64,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    margins: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
) -> PlotFrame:
    """Frame in the given rectangle that shows all positions.

    Parameters
    ----------
    positions
        (n, 2); n may be 0, and all may be the same.
    margins
        Pixels kept free inside the rectangle: left, top, right, bottom. They shrink where there is no room.
    """
    free_left, free_top, free_right, free_bottom = margins
    across = min(1.0, 0.8 * width / max(free_left + free_right, 1e-9))
    down = min(1.0, 0.8 * height / max(free_top + free_bottom, 1e-9))
    inner_left, inner_top = left + free_left * across, top + free_top * down
    inner_width = width - (free_left + free_right) * across
    inner_height = height - (free_top + free_bottom) * down
    low = positions.min(axis=0) if len(positions) else np.zeros(2)
    high = positions.max(axis=0) if len(positions) else np.zeros(2)
    span = high - low
    candidates = [
        room / extent for room, extent in zip((inner_width, inner_height), span, strict=True) if extent > 0
    ]
    # Points that all coincide have no extent to fit; a unit then spans a third of the plot.
    scale = float(min(candidates)) if candidates else min(inner_width, inner_height) / 3
    middle = (low + high) / 2
    return PlotFrame(
        left,
        top,
        width,
        height,
        scale,
        inner_left + inner_width / 2 - scale * float(middle[0]),
        inner_top + inner_height / 2 + scale * float(middle[1]),
    )
