"""A finished map as data: one JSON object, or a CSV."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.stability import Stability
    from embviz.core.words import MapWord

COLUMNS = ("word", "token", "id", "group", "x", "y", "kept", "false", "missing", "kept_length")
NOISE_COLUMNS = ("x", "y", "kept", "false", "missing")


def map_object(
    result: MapResult, model: str, *, stability: Stability | None = None, noise: NoiseControl | None = None
) -> dict[str, Any]:
    """Describe a map as one JSON object; ``model`` is the table's name. What is not known is null.

    A stability check and a noise control get keys of these names, where there are any.
    """
    from embviz.core.projections import PROJECTIONS

    request = result.request
    declared = dataclasses.fields(PROJECTIONS[request.method].Parameters)
    described: dict[str, Any] = {
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
                **measures(result, place),
                "combined": word.combined,
            }
            for place, word in enumerate(result.words)
        ],
        "quality": _quality(result),
        "caution": [str(sentence) for sentence in result.caution],
        "notices": [{"code": notice.code, "text": notice.text} for notice in result.notices],
    }
    if stability is not None:
        described["stability"] = stability_object(result, stability)
    if noise is not None:
        described["noise"] = noise_object(noise)
    return described


def stability_object(result: MapResult, stability: Stability) -> dict[str, Any]:
    """Describe a check: ``agreement`` is a share of the k neighbours, ``moved`` one of the map's radius."""
    return {
        "seeds": list(stability.seeds),
        "k": stability.k,
        "agreement": number(stability.agreement_mean),
        "moved": number(stability.moved_mean),
        "words": [
            {
                "text": word.text,
                "id": word.id,
                "agreement": number(stability.agreement[place]),
                "moved": number(stability.moved[place]),
            }
            for place, word in enumerate(result.words)
        ],
        "caution": [str(stability.sentence)],
    }


def noise_object(noise: NoiseControl) -> dict[str, Any]:
    """Describe a noise control; its points stand in the order of the map's words, but are not these words."""
    result = noise.result
    points = [measures(result, place) for place in range(len(result.words))]
    return {
        "shuffle_seed": noise.shuffle_seed,
        "points": [{name: point[name] for name in NOISE_COLUMNS} for point in points],
        "quality": _quality(result),
        "caution": [str(sentence) for sentence in result.caution],
    }


def render_map_json(
    result: MapResult, model: str, *, stability: Stability | None = None, noise: NoiseControl | None = None
) -> str:
    """Write :func:`map_object` on one line."""
    return render_json(map_object(result, model, stability=stability, noise=noise))


def render_map_csv(
    result: MapResult,
    model: str,  # noqa: ARG001 - as all map writers take it
    *,
    stability: Stability | None = None,
    noise: NoiseControl | None = None,
) -> str:
    """Write one row a word; a cell is empty where a number is not known, or where a mean has no one id.

    A stability check and a noise control add columns.
    """
    added = ("stability",) * (stability is not None)
    if noise is not None:
        added += tuple(f"noise_{name}" for name in NOISE_COLUMNS)
    rows = []
    for place, word in enumerate(result.words):
        row: list[object] = [word.text, token_cell(word), word.id, result.group_names[word.group]]
        row += measures(result, place).values()
        if stability is not None:
            row.append(number(stability.agreement[place]))
        if noise is not None:
            point = measures(noise.result, place)
            row += [point[name] for name in NOISE_COLUMNS]
        rows.append(row)
    return render_csv((*COLUMNS, *added), rows)


def measures(result: MapResult, place: int) -> dict[str, float | None]:
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


def token_cell(word: MapWord) -> str:
    """Token of a word in a CSV."""
    # The columns are fixed, so a mean of pieces is marked as such where its token would stand.
    return word.token if word.combined is None else f"{word.combined} of {len(word.ids)} pieces: {word.token}"
