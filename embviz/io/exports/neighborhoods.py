"""The neighbour list as the window shows it, filtered and with back ranks and percentiles: CSV, TSV, JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.core.neighborhood import Neighborhood

COLUMNS = ("rank", "id", "token", "text", "score", "back_rank", "percentile")


def neighborhood_object(found: Neighborhood) -> dict[str, Any]:
    """Describe a list, whose it is, and what was filtered, as one JSON object."""
    return {
        "words": [
            {"text": word.text, "ids": list(word.ids), "combined": word.combined} for word in found.words
        ],
        "options": asdict(found.options),
        "searched": found.searched,
        "reference": number(found.reference),
        "neighbors": [dict(zip(COLUMNS, row, strict=True)) for row in _rows(found)],
    }


def render_neighborhood_json(found: Neighborhood) -> str:
    """Write :func:`neighborhood_object`."""
    return render_json(neighborhood_object(found))


def render_neighborhood_csv(found: Neighborhood) -> str:
    """Write one row a token, separated by commas."""
    return render_csv(COLUMNS, _rows(found))


def render_neighborhood_tsv(found: Neighborhood) -> str:
    """Write one row a token, separated by tabs."""
    return render_csv(COLUMNS, _rows(found), delimiter="\t")


def _rows(found: Neighborhood) -> Iterable[tuple[Any, ...]]:
    for row in found.rows:
        score, percentile = number(row.score), number(row.percentile)
        yield row.rank, row.id, row.token, row.text, score, row.back_rank, percentile
