"""The offsets of pairs as arrows on a map, and how much of them its plane shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from embviz.core.arithmetic import Arithmetic
from embviz.core.figure import Arrow, Overlay
from embviz.core.geometry import unit_rows
from embviz.core.pair_words import word_vectors
from embviz.core.request import VectorMode
from embviz.core.wording import count, percent

if TYPE_CHECKING:
    from embviz.core.directions import Directions
    from embviz.core.mapping import MapResult
    from embviz.core.table import EmbeddingTable


def draw_directions(table: EmbeddingTable, found: Directions, title: str, result: MapResult) -> Arithmetic:
    """Draw an arrow for every pair whose words are both on the map.

    On a linear map the mean share of these offsets that lies in the plane is said, in the space that the map
    was drawn in.
    """
    words = {word.ids: place for place, word in enumerate(result.words)}
    seen = [
        (pair, words[pair.left.ids], words[pair.right.ids])
        for pair in found.pairs
        if pair.left.ids in words and pair.right.ids in words
    ]
    positions = result.layout.positions
    arrows = tuple(
        Arrow(
            (float(positions[left, 0]), float(positions[left, 1])),
            (float(positions[right, 0]), float(positions[right, 1])),
        )
        for _, left, right in seen
    )
    share = None
    plane = result.layout.plane
    if plane is not None and seen:
        mode = result.request.vectors
        sides = []
        for side in ("left", "right"):
            rows = word_vectors(table, [getattr(pair, side) for pair, _, _ in seen])
            if mode is VectorMode.COMMON_REMOVED:
                rows = table.common_direction().removed_from(rows)
            sides.append(rows if mode is VectorMode.RAW else unit_rows(rows))
        shares = [plane.share(offset) for offset in sides[1] - sides[0]]
        known = [one for one in shares if one is not None]
        share = float(np.mean(known)) if known else None
    overlay = Overlay(arrows=arrows, title=title, note=_note(len(found.pairs), len(seen), share))
    places = tuple(dict.fromkeys(place for _, *both in seen for place in both))
    return Arithmetic(result, overlay, places, share)


def _note(pairs: int, seen: int, share: float | None) -> str:
    if not seen:
        return f"none of the {count(pairs, 'pair is', 'pairs is')} on this map"
    which = f"{seen} of {pairs} pairs" if seen < pairs else f"{pairs} pairs"
    if share is None:
        return which
    return f"{which}, {percent(share)} of their offsets lies in the plane"
