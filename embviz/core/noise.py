"""The noise control: what the same method draws when nothing relates one word to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.caution import Emphasis, Run, Sentence, sentence
from embviz.core.drawn import DrawnVectors
from embviz.core.mapping import MapResult, draw
from embviz.core.projections.base import Float64, Progress, no_progress
from embviz.core.request import MapRequest, VectorMode
from embviz.core.wording import decimal

if TYPE_CHECKING:
    from embviz.core.distortion import Distortion
    from embviz.core.words import MapWord


@dataclass(frozen=True, eq=False)
class NoiseControl:
    """A map of shuffled vectors.

    Attributes
    ----------
    result
        The map, drawn under the request of the real one. Its points carry the words' names and groups, but
        are not these words; its caution says what it is.
    shuffle_seed
        Of the permutations.
    """

    result: MapResult
    shuffle_seed: int


def shuffled_columns(vectors: Float64, *, seed: int) -> Float64:
    """Shuffle each column of (n, d) vectors by its own permutation; means and variances of columns stay.

    One generator serves all columns: one made anew for each would permute whole rows, which changes nothing.
    """
    return np.random.default_rng(seed).permuted(vectors, axis=0)


def draw_noise(
    rows: Float64,
    words: Sequence[MapWord],
    group_names: Sequence[str],
    request: MapRequest,
    *,
    shifted: Float64 | None = None,
    shuffle_seed: int = 0,
    progress: Progress = no_progress,
) -> NoiseControl:
    """Shuffle the columns of what a map is drawn from, and draw that under the same request.

    Parameters and errors are those of :func:`embviz.core.mapping.draw`; ``shuffle_seed`` is that of the
    permutations, and independent of the request's seed.
    """
    geometry = DrawnVectors.of(rows, request.vectors, shifted)
    chosen = [word for word, good in zip(words, geometry.usable, strict=True) if good]
    noise = shuffled_columns(geometry.drawn, seed=shuffle_seed)
    # Shuffled rows have the common direction removed already where the real ones have.
    removed = noise if request.vectors is VectorMode.COMMON_REMOVED else None
    result = draw(noise, chosen, group_names, request, shifted=removed, progress=progress)
    return NoiseControl(replace(result, caution=_caution(result, noise.shape[1])), shuffle_seed)


def kept_line(distortion: Distortion) -> Sentence:
    """Say how far a picture can be trusted in the fewest words, to stand under each of two panes."""
    return sentence(
        "Kept ",
        Run(decimal(distortion.kept_mean), Emphasis.STRONG),
        f" of {distortion.k} (a random picture: {decimal(distortion.kept_random)})",
    )


def _caution(result: MapResult, columns: int) -> tuple[Sentence, ...]:
    if result.distortion is None:
        return result.caution
    return (
        sentence(
            f"Each of the {columns:,} columns was ",
            Run("shuffled", Emphasis.STRONG),
            f" among the {len(result.words):,} words on its own, "
            "so nothing is left that relates one word to another.",
        ),
        sentence("Whatever islands stand out on this map come from the method."),
        kept_line(result.distortion),
    )


def beside(noise: MapResult) -> tuple[Sentence, ...]:
    """What a caption under both panes says of the right one."""
    return (
        sentence(
            "On the right the columns of the vectors were ",
            Run("shuffled", Emphasis.STRONG),
            f" among the {len(noise.words):,} words, each on its own, so nothing relates one point to "
            "another: whatever islands stand out there come from the method.",
        ),
    )


def pane_headings(result: MapResult, noise: MapResult) -> tuple[Sentence, Sentence]:
    """What stands above each of the two panes: which vectors, and how many neighbours are kept."""
    return _heading("Real vectors", result), _heading("Shuffled", noise)


def _heading(title: str, result: MapResult) -> Sentence:
    strong = Run(title, Emphasis.STRONG)
    if result.distortion is None:
        return sentence(strong)
    return sentence(strong, ": kept ", *kept_line(result.distortion).runs[1:])
