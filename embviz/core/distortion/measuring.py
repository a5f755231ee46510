"""Measuring a map against the vectors it was drawn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embviz.core.distortion.blocks import measured_block, measured_rows
from embviz.core.distortion.result import (
    Distortion,
    MapNeighbor,
    Margins,
    PairList,
    PairScale,
    Thresholds,
)
from embviz.core.distortion.spaces import Spaces, drawn_distances, vector_distances

Float64 = NDArray[np.float64]
Ids = NDArray[np.intp]

MEASURED_WHOLE = 2000
"""Maps of more words are estimated from anchors."""

ANCHORS = 1000
"""So many of the words are measured then."""

DEFAULT_THRESHOLDS = Thresholds()

_BLOCK_ENTRIES = 500_000
"""Pairs worked on at once; about ten arrays of so many numbers live at a time (40 MB)."""

_NORMAL_95 = 1.96
"""So many standard errors lie on either side in a 95 % interval."""

_SCALE_POINTS = 4001
"""So many distances stand for those of all pairs once a map has been estimated."""


def kept_at_random(n: int, k: int) -> float:
    """How many of the k words that look nearest truly are, in a random picture."""
    return k * k / (n - 1)


def trustworthiness_at_random(n: int, k: int) -> float:
    """Trustworthiness, and continuity, of a random picture."""
    return 1.0 - (k * (n - 1 - k) * (n - k) / (n - 1)) / (k * (2 * n - 3 * k - 1))


def measure(
    high: ArrayLike,
    low: ArrayLike,
    *,
    k: int | None = None,
    metric: str = "cosine",
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Distortion:
    """Measure how far a map can be trusted, over all words.

    Parameters
    ----------
    high
        Vectors, (n, d).
    low
        Positions on the map, (n, 2) or (n, 1).
    k
        Size of the neighbourhoods, 1 ≤ k < n/2; None for min(5, ⌊(n − 1)/4⌋).
    metric
        ``cosine``: distances of vectors are chords between unit vectors; ``euclidean``: as they are.
    thresholds
        From when on neighbours are false or missing.

    Returns
    -------
    Distortion
        Nothing in it depends on the order of the words, nor on the map's scale, rotation or reflection.

    Raises
    ------
    EmbvizError
        ``too-few-words`` for n < 5; ``bad-k``; ``zero-row`` for a zero or non-finite row under cosine;
        ``shape`` for anything else that is no vectors with a map of them.
    """
    spaces = Spaces.checked(high, low, k=k, metric=metric)
    return _measured(spaces, None, thresholds, None)


def estimate(
    high: ArrayLike,
    low: ArrayLike,
    *,
    k: int | None = None,
    metric: str = "cosine",
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
    anchors: int | None = None,
    seed: int = 0,
    block_done: Callable[[float], None] | None = None,
) -> Distortion:
    """Estimate how far a map can be trusted from some of its words, each measured against all.

    Parameters and errors are those of :func:`measure`, and:

    Parameters
    ----------
    high, low, k, metric, thresholds
        As for :func:`measure`.
    anchors
        How many words are measured, drawn with ``seed``; all of them when there are no more; None for
        `ANCHORS`.
    seed
        Of the draw.
    block_done
        Called now and then with the share done (0..1); what it raises ends the work.
    """
    spaces = Spaces.checked(high, low, k=k, metric=metric)
    count = ANCHORS if anchors is None else anchors
    chosen = None if spaces.count <= count else _drawn_words(spaces.count, count, seed)
    return _measured(spaces, chosen, thresholds, block_done)


def measure_or_estimate(
    high: ArrayLike, low: ArrayLike, *, block_done: Callable[[float], None] | None = None
) -> Distortion:
    """Measure a map of up to `MEASURED_WHOLE` words by cosine, and estimate one of more."""
    spaces = Spaces.checked(high, low, k=None, metric="cosine")
    return _measured(spaces, anchors_of(spaces.count), DEFAULT_THRESHOLDS, block_done)


def lists_of(
    high: ArrayLike, low: ArrayLike, word: int, distortion: Distortion
) -> tuple[tuple[MapNeighbor, ...], tuple[MapNeighbor, ...]]:
    """Words that look nearest to one word, and words that truly are; exact also where totals are estimates.

    Parameters
    ----------
    high, low
        What ``distortion`` was measured from.
    word
        Its place in the list of words.
    distortion
        Gives k, metric and thresholds, and the scale on which percentiles are judged.
    """
    if distortion.scale is None:
        return distortion.looks_nearest(word), distortion.truly_nearest(word)
    spaces = Spaces.checked(high, low, k=distortion.k, metric=distortion.metric)
    at = np.array([word])
    units = spaces.units
    return _lists(spaces.high.rows(at), spaces.low.rows(at), distortion.scale, distortion, units)


def lists_from_chords(
    chords: Float64, low: Float64, word: int, distortion: Distortion
) -> tuple[tuple[MapNeighbor, ...], tuple[MapNeighbor, ...]]:
    """Do as :func:`lists_of` for a map that was estimated, without the vectors of all words at once.

    Parameters
    ----------
    chords
        True distances √(2 − 2·cosine) of the word to all n, (n,).
    low
        Positions on the map, (n, 2) or (n, 1).
    word
        Its place in the list of words.
    distortion
        As estimated by cosine.
    """
    if distortion.scale is None:
        raise ValueError("a map that was measured whole has all of its lists")
    true, (drawn, unit) = chords.copy(), drawn_distances(low, word)
    true[word] = drawn[word] = np.inf
    return _lists(true[None], drawn[None], distortion.scale, distortion, (1.0, unit))


def _lists(
    true: Float64, drawn: Float64, scale: PairScale, distortion: Distortion, units: tuple[float, float]
) -> tuple[tuple[MapNeighbor, ...], tuple[MapNeighbor, ...]]:
    block = measured_rows(true, drawn, distortion.k, scale, distortion.thresholds, units=units)
    alone = replace(distortion, looks=block.looks, truly=block.truly)
    return alone.looks_nearest(0), alone.truly_nearest(0)


def list_difference(
    vectors: ArrayLike, others: ArrayLike, *, k: int, metric: str = "cosine", other_metric: str = "cosine"
) -> float:
    """Share of the entries of the words' k-nearest lists that two kinds of vectors disagree on, 0..1.

    Above `MEASURED_WHOLE` words the lists of `ANCHORS` of them are compared.

    Parameters
    ----------
    vectors, others
        Of the same n words, (n, d) and (n, d′).
    k
        Length of the lists, 1 ≤ k < n/2.
    metric, other_metric
        ``cosine`` or ``euclidean``, for each.
    """
    spaces = Spaces(vector_distances(vectors, metric), vector_distances(others, other_metric), k, metric)
    return 1.0 - _measured(spaces, anchors_of(spaces.count), DEFAULT_THRESHOLDS, None).kept_mean / k


def anchors_of(n: int) -> Ids | None:
    """Words that stand for all n when there are too many to measure, ascending; None when there are not."""
    return None if n <= MEASURED_WHOLE else _drawn_words(n, ANCHORS, 0)


def blocks_of(words: Ids, n: int) -> list[Ids]:
    """Words in parts so small that their distances to all n can be worked on at once."""
    size = max(1, _BLOCK_ENTRIES // n)
    return [words[start : start + size] for start in range(0, words.size, size)]


def _drawn_words(n: int, count: int, seed: int) -> Ids:
    return np.sort(np.random.default_rng(seed).choice(n, size=count, replace=False))


def _measured(
    spaces: Spaces, anchors: Ids | None, thresholds: Thresholds, block_done: Callable[[float], None] | None
) -> Distortion:
    n, k = spaces.count, spaces.k
    scale = spaces.scale(anchors)
    words = np.arange(n) if anchors is None else anchors
    blocks, done = [], 0
    for some in blocks_of(words, n):
        blocks.append(measured_block(spaces, some, scale, thresholds))
        done += some.size
        if block_done is not None:
            block_done(done / words.size)

    def per_word(name: str) -> Float64:
        values = np.full(n, np.nan)
        values[words] = np.concatenate([getattr(block, name) for block in blocks])
        values.setflags(write=False)
        return values

    trustworthiness, continuity = per_word("trustworthiness"), per_word("continuity")
    areas = np.concatenate([block.rnx_auc for block in blocks])
    distortion = Distortion(
        k=k,
        kept=per_word("kept"),
        trustworthiness_per_word=trustworthiness,
        continuity_per_word=continuity,
        false=per_word("false"),
        missing=per_word("missing"),
        trustworthiness=float(trustworthiness[words].mean()),
        continuity=float(continuity[words].mean()),
        rnx_auc=float(areas.mean()),
        kept_random=kept_at_random(n, k),
        trustworthiness_random=trustworthiness_at_random(n, k),
        metric=spaces.metric,
        thresholds=thresholds,
        looks=PairList.joined([block.looks for block in blocks], words, n),
        truly=PairList.joined([block.truly for block in blocks], words, n),
    )
    if anchors is None:
        return distortion
    anchors.setflags(write=False)
    distortion = replace(distortion, anchors=anchors, scale=scale.thinned(_SCALE_POINTS))
    return replace(distortion, margins=_margins(distortion, areas))


def _margins(distortion: Distortion, areas: Float64) -> Margins:
    """Half-widths of 95 % intervals for a draw without replacement."""
    anchors, n = distortion.measured, distortion.count
    m = anchors.size
    unseen = float(np.sqrt(1.0 - m / n))

    def of_mean(values: Float64) -> float:
        return _NORMAL_95 * unseen * float(np.std(values, ddof=1)) / float(np.sqrt(m))

    def of_count(flagged: NDArray[np.bool_]) -> float:
        # Wilson (1927): not zero where all or none of the anchors are flagged, for others may not be.
        share, spread = float(flagged.mean()), _NORMAL_95**2 / m
        width = np.sqrt(spread * share * (1.0 - share) + spread**2 / 4.0) / (1.0 + spread)
        return n * unseen * float(width)

    return Margins(
        kept_mean=of_mean(distortion.kept[anchors]),
        trustworthiness=of_mean(distortion.trustworthiness_per_word[anchors]),
        continuity=of_mean(distortion.continuity_per_word[anchors]),
        rnx_auc=of_mean(areas),
        false_words=of_count(distortion.false_flagged[anchors]),
        missing_words=of_count(distortion.missing_flagged[anchors]),
    )
