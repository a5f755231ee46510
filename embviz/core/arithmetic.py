"""Arithmetic on a map: where a sum of words lies, which arrows lead there, and how much of it is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.combination import combine, spoken, term_vectors
from embviz.core.figure import Arrow, Ghost, Overlay
from embviz.core.geometry import unit_rows
from embviz.core.request import VectorMode
from embviz.core.wording import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.analogy import Analogy
    from embviz.core.combination import WeightedWord
    from embviz.core.figure import PlotDescription
    from embviz.core.mapping import MapResult
    from embviz.core.projections.plane import Plane
    from embviz.core.table import EmbeddingTable
    from embviz.core.vectors import Float64

Place = tuple[float, float]
MOST_ARROWS = 12
"""A sum of more terms gets one arrow in all."""


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """What is drawn of an analogy on one map.

    Attributes
    ----------
    result
        The map it belongs to.
    overlay
        Arrows, marks and a note.
    places
        Places of its words among the points of the map.
    share
        Share of the offset's squared length that lies in the plane, 0..1; None where the map is no plane.
    """

    result: MapResult
    overlay: Overlay
    places: tuple[int, ...]
    share: float | None


def draw_arithmetic(table: EmbeddingTable, found: Analogy, result: MapResult) -> Arithmetic | None:
    """Work out what is drawn of an analogy on a finished map.

    On a linear map every vector has a place: the sum, and terms that are not on the map. They are found in
    the space that the map was drawn in; where unit vectors are drawn, the sum is brought to length 1 too. On
    other maps arrows only join the words that are there.

    The offset is what is added to the first word: of ``a − b + c`` the step from b to c. One term alone is no
    arithmetic, and nothing is drawn of it.
    """
    if len(found.terms) == 1:
        return None
    words = {word.ids: place for place, word in enumerate(result.words)}
    plane = result.layout.plane
    vectors = _drawn_vectors(table, found, result)
    known = [words.get(term.ids) for term in found.terms]
    answer = None if found.answer is None else words.get((found.answer.id,))
    places = tuple(dict.fromkeys(place for place in (*known, answer) if place is not None))
    if plane is None:
        return Arithmetic(result, _loose(found, result, known, answer), places, None)
    spots = [_spot(result, place, plane, vector) for place, vector in zip(known, vectors.terms, strict=True)]
    target = _xy(plane.place(vectors.target[None, :])[0])
    ghosts = [
        Ghost(spot, term.name)
        for spot, term, place in zip(spots, found.terms, known, strict=True)
        if place is None
    ]
    end: Place | None = None
    if found.answer is not None and vectors.answer is not None:
        end = _spot(result, answer, plane, vectors.answer)
        if answer is None:
            ghosts.append(Ghost(end, table.vocabulary.shown(found.answer.id).strip("␣")))
    share = plane.share(vectors.offset)
    overlay = Overlay(
        arrows=_arrows(found.terms, spots, target, end),
        area=_area(found.terms, spots, target),
        target=target,
        ghosts=tuple(dict.fromkeys(ghosts)),
        title=spoken(found.terms),
        note=_share_note(share),
    )
    return Arithmetic(result, overlay, places, share)


def drawn_on(plot: PlotDescription, drawing: Arithmetic, *, alone: bool) -> PlotDescription:
    """Draw arithmetic over the plot of its map; ``alone`` lights its words and fades all others."""
    plot = replace(plot, overlay=drawing.overlay)
    if not alone or not drawing.places:
        return plot
    lit = np.zeros(len(plot.points), dtype=np.bool_)
    lit[list(drawing.places)] = True
    points = replace(plot.points, faded=~lit, selected=plot.points.selected | lit)
    return replace(plot, points=points)


@dataclass(frozen=True, eq=False)
class _Vectors:
    """Vectors as the map draws them: of the terms (m, d), their sum, the answer, and the offset."""

    terms: Float64
    target: Float64
    answer: Float64 | None
    offset: Float64


def _drawn_vectors(table: EmbeddingTable, found: Analogy, result: MapResult) -> _Vectors:
    mode = result.request.vectors
    rows = term_vectors(table, found.terms)
    answer = None if found.answer is None else table.vectors[found.answer.id].astype(np.float64)[None, :]
    if mode is VectorMode.COMMON_REMOVED:
        common = table.common_direction()
        rows = common.removed_from(rows)
        answer = None if answer is None else common.removed_from(answer)
    weights = [term.weight for term in found.terms]
    target = combine(rows, weights, normalize=found.options.normalize)[None, :]
    if mode is not VectorMode.RAW:
        rows, target = unit_rows(rows), unit_rows(target)
        answer = None if answer is None else unit_rows(answer)
    start = start_place(found.terms)
    rest = np.array([0.0 if place == start else weight for place, weight in enumerate(weights)])
    return _Vectors(rows, target[0], None if answer is None else answer[0], rest @ rows)


def start_place(terms: Sequence[WeightedWord]) -> int:
    """Return the place of the first term that is added, or 0 when none is."""
    return next((place for place, term in enumerate(terms) if term.weight > 0), 0)


def _spot(result: MapResult, place: int | None, plane: Plane, vector: Float64) -> Place:
    if place is not None:
        return _xy(result.layout.positions[place])
    return _xy(plane.place(vector[None, :])[0])


def _xy(position: Float64) -> Place:
    return float(position[0]), float(position[1])


def _step(terms: Sequence[WeightedWord]) -> tuple[int, int, int] | None:
    """Places of a, b and c of an ``a − b + c`` in any order; None for other expressions."""
    added = [place for place, term in enumerate(terms) if term.weight > 0]
    taken = [place for place, term in enumerate(terms) if term.weight < 0]
    if len(terms) != 3 or len(added) != 2 or len({abs(term.weight) for term in terms}) != 1:
        return None
    return added[0], taken[0], added[1]


def _arrows(
    terms: Sequence[WeightedWord], spots: Sequence[Place], target: Place, answer: Place | None
) -> tuple[Arrow, ...]:
    arrows: list[Arrow] = []
    step = _step(terms)
    if step is not None:
        a, b, c = step
        arrows += [
            Arrow(spots[b], spots[c]),
            Arrow(spots[a], target),
            Arrow(spots[b], spots[a], dashed=True, head=False),
            Arrow(spots[c], target, dashed=True, head=False),
        ]
    elif 1 < len(terms) <= MOST_ARROWS:
        arrows += [
            Arrow(spot, target, dashed=term.weight < 0, head=True)
            for spot, term in zip(spots, terms, strict=True)
            if term.weight
        ]
    elif len(terms) > 1:
        arrows.append(Arrow(spots[start_place(terms)], target))
    if answer is not None:
        arrows.append(Arrow(target, answer, dotted=True, head=False))
    return tuple(arrows)


def _area(terms: Sequence[WeightedWord], spots: Sequence[Place], target: Place) -> tuple[Place, ...]:
    step = _step(terms)
    if step is None:
        return ()
    a, b, c = step
    return (spots[b], spots[c], target, spots[a])


def _share_note(share: float | None) -> str:
    if share is None:
        return ""
    only = "only " if 0.01 <= share < 0.5 else ""
    return f"{only}{percent(share)} of this offset lies in the plane"


def _loose(found: Analogy, result: MapResult, known: Sequence[int | None], answer: int | None) -> Overlay:
    """Arrows between the words that are on a map where a sum has no place."""
    positions = result.layout.positions

    def spot(place: int | None) -> Place | None:
        return None if place is None else _xy(positions[place])

    spots, end = [spot(place) for place in known], spot(answer)
    arrows: list[Arrow] = []
    step = _step(found.terms)
    if step is not None:
        a, b, c = (spots[place] for place in step)
        if b is not None and c is not None:
            arrows.append(Arrow(b, c))
        if a is not None and end is not None:
            arrows.append(Arrow(a, end, dashed=True))
    elif end is not None:
        arrows += [Arrow(one, end, dashed=True) for one in spots if one is not None and one != end]
    return Overlay(
        arrows=tuple(arrows), title=spoken(found.terms), note="a sum of words has no place on this map"
    )
