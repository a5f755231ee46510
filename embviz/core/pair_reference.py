"""What a cosine is compared with: the cosines of all pairs of ordinary words, as a histogram."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.passes import Progress, block_rows, in_blocks, unwatched
from embviz.core.rests import rested
from embviz.core.spelling import TokenScheme
from embviz.core.threads import single_blas_thread

if TYPE_CHECKING:
    from embviz.core.search import Search
    from embviz.core.vocabulary import Vocabulary

Float32 = NDArray[np.float32]
Ids = NDArray[np.intp]

COMMON_IDS = 15_000
"""Where ids follow merge rank, word-start lower-case tokens below this one are common words."""

SAMPLE = 8192
"""More rows than this are not all paired: so many are drawn, always the same."""

_BINS_PER_UNIT = 10_000
_FEWEST = 100
_BLOCK_PAIRS = 1 << 20
_ORDERED_SHARE = 0.98


@dataclass(frozen=True, eq=False)
class PairReference:
    """Distribution of the cosine over all pairs of a set of rows.

    Attributes
    ----------
    of
        Whose pairs, for people: ``common words``, ``tokens`` or ``8,192 tokens drawn at random``.
    rows
        How many rows were paired, all with all.
    sampled
        True when they are a random sample of a larger set. With 8,192 rows percentiles are then off by at
        most 3.1 points in 999 of 1,000 draws, whatever the distribution (Hoeffding 1963, for U-statistics),
        and usually by far less.
    mean, sd
        Of the cosines.
    counts
        Pairs in each bin of width 0.0001 from −1 to 1, int64, (20,000,), read-only.
    """

    of: str
    rows: int
    sampled: bool
    mean: float
    sd: float
    counts: NDArray[np.int64]
    _below: NDArray[np.int64]

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return self.rows * (self.rows - 1) // 2

    @property
    def resolution(self) -> float:
        """Greatest error of a percentile that bins cause: the share of pairs in the fullest one, 0..100."""
        return 100.0 * int(self.counts.max()) / self.pairs

    def percentile(self, cosine: float) -> float:
        """Return the share of pairs with a smaller cosine, 0..100; within a bin in proportion."""
        place = (min(1.0, max(-1.0, cosine)) + 1.0) * _BINS_PER_UNIT
        whole = min(int(place), len(self.counts) - 1)
        below = int(self._below[whole]) + (place - whole) * int(self.counts[whole])
        return 100.0 * below / self.pairs

    def histogram(self, bins: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return coarser counts (bins,) and their edges from −1 to 1 (bins + 1,).

        ``bins`` must divide 20,000.
        """
        counts = self.counts.reshape(bins, -1).sum(axis=1)
        return counts, np.linspace(-1.0, 1.0, bins + 1)


def pair_reference(
    search: Search, vocabulary: Vocabulary, *, progress: Progress = unwatched
) -> PairReference | None:
    """Work out what cosines are compared with.

    Pairs of common words where the vocabulary tells which are, else pairs of all listed rows. All pairs of
    the chosen rows are counted, in float32. None for fewer than two rows.

    Parameters
    ----------
    search
        Over the table.
    vocabulary
        Its tokens.
    progress
        Share done, 0..1.
    """
    listed = search.listed()
    common = np.array([row for row in common_words(vocabulary) if search.has_direction(row)], dtype=np.intp)
    if len(common) >= _FEWEST:
        return count_pairs(search, common, "common words", progress=progress)
    if len(listed) < 2:
        return None
    return count_pairs(search, listed, "tokens", progress=progress)


def count_pairs(
    search: Search, ids: Ids, of: str, *, sample: int = SAMPLE, progress: Progress = unwatched
) -> PairReference:
    """Count the cosines of all pairs of at least two rows, or of a sample of them that is always the same."""
    sampled = len(ids) > sample
    if sampled:
        ids = np.sort(np.random.default_rng(0).choice(ids, sample, replace=False))
        of = f"{sample:,} {of} drawn at random"
    units = search.unit_rows(ids)
    count = len(units)
    counts = np.zeros(2 * _BINS_PER_UNIT, dtype=np.int64)
    sums = np.zeros(2)
    lock = threading.Lock()

    def block(start: int, stop: int) -> None:
        own = units[start:stop]
        upper = (own @ own.T)[np.triu_indices(len(own), 1)]
        cosines = np.concatenate([upper, (own @ units[stop:].T).ravel()])
        places = ((cosines + np.float32(1)) * np.float32(_BINS_PER_UNIT)).astype(np.int32)
        found = np.bincount(np.clip(places, 0, counts.size - 1, out=places), minlength=counts.size)
        total = cosines.sum(dtype=np.float64), np.square(cosines).sum(dtype=np.float64)
        with lock:
            np.add(counts, found, out=counts)
            np.add(sums, total, out=sums)

    # Several blocks at a time, each on one thread, are faster than each product on several.
    with single_blas_thread():
        in_blocks(count, block_rows(_BLOCK_PAIRS, count), block, progress=progress)
    counts.setflags(write=False)
    pairs = count * (count - 1) // 2
    mean, mean_square = (float(one) / pairs for one in sums)
    below = np.cumsum(counts) - counts
    sd = max(0.0, mean_square - mean * mean) ** 0.5
    return PairReference(of, count, sampled, mean, sd, counts, below)


def common_words(vocabulary: Vocabulary) -> list[int]:
    """Return ids of word-start lower-case tokens below `COMMON_IDS`; none unless ids follow merge rank."""
    if not ordered_by_merges(vocabulary):
        return []
    found = []
    for token_id in rested(range(min(COMMON_IDS, len(vocabulary)))):
        kind, core = vocabulary.form(token_id)
        if kind == "word-start" and core.isalpha() and core.islower() and vocabulary.is_normal(token_id):
            found.append(token_id)
    return found


def ordered_by_merges(vocabulary: Vocabulary) -> bool:
    """Return whether tokens are numbered in the order in which byte-pair encoding made them.

    Then every token is made of two that came before it, single characters aside. Vocabularies that are
    ordered by the frequency of words, or by a unigram model, are not so.
    """
    if vocabulary.scheme not in (TokenScheme.BYTE_LEVEL, TokenScheme.SENTENCEPIECE):
        return False
    seen = made = 0
    for token_id in rested(range(min(COMMON_IDS, len(vocabulary)))):
        token = vocabulary.tokens[token_id]
        if token is None or len(token) < 3 or not vocabulary.is_normal(token_id):
            continue
        seen += 1
        cuts = ((token[:cut], token[cut:]) for cut in range(1, len(token)))
        made += any(all(_came_before(vocabulary, piece, token_id) for piece in pieces) for pieces in cuts)
    return seen >= _FEWEST and made >= _ORDERED_SHARE * seen


def _came_before(vocabulary: Vocabulary, piece: str, token_id: int) -> bool:
    if len(piece) == 1:
        return True
    first = vocabulary.first_id(piece)
    return first is not None and first < token_id
