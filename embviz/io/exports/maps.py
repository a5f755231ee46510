"""A finished map as data: the JSON object and the CSV of contract section 3."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.mapping import MapResult
    from embviz.core.words import MapWord

COLUMNS = ("word", "token", "id", "group", "x", "y", "kept", "false", "missing", "kept_length")


def map_object(result: MapResult, model: str) -> dict[str, Any]:
    """Describe a map as one JSON object; ``model`` is the table's name. What is not known is null."""
    from embviz.core.projections import PROJECTIONS

    request = result.request
    declared = dataclasses.fields(PROJECTIONS[request.method].Parameters)
    return {
        "model": model,
        "method": request.method,
        "seed": request.seed,
        # Prepared parameters hold more than was chosen: vectors of a table.
        "parameters": {field.name: getattr(request.parameters, field.name) for field in declared},
        "vectors": request.vectors.value,
        "words": [
            {
                "text": word.text,
                "id": word.id,
                "token": word.token,
                "group": result.group_names[word.group],
                **_measures(result, place),
                "combined": word.combined,
            }
            for place, word in enumerate(result.words)
        ],
        "quality": _quality(result),
        "caution": [str(sentence) for sentence in result.caution],
        "notices": [{"code": notice.code, "text": notice.text} for notice in result.notices],
    }


def render_map_json(result: MapResult, model: str) -> str:
    """Write :func:`map_object` on one line."""
    return render_json(map_object(result, model))


def render_map_csv(result: MapResult, model: str) -> str:  # noqa: ARG001 - as all map writers take it
    """Write one row a word; a cell is empty where a number is not known, or where a mean has no one id."""
    rows = (
        [
            word.text,
            _csv_token(word),
            word.id,
            result.group_names[word.group],
            *_measures(result, place).values(),
        ]
        for place, word in enumerate(result.words)
    )
    return render_csv(COLUMNS, rows)


def _measures(result: MapResult, place: int) -> dict[str, float | None]:
    """Position and quality of one word, in the order in which both forms have them."""
    layout, found = result.layout, result.distortion
    x, y = layout.positions[place]
    return {
        "x": number(x),
        "y": number(y),
        "kept": None if found is None else number(found.kept[place]),
        "false": None if found is None else number(found.false[place]),
        "missing": None if found is None else number(found.missing[place]),
        "kept_length": None if layout.kept_length is None else number(layout.kept_length[place]),
    }


def _quality(result: MapResult) -> dict[str, float | None] | None:
    totals = result.quality
    if totals is None:
        return None
    return {
        name: number(value) if isinstance(value, float) else value
        for name, value in dataclasses.asdict(totals).items()
    }


def _csv_token(word: MapWord) -> str:
    # The columns are fixed, so a mean of pieces is marked as such where its token would stand.
    return word.token if word.combined is None else f"{word.combined} of {len(word.ids)} pieces: {word.token}"
