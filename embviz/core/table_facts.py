"""What can be measured of a table: lengths of its rows, cosines of random pairs, rows that no list shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.histogram import Histogram, histogram_of, pair_histogram
from embviz.core.passes import Progress, unwatched
from embviz.core.vocabulary import TokenKind

if TYPE_CHECKING:
    from embviz.core.baseline import Baseline
    from embviz.core.pair_reference import PairReference
    from embviz.core.table import EmbeddingTable
    from embviz.errors import Notice


@dataclass(frozen=True, eq=False)
class RowNorms:
    """Euclidean lengths of the rows that have a direction.

    Attributes
    ----------
    mean, sd
        Mean and standard deviation.
    least, greatest
        Extremes.
    rows
        How many rows were measured.
    histogram
        Of the lengths.
    """

    mean: float
    sd: float
    least: float
    greatest: float
    rows: int
    histogram: Histogram


@dataclass(frozen=True)
class RowCounts:
    """How many rows are no ordinary tokens, by kind, and how many have no direction.

    Attributes
    ----------
    padding
        Without a token.
    control, byte, unused
        Kinds of tokens that no list shows.
    zero, nonfinite
        Rows of nothing but zeros; rows with NaN or infinity. Padding rows are counted here too.
    """

    padding: int
    control: int
    byte: int
    unused: int
    zero: int
    nonfinite: int


@dataclass(frozen=True, eq=False)
class TableFacts:
    """Measurements of one table.

    Attributes
    ----------
    table
        What was measured.
    norms
        None when no row has a direction.
    counts
        Rows by kind.
    reference, pairs
        Random pairs that cosines are compared with, and their histogram; None without pairs.
    baseline
        Mean and SD over all pairs of listed rows; None before it is worked out, and without pairs.
    notices
        All that has to be said of the table.
    """

    table: EmbeddingTable
    norms: RowNorms | None
    counts: RowCounts
    reference: PairReference | None
    pairs: Histogram | None
    baseline: Baseline | None
    notices: tuple[Notice, ...]


def measure_table(table: EmbeddingTable, *, progress: Progress = unwatched) -> TableFacts:
    """Measure a table, but for its baseline: one pass over the rows, and the cosines of random pairs.

    Parameters
    ----------
    progress
        Share done, 0..1, of whichever part is under way; may raise `embviz.errors.Stopped`.
    """
    norms = table.search(progress=progress).scorer.norms
    reference = table.pair_reference(progress=progress)
    return TableFacts(
        table=table,
        norms=_row_norms(table, norms),
        counts=_count_rows(table, norms),
        reference=reference,
        pairs=None if reference is None else pair_histogram(reference),
        baseline=None,
        notices=table.notices,
    )


def with_baseline(facts: TableFacts, *, progress: Progress = unwatched) -> TableFacts:
    """Add the mean cosine over all pairs, which takes V·d² steps: half a minute where d is 4,096."""
    return replace(facts, baseline=facts.table.baseline(progress=progress))


def _row_norms(table: EmbeddingTable, norms: np.ndarray) -> RowNorms | None:
    kinds = table.vocabulary.kinds
    measurable = np.isfinite(norms) & (norms > 0)
    named = measurable & (kinds != TokenKind.NONE.value)
    # A table whose rows have no tokens at all (of positions, say) is measured whole.
    lengths = norms[named if named.any() else measurable]
    histogram = histogram_of(lengths)
    if histogram is None:
        return None
    return RowNorms(
        mean=float(lengths.mean()),
        sd=float(lengths.std()),
        least=float(lengths.min()),
        greatest=float(lengths.max()),
        rows=int(lengths.size),
        histogram=histogram,
    )


def _count_rows(table: EmbeddingTable, norms: np.ndarray) -> RowCounts:
    counts = np.bincount(table.vocabulary.kinds, minlength=len(TokenKind))
    return RowCounts(
        padding=int(counts[TokenKind.NONE.value]),
        control=int(counts[TokenKind.CONTROL.value]),
        byte=int(counts[TokenKind.BYTE.value]),
        unused=int(counts[TokenKind.UNUSED.value]),
        zero=int(np.count_nonzero(norms == 0)),
        nonfinite=int(np.count_nonzero(~np.isfinite(norms))),
    )
