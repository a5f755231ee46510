"""The neighbour list of a table: from a word, a row or a vector to exact neighbours with their tokens."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embviz.core.resolve import no_row, resolve
from embviz.core.search import Hit, Metric, Neighbor
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.rows import Rows
    from embviz.core.table import EmbeddingTable
    from embviz.core.vocabulary import Vocabulary

Float64 = NDArray[np.float64]

Query = str | int | np.integer[Any] | ArrayLike
"""A typed word, an id or a vector."""


_LARGEST = 1e150
"""From here on squares overflow."""


class TableSide(enum.Enum):
    """Which of a model's two tables is searched."""

    INPUT = "input"
    OUTPUT = "output"


def nearest(
    table: EmbeddingTable,
    query: Query,
    *,
    k: int = 10,
    metric: Metric | str = Metric.COSINE,
    all_rows: bool = False,
    side: TableSide | str = TableSide.INPUT,
) -> tuple[Neighbor, ...]:
    """Find the k exact nearest rows of a word, a row or a vector.

    Parameters
    ----------
    table
        Where to look.
    query
        A word as typed, an id, or a vector (d,). The row of a word or id is left out of its list.
    k
        How many, at least 1; fewer come back when the table has no more.
    metric
        ``cosine``, ``dot`` or ``euclidean``, between rows as they are stored.
    all_rows
        List hidden rows too: control, byte, unused and padding tokens.
    side
        ``input`` or ``output``: the table that both the query's row and the list are taken from.

    Raises
    ------
    EmbvizError
        ``split-word``, ``unknown-word``, ``no-row``, ``zero-row`` when the query has no direction, ``shape``
        for a vector of another length, ``bad-k``, ``bad-metric``, ``bad-side``, ``no-output-table``.
    """
    measure = chosen_metric(metric)
    k = chosen_length(k)
    search = table.search(side)
    vector, row = query_vector(table, query, search.rows, measure)
    hits = search.top(vector, k, metric=measure, leave_out=() if row is None else (row,), all_rows=all_rows)
    return neighbors(table.vocabulary, hits, range(1, len(hits) + 1))


def neighbors(vocabulary: Vocabulary, hits: Sequence[Hit], ranks: Sequence[int]) -> tuple[Neighbor, ...]:
    """Return found rows with their ranks and tokens."""
    return tuple(
        Neighbor(rank, hit.id, *_token(vocabulary, hit.id), hit.score)
        for rank, hit in zip(ranks, hits, strict=True)
    )


def query_vector(
    table: EmbeddingTable, query: Query, rows: Rows, metric: Metric
) -> tuple[Float64, int | None]:
    """Return the vector (d,) of a query in float64, and its row where it is one.

    Raises
    ------
    EmbvizError
        As `nearest`.
    """
    row: int | None = None
    if isinstance(query, str):
        row = resolve(table, query)[0].id
    elif isinstance(query, (int, np.integer)) and not isinstance(query, (bool, np.bool_)):
        row = int(query)
    if row is None:
        vector = _given_vector(query, table.dim)
    elif 0 <= row < len(rows):
        vector = rows[row].astype(np.float64)
    else:
        raise no_row(table, row)
    check_direction(vector, "The query" if row is None else f"Row {row}", metric)
    return vector, row


def _given_vector(query: ArrayLike, dim: int) -> Float64:
    """Return a vector that was given as numbers; refuses everything else with ``shape``."""
    given = np.asarray(query)
    if given.dtype.kind in "biuf" and given.shape == (dim,):
        return given.astype(np.float64)
    what = f"numbers of the shape {given.shape}" if given.dtype.kind in "biuf" else "no numbers"
    raise EmbvizError(
        f"A vector of this table has {dim} numbers; these are {what}.",
        code="shape",
        hint="Give one vector, a word or an id.",
    )


def check_direction(vector: Float64, name: str, metric: Metric) -> None:
    """Raise ``zero-row`` unless a vector can be compared by a metric."""
    if not (np.abs(vector) < _LARGEST).all():
        problem = "holds values that are no finite numbers or far too large: nothing compares with it."
    elif metric is Metric.COSINE and not (vector * vector).sum() > 0:
        problem = "is all zeros: it has no direction, and a cosine with it is undefined."
    else:
        return
    raise EmbvizError(f"{name} {problem}", code="zero-row", hint="Choose another word.")


def chosen_length(k: object) -> int:
    """Return the length of a list; refuses what is no whole number from 1 with ``bad-k``."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise EmbvizError(
            f"A list cannot have {k} lines.", code="bad-k", hint="Choose a whole number from 1."
        )
    return int(k)


def chosen_metric(metric: Metric | str) -> Metric:
    """Return a metric by its name.

    Raises
    ------
    EmbvizError
        ``bad-metric``.
    """
    try:
        return Metric(metric)
    except ValueError:
        names = ", ".join(one.value for one in Metric)
        raise EmbvizError(
            f"There is no metric “{metric}”.", code="bad-metric", hint=f"Choose one of {names}."
        ) from None


def chosen_side(side: TableSide | str) -> TableSide:
    """Return one of the two tables by its name.

    Raises
    ------
    EmbvizError
        ``bad-side``.
    """
    try:
        return TableSide(side)
    except ValueError:
        raise EmbvizError(
            f"There is no table “{side}”.", code="bad-side", hint="Choose input or output."
        ) from None


def _token(vocabulary: Vocabulary, row: int) -> tuple[str, str]:
    if row >= len(vocabulary):
        return "", ""
    return vocabulary.tokens[row] or "", vocabulary.read_text(row)
