"""What is known of a map's distortion: per word, in total, and pair by pair for the lists of one word."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SLACK = 1e-9
"""Comparisons with thresholds allow for rounding."""


@dataclass(frozen=True)
class Thresholds:
    """From when on a neighbour counts as false or missing, and a word as flagged.

    Attributes
    ----------
    false_rank
        A word that looks near is false when its true rank exceeds this many times k.
    false_gap
        It is false too when it is farther, as a share of all pairs, than it looks by so much.
    missing_rank
        A word that is near is missing when its rank on the map exceeds this many times k.
    flagged_from
        So many false (or missing) neighbours flag a word.
    """

    false_rank: float = 1.5
    false_gap: float = 0.20
    missing_rank: float = 2.0
    flagged_from: int = 2


class Verdict(enum.Enum):
    """What a neighbour of a word is."""

    TRUE = "true"
    FALSE = "false"  # looks near and is not
    MISSING = "missing"  # is near and looks far


@dataclass(frozen=True)
class MapNeighbor:
    """One entry of a word's list of nearest words, on the map or in truth.

    Attributes
    ----------
    word
        Its place in the list of words.
    weight
        Its share of a place in the list, 1 but among ties.
    true_rank, map_rank
        Its rank among all other words of the map, from 1: in truth, and as drawn.
    distance, map_distance
        True distance: the chord √(2 − 2·cosine), or Euclidean; and that on the map. PCA of the same vectors
        keeps ``map_distance / distance`` of it, at most 1.
    cosine
        None where distances are Euclidean.
    percentile, map_percentile
        Share of all pairs that are nearer, 0..1: in truth, and as drawn.
    verdict
        True, false or missing.
    """

    word: int
    weight: float
    true_rank: int
    map_rank: int
    distance: float
    map_distance: float
    cosine: float | None
    percentile: float
    map_percentile: float
    verdict: Verdict


@dataclass(frozen=True, eq=False)
class PairList:
    """Lists of nearest words, one list after the other; word i has the entries ``starts[i]:starts[i+1]``."""

    starts: Ints
    words: Ints
    weights: Float64
    true_ranks: Ints
    map_ranks: Ints
    distances: Float64
    map_distances: Float64
    percentiles: Float64
    map_percentiles: Float64
    marked: Bools
    """False entries of the lists of what looks nearest, missing ones of what truly is."""

    def sums(self, values: NDArray[np.int64] | Bools) -> Float64:
        """Sum of one value an entry over each word's list, weighted; every list must have an entry."""
        sums: Float64 = np.add.reduceat(self.weights * values, self.starts[:-1])
        return sums

    @classmethod
    def joined(cls, parts: Sequence[PairList], owners: Ints, count: int) -> PairList:
        """Join lists whose words are ``owners`` in ascending order into lists for ``count`` words."""
        lengths = np.zeros(count, dtype=np.int64)
        lengths[owners] = np.concatenate([np.diff(part.starts) for part in parts])
        columns = {
            column.name: np.concatenate([getattr(part, column.name) for part in parts])
            for column in fields(cls)
        }
        columns["starts"] = np.append(0, np.cumsum(lengths))
        for values in columns.values():
            values.setflags(write=False)
        return cls(**columns)

    def of(self, word: int, *, cosine: bool, mark: Verdict) -> tuple[MapNeighbor, ...]:
        """Entries of one word, nearest first."""
        return tuple(
            MapNeighbor(
                word=int(self.words[at]),
                weight=float(self.weights[at]),
                true_rank=int(self.true_ranks[at]),
                map_rank=int(self.map_ranks[at]),
                distance=float(self.distances[at]),
                map_distance=float(self.map_distances[at]),
                cosine=1.0 - float(self.distances[at]) ** 2 / 2.0 if cosine else None,
                percentile=float(self.percentiles[at]),
                map_percentile=float(self.map_percentiles[at]),
                verdict=mark if self.marked[at] else Verdict.TRUE,
            )
            for at in range(int(self.starts[word]), int(self.starts[word + 1]))
        )


@dataclass(frozen=True)
class Margins:
    """Half-widths of 95 % intervals of totals that were estimated from anchors."""

    kept_mean: float
    trustworthiness: float
    continuity: float
    rnx_auc: float
    false_words: float
    missing_words: float


