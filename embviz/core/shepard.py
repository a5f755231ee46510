"""Pairs of words for a Shepard plot: how far apart they truly are against how far apart they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.vectors import map_vectors
from embviz.core.word_lists import reference_mode

if TYPE_CHECKING:
    from embviz.core.mapping import MapResult
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]
Float32 = NDArray[np.float32]
Ids = NDArray[np.intp]

MOST_PAIRS = 20_000
"""More pairs than this are thinned to as many, drawn at random."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Some pairs: cosine distance 1 − cosine, and distance as a share of the map's diagonal, (m,) each."""

    true: Float64
    drawn: Float64


@dataclass(frozen=True, eq=False)
class PairedWords:
    """Words that pairs are made of.

    Attributes
    ----------
    places
        Their places on the map, ascending, (m,).
    units
        Their vectors of unit length, float32, (m, d).
    positions
        On the map, in shares of its diagonal, (m, 2).
    """

    places: Ids
    units: Float32
    positions: Float64

    def pairs(self, first: Ids, second: Ids) -> Pairs:
        """Pairs given by two numbers in 0..m−1 each."""
        true = 1.0 - np.einsum("ij,ij->i", self.units[first], self.units[second], dtype=np.float64)
        drawn = np.sqrt(np.square(self.positions[first] - self.positions[second]).sum(axis=1))
        # Equal vectors may differ in the last bit.
        return Pairs(np.maximum(true, 0.0), drawn)


@dataclass(frozen=True, eq=False)
class Shepard:
    """Pairs of a map's words.

    Attributes
    ----------
    words
        All words that were measured.
    pairs
        All of their pairs, or `MOST_PAIRS` of them.
    total
        How many pairs all words of the map have.
    """

    words: PairedWords
    pairs: Pairs
    total: int

    @property
    def thinned(self) -> bool:
        """Whether only some of the pairs are here."""
        return self.pairs.true.size < self.total

    def of_word(self, word: int) -> tuple[Ids, Pairs] | None:
        """Places of all others here, (m − 1,), and a word's pairs with them; None if it is not here."""
        places = self.words.places
        at = int(np.searchsorted(places, word))
        if at == places.size or places[at] != word:
            return None
        others = np.delete(np.arange(places.size), at)
        return places[others], self.words.pairs(np.full(others.size, at), others)


def shepard(table: EmbeddingTable, result: MapResult, *, seed: int = 0) -> Shepard | None:
    """Compare distances of a map's words; of a large map those of the words that were measured.

    Parameters
    ----------
    table
        That the map was drawn from.
    result
        The map.
    seed
        Of the draw of pairs, where there are too many.

    Returns
    -------
    None for a map of which nothing was measured.
    """
    if result.distortion is None:
        return None
    places = result.distortion.measured.astype(np.intp)
    chosen = [result.words[place] for place in places.tolist()]
    units = map_vectors(table, chosen, reference_mode(result.request.vectors)).astype(np.float32)
    positions = result.layout.positions
    diagonal = float(np.sqrt(np.square(np.ptp(positions, axis=0)).sum())) or 1.0
    words = PairedWords(places, units, positions[places] / diagonal)
    own = places.size * (places.size - 1) // 2
    numbers = np.arange(own)
    if own > MOST_PAIRS:
        numbers = np.sort(np.random.default_rng(seed).choice(own, MOST_PAIRS, replace=False))
    count = len(result.words)
    return Shepard(words, words.pairs(*_pair_places(numbers, places.size)), count * (count - 1) // 2)


def _pair_places(numbers: Ids, count: int) -> tuple[Ids, Ids]:
    """Rows and columns of entries of the upper triangle of a square, counted row by row."""
    starts = np.concatenate([[0], np.cumsum(np.arange(count - 1, 0, -1))])
    rows = np.searchsorted(starts, numbers, side="right") - 1
    return rows, numbers - starts[rows] + rows + 1
