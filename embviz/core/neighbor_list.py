"""The neighbour list of a typed word, as scripts ask for it: exact, unfiltered, whole or by pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.neighbors import TableSide, check_direction, chosen_metric, chosen_side, neighbors
from embviz.core.resolve import ResolvedWord, SplitPolicy, find, joined_pieces, resolve
from embviz.core.rows import mean_row
from embviz.core.search import Metric, Neighbor
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


@dataclass(frozen=True)
class NeighborList:
    """The exact list of one query.

    Attributes
    ----------
    word
        The query: a row, or the mean of a word's pieces.
    metric, side
        How, and in which table, was searched.
    neighbors
        Best first. The query's own rows are left out: of a mean, those of its pieces.
    """

    word: ResolvedWord
    metric: Metric
    side: TableSide
    neighbors: tuple[Neighbor, ...]


def neighbor_lists(
    table: EmbeddingTable,
    text: str,
    *,
    k: int = 10,
    metric: Metric | str = Metric.COSINE,
    side: TableSide | str = TableSide.INPUT,
    all_rows: bool = False,
    split: SplitPolicy = SplitPolicy.ERROR,
) -> tuple[NeighborList, ...]:
    """List the nearest rows of a typed word: one list, or under PIECES one for each piece.

    Raises
    ------
    EmbvizError
        ``split-word`` under ERROR, and under SKIP, which leaves nothing to look up; ``unknown-word``,
        ``no-row``, ``zero-row``, ``no-output-table``, ``bad-metric``, ``bad-side``.
    """
    chosen, table_side = chosen_metric(metric), chosen_side(side)
    words = resolve(table, text, split=split)
    if not words:
        pieces = joined_pieces(table, [piece.id for piece in find(table, text)])
        raise EmbvizError(
            f"“{text.strip()}” is several tokens, {pieces}, and was skipped: nothing is left to look up.",
            code="split-word",
            hint="Choose “--split mean” or “--split pieces”.",
        )
    search = table.search(table_side)
    lists = []
    for word in words:
        vector = mean_row(search.rows, word.ids)
        check_direction(vector, f"The vector of “{word.text}”", chosen)
        hits = search.top(vector, k, metric=chosen, leave_out=word.ids, all_rows=all_rows)
        found = neighbors(table.vocabulary, hits, range(1, len(hits) + 1))
        lists.append(NeighborList(word, chosen, table_side, found))
    return tuple(lists)