@dataclass(frozen=True, eq=False)
class PairScale:
    """How distances are judged: the widths of ties, and the distances of all pairs in ascending order."""

    high_tolerance: float
    low_tolerance: float
    high_pairs: Float64
    low_pairs: Float64

    def thinned(self, count: int) -> PairScale:
        """Keep only ``count`` distances, evenly spread over the ranks."""
        places = np.linspace(0, self.high_pairs.size - 1, count).round().astype(np.intp)
        return replace(self, high_pairs=self.high_pairs[places], low_pairs=self.low_pairs[places])


@dataclass(frozen=True, eq=False)
class Distortion:
    """How far a map can be trusted. Arrays are read-only.

    Attributes
    ----------
    k
        Size of the neighbourhoods.
    kept
        How many of the k words that look nearest truly are, 0..k, (n,).
    trustworthiness_per_word, continuity_per_word
        Venna & Kaski (2001), at most 1, (n,).
    false, missing
        How many of the k are false, and missing, 0..k, (n,).
    trustworthiness, continuity
        Means of the above.
    rnx_auc
        Area under R_NX(K) with 1/K as weight, Lee et al. (2015); 1 at best, about 0 for a random picture.
    kept_random, trustworthiness_random
        What a random picture gets.
    anchors
        None when all words were measured; else the words that were, in ascending order. The arrays hold NaN
        for the others, and the totals are estimates.
    margins
        How far the estimates can be off; None when all words were measured.
    scale
        What :func:`embviz.core.distortion.lists_of` needs to judge any word on the same scale; kept where the
        lists of most words are not.
    """

    k: int
    kept: Float64
    trustworthiness_per_word: Float64
    continuity_per_word: Float64
    false: Float64
    missing: Float64
    trustworthiness: float
    continuity: float
    rnx_auc: float
    kept_random: float
    trustworthiness_random: float
    metric: str
    thresholds: Thresholds
    looks: PairList
    truly: PairList
    anchors: Ints | None = None
    margins: Margins | None = None
    scale: PairScale | None = None

    @property
    def count(self) -> int:
        """n, the number of words on the map."""
        return int(self.kept.size)

    @property
    def measured(self) -> Ints:
        """Words that were measured, in ascending order."""
        return np.arange(self.count) if self.anchors is None else self.anchors

    @property
    def kept_mean(self) -> float:
        """Mean of `kept` over the words measured."""
        return float(np.mean(self.kept[self.measured]))

    @property
    def false_flagged(self) -> Bools:
        """Words beside so many false neighbours that they are flagged, (n,)."""
        return self._flagged(self.false)

    @property
    def missing_flagged(self) -> Bools:
        """Words cut off from so many true neighbours that they are flagged, (n,)."""
        return self._flagged(self.missing)

    @property
    def false_words(self) -> int:
        """Number of words flagged for false neighbours; an estimate when only anchors were measured."""
        return self._scaled_up(self.false_flagged)

    @property
    def missing_words(self) -> int:
        """Number of words flagged for missing neighbours; an estimate when only anchors were measured."""
        return self._scaled_up(self.missing_flagged)

    def looks_nearest(self, word: int) -> tuple[MapNeighbor, ...]:
        """Words that look nearest to a word, nearest first; empty for one that was not measured."""
        return self.looks.of(word, cosine=self.metric == "cosine", mark=Verdict.FALSE)

    def truly_nearest(self, word: int) -> tuple[MapNeighbor, ...]:
        """Words that truly are nearest to a word, nearest first; empty for one that was not measured."""
        return self.truly.of(word, cosine=self.metric == "cosine", mark=Verdict.MISSING)

    def worst(self, kept_length: Float64 | None = None) -> int | None:
        """Word that is shown worst; None when all words measured keep all of their neighbours.

        Fewest kept, then most false and missing, then least kept length where given, (n,), then first.
        """
        words = self.measured
        kept = self.kept[words].round(9)
        if kept.min() >= self.k:
            return None
        lengths = np.zeros(words.size) if kept_length is None else kept_length[words]
        wrong = (self.false[words] + self.missing[words]).round(9)
        return int(words[np.lexsort((words, lengths, -wrong, kept))[0]])

    def _flagged(self, counts: Float64) -> Bools:
        return np.nan_to_num(counts) >= self.thresholds.flagged_from - SLACK

    def _scaled_up(self, flagged: Bools) -> int:
        return round(float(flagged.sum()) * self.count / self.measured.size)
