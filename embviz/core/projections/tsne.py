"""t-SNE (van der Maaten & Hinton 2008): who is next to whom, not how far."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from embviz.core.arrays import read_only
from embviz.core.geometry import all_equal, nearest_points
from embviz.core.projections.base import Float64, Layout, Progress, no_progress
from embviz.core.projections.pca import principal_components
from embviz.core.threads import patient_openmp
from embviz.errors import EmbvizError

FEWEST_WORDS = 5
USUAL_PERPLEXITY = 10.0

START_DEVIATION = 1e-4
"""Standard deviation of the positions at the start; t-SNE must begin small."""

EARLY_ITERATIONS, LATE_ITERATIONS = 250, 500
EARLY_MOMENTUM, LATE_MOMENTUM = 0.5, 0.8

EARLY_EXAGGERATIONS = (16, 8, 4, 2, 1)
"""The first that does not make the map collapse is used; few words with a high perplexity need a lower one.

openTSNE multiplies the affinities in place and divides them again, which only powers of two survive.
"""

ONE_THREAD_BELOW = 100
BARNES_HUT_UP_TO = 8_000
REDUCED_ABOVE = 10_000
REDUCED_TO = 50

FRAME_SECONDS = 1 / 45
"""Progress, frames and the chance to stop come so far apart: half as often again as a window looks for them,
which then finds another each time. Each costs a copy, and a rest while the window paints."""

_NEIGHBOR_SHARE = 0.1
"""Share of the work, as told to the user, that finding neighbours is."""


@dataclass(frozen=True)
class TsneParameters:
    """What can be chosen for t-SNE.

    Attributes
    ----------
    perplexity
        About how many neighbours a word tries to stay close to; None for the lesser of 10 and (n − 1)/3.
    """

    perplexity: float | None = field(
        default=None,
        metadata={
            "label": "Perplexity",
            "minimum": 1.0,
            "maximum": 100.0,
            "step": 1.0,
            "help": "About how many neighbours each word tries to stay close to. "
            "It can be at most a third of the number of the other words.",
        },
    )


def highest_perplexity(n: int) -> float:
    """(n − 1)/3: above it t-SNE would look at more neighbours than there are."""
    return (n - 1) / 3


class TSNE:
    """t-SNE with openTSNE (Poličar, Stražar & Zupan 2024), the same picture every time.

    Neighbours are exact at every size. Up to `BARNES_HUT_UP_TO` words forces are summed with a tree
    (Barnes–Hut), above on a grid (FFT).
    """

    name: ClassVar[str] = "tsne"
    title: ClassVar[str] = "t-SNE"
    caution: ClassVar[str] = (
        "t-SNE tries to keep who is next to whom, not distances: "
        "gaps between groups and group sizes mean nothing."
    )
    Parameters: ClassVar[type[TsneParameters]] = TsneParameters

    def warm_up(self) -> None:
        """Import openTSNE."""
        _import_opentsne()

    def check(self, n: int, parameters: TsneParameters) -> None:
        """Raise EmbvizError ``too-few-words``, ``perplexity-too-low`` or ``perplexity-too-high``."""
        if n < FEWEST_WORDS:
            raise EmbvizError(
                f"t-SNE needs at least five words; there {'is' if n == 1 else 'are'} {n}.",
                code="too-few-words",
                hint="Add words, or choose PCA.",
            )
        perplexity, highest = parameters.perplexity, highest_perplexity(n)
        if perplexity is None:
            return
        if not perplexity >= 1.0:
            raise EmbvizError(
                f"A perplexity of {perplexity:g} is too low.",
                code="perplexity-too-low",
                hint="It is at least 1.",
            )
        if perplexity > highest + 1e-9:
            raise EmbvizError(
                f"A perplexity of {perplexity:g} is too high for {n:,} words.",
                code="perplexity-too-high",
                hint=f"It can be at most {np.floor(highest * 10) / 10:,.1f}, "
                "a third of the number of the other words.",
            )

    def resolve(self, n: int, parameters: TsneParameters) -> TsneParameters:
        """Fill in the perplexity."""
        if parameters.perplexity is not None:
            return parameters
        return replace(parameters, perplexity=min(USUAL_PERPLEXITY, highest_perplexity(n)))

    def run(
        self, vectors: Float64, parameters: TsneParameters, *, seed: int, progress: Progress = no_progress
    ) -> Layout:
        """Draw (n, d) vectors; seed 0 starts from PCA, any other from Gaussian noise drawn with it."""
        n = vectors.shape[0]
        self.check(n, parameters)
        if all_equal(vectors):
            return Layout(read_only(np.zeros((n, 2))))
        progress(0.0, None)
        data = principal_components(vectors, REDUCED_TO).positions if n > REDUCED_ABOVE else vectors
        threads = 1 if n < ONE_THREAD_BELOW else 2
        _import_opentsne()
        watch = _Watch(progress)
        perplexity = float(self.resolve(n, parameters).perplexity or USUAL_PERPLEXITY)
        affinities = _affinities(data, perplexity, threads, watch)
        positions = _optimized(_start(vectors, seed), affinities, threads, watch)
        progress(1.0, positions.copy())
        return Layout(read_only(positions))


class _Watch:
    """Passes progress on, so often as a screen can show it."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._next = time.monotonic() + FRAME_SECONDS
        self._iterations = 0
        self._told = 0.0

    def start_again(self) -> None:
        self._iterations = 0

    def neighbors_found(self, share: float) -> None:
        self._tell(_NEIGHBOR_SHARE * share, None)

    def iteration(self, positions: Float64) -> None:
        self._iterations += 1
        done = min(1.0, self._iterations / (EARLY_ITERATIONS + LATE_ITERATIONS))
        self._tell(_NEIGHBOR_SHARE + (1 - _NEIGHBOR_SHARE) * done, positions)

    def _tell(self, share: float, positions: Float64 | None) -> None:
        if time.monotonic() < self._next:
            return
        self._told = max(self._told, share)
        # The optimiser goes on writing into its array: a frame is a copy.
        self._progress(self._told, None if positions is None else np.array(positions))
        self._next = time.monotonic() + FRAME_SECONDS


