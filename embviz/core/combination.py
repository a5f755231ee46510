"""From an expression to one vector: the terms as rows of a table, added with their weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.expression import Expression, parse, written
from embviz.core.neighbors import check_direction
from embviz.core.resolve import ResolvedWord, SplitPolicy, find, joined_pieces, resolve
from embviz.core.rows import mean_rows
from embviz.core.search import Metric
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]

_ROUNDING = 1e-12
"""What is left of a sum below this share of its terms' lengths is rounding, and has no direction."""


@dataclass(frozen=True)
class WeightedWord:
    """A term that has a vector.

    Attributes
    ----------
    weight
        With its sign.
    text
        As typed.
    word
        The row it means, or the mean of its pieces.
    """

    weight: float
    text: str
    word: ResolvedWord

    @property
    def id(self) -> int | None:
        """The row, or None for a mean of several."""
        return self.word.id

    @property
    def ids(self) -> tuple[int, ...]:
        """Its row, or the rows whose mean it is."""
        return self.word.ids

    @property
    def name(self) -> str:
        """As it is spoken of: the typed word; an exact token or a piece in its shown form."""
        return self.word.text


@dataclass(frozen=True)
class Combination:
    """An expression read against a table.

    Attributes
    ----------
    terms
        In order, at least one.
    expected
        What was typed after ``=``, empty without it.
    notices
        What had to be said: words taken in another case, left out, or cut at hyphens.
    """

    terms: tuple[WeightedWord, ...]
    expected: str = ""
    notices: tuple[Notice, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """Rows of all terms, each once."""
        return tuple(dict.fromkeys(row for term in self.terms for row in term.ids))

    @property
    def start(self) -> WeightedWord:
        """The first term that is added, or the first if none is."""
        return next((term for term in self.terms if term.weight > 0), self.terms[0])

    def __str__(self) -> str:
        return spoken(self.terms)


def spoken(terms: Sequence[WeightedWord]) -> str:
    """Write terms as they are spoken of: ``king − man + 0.5*woman``."""
    return written((term.weight, term.name) for term in terms)


def read_combination(
    table: EmbeddingTable, text: str, *, split: SplitPolicy = SplitPolicy.ERROR
) -> Combination:
    """Read an expression and find the rows of its words.

    A word of several tokens is refused, left out with a notice, or replaced by the mean of its pieces or by
    the pieces themselves, each with the word's weight.

    Raises
    ------
    EmbvizError
        As `embviz.core.expression.parse`; ``split-word``, ``unknown-word``, ``no-row``.
    """
    expression = parse(text, is_word=lambda word: table.vocabulary.best(word) is not None)
    notices = list(_tight(expression))
    terms: list[WeightedWord] = []
    for term in expression.terms:
        words = resolve(table, term.text, split=split)
        if not words:
            pieces = joined_pieces(table, [piece.id for piece in find(table, term.text)])
            notices.append(
                Notice("split-words", f"“{term.text}” is several tokens, {pieces}, and was left out.")
            )
        for word in words:
            if word.taken_as:
                notices.append(Notice("taken-as", f"“{term.text}” is taken as {word.taken_as}."))
            as_typed = term.text if len(words) == 1 else word.text
            terms.append(WeightedWord(term.weight, as_typed, word))
    if not terms:
        raise EmbvizError(
            "All words of the expression are several tokens and were left out.",
            code="split-word",
            hint="Choose “--split mean” for the mean of their pieces.",
        )
    return Combination(tuple(terms), expression.expected, tuple(dict.fromkeys(notices)))


def term_vectors(table: EmbeddingTable, terms: Sequence[WeightedWord]) -> Float64:
    """Return the rows of the terms as stored, or the means of their pieces' rows: float64, (m, d).

    Raises
    ------
    EmbvizError
        ``zero-row`` for a row of zeros, or one with values that are not finite.
    """
    vectors = mean_rows(table.vectors, [term.ids for term in terms])
    for vector, term in zip(vectors, terms, strict=True):
        check_direction(vector, f"The row of “{term.name}”", Metric.COSINE)
    return vectors


def combine(vectors: Float64, weights: Sequence[float], *, normalize: bool = False) -> Float64:
    """Add vectors with their weights.

    Parameters
    ----------
    vectors
        float64, (m, d), none of them zero.
    weights
        One for each.
    normalize
        Bring every vector to length 1 before it is added, as gensim does.

    Returns
    -------
    float64, (d,).

    Raises
    ------
    EmbvizError
        ``zero-vector`` when the terms cancel out.
    """
    factors = np.array(weights, dtype=np.float64)
    lengths = np.sqrt((vectors * vectors).sum(axis=1))
    if normalize:
        vectors, lengths = vectors / lengths[:, None], np.ones_like(lengths)
    total: Float64 = (vectors * factors[:, None]).sum(axis=0)
    if np.sqrt((total * total).sum()) <= _ROUNDING * float(np.abs(factors) @ lengths):
        raise EmbvizError(
            "The terms cancel out: what is left is the zero vector, which has no direction.",
            code="zero-vector",
            hint="Change a word or a weight.",
        )
    return total


def _tight(expression: Expression) -> tuple[Notice, ...]:
    return tuple(
        Notice(
            "hyphens",
            f"“{text}” is no single token and was read as a subtraction; put it in quotes to mean the word.",
        )
        for text in expression.tight
    )
