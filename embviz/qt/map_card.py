"""What the hover card says of a word, and in which corner of the map it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize

from embviz.core.distortion import MapNeighbor, Verdict
from embviz.core.wording import NO_BREAK, ordinal, percent, quoted
from embviz.qt.widgets.hover_card import CardContent
from embviz.qt.widgets.near_list import CardRow, NearList

if TYPE_CHECKING:
    from embviz.core.figure import Float64, GroupStyle
    from embviz.core.mapping import MapResult
    from embviz.core.word_lists import WordLists

_GAP = 10


def card_content(
    result: MapResult,
    styles: tuple[GroupStyle, ...],
    place: int,
    *,
    lists: WordLists | None = None,
    foot: str = "",
    marked: bool = True,
) -> CardContent:
    """Say of the word at ``place`` who looks near, who is, and how much of it the plane shows.

    Parameters
    ----------
    lists
        Its neighbours, as far as they are known.
    foot
        What to compare the cosines with.
    marked
        Whether false and missing neighbours are marked as such.
    """
    word = result.words[place]
    identity = f"mean of {len(word.ids)} pieces" if word.id is None else f"token {word.id}"
    sentence = ""
    if result.layout.kept_length is not None:
        share = percent(float(result.layout.kept_length[place]))
        sentence = f"This picture shows {share} of what sets {quoted(word.text)} apart."
    looks, truly = near_lists(result, lists, marked=marked) if lists is not None else (None, None)
    if truly is not None:
        # There is no room for both columns of pairs.
        truly = replace(truly, rows=tuple(replace(row, pairs="") for row in truly.rows))
    return CardContent(
        title=word.text,
        detail=f"{identity}  ·  {result.group_names[word.group]}",
        style=styles[word.group],
        hollow=word.combined is not None,
        sentence=sentence,
        looks=looks,
        truly=truly,
        foot=foot if lists is not None else "",
    )


def emptiest_corner(pixels: Float64, bounds: QRectF, size: QSize, avoid: Float64) -> QPoint:
    """Corner of the bounds where a card of this size covers the fewest points.

    Parameters
    ----------
    pixels
        All points, (n, 2).
    avoid
        Points that must be seen, (m, 2): the word and its neighbours count twenty times.
    """
    left, right = bounds.left() + _GAP, bounds.right() - size.width() - _GAP
    top, bottom = bounds.top() + _GAP, bounds.bottom() - size.height() - _GAP
    corners = [(right, bottom), (left, bottom), (right, top), (left, top)]

    def covered(corner: tuple[float, float]) -> float:
        return _inside(pixels, corner, size) + 20 * _inside(avoid, corner, size)

    x, y = min(corners, key=covered)
    return QPoint(round(x), round(y))


def _inside(points: Float64, corner: tuple[float, float], size: QSize) -> int:
    x, y = points[:, 0] - corner[0], points[:, 1] - corner[1]
    return int(np.count_nonzero((x > -12) & (x < size.width() + 12) & (y > -12) & (y < size.height() + 12)))


def near_lists(result: MapResult, lists: WordLists, *, marked: bool = True) -> tuple[NearList, NearList]:
    """What looks nearest to a word and what truly is, each with its place on the other side.

    ``marked`` is whether false and missing neighbours are marked as such.
    """
    false, missing = (Verdict.FALSE, Verdict.MISSING) if marked else (None, None)
    looks = tuple(_row(result, near, near.true_rank, false, near.percentile) for near in lists.looks)
    truly = tuple(_row(result, near, near.map_rank, missing, 1.0 - near.percentile) for near in lists.truly)
    return (
        NearList("Looks nearest", "farther than", "true place", looks, missing=False),
        NearList("Truly nearest", "nearer than", "place here", truly, missing=True),
    )


def _row(result: MapResult, neighbor: MapNeighbor, rank: int, wrong: Verdict | None, share: float) -> CardRow:
    return CardRow(
        text=result.words[neighbor.word].text,
        cosine=neighbor.cosine,
        place=ordinal(rank),
        wrong=neighbor.verdict is wrong,
        pairs=f"{_short_percent(share)} of pairs",
    )


def _short_percent(share: float) -> str:
    """A share of 0..1 in whole percents, in the least room."""
    if 0.0 < share < 0.005:
        return f"<1{NO_BREAK}%"
    if 0.995 <= share < 1.0:
        return f">99{NO_BREAK}%"
    return percent(share)
