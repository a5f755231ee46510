"""The rows of typed word pairs; what cannot be used is named with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.resolve import ResolvedWord, SplitPolicy, find, joined_pieces, resolve
from embviz.core.rows import mean_rows
from embviz.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.pairs import Pair
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]


@dataclass(frozen=True)
class DirectionPair:
    """A pair whose words both have vectors; ``left_text`` and ``right_text`` as typed."""

    left: ResolvedWord
    right: ResolvedWord


@dataclass(frozen=True)
class LeftOut:
    """A typed pair that is not used, and why: a few words after ``because``."""

    pair: Pair
    reason: str
    split: bool = False


def read_pair_words(
    table: EmbeddingTable, pairs: Sequence[Pair], split: SplitPolicy
) -> tuple[tuple[DirectionPair, ...], tuple[LeftOut, ...], tuple[Notice, ...]]:
    """Find the rows of pairs: those that can be used, those that cannot and why, and what has to be said.

    SKIP leaves a pair with a word of several tokens out; MEAN takes the mean of its pieces.
    """
    used: dict[tuple[tuple[int, ...], tuple[int, ...]], DirectionPair] = {}
    left_out: list[LeftOut] = []
    notices: list[Notice] = []
    for pair in pairs:
        words: list[ResolvedWord] = []
        for text in pair:
            word = read_word(table, text, split)
            if isinstance(word, LeftOut):
                left_out.append(LeftOut(pair, word.reason, word.split))
                break
            words.append(word)
        if len(words) < 2:
            continue
        left, right = words
        key = (left.ids, right.ids)
        if left.ids == right.ids:
            left_out.append(LeftOut(pair, "both words are the same row"))
        elif key in used:
            left_out.append(LeftOut(pair, "the pair is there already"))
        elif _same_vector(table, left, right):
            left_out.append(LeftOut(pair, "both words have the same vector"))
        else:
            used[key] = DirectionPair(left, right)
            notices += [
                Notice("taken-as", f"“{word.text}” is taken as {word.taken_as}.")
                for word in words
                if word.taken_as
            ]
    return tuple(used.values()), tuple(left_out), tuple(dict.fromkeys(notices))


def read_word(table: EmbeddingTable, text: str, split: SplitPolicy) -> ResolvedWord | LeftOut:
    """Find the row of a word, or the mean of its pieces under MEAN; or why it has none."""
    pieces = find(table, text)
    if not pieces:
        return LeftOut((text, text), f"“{text.strip()}” is not in this table")
    if len(pieces) > 1 and split is not SplitPolicy.MEAN:
        joined = joined_pieces(table, [piece.id for piece in pieces])
        return LeftOut((text, text), f"“{text.strip()}” is {len(pieces)} tokens: {joined}", split=True)
    (word,) = resolve(table, text, split=SplitPolicy.MEAN)
    vector = word_vectors(table, [word])[0]
    if not (np.isfinite(vector).all() and vector.any()):
        return LeftOut((text, text), f"the row of “{text.strip()}” has no direction")
    return word


def word_vectors(table: EmbeddingTable, words: Sequence[ResolvedWord], *, normalize: bool = False) -> Float64:
    """Return the rows of words as stored, or of unit length: float64, (n, d)."""
    vectors = mean_rows(table.vectors, [word.ids for word in words])
    if normalize:
        vectors /= np.sqrt((vectors * vectors).sum(axis=1))[:, None]
    return vectors


def _same_vector(table: EmbeddingTable, left: ResolvedWord, right: ResolvedWord) -> bool:
    one, other = word_vectors(table, [left, right])
    return bool(np.array_equal(one, other))
