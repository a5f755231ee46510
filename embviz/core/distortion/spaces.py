"""The two spaces that are compared, checked: distances among the vectors, and on the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embviz.core.distortion.result import PairScale
from embviz.core.geometry import DIRECTION_ROUNDING, PointDistances, unit_rows, usable_rows
from embviz.core.wording import count
from embviz.errors import EmbvizError

Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]

TIE = 1e-9
"""Distances that differ by no more than this share of the greatest are tied."""


def default_k(n: int) -> int | None:
    """Size of the neighbourhoods for n words, so that k < n/2; None below five, where they say nothing."""
    return None if n < 5 else min(5, (n - 1) // 4)


@dataclass(frozen=True, eq=False)
class Spaces:
    """Distances among n vectors and among their n positions, and the size of the neighbourhoods."""

    high: PointDistances
    low: PointDistances
    k: int
    metric: str

    @property
    def count(self) -> int:
        """n, the number of words."""
        return self.high.count

    @property
    def units(self) -> tuple[float, float]:
        """What a distance of 1 stands for: among the vectors, and on the map."""
        return self.high.unit, self.low.unit

    @classmethod
    def checked(cls, high: ArrayLike, low: ArrayLike, *, k: int | None, metric: str) -> Spaces:
        """Raise EmbvizError as :func:`embviz.core.distortion.measure` says, or be the two spaces."""
        vectors, positions = _matrix(high, "vectors"), _matrix(low, "positions")
        n = vectors.shape[0]
        if positions.shape[0] != n:
            raise _misshapen(f"There are {n} vectors, but {positions.shape[0]} positions on the map.")
        if positions.shape[1] > 2:
            raise _misshapen(f"A map has one or two columns, not {positions.shape[1]}.")
        if metric not in ("cosine", "euclidean"):
            raise _misshapen(f"There is no metric “{metric}” here.", "Choose cosine or euclidean.")
        if n < 5:
            raise EmbvizError(
                f"{count(n, 'word is', 'words are')} too few to say how far this map can be trusted.",
                code="too-few-words",
                hint="Add words until there are at least five.",
            )
        size = default_k(n) if k is None else k
        if isinstance(size, bool) or not isinstance(size, int | np.integer) or not 1 <= size < n / 2:
            raise EmbvizError(
                f"A neighbourhood of {k} is not possible among {n} words.",
                code="bad-k",
                hint=f"Choose a whole number from 1 to {(n - 1) // 2}.",
            )
        if not np.isfinite(positions).all():
            raise _misshapen("Some positions on the map are not finite.")
        return cls(vector_distances(vectors, metric), _near_one(positions), int(size), metric)

    def scale(self, words: Ids | None = None) -> PairScale:
        """Work out the tolerances, and the sorted distances of all pairs, or of all pairs of some words."""
        high, low = (
            (self.high, self.low) if words is None else (self.high.among(words), self.low.among(words))
        )
        high_pairs, low_pairs = high.sorted_pairs(), low.sorted_pairs()
        return PairScale(
            high_tolerance=TIE * float(high_pairs[-1]),
            low_tolerance=TIE * float(low_pairs[-1]),
            high_pairs=high_pairs,
            low_pairs=low_pairs,
        )


def vector_distances(values: ArrayLike, metric: str) -> PointDistances:
    """Distances among (n, d) vectors: chords between unit vectors (``cosine``), or Euclidean.

    Raises EmbvizError ``zero-row`` and ``shape`` as :func:`embviz.core.distortion.measure` does.
    """
    vectors = _matrix(values, "vectors")
    if metric == "cosine":
        if not usable_rows(vectors).all():
            raise EmbvizError(
                "Some vectors are zero or not finite, so they have no direction.",
                code="zero-row",
                hint="Leave these words out.",
            )
        return PointDistances(unit_rows(vectors), rounding=DIRECTION_ROUNDING)
    if not np.isfinite(vectors).all():
        raise _misshapen("Some vectors are not finite.", "Leave these words out.")
    return _near_one(vectors)


def _matrix(values: ArrayLike, what: str) -> Float64:
    try:
        matrix = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _misshapen(f"The {what} are not a table of numbers.") from error
    if matrix.ndim != 2 or matrix.shape[1] == 0:
        raise _misshapen(f"The {what} are not a table of rows and columns: their shape is {matrix.shape}.")
    return matrix


def drawn_distances(positions: Float64, word: int) -> tuple[Float64, float]:
    """Distances of one word to all on the map, (n,), in the units of `Spaces.low`, and what 1 stands for."""
    scaled, unit = _scaled(positions)
    differences = scaled - scaled[word]
    return np.sqrt(np.einsum("ij,ij->i", differences, differences)), unit


def _near_one(points: Float64) -> PointDistances:
    scaled, unit = _scaled(points)
    return PointDistances(scaled, unit=unit)


def _scaled(points: Float64) -> tuple[Float64, float]:
    """Scale by a power of two, which changes no digit, so that squares neither overflow nor vanish."""
    _, exponent = np.frexp(np.abs(points).max(initial=0.0))
    return np.ldexp(points, -exponent), float(np.ldexp(1.0, exponent))


def _misshapen(
    message: str, hint: str = "Give an n × d array of vectors and an n × 2 array of positions."
) -> EmbvizError:
    return EmbvizError(message, code="shape", hint=hint)
