"""The whole report on a map: what a random picture would get, and pairs for the Shepard plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.distortion import estimate, kept_at_random, trustworthiness_at_random
from embviz.core.passes import Progress, unwatched
from embviz.core.shepard import Shepard, shepard
from embviz.core.vectors import map_vectors
from embviz.core.word_lists import reference_mode

if TYPE_CHECKING:
    from embviz.core.distortion import Distortion
    from embviz.core.mapping import MapResult
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]

_WORDS_DEALT = 120
"""So many words are measured in all: of a large map a part of them, of a small one all in several deals."""

_MOST_DEALS = 8

_DEALT_FROM = 1000
"""Of larger maps so many words are dealt out."""


@dataclass(frozen=True)
class RandomPicture:
    """What a map of the same words gets whose points were dealt out to the words at random.

    ``kept``, ``trustworthiness`` and ``rnx_auc`` are exact expectations, and continuity has the same as
    trustworthiness; ``variance_share`` is the mean over all flat views of the words (2 of as many directions
    as they span), None for methods without axes; ``false_words`` and ``missing_words`` are means of a few
    deals.
    """

    kept: float
    trustworthiness: float
    rnx_auc: float
    variance_share: float | None
    false_words: float
    missing_words: float


@dataclass(frozen=True, eq=False)
class CautionReport:
    """What is known of a map beyond its own measures."""

    random: RandomPicture
    shepard: Shepard


def caution_report(
    table: EmbeddingTable, result: MapResult, *, progress: Progress = unwatched
) -> CautionReport | None:
    """Report on a map.

    Parameters
    ----------
    table
        That the map was drawn from.
    result
        The map.
    progress
        Share done, 0..1; what it raises ends the work.

    Returns
    -------
    None for a map of which nothing was measured.
    """
    pairs = shepard(table, result)
    if result.distortion is None or pairs is None:
        return None
    progress(0.3)
    random = random_picture(
        table, result, result.distortion, progress=lambda share: progress(0.3 + 0.7 * share)
    )
    return CautionReport(random, pairs)


def random_picture(
    table: EmbeddingTable,
    result: MapResult,
    distortion: Distortion,
    *,
    seed: int = 0,
    progress: Progress = unwatched,
) -> RandomPicture:
    """Deal a map's points out to its words at random, and measure that; the same every time for one seed."""
    n, k = distortion.count, distortion.k
    rng = np.random.default_rng(seed)
    places = np.arange(n) if n <= _DEALT_FROM else np.sort(rng.choice(n, _DEALT_FROM, replace=False))
    words = [result.words[place] for place in places.tolist()]
    vectors = map_vectors(table, words, reference_mode(result.request.vectors))
    positions = result.layout.positions[places]
    deals = min(_MOST_DEALS, max(1, round(_WORDS_DEALT / n)))
    false = missing = 0.0
    for deal in range(deals):
        found = estimate(
            vectors,
            positions[rng.permutation(places.size)],
            k=k,
            thresholds=distortion.thresholds,
            anchors=_WORDS_DEALT,
            seed=seed,
        )
        false += float(found.false_flagged[found.measured].mean())
        missing += float(found.missing_flagged[found.measured].mean())
        progress((deal + 1) / deals)
    shares = result.layout.axis_shares
    return RandomPicture(
        kept=kept_at_random(n, k),
        trustworthiness=trustworthiness_at_random(n, k),
        rnx_auc=0.0,
        variance_share=None if shares is None else min(1.0, 2.0 / min(n - 1, table.dim)),
        false_words=n * false / deals,
        missing_words=n * missing / deals,
    )
