"""The plane of a linear map: where any vector lies on it, and how much of a vector it holds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embviz.core.arrays import read_only

Float64 = NDArray[np.float64]

_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane through many dimensions, with its two axes. Arrays are read-only.

    Attributes
    ----------
    origin
        The point that lies at (0, 0), float64, (d,).
    axes
        Unit directions of x and y, float64, (2, d); zeros for an axis that does not exist. They need not be
        at right angles.
    """

    origin: Float64 = field(repr=False)
    axes: Float64 = field(repr=False)

    def place(self, vectors: Float64) -> Float64:
        """Return where vectors (n, d) lie on the map, (n, 2)."""
        places: Float64 = (vectors - self.origin) @ self.axes.T
        return places

    def share(self, offset: Float64) -> float | None:
        """Return the share of an offset's squared length that lies in the plane, 0..1; None for no offset."""
        square = float((offset * offset).sum())
        if square <= 0:
            return None
        return float(self.squares_within(offset[None, :])[0]) / square

    def squares_within(self, vectors: Float64) -> Float64:
        """Return the squared length of the part of each vector (n, d) that lies in the plane, (n,)."""
        parts = vectors @ orthonormal(self.axes).T
        squares: Float64 = (parts * parts).sum(axis=1)
        return squares


def kept_shares(shown: Float64, squares: Float64) -> Float64:
    """Return the share of each squared length that is shown, 0..1, (n,), read-only.

    Parameters
    ----------
    shown
        The part of the squared length that the plane holds, (n,).
    squares
        The whole of it, about the mean of all words, (n,). A word in the very middle loses nothing.
    """
    tiny = squares <= 1e-24 * squares.max(initial=0.0)
    return read_only(np.where(tiny, 1.0, np.minimum(shown / np.where(tiny, 1.0, squares), 1.0)))


def orthonormal(axes: Float64) -> Float64:
    """Return directions at right angles that span the same plane, (2, d).

    The first stays, the second is turned; zeros where nothing of it is left.
    """
    first, second = axes
    second = second - (second * first).sum() * first
    length = float(np.sqrt((second * second).sum()))
    return np.stack([first, second / length if length > _ROUNDING else np.zeros_like(second)])
