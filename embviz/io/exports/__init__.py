"""Maps and neighbour lists as data: CSV, TSV, JSON. A new form is one function and one line below.

Pictures (PNG, SVG, PDF) need Qt and lie in :mod:`embviz.qt.figures`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from embviz.io.exports.maps import map_object, render_map_csv, render_map_json
from embviz.io.exports.neighbors import (
    neighbor_object,
    neighbors_object,
    render_neighbors_csv,
    render_neighbors_json,
    render_neighbors_tsv,
)

if TYPE_CHECKING:
    from embviz.core.mapping import MapResult
    from embviz.core.neighbor_list import NeighborList

MAP_FORMATS: dict[str, Callable[[MapResult, str], str]] = {".csv": render_map_csv, ".json": render_map_json}
"""By suffix: a finished map and the model's name → the text of the file."""

NEIGHBOR_FORMATS: dict[str, Callable[[str, Sequence[NeighborList]], str]] = {
    ".csv": render_neighbors_csv,
    ".tsv": render_neighbors_tsv,
    ".json": render_neighbors_json,
}
"""By suffix: the typed word and its lists → the text of the file."""

__all__ = [
    "MAP_FORMATS",
    "NEIGHBOR_FORMATS",
    "map_object",
    "neighbor_object",
    "neighbors_object",
]