def _import_opentsne() -> None:
    with patient_openmp():
        import openTSNE  # noqa: F401 - loads the libraries


def _affinities(data: Float64, perplexity: float, threads: int, watch: _Watch) -> Any:
    from openTSNE.affinity import PerplexityBasedNN
    from openTSNE.nearest_neighbors import PrecomputedNeighbors

    count = min(data.shape[0] - 1, int(3 * perplexity + 1e-9))
    near, distances = nearest_points(data, count, threads=threads, block_done=watch.neighbors_found)
    return PerplexityBasedNN(
        knn_index=PrecomputedNeighbors(near, distances), perplexity=perplexity, n_jobs=threads
    )


def _start(vectors: Float64, seed: int) -> Float64:
    if seed != 0:
        return np.random.default_rng(seed).normal(0.0, START_DEVIATION, (vectors.shape[0], 2))
    positions = principal_components(vectors).positions
    return np.asarray(positions * (START_DEVIATION / positions[:, 0].std()))


def _optimized(start: Float64, affinities: Any, threads: int, watch: _Watch) -> Float64:
    """Let openTSNE move the points, in one call for each phase.

    Time is taken and frames are shown from inside the gradient, which openTSNE lets be replaced. So neither
    their number nor their moments can change the picture, and Stop acts within one iteration.
    """
    from openTSNE.tsne import TSNEEmbedding, kl_divergence_bh, kl_divergence_fft

    gradient = kl_divergence_bh if start.shape[0] <= BARNES_HUT_UP_TO else kl_divergence_fft

    def watched_gradient(embedding: Float64, affinity: Any, **options: Any) -> Any:
        watch.iteration(embedding)
        return gradient(embedding, affinity, **options)

    for exaggeration in EARLY_EXAGGERATIONS:
        watch.start_again()
        embedding = TSNEEmbedding(
            start, affinities, negative_gradient_method=watched_gradient, n_jobs=threads
        )
        embedding.optimize(EARLY_ITERATIONS, inplace=True, exaggeration=exaggeration, momentum=EARLY_MOMENTUM)
        if np.asarray(embedding).std() > start.std():
            break
        # All words pull each other so hard that the map shrinks to a point, from which it does not recover.
    embedding.optimize(LATE_ITERATIONS, inplace=True, momentum=LATE_MOMENTUM)
    return np.array(embedding, dtype=np.float64)
