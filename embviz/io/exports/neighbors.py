"""A word's neighbours as data: the JSON object of contract section 3, CSV and TSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.neighbor_list import NeighborList
    from embviz.core.search import Neighbor
    from embviz.core.vocabulary import Candidate

COLUMNS = ("rank", "id", "token", "text", "score")


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


def render_neighbors_json(text: str, lists: Sequence[NeighborList]) -> str:
    """Write :func:`neighbors_object` on one line."""
    return render_json(neighbors_object(text, lists))


def render_neighbors_csv(text: str, lists: Sequence[NeighborList]) -> str:  # noqa: ARG001 - as all of them take it
    """Write one row a neighbour, separated by commas."""
    return render_csv(COLUMNS, _rows(lists))


def render_neighbors_tsv(text: str, lists: Sequence[NeighborList]) -> str:  # noqa: ARG001 - as all of them take it
    """Write one row a neighbour, separated by tabs."""
    return render_csv(COLUMNS, _rows(lists), delimiter="\t")


def _rows(lists: Sequence[NeighborList]) -> Iterable[Sequence[object]]:
    return (tuple(neighbor_object(neighbor).values()) for found in lists for neighbor in found.neighbors)


def _piece_object(piece: Candidate) -> dict[str, Any]:
    return {"id": piece.id, "token": piece.token, "text": piece.text}
