"""What a projection is: n × d vectors in, n × 2 positions out, with progress and Stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from embviz.core.projections.plane import Plane
    from embviz.core.request import VectorMode
    from embviz.core.resolve import SplitPolicy
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]

Progress = Callable[[float, Float64 | None], None]
"""Called now and then with the share done (0..1) and, where there is one, the layout so far (n, 2).

It may raise :class:`embviz.errors.Stopped`, which the projection lets through.
"""


def no_progress(_share: float, _positions: Float64 | None) -> None:
    """Progress of somebody who does not watch."""


@dataclass(frozen=True)
class AxisPoles:
    """What stands at the ends of an axis, empty where it stands for nothing."""

    low: str
    high: str


@dataclass(frozen=True)
class ChosenAxes:
    """Axes that somebody chose and no method found.

    Attributes
    ----------
    poles
        Of x and y.
    angle
        Between the two directions, degrees; they are drawn at right angles whatever it is.
    best_share
        Share of the differences that the best two axes would show (PCA's), 0..1; None where there are none.
    """

    poles: tuple[AxisPoles, AxisPoles]
    angle: float
    best_share: float | None


@dataclass(frozen=True, eq=False)
class Layout:
    """A finished picture.

    Attributes
    ----------
    positions
        float64, (n, 2), read-only.
    axis_shares
        Share of the differences (variance of the centred data) that each axis shows, of linear maps; that of
        the second counts what the first does not show, so that both add up to the share of the plane.
    kept_length
        Share of each word's squared length about the mean that the plane shows, (n,), of linear maps.
    plane
        Where any vector lies on the map, of linear maps.
    chosen
        What is special about axes that somebody chose.
    """

    positions: Float64
    axis_shares: tuple[float, float] | None = None
    kept_length: Float64 | None = None
    plane: Plane | None = None
    chosen: ChosenAxes | None = None


@runtime_checkable
class NeedsTable(Protocol):
    """A projection whose parameters name words of a table."""

    def prepare(
        self, table: EmbeddingTable, parameters: Any, vectors: VectorMode, split: SplitPolicy = ...
    ) -> Any:
        """Return the parameters with what the table makes of them, as `Projection.run` needs them.

        They are still an instance of ``Parameters``; what was prepared already comes back as it is.
        """


class Projection(Protocol):
    """One entry of the registry: a class with these members and no state.

    ``Parameters`` is a frozen dataclass whose fields carry ``label`` and ``help`` in their metadata, numbers
    also ``minimum``, ``maximum`` and ``step``, from which the command line and the window build their forms.
    """

    name: ClassVar[str]
    """As on the command line: ``pca``, ``tsne``."""
    title: ClassVar[str]
    """As people read it: ``PCA``, ``t-SNE``."""
    caution: ClassVar[str]
    """What its pictures do not mean, one sentence; empty where the axis shares say what is shown."""
    Parameters: ClassVar[type[Any]]

    def warm_up(self) -> None:
        """Import what `run` needs, which may take a second, while there is time."""

    def check(self, n: int, parameters: Any) -> None:
        """Raise EmbvizError when n words cannot be drawn with these parameters."""

    def resolve(self, n: int, parameters: Any) -> Any:
        """Fill in defaults that depend on n (t-SNE's perplexity), so that results record what was used."""

    def run(
        self, vectors: Float64, parameters: Any, *, seed: int, progress: Progress = no_progress
    ) -> Layout:
        """Draw (n, d) vectors; same vectors, parameters and seed give the same layout, bit for bit."""
