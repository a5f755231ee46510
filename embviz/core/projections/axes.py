"""Axes that people choose: each a direction such as ``woman - man``, along which the words are laid out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from embviz.core.arrays import read_only
from embviz.core.combination import Combination, combine, read_combination, term_vectors
from embviz.core.expression import parse, weighted
from embviz.core.geometry import all_equal
from embviz.core.projections.base import (
    AxisPoles,
    ChosenAxes,
    Float64,
    Layout,
    Progress,
    no_progress,
)
from embviz.core.projections.pca import principal_components
from embviz.core.projections.plane import Plane, kept_shares, orthonormal
from embviz.core.request import VectorMode
from embviz.core.resolve import SplitPolicy
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.combination import WeightedWord
    from embviz.core.table import EmbeddingTable

_PARALLEL = 1e-6
"""Two axes that differ by less than this part of their length are one."""


@dataclass(frozen=True)
class AxesParameters:
    """Two directions, each an expression as `embviz.core.expression.parse` reads it."""

    x: str = field(
        default="woman - man",
        metadata={
            "label": "To the right",
            "help": "The direction of the x axis, such as woman - man: from man at the left to woman.",
        },
    )
    y: str = field(
        default="king - person",
        metadata={
            "label": "Upwards",
            "help": "The direction of the y axis, such as Paris - France: from France below to Paris.",
        },
    )
    orthogonal: bool = field(
        default=False,
        metadata={
            "label": "Right angle",
            "help": "Take out of the y axis what it shares with the x axis.",
        },
    )


@dataclass(frozen=True, eq=False)
class PreparedAxes(AxesParameters):
    """The same with what a table makes of it.

    Attributes
    ----------
    directions
        Of x and y, float64, (2, d), neither of them zero.
    poles
        What is written at their ends.
    """

    directions: Float64 = field(default_factory=lambda: np.zeros((2, 0)), repr=False)
    poles: tuple[AxisPoles, AxisPoles] = (AxisPoles("", ""), AxisPoles("", ""))


class Axes:
    """Words by how far they point along two directions of one's own.

    Nothing is centred: 0 is where a word points neither way.
    """

    name: ClassVar[str] = "axes"
    title: ClassVar[str] = "Axes"
    caution: ClassVar[str] = ""
    Parameters: ClassVar[type[AxesParameters]] = AxesParameters

    def warm_up(self) -> None:
        """There is nothing to import."""

    def prepare(
        self,
        table: EmbeddingTable,
        parameters: AxesParameters,
        vectors: VectorMode,
        split: SplitPolicy = SplitPolicy.ERROR,
    ) -> PreparedAxes:
        """Work both expressions out on a table, in the space that the map is drawn in.

        Rows are added as they are stored; where the common direction is removed from the words, it is removed
        from the terms too.

        Raises
        ------
        EmbvizError
            As `embviz.core.combination.read_combination`; ``zero-vector`` where the terms cancel out.
        """
        if isinstance(parameters, PreparedAxes):
            return parameters
        combinations = [read_combination(table, text, split=split) for text in (parameters.x, parameters.y)]
        directions = read_only(np.stack([_direction(table, one, vectors) for one in combinations]))
        x, y = (_poles(one.terms) for one in combinations)
        return PreparedAxes(parameters.x, parameters.y, parameters.orthogonal, directions, (x, y))

    def check(self, n: int, parameters: AxesParameters) -> None:  # noqa: ARG002 - the protocol's
        """Refuse expressions that cannot be read; whether a table has their words is told by `prepare`."""
        parse(parameters.x)
        parse(parameters.y)

    def resolve(self, n: int, parameters: AxesParameters) -> AxesParameters:  # noqa: ARG002 - the protocol's
        """There is nothing to fill in."""
        return parameters

    def run(
        self,
        vectors: Float64,
        parameters: AxesParameters,
        *,
        seed: int,  # noqa: ARG002 - the protocol's
        progress: Progress = no_progress,
    ) -> Layout:
        """Lay (n, d) vectors out along prepared axes.

        Raises
        ------
        EmbvizError
            ``same-axes`` when both axes are one direction.
        """
        if not isinstance(parameters, PreparedAxes):
            raise TypeError("axes are expressions of a table's words: prepare them with the table first")
        progress(0.0, None)
        axes = parameters.directions / np.sqrt(np.square(parameters.directions).sum(axis=1))[:, None]
        basis = orthonormal(axes)
        cosine = float((axes[0] * axes[1]).sum())
        if 1.0 - abs(cosine) < _PARALLEL**2 or not basis[1].any():
            raise EmbvizError(
                "Both axes are the same direction.",
                code="same-axes",
                hint="Choose another expression for one of them.",
            )
        if parameters.orthogonal:
            axes, cosine = basis, 0.0
        plane = Plane(read_only(np.zeros(vectors.shape[1])), read_only(axes))
        positions = read_only(plane.place(vectors))
        centered = vectors - vectors.mean(axis=0)
        squares = np.square(centered).sum(axis=1)
        within = plane.squares_within(centered)
        along = np.square(centered @ axes[0]).sum()
        total = squares.sum()
        flat = all_equal(vectors)
        progress(1.0, positions.copy())
        return Layout(
            positions=positions,
            axis_shares=None if flat else (float(along / total), float((within.sum() - along) / total)),
            kept_length=None if flat else kept_shares(within, squares),
            plane=plane,
            chosen=ChosenAxes(
                poles=parameters.poles,
                angle=math.degrees(math.acos(min(1.0, max(-1.0, cosine)))),
                best_share=None if flat else float(principal_components(vectors).shares[:2].sum()),
            ),
        )


def _direction(table: EmbeddingTable, combination: Combination, vectors: VectorMode) -> Float64:
    rows = term_vectors(table, combination.terms)
    if vectors is VectorMode.COMMON_REMOVED:
        rows = table.common_direction().removed_from(rows)
    return combine(rows, [term.weight for term in combination.terms])


def _poles(terms: tuple[WeightedWord, ...]) -> AxisPoles:
    def side(sign: float) -> str:
        return " + ".join(weighted(term.weight, term.name) for term in terms if term.weight * sign > 0)

    return AxisPoles(side(-1.0), side(1.0))
