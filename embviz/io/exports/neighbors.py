"""A typed word's neighbours as one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number

if TYPE_CHECKING:
    from embviz.core.neighbor_list import NeighborList
    from embviz.core.search import Neighbor
    from embviz.core.vocabulary import Candidate


def neighbors_object(text: str, lists: Sequence[NeighborList]) -> dict[str, Any]:
    """Describe the list of a typed word as one JSON object.

    Where the word was taken in pieces, the lists follow each other in ``neighbors``, each entry says in
    ``piece`` whose list it is in, and ``combined`` is ``"pieces"``.
    """
    first = lists[0]
    by_pieces = len(lists) > 1
    pieces = [piece for found in lists for piece in found.word.pieces]
    query: dict[str, Any] = {
        "text": text,
        "id": None if by_pieces else first.word.id,
        "token": "·".join(found.word.text for found in lists) if by_pieces else first.word.token,
        "pieces": [_piece_object(piece) for piece in pieces],
        "combined": "pieces" if by_pieces else first.word.combined,
    }
    entries = [
        {**neighbor_object(neighbor), **({"piece": found.word.id} if by_pieces else {})}
        for found in lists
        for neighbor in found.neighbors
    ]
    return {"query": query, "metric": first.metric.value, "table": first.side.value, "neighbors": entries}


def neighbor_object(neighbor: Neighbor) -> dict[str, Any]:
    """Describe one line of a list."""
    return {**neighbor._asdict(), "score": number(neighbor.score)}


def _piece_object(piece: Candidate) -> dict[str, Any]:
    return {"id": piece.id, "token": piece.token, "text": piece.text}
