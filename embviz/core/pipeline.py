"""Words and a table in, a finished map out: the one way to it, for the window and the command line alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.drawn import DrawnVectors
from embviz.core.mapping import MapResult, draw
from embviz.core.noise import NoiseControl, draw_noise
from embviz.core.projections import PROJECTIONS
from embviz.core.projections.base import Float64, NeedsTable, Progress, no_progress
from embviz.core.request import MapRequest, VectorMode
from embviz.core.resolve import SplitPolicy
from embviz.core.stability import Stability, check_stability
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
    request = prepared(table, request)
    rows, shifted = _vectors(table, words, request, progress)
    return draw(rows, words, group_names, request, shifted=shifted, progress=progress)


def draw_noise_of_words(
    table: EmbeddingTable,
    words: Sequence[MapWord],
    group_names: Sequence[str],
    request: MapRequest,
    *,
    shuffle_seed: int = 0,
    progress: Progress = no_progress,
) -> NoiseControl:
    """Draw the noise control of a map of these words: see :func:`embviz.core.noise.draw_noise`.

    Raises
    ------
    EmbvizError
        As :func:`embviz.core.mapping.draw`.
    """
    request = prepared(table, request)
    rows, shifted = _vectors(table, words, request, progress)
    return draw_noise(
        rows, words, group_names, request, shifted=shifted, shuffle_seed=shuffle_seed, progress=progress
    )


def check_map_stability(
    table: EmbeddingTable, result: MapResult, *, progress: Progress = no_progress
) -> Stability:
    """Draw a finished map again from other starts: see :func:`embviz.core.stability.check_stability`.

    Raises
    ------
    EmbvizError
        As there.
    """
    rows, shifted = _vectors(table, result.words, result.request, progress)
    drawn = DrawnVectors.of(rows, result.request.vectors, shifted).drawn
    return check_stability(drawn, result.request, first=result.layout.positions, progress=progress)


def _vectors(
    table: EmbeddingTable, words: Sequence[MapWord], request: MapRequest, progress: Progress
) -> tuple[Float64, Float64 | None]:
    """Rows of the words as stored, (n, d), and without the common direction where that is asked for."""
    rows = raw_vectors(table, words)
    if request.vectors is not VectorMode.COMMON_REMOVED:
        return rows, None
    # A pass over the table the first time: its progress lets Stop act, but is too quick to count.
    return rows, map_vectors(table, words, request.vectors, progress=lambda _share: progress(0.0, None))


def prepared(
    table: EmbeddingTable, request: MapRequest, *, split: SplitPolicy = SplitPolicy.ERROR
) -> MapRequest:
    """Return a request whose parameters hold what a table makes of them, for projections that need that.

    Parameters
    ----------
    split
        What happens to a word of the parameters that is several tokens.

    Raises
    ------
    EmbvizError
        What the projection says of its parameters, such as an expression with an unknown word.
    """
    projection: object = PROJECTIONS.get(request.method)
    if not isinstance(projection, NeedsTable):
        return request
    chosen = request.parameters
    parameters = PROJECTIONS[request.method].Parameters() if chosen is None else chosen
    return replace(request, parameters=projection.prepare(table, parameters, request.vectors, split))


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
    # A word of the axes must have a vector whatever becomes of a word of the list.
    terms = split if split is SplitPolicy.MEAN else SplitPolicy.ERROR
    request = prepared(table, request, split=terms)
    result = draw_words(table, reading.words, names, request, progress=progress)
    return replace(result, notices=(*reading.notices, *result.notices))
