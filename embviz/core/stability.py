"""The stability check: what stays when the same map is drawn from several starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.arrays import read_only
from embviz.core.caution import Sentence, sentence, strong
from embviz.core.distortion import default_k, neighbor_agreement
from embviz.core.geometry import all_equal
from embviz.core.mapping import resolved
from embviz.core.projections import PROJECTIONS
from embviz.core.projections.base import Float64, Progress, no_progress
from embviz.core.wording import count, number_word, percent
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.request import MapRequest

RUNS = 5

_MOST_ROUNDS = 100
_AT_REST = 1e-12
_SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Stability:
    """How far several runs of the same map agree. Arrays are read-only.

    Attributes
    ----------
    seeds
        Of the runs; the first is the map's own.
    k
        Size of the neighbourhoods on the map.
    aligned
        Positions of each run, centred, of unit root-mean-square radius, and turned or mirrored onto their
        mean, (runs, n, 2).
    agreement
        Mean over the pairs of runs of the share of a word's k map neighbours that both agree on, 0..1, (n,).
        NaN for words that were not looked at: above 2,000 words it is worked out for 1,000 of them.
    moved
        Root-mean-square deviation of a word from its mean position, as a share of the map's radius, (n,).
    """

    seeds: tuple[int, ...]
    k: int
    aligned: Float64
    agreement: Float64
    moved: Float64

    @property
    def agreement_mean(self) -> float:
        """Share of neighbours that stayed, 0..1: the mean over the words looked at."""
        return float(np.nanmean(self.agreement))

    @property
    def moved_mean(self) -> float:
        """How far positions moved, as a share of the map's radius: the mean over all words."""
        return float(self.moved.mean())

    @property
    def sentence(self) -> Sentence:
        """What is to be said in total."""
        starts = number_word(len(self.seeds))
        if self.moved_mean < _SAME and self.agreement_mean > 1 - _SAME:
            return sentence(
                f"All {starts} runs drew ",
                strong("the same map"),
                ". Stable is not the same as true.",
            )
        return sentence(
            f"{starts.capitalize()} runs from {starts} starts: positions moved by ",
            strong(percent(self.moved_mean)),
            " of the map’s radius; ",
            strong(percent(self.agreement_mean)),
            " of neighbours stayed. Stable is not the same as true.",
        )


def check_stability(
    drawn: Float64,
    request: MapRequest,
    *,
    runs: int = RUNS,
    first: Float64 | None = None,
    progress: Progress = no_progress,
) -> Stability:
    """Draw the same vectors from several starts and compare the pictures.

    Parameters
    ----------
    drawn
        What the map was drawn from (`DrawnVectors.drawn`), float64, (n, d).
    request
        Of the map. Its seed is that of the first run; the others have the seeds that follow.
    runs
        How many, at least two.
    first
        Positions of the first run, (n, 2), where the map has been drawn already.
    progress
        Called with the share done, without positions; it may raise Stopped.

    Raises
    ------
    EmbvizError
        ``too-few-words`` below five, ``equal-vectors``, or what the projection says of the request.
    """
    n = drawn.shape[0]
    k = default_k(n)
    if k is None:
        raise EmbvizError(
            f"{count(n, 'word is', 'words are')} too few to say how stable their map is.",
            code="too-few-words",
            hint="Add words until there are at least five.",
        )
    if all_equal(drawn):
        raise EmbvizError(
            "All vectors on this map are equal, so it shows nothing that could be stable.",
            code="equal-vectors",
            hint="Add other words.",
        )
    request = resolved(request, n)
    projection = PROJECTIONS[request.method]
    seeds = tuple(range(request.seed, request.seed + runs))
    pictures = [] if first is None else [first]
    for run in range(len(pictures), runs):

        def told(share: float, _positions: Float64 | None, run: int = run) -> None:
            progress((run + share) / runs, None)

        layout = projection.run(drawn, request.parameters, seed=seeds[run], progress=told)
        pictures.append(layout.positions)
    aligned = procrustes(pictures)
    deviations = np.square(aligned - aligned.mean(axis=0)).sum(axis=2)
    return Stability(
        seeds=seeds,
        k=k,
        aligned=read_only(aligned),
        agreement=read_only(neighbor_agreement(pictures, k)),
        moved=read_only(np.sqrt(deviations.mean(axis=0))),
    )


def procrustes(pictures: Sequence[Float64]) -> Float64:
    """Bring pictures of the same words onto each other: generalised Procrustes analysis (Gower 1975).

    Each is centred, scaled to unit root-mean-square radius, and turned or mirrored onto the mean of all,
    until nothing moves any more. Of the answers that start from each picture the one with the least
    deviation is taken, so that the order of the pictures does not matter.

    Parameters
    ----------
    pictures
        Positions, (n, 2) each, not all in one point.

    Returns
    -------
    ndarray
        float64, (number of pictures, n, 2).
    """
    scaled = np.stack([_unit_radius(picture) for picture in pictures])
    answers = [_turned_onto_mean(scaled, start) for start in scaled]
    aligned = min(answers, key=lambda answer: float(np.square(answer - answer.mean(axis=0)).sum()))
    # As the first picture lies, which is the map that is looked at.
    return np.asarray(aligned @ _turn(aligned[0], scaled[0]))


def _unit_radius(picture: Float64) -> Float64:
    centered = picture - picture.mean(axis=0)
    radius = np.sqrt(np.square(centered).sum(axis=1).mean())
    return np.asarray(centered / radius)


def _turned_onto_mean(pictures: Float64, start: Float64) -> Float64:
    mean, turned = start, pictures
    for _ in range(_MOST_ROUNDS):
        turned = np.stack([picture @ _turn(picture, mean) for picture in pictures])
        before, mean = mean, turned.mean(axis=0)
        if np.abs(mean - before).max() < _AT_REST:
            break
    return turned


def _turn(picture: Float64, onto: Float64) -> Float64:
    """Orthogonal matrix, mirroring or not, that brings a picture nearest to another; (2, 2)."""
    left, _, right = np.linalg.svd(picture.T @ onto)
    return np.asarray(left @ right)
