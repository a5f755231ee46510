"""From chosen words to a finished map: vectors, projection, distortion and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core import caution, distortion
from embviz.core.drawn import DrawnVectors
from embviz.core.geometry import all_equal
from embviz.core.projections import PROJECTIONS
from embviz.core.projections.base import Float64, Layout, Progress, no_progress
from embviz.core.request import MapRequest, VectorMode
from embviz.core.wording import count, listed, quoted
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from embviz.core.caution import Sentence
    from embviz.core.distortion import Distortion
    from embviz.core.words import MapWord

__all__ = ["MapRequest", "MapResult", "Quality", "VectorMode", "draw", "resolved"]

_DRAWN_SHARE = 0.9
"""Share of the work, as told to the user, that drawing is; the rest is measuring."""


@dataclass(frozen=True)
class Quality:
    """The totals of a map, as they are written to files.

    ``kept_mean`` is a number of words out of k; ``variance_share`` the fraction of both axes together, None
    where the method has no such axes; ``false_words`` and ``missing_words`` count flagged words.
    """

    k: int
    kept_mean: float
    kept_random: float
    trustworthiness: float
    continuity: float
    rnx_auc: float
    variance_share: float | None
    false_words: int
    missing_words: int


@dataclass(frozen=True, eq=False)
class MapResult:
    """A map with all that is known of it. Arrays are read-only.

    Attributes
    ----------
    request
        As carried out: its parameters are resolved.
    words
        The points in order.
    group_names
        Names of the groups that ``MapWord.group`` counts in.
    layout
        Positions, axis shares, kept lengths.
    distortion
        How far the picture can be trusted; None for fewer than five words.
    caution
        Sentences of the strip and caption.
    notices
        What else had to be said: words left out, equal vectors.
    list_difference
        Share of the words' list entries in which the vectors drawn disagree with the plain cosine list, 0..1;
        None for unit vectors, which agree, and where there is no list.
    """

    request: MapRequest
    words: tuple[MapWord, ...]
    group_names: tuple[str, ...]
    layout: Layout
    distortion: Distortion | None
    caution: tuple[Sentence, ...]
    notices: tuple[Notice, ...] = ()
    list_difference: float | None = None

    @property
    def quality(self) -> Quality | None:
        """The totals; None for fewer than five words or equal vectors."""
        found, shares = self.distortion, self.layout.axis_shares
        if found is None:
            return None
        return Quality(
            k=found.k,
            kept_mean=found.kept_mean,
            kept_random=found.kept_random,
            trustworthiness=found.trustworthiness,
            continuity=found.continuity,
            rnx_auc=found.rnx_auc,
            variance_share=None if shares is None else sum(shares),
            false_words=found.false_words,
            missing_words=found.missing_words,
        )


def draw(
    rows: Float64,
    words: Sequence[MapWord],
    group_names: Sequence[str],
    request: MapRequest,
    *,
    shifted: Float64 | None = None,
    progress: Progress = no_progress,
) -> MapResult:
    """Draw words and measure the picture.

    Words truly are neighbours where the list says so: by cosines of the rows, or of the shifted rows where
    the common direction is removed. A map of raw vectors is measured against that list too.

    Parameters
    ----------
    rows
        The words' vectors as stored (means for split words), float64, (n, d).
    words
        One for each row. Words whose row is zero or not finite are left out, with a notice.
    group_names
        Names of the groups that ``MapWord.group`` counts in.
    request
        Method, its parameters, seed, and which vectors.
    shifted
        The same rows with the common direction removed, (n, d); needed for `VectorMode.COMMON_REMOVED`.
    progress
        Called with the share done and the layout so far; it may raise Stopped.

    Raises
    ------
    EmbvizError
        ``unknown-method``, or what the projection's ``check`` says of the number of words and the parameters.
    """
    geometry = DrawnVectors.of(rows, request.vectors, shifted)
    chosen = tuple(word for word, good in zip(words, geometry.usable, strict=True) if good)
    left_out = [word.text for word, good in zip(words, geometry.usable, strict=True) if not good]
    request = resolved(request, len(chosen))

    equal = len(chosen) > 1 and all_equal(geometry.drawn)
    layout = _laid_out(geometry.drawn, request, equal, progress)
    found, difference = None, None
    if distortion.default_k(len(chosen)) is not None and not equal and not all_equal(geometry.reference):
        found = distortion.measure_or_estimate(
            geometry.reference,
            layout.positions,
            block_done=lambda share: progress(_DRAWN_SHARE + (1 - _DRAWN_SHARE) * share, None),
        )
        difference = _list_difference(geometry, request.vectors, found.k)
    sentences = caution.compose(
        [word.text for word in chosen],
        layout,
        found,
        lead=PROJECTIONS[request.method].caution,
        vectors=request.vectors,
        list_difference=difference,
        equal=equal,
    )
    return MapResult(
        request=request,
        words=chosen,
        group_names=tuple(group_names),
        layout=layout,
        distortion=found,
        caution=sentences,
        notices=tuple(_notices(left_out, len(chosen), equal, found)),
        list_difference=difference,
    )


def resolved(request: MapRequest, n: int) -> MapRequest:
    """Check a request for n words and fill in what depends on n, or raise EmbvizError."""
    projection = PROJECTIONS.get(request.method)
    if projection is None:
        raise EmbvizError(
            f"There is no projection called “{request.method}”.",
            code="unknown-method",
            hint=f"Choose one of these: {', '.join(PROJECTIONS)}.",
        )
    parameters = projection.Parameters() if request.parameters is None else request.parameters
    if not isinstance(parameters, projection.Parameters):
        raise TypeError(f"{request.method} does not take {type(parameters).__name__}")
    if n == 0:
        return replace(request, parameters=parameters)
    projection.check(n, parameters)
    return replace(request, parameters=projection.resolve(n, parameters))


def _laid_out(drawn: Float64, request: MapRequest, equal: bool, progress: Progress) -> Layout:
    if drawn.shape[0] < 2 or equal:
        positions = np.zeros((drawn.shape[0], 2))
        positions.setflags(write=False)
        return Layout(positions)
    return PROJECTIONS[request.method].run(
        drawn,
        request.parameters,
        seed=request.seed,
        progress=lambda share, positions: progress(_DRAWN_SHARE * share, positions),
    )


def _list_difference(geometry: DrawnVectors, vectors: VectorMode, k: int) -> float | None:
    if vectors is VectorMode.UNIT:
        return None
    metric = "euclidean" if vectors is VectorMode.RAW else "cosine"
    return distortion.list_difference(geometry.rows, geometry.drawn, other_metric=metric, k=k)


def _notices(left_out: Sequence[str], n: int, equal: bool, found: Distortion | None) -> Iterator[Notice]:
    if left_out:
        names = listed([quoted(text) for text in left_out])
        have = "has no direction: its row is" if len(left_out) == 1 else "have no direction: their rows are"
        was = "It was" if len(left_out) == 1 else "They were"
        yield Notice("zero-row", f"{names} {have} zero or not finite. {was} left out.")
    if equal:
        yield Notice("equal-vectors", "All vectors on this map are equal, so it shows nothing.")
    elif 0 < n < 5:
        yield Notice(
            "few-words", f"{count(n, 'word is', 'words are')} too few to say how far this map can be trusted."
        )
    if found is not None and found.anchors is not None:
        yield Notice(
            "estimated",
            f"How far this map can be trusted was estimated from {found.anchors.size:,} of its {n:,} words.",
        )
