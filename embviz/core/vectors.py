"""The vectors that a map is drawn from: raw, of unit length, or with the common direction taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.mapping import VectorMode
from embviz.core.passes import Progress, block_rows, unwatched
from embviz.core.rows import mean_rows
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.search import Search
    from embviz.core.table import EmbeddingTable
    from embviz.core.words import MapWord

Float64 = NDArray[np.float64]

_BLOCK_VALUES = 1 << 21
# What is left of a vector below this share of its length is rounding, and has no direction.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class CommonDirection:
    """What all rows of a table have in common (Mu & Viswanath 2018, with D = 1).

    Attributes
    ----------
    mean
        Mean of the rows, float64, (d,), read-only.
    axis
        First principal component of the rows about that mean, of unit length, float64, (d,), read-only.
    """

    mean: Float64
    axis: Float64

    def removed_from(self, vectors: Float64) -> Float64:
        """Return vectors (n, d) without the mean, and then without their part along the axis."""
        centered: Float64 = vectors - self.mean
        # Row by row, so that a word's vector does not depend on which others are drawn with it.
        along = (centered * self.axis).sum(axis=1)
        centered -= along[:, None] * self.axis
        return centered


def map_vectors(
    table: EmbeddingTable,
    words: Sequence[MapWord],
    mode: VectorMode = VectorMode.UNIT,
    *,
    progress: Progress = unwatched,
) -> Float64:
    """Return the vectors of chosen words, float64, (n, d).

    A word of several pieces has the mean of their raw rows; all else follows from that. ``UNIT`` divides by
    the length; ``RAW`` leaves the rows as they are stored; ``COMMON_REMOVED`` takes the vocabulary's mean and
    first principal component out of the raw rows, and then divides by the length.

    Parameters
    ----------
    table
        Whose rows they are.
    words
        As `embviz.core.words.read_groups` gives them: every one has a direction.
    mode
        Which vectors.
    progress
        Share of the pass over the table that ``COMMON_REMOVED`` takes the first time.

    Raises
    ------
    EmbvizError
        ``zero-row`` when nothing is left of a word's vector once the common direction is gone.
    """
    vectors = raw_vectors(table, words)
    if mode is VectorMode.RAW or not len(vectors):
        return vectors
    lengths = _lengths(vectors)
    if mode is VectorMode.COMMON_REMOVED:
        rounding = _ROUNDING * lengths
        vectors = table.common_direction(progress=progress).removed_from(vectors)
        lengths = _lengths(vectors)
        lengths[lengths <= rounding] = 0.0
    gone = np.flatnonzero(lengths == 0)
    if gone.size:
        raise EmbvizError(
            f"Nothing is left of “{words[int(gone[0])].text}” without the common direction.",
            code="zero-row",
            hint="Leave the word out, or choose other vectors.",
        )
    vectors /= lengths[:, None]
    return vectors


def raw_vectors(table: EmbeddingTable, words: Sequence[MapWord]) -> Float64:
    """Return the rows of chosen words as stored, or the means of their pieces' rows: float64, (n, d)."""
    return mean_rows(table.vectors, [word.ids for word in words])


def _lengths(vectors: Float64) -> Float64:
    lengths: Float64 = np.sqrt((vectors * vectors).sum(axis=1))
    return lengths


def find_common_direction(search: Search, *, progress: Progress = unwatched) -> CommonDirection:
    """Work out the common direction of all listed rows: mean and covariance in float64, exact eigenvector.

    The sign of the axis does not matter to what is taken out.

    Parameters
    ----------
    search
        Over the table; its hidden rows and rows without a direction are left out.
    progress
        Share of two passes over the table.

    Raises
    ------
    EmbvizError
        ``too-few-rows`` when there are fewer than two rows.
    """
    ids, dim = search.listed(), search.rows.shape[1]
    if len(ids) < 2:
        raise EmbvizError(
            "The table has too few rows for a common direction.",
            code="too-few-rows",
            hint="Choose unit or raw vectors.",
        )
    size = block_rows(_BLOCK_VALUES, dim)
    starts = range(0, len(ids), size)
    mean = np.zeros(dim)
    for start in starts:
        mean += search.rows.take(ids[start : start + size]).sum(axis=0, dtype=np.float64)
        progress(0.2 * min(1.0, (start + size) / len(ids)))
    mean /= len(ids)
    covariance = np.zeros((dim, dim))
    for start in starts:
        centered = search.rows.take(ids[start : start + size]) - mean
        covariance += centered.T @ centered
        progress(0.2 + 0.7 * min(1.0, (start + size) / len(ids)))
    # Eigenvalues come in ascending order.
    axis = np.linalg.eigh(covariance)[1][:, -1].copy()
    mean.setflags(write=False)
    axis.setflags(write=False)
    return CommonDirection(mean, axis)
