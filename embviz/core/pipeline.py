"""Words and a table in, a finished map out: the one way to it, for the window and the command line alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.mapping import MapResult, draw
from embviz.core.projections.base import Progress, no_progress
from embviz.core.request import MapRequest, VectorMode
from embviz.core.resolve import SplitPolicy
from embviz.core.vectors import map_vectors, raw_vectors
from embviz.core.words import MapWord, WordGroup, read_groups

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def draw_words(
    table: EmbeddingTable,
    words: Sequence[MapWord],
    group_names: Sequence[str],
    request: MapRequest,
    *,
    progress: Progress = no_progress,
) -> MapResult:
    """Fetch the vectors of words that were read already, draw them and measure the picture.

    Raises
    ------
    EmbvizError
        As :func:`embviz.core.mapping.draw`: too few words, a perplexity that is too high.
    """
    rows = raw_vectors(table, words)
    shifted = None
    if request.vectors is VectorMode.COMMON_REMOVED:
        # A pass over the table the first time: its progress lets Stop act, but is too quick to count.
        shifted = map_vectors(table, words, request.vectors, progress=lambda _share: progress(0.0, None))
    return draw(rows, words, group_names, request, shifted=shifted, progress=progress)


def draw_groups(
    table: EmbeddingTable,
    groups: Sequence[WordGroup],
    request: MapRequest,
    *,
    split: SplitPolicy = SplitPolicy.SKIP,
    choices: Mapping[str, SplitPolicy] | None = None,
    progress: Progress = no_progress,
) -> MapResult:
    """Read groups of typed words, draw them and measure the picture; notices of the words come first.

    Raises
    ------
    EmbvizError
        As :func:`embviz.core.words.read_groups` and :func:`draw_words`.
    """
    reading = read_groups(table, groups, split=split, choices=choices)
    names = [group.name for group in groups]
    result = draw_words(table, reading.words, names, request, progress=progress)
    return replace(result, notices=(*reading.notices, *result.notices))
