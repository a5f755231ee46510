"""Principal component analysis: the two directions in which the words differ most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embviz.core.arrays import read_only
from embviz.core.geometry import all_equal
from embviz.core.projections.base import Float64, Layout, Progress, no_progress
from embviz.core.projections.plane import Plane, kept_shares
from embviz.core.threads import single_blas_thread


@dataclass(frozen=True)
class PcaParameters:
    """PCA has nothing to choose."""


@dataclass(frozen=True, eq=False)
class Components:
    """Principal components of (n, d) vectors, largest first.

    Attributes
    ----------
    axes
        Unit directions, (r, d) with r = min(n, d).
    shares
        Share of the variance of the centred vectors that each axis shows, (r,); they add up to 1, or are all
        0 when the vectors are equal.
    positions
        Centred vectors along the first ``count`` axes, (n, count).
    squares
        Squared lengths of the centred vectors, (n,).
    """

    axes: Float64
    shares: Float64
    positions: Float64
    squares: Float64


def principal_components(vectors: Float64, count: int = 2) -> Components:
    """Exact principal components through a singular value decomposition, with their signs fixed.

    The entry of an axis with the greatest absolute value is positive; of entries equally great, the first.

    Parameters
    ----------
    vectors
        float64, (n, d), finite, n ≥ 1.
    count
        How many axes to give positions for; those that do not exist, or show nothing, are zero.
    """
    n, d = vectors.shape
    centered = vectors - vectors.mean(axis=0)
    with single_blas_thread():
        # Of a tall matrix only the small triangular factor is decomposed: it has the same axes.
        core = np.linalg.qr(centered, mode="r") if n > d else centered
        _, lengths, axes = np.linalg.svd(core, full_matrices=False)
        if all_equal(vectors):
            lengths = np.zeros_like(lengths)
        # What is left beyond the rank is rounding, and would draw words that coincide apart.
        lengths[lengths <= max(n, d) * np.finfo(np.float64).eps * lengths.max(initial=0.0)] = 0.0
        axes *= _signs(axes)[:, None]
        shown = min(count, lengths.size)
        positions = np.zeros((n, count))
        positions[:, :shown] = (centered @ axes[:shown].T) * (lengths[:shown] > 0)
    variances = lengths**2
    total = variances.sum()
    return Components(
        axes=axes,
        shares=variances / total if total > 0 else variances,
        positions=positions,
        squares=np.einsum("ij,ij->i", centered, centered),
    )


def _signs(axes: Float64) -> Float64:
    loadings = np.abs(axes)
    greatest = np.argmax(loadings >= loadings.max(axis=1, keepdims=True) * (1 - 1e-9), axis=1)
    return np.where(axes[np.arange(axes.shape[0]), greatest] < 0, -1.0, 1.0)


class PCA:
    """Exact PCA: a flat view that keeps as much of the differences as any flat view can."""

    name: ClassVar[str] = "pca"
    title: ClassVar[str] = "PCA"
    caution: ClassVar[str] = ""
    Parameters: ClassVar[type[PcaParameters]] = PcaParameters

    def warm_up(self) -> None:
        """Import what limits the number of threads."""
        import threadpoolctl  # noqa: F401 - imported ahead of time

    def check(self, n: int, parameters: PcaParameters) -> None:
        """Any number of words can be drawn."""

    def resolve(self, n: int, parameters: PcaParameters) -> PcaParameters:  # noqa: ARG002 - the protocol's
        """There is nothing to fill in."""
        return parameters

    def run(
        self,
        vectors: Float64,
        parameters: PcaParameters,  # noqa: ARG002 - the protocol's
        *,
        seed: int,  # noqa: ARG002
        progress: Progress = no_progress,
    ) -> Layout:
        """Draw (n, d) vectors. Neither parameters nor seed change the picture.

        With one word, or equal vectors, there are no axes to speak of: shares and kept lengths are None.
        """
        if vectors.shape[0] < 2 or all_equal(vectors):
            return Layout(read_only(np.zeros((vectors.shape[0], 2))))
        progress(0.0, None)
        found = principal_components(vectors)
        shares = (*found.shares[:2].tolist(), 0.0, 0.0)
        shown = np.einsum("ij,ij->i", found.positions, found.positions)
        # An axis that shows nothing is none: rounding must not place other vectors along it.
        axes = np.zeros((2, vectors.shape[1]))
        axes[: len(found.axes)] = found.axes[:2] * (found.shares[:2] > 0)[:, None]
        plane = Plane(read_only(vectors.mean(axis=0)), read_only(axes))
        progress(1.0, found.positions.copy())
        return Layout(
            positions=read_only(found.positions),
            axis_shares=(shares[0], shares[1]),
            kept_length=kept_shares(shown, found.squares),
            plane=plane,
        )
