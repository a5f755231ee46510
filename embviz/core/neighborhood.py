"""The neighbour list as people read it: the exact list, with back ranks, percentiles and filters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.neighbors import check_direction
from embviz.core.passes import Progress, unwatched
from embviz.core.rests import rest, rested
from embviz.core.rows import mean_rows
from embviz.core.search import Hit, Metric, Search

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable
    from embviz.core.words import MapWord

Float64 = NDArray[np.float64]
Bools = NDArray[np.bool_]

_SPARE = 3
"""How many times more rows are asked for at first when variants are folded: few words have more than two."""


COMPARED = 5
"""So many first rows of two lists are compared to say how much they differ."""


@dataclass(frozen=True)
class NeighborhoodOptions:
    """What is listed, and how.

    Filters hide rows and do not renumber: gaps in the ranks are honest.

    Attributes
    ----------
    metric
        ``cosine``, ``dot`` or ``euclidean``.
    side
        ``input`` or ``output``: which of an untied model's two tables is searched.
    whole_words
        Only tokens that begin a word.
    fold_variants
        Of tokens that differ only in case or leading space, only the first.
    on_map
        Only words that are on the map.
    limit
        Most rows in the list.
    common_removed
        Compare rows with the common direction taken out (Mu & Viswanath 2018), not as they are stored.
    """

    metric: str = "cosine"
    side: str = "input"
    whole_words: bool = True
    fold_variants: bool = True
    on_map: bool = False
    limit: int = 50
    common_removed: bool = False


@dataclass(frozen=True)
class NeighborRow:
    """One line of the list; ``token`` as stored, ``shown`` for the eye, ``text`` what it stands for.

    ``back_rank`` is the rank of the query in this token's own list, None for a mean of several words;
    ``percentile`` the share of random pairs with a smaller cosine, 0..100, None for the other metrics.
    """

    rank: int
    id: int
    token: str
    shown: str
    text: str
    score: float
    back_rank: int | None
    percentile: float | None


@dataclass(frozen=True, eq=False)
class Neighborhood:
    """The list for one word, or for the mean of several.

    Attributes
    ----------
    words
        Whose neighbours these are; more than one for the mean of their rows.
    options
        As asked.
    rows
        The list, best first.
    searched
        Number of rows that could have been listed.
    reference
        Mean cosine of the random pairs that the percentile speaks of; None for the other metrics.
    odd_one_out
        With three or more words: the one with the least cosine to the mean of the others, and that cosine.
    changed
        With the common direction removed: how many of the first `compared` rows are not among as many first
        rows of the list of rows as stored, under the same filters; None otherwise.
    compared
        Length of the two lists that were compared.
    """

    words: tuple[MapWord, ...]
    options: NeighborhoodOptions
    rows: tuple[NeighborRow, ...]
    searched: int
    reference: float | None
    odd_one_out: tuple[MapWord, float] | None = None
    changed: int | None = None
    compared: int = 0


def neighborhood(
    table: EmbeddingTable,
    words: tuple[MapWord, ...],
    options: NeighborhoodOptions,
    *,
    on_map: frozenset[int] = frozenset(),
    progress: Progress = unwatched,
) -> Neighborhood:
    """List the nearest rows of a word, or of the mean of several, over the whole vocabulary.

    Parameters
    ----------
    words
        At least one. A word that is a mean of pieces counts as the mean of their rows.
    on_map
        Ids of the words on the map, for the filter of that name.
    progress
        Share of the first pass over the table (0..1); what it raises ends the work.

    Raises
    ------
    EmbvizError
        ``no-output-table`` when the output side is asked of a model that has none; ``zero-row`` when the mean
        of the words has no direction.
    """
    search = _search(table, options, progress)
    metric = Metric(options.metric)
    query = _query(search, words)
    name = f"The vector of “{words[0].text}”" if len(words) == 1 else f"The mean of these {len(words)} words"
    check_direction(query, name, metric)
    own = frozenset(id_ for word in words for id_ in word.ids)
    allowed = _allowed(table, search, options, on_map)
    rest()
    hits = _hits(table, search, query, own, options, allowed)
    rest()
    ids = [hit.id for hit in hits]
    ranks = search.ranks(query, ids, metric=metric, leave_out=own)
    rest()
    single = words[0].id if len(words) == 1 else None
    backs = (
        [None] * len(ids) if single is None else search.back_ranks(query, ids, query_id=single, metric=metric)
    )
    rest()
    reference = None
    if metric is Metric.COSINE:
        reference = table.shifted_reference() if options.common_removed else table.pair_reference()
    rows = tuple(
        NeighborRow(
            rank=rank,
            id=hit.id,
            token=table.tokens[hit.id] or "",
            shown=table.vocabulary.shown(hit.id),
            text=table.vocabulary.read_text(hit.id),
            score=hit.score,
            back_rank=back,
            percentile=None if reference is None else reference.percentile(hit.score),
        )
        for hit, rank, back in zip(hits, ranks, backs, strict=True)
    )
    return Neighborhood(
        words=words,
        options=options,
        rows=rows,
        searched=search.searched(),
        reference=None if reference is None else reference.mean,
        odd_one_out=odd_one_out(table, words, common_removed=options.common_removed),
        changed=_changed(table, words, options, hits[:COMPARED], allowed) if options.common_removed else None,
        compared=min(COMPARED, len(hits)),
    )


def odd_one_out(
    table: EmbeddingTable, words: tuple[MapWord, ...], *, common_removed: bool = False
) -> tuple[MapWord, float] | None:
    """Find the word with the least cosine to the mean of the others; None for fewer than three words."""
    if len(words) < 3:
        return None
    source = table.shifted_search().rows if common_removed else table.vectors
    rows = mean_rows(source, [word.ids for word in words])
    units = rows / np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    others = units.sum(axis=0) - units
    lengths = np.sqrt((others * others).sum(axis=1))
    cosines = (units * others).sum(axis=1) / np.where(lengths > 0, lengths, 1.0)
    least = int(cosines.argmin())
    return words[least], float(cosines[least])


def _query(search: Search, words: tuple[MapWord, ...]) -> Float64:
    """What is searched for: the word's row, or the mean of several words' rows, (d,)."""
    query: Float64 = mean_rows(search.rows, [word.ids for word in words]).mean(axis=0)
    return query


def _search(table: EmbeddingTable, options: NeighborhoodOptions, progress: Progress) -> Search:
    if options.common_removed:
        return table.shifted_search(options.side, progress=progress)
    return table.search(options.side, progress=progress)


def _changed(
    table: EmbeddingTable,
    words: tuple[MapWord, ...],
    options: NeighborhoodOptions,
    hits: list[Hit],
    allowed: Bools | None,
) -> int:
    """How many of the first shifted hits are not among as many first hits of the rows as stored."""
    search = table.search(options.side)
    query = _query(search, words)
    own = frozenset(id_ for word in words for id_ in word.ids)
    raw = _hits(table, search, query, own, replace(options, limit=len(hits)), allowed)
    return len({hit.id for hit in hits} - {hit.id for hit in raw})


def _allowed(
    table: EmbeddingTable, search: Search, options: NeighborhoodOptions, on_map: frozenset[int]
) -> Bools | None:
    """Rows that the filters let through, (V,); None for all."""
    if options.on_map:
        allowed = np.zeros(len(search.rows), dtype=np.bool_)
        allowed[list(on_map)] = True
        return allowed
    if not options.whole_words:
        return None
    allowed = np.zeros(len(search.rows), dtype=np.bool_)
    words = table.vocabulary.words[: len(allowed)]
    allowed[: len(words)] = words
    return allowed


def _hits(
    table: EmbeddingTable,
    search: Search,
    query: Float64,
    own: frozenset[int],
    options: NeighborhoodOptions,
    allowed: Bools | None,
) -> list[Hit]:
    metric = Metric(options.metric)

    def top(count: int) -> list[Hit]:
        return search.top(query, count, metric=metric, leave_out=own, only=allowed)

    if not options.fold_variants:
        return top(options.limit)
    asked = options.limit * _SPARE
    while True:
        hits = top(asked)
        kept = _folded(table, hits, own)
        if len(kept) >= options.limit or len(hits) < asked:
            return kept[: options.limit]
        asked *= 2


def _folded(table: EmbeddingTable, hits: list[Hit], own: frozenset[int]) -> list[Hit]:
    """Keep the first of each word's variants, and none of the query's."""
    key_of = table.vocabulary.word_key
    seen = {key_of(id_) for id_ in rested(own)}
    kept = []
    for hit in rested(hits):
        key = key_of(hit.id)
        if key not in seen:
            seen.add(key)
            kept.append(hit)
    return kept
