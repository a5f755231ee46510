"""What the hover card says of a word, and in which corner of the map it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize

from embviz.core.distortion import MapNeighbor, Verdict
from embviz.core.wording import ordinal, percent, quoted
from embviz.qt.widgets.hover_card import CardContent, CardRow

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
    looks: tuple[CardRow, ...] = ()
    truly: tuple[CardRow, ...] = ()
    if lists is not None:
        false, missing = (Verdict.FALSE, Verdict.MISSING) if marked else (None, None)
        looks = tuple(_row(result, n, n.true_rank, false, farther=marked) for n in lists.looks)
        truly = tuple(_row(result, n, n.map_rank, missing) for n in lists.truly)
    return CardContent(
        title=word.text,
        detail=f"{identity}  ·  {result.group_names[word.group]}",
        style=styles[word.group],
        hollow=word.combined is not None,
        sentence=sentence,
        looks=looks,
        truly=truly,
        foot=foot if looks else "",
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


def _row(
    result: MapResult, neighbor: MapNeighbor, rank: int, wrong: Verdict | None, *, farther: bool = False
) -> CardRow:
    return CardRow(
        text=result.words[neighbor.word].text,
        cosine=neighbor.cosine,
        place=ordinal(rank),
        wrong=neighbor.verdict is wrong,
        farther=f"{percent(neighbor.percentile)} of pairs" if farther else "",
    )
