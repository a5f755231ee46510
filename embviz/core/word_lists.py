"""The lists of one word on a map: what looks nearest to it, and what truly is; exact on maps of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.distortion import lists_from_chords
from embviz.core.passes import Progress, block_rows, unwatched
from embviz.core.request import VectorMode
from embviz.core.vectors import map_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.distortion import Distortion, MapNeighbor
    from embviz.core.mapping import MapResult
    from embviz.core.table import EmbeddingTable
    from embviz.core.words import MapWord

Float64 = NDArray[np.float64]

_BLOCK_VALUES = 1 << 20


@dataclass(frozen=True, eq=False)
class WordLists:
    """Neighbours of the word at place ``word``: as drawn and in truth, nearest first."""

    word: int
    looks: tuple[MapNeighbor, ...]
    truly: tuple[MapNeighbor, ...]


def known_lists(distortion: Distortion | None, word: int) -> WordLists | None:
    """Lists that came with the measuring; None where there are none, or where the word was not measured."""
    if distortion is None:
        return None
    looks = distortion.looks_nearest(word)
    return WordLists(word, looks, distortion.truly_nearest(word)) if looks else None


def word_lists(
    table: EmbeddingTable, result: MapResult, word: int, *, progress: Progress = unwatched
) -> WordLists | None:
    """Lists of any word of a map; those of a large map take a pass over its words' vectors.

    Parameters
    ----------
    table
        That the map was drawn from.
    result
        The map.
    word
        Place of the word.
    progress
        Share of that pass, 0..1.

    Returns
    -------
    None for a map of which nothing was measured.
    """
    found = known_lists(result.distortion, word)
    if found is not None or result.distortion is None:
        return found
    mode = reference_mode(result.request.vectors)
    chords = np.sqrt(chord_squares(table, result.words, mode, word, progress=progress))
    looks, truly = lists_from_chords(chords, result.layout.positions, word, result.distortion)
    return WordLists(word, looks, truly)


def reference_mode(vectors: VectorMode) -> VectorMode:
    """Vectors whose cosines say who truly is near: those of the list, for a map of raw vectors too."""
    return VectorMode.UNIT if vectors is VectorMode.RAW else vectors


def chord_squares(
    table: EmbeddingTable,
    words: Sequence[MapWord],
    mode: VectorMode,
    word: int,
    *,
    progress: Progress = unwatched,
) -> Float64:
    """Squares 2 − 2·cosine of the distances of one word to all, (n,), from differences, block by block.

    ``mode`` is unit or common-removed.
    """
    own = map_vectors(table, words[word : word + 1], mode)
    squares = np.empty(len(words))
    size = block_rows(_BLOCK_VALUES, table.dim)
    for start in range(0, len(words), size):
        block = map_vectors(table, words[start : start + size], mode) - own
        squares[start : start + size] = np.einsum("ij,ij->i", block, block)
        progress(min(1.0, (start + size) / len(words)))
    return squares
