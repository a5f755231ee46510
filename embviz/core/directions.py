"""Offsets of word pairs: how parallel they are, and how often their mean finds the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.accuracy import Accuracy, accuracy_of
from embviz.core.pair_words import DirectionPair, LeftOut, read_pair_words, word_vectors
from embviz.core.passes import Progress, unwatched
from embviz.core.resolve import SplitPolicy
from embviz.core.threads import single_blas_thread
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.pairs import Pair
    from embviz.core.search import Search
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]

SHUFFLES = 200
"""So many times the partners are drawn anew."""


@dataclass(frozen=True)
class Found:
    """What the mean offset of the other pairs finds from the left word of one pair.

    Attributes
    ----------
    included, excluded
        Rank of the right word with the left word in the list, and without it; by token.
    first_included, first_excluded
        The rows that come first; None for an empty list.
    """

    included: int
    excluded: int
    first_included: int | None
    first_excluded: int | None


@dataclass(frozen=True)
class Shuffled:
    """The same with partners drawn at random: mean and SD over the runs, and the seed."""

    mean: float
    sd: float
    runs: int
    seed: int


@dataclass(frozen=True, eq=False)
class Directions:
    """What the offsets of pairs have in common. Arrays are float64 and read-only.

    Attributes
    ----------
    pairs
        The pairs that could be used, n ≥ 2.
    left_out
        Those that could not, with reasons.
    offsets
        Right minus left, (n, d), of the rows as stored or of unit length.
    mean
        Mean offset, (d,).
    cosines
        Between offsets, (n, n).
    to_mean
        Cosine of each offset with the mean offset, (n,).
    shuffled
        Mean of ``to_mean`` when every left word gets the right word of another pair; None below three pairs.
    found
        For each pair what ``left + mean offset of the other pairs`` finds; None where the right word is no
        single row.
    accuracy
        Of ``found``.
    normalized
        Whether every vector was brought to length 1 first.
    notices
        Words in another case, means of pieces.
    """

    pairs: tuple[DirectionPair, ...]
    left_out: tuple[LeftOut, ...]
    offsets: Float64 = field(repr=False)
    mean: Float64 = field(repr=False)
    cosines: Float64 = field(repr=False)
    to_mean: Float64 = field(repr=False)
    shuffled: Shuffled | None
    found: tuple[Found | None, ...]
    accuracy: Accuracy
    normalized: bool
    notices: tuple[Notice, ...] = ()

    @property
    def parallel(self) -> float:
        """Mean cosine of the offsets with their mean."""
        return float(self.to_mean.mean())

    @property
    def pairwise(self) -> float:
        """Mean cosine between two different offsets."""
        n = len(self.pairs)
        return float((self.cosines.sum() - np.trace(self.cosines)) / (n * (n - 1)))


def directions(
    table: EmbeddingTable,
    pairs: Sequence[Pair],
    *,
    split: SplitPolicy = SplitPolicy.SKIP,
    normalize: bool = False,
    seed: int = 0,
    progress: Progress = unwatched,
) -> Directions:
    """Compare the offsets of pairs, and try their mean.

    Every pair is left out in turn: its left word plus the mean offset of the others should find its right
    word, over the whole vocabulary. Shuffling partners leaves the mean offset as it is, so what falls with it
    is only what the partners have to do with each other.

    Parameters
    ----------
    pairs
        As typed.
    split
        SKIP leaves pairs with a word of several tokens out, and says so; MEAN takes the mean of its pieces,
        which has an offset but cannot be found.
    normalize
        Bring every vector to length 1 first.
    seed
        Of the shuffles.
    progress
        Share done, 0..1.

    Raises
    ------
    EmbvizError
        ``too-few-pairs`` when fewer than two pairs can be used; ``zero-vector`` when their offsets cancel
        out.
    """
    search = table.search()
    used, left_out, notices = read_pair_words(table, pairs, split)
    if len(used) < 2:
        raise _too_few(pairs, left_out)
    left = word_vectors(table, [pair.left for pair in used], normalize=normalize)
    right = word_vectors(table, [pair.right for pair in used], normalize=normalize)
    offsets = right - left
    mean = offsets.mean(axis=0)
    lengths = np.sqrt((offsets * offsets).sum(axis=1))
    mean_length = float(np.sqrt((mean * mean).sum()))
    if mean_length <= 1e-12 * float(lengths.mean()):
        raise EmbvizError(
            "The offsets of these pairs cancel out: they have no common direction.",
            code="zero-vector",
            hint="Check which word of each pair comes first.",
        )
    units = offsets / lengths[:, None]
    with single_blas_thread():
        cosines = np.clip(units @ units.T, -1.0, 1.0)
        shuffled = _shuffled(left, right, mean / mean_length, seed)
    np.fill_diagonal(cosines, 1.0)
    to_mean = units @ (mean / mean_length)
    progress(0.1)
    found = _leave_one_out(search, used, left, offsets, progress=lambda share: progress(0.1 + 0.9 * share))
    for array in (offsets, mean, cosines, to_mean):
        array.setflags(write=False)
    return Directions(
        pairs=used,
        left_out=left_out,
        offsets=offsets,
        mean=mean,
        cosines=cosines,
        to_mean=to_mean,
        shuffled=shuffled,
        found=found,
        accuracy=accuracy_of([(one.included, one.excluded) for one in found if one is not None]),
        normalized=normalize,
        notices=notices,
    )


def _too_few(pairs: Sequence[Pair], left_out: Sequence[LeftOut]) -> EmbvizError:
    if left_out:
        return EmbvizError(
            f"Of {len(pairs):,} pairs fewer than two can be used: {left_out[0].reason}.",
            code="too-few-pairs",
            hint="Add pairs of words that are one token each.",
        )
    return EmbvizError(
        "One pair is no direction to compare with.", code="too-few-pairs", hint="Give two pairs or more."
    )


def _shuffled(left: Float64, right: Float64, direction: Float64, seed: int) -> Shuffled | None:
    """Mean cosine of offsets to the mean offset when no left word keeps its partner."""
    n = len(left)
    if n < 3:
        return None
    # Every offset between a left and a right word, by its length and its part along the mean.
    along = (right @ direction)[None, :] - (left @ direction)[:, None]
    squares = (left * left).sum(axis=1)[:, None] + (right * right).sum(axis=1)[None, :] - 2 * left @ right.T
    lengths = np.sqrt(np.maximum(squares, 0.0))
    cosines = np.divide(along, lengths, out=np.zeros_like(along), where=lengths > 1e-9 * lengths.max())
    generator = np.random.default_rng(seed)
    places = np.arange(n)
    means = np.empty(SHUFFLES)
    for run in range(SHUFFLES):
        partners = generator.permutation(n)
        while (partners == places).any():
            partners = generator.permutation(n)
        means[run] = cosines[places, partners].mean()
    return Shuffled(float(means.mean()), float(means.std()), SHUFFLES, seed)


def _leave_one_out(
    search: Search,
    pairs: Sequence[DirectionPair],
    left: Float64,
    offsets: Float64,
    *,
    progress: Progress,
) -> tuple[Found | None, ...]:
    """Look for each right word with the mean offset of the other pairs."""
    n = len(pairs)
    total = offsets.sum(axis=0)
    targets = left + (total - offsets) / (n - 1)
    answers = [pair.right.id for pair in pairs]
    places = [place for place, row in enumerate(answers) if row is not None]
    ranks = search.many_ranks(
        targets[places],
        [row for row in answers if row is not None],
        [pairs[place].left.ids for place in places],
        progress=lambda share: progress(0.5 * share),
    )
    found: list[Found | None] = [None] * n
    for number, (place, (included, excluded)) in enumerate(zip(places, ranks.tolist(), strict=True), start=1):
        inputs = pairs[place].left.ids
        hits = search.top(targets[place], 1 + len(inputs))
        others = [hit.id for hit in hits if hit.id not in inputs]
        found[place] = Found(
            included=included,
            excluded=excluded,
            first_included=hits[0].id if hits else None,
            first_excluded=others[0] if others else None,
        )
        progress(0.5 + 0.5 * number / len(places))
    return tuple(found)
