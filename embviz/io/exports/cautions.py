"""The report on a map as data: what every word keeps, the totals, stability and noise; JSON and CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.io.exports.maps import map_object, measures, noise_object, stability_object, token_cell
from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.caution_report import CautionReport
    from embviz.core.distortion import MapNeighbor
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.stability import Stability

COLUMNS = (
    "word",
    "token",
    "id",
    "group",
    "kept",
    "false",
    "missing",
    "stability",
    "kept_length",
    "looks_nearest",
    "truly_nearest",
)


def report_object(
    result: MapResult,
    model: str,
    report: CautionReport | None,
    stability: Stability | None = None,
    noise: NoiseControl | None = None,
) -> dict[str, Any]:
    """Describe what is known of a map's faults as one JSON object; what is not known is null.

    ``totals`` give each measure with its margin (95 %, where the map was estimated) and what a random picture
    gets; the lists of a word give true rank, cosine, and the share of the map's pairs that are nearer.
    """
    described = map_object(result, model)
    for place, word in enumerate(described["words"]):
        del word["x"], word["y"]
        word["stability"] = None if stability is None else number(stability.agreement[place])
        word |= _lists(result, place)
    return {
        **{key: described[key] for key in ("model", "method", "seed", "parameters", "vectors")},
        "totals": _totals(result, report),
        "words": described["words"],
        "caution": described["caution"],
        "stability": None if stability is None else stability_object(result, stability),
        "noise": None if noise is None else noise_object(noise),
    }


def render_report_json(
    result: MapResult,
    model: str,
    report: CautionReport | None,
    stability: Stability | None = None,
    noise: NoiseControl | None = None,
) -> str:
    """Write :func:`report_object` on one line."""
    return render_json(report_object(result, model, report, stability, noise))


def render_report_csv(
    result: MapResult,
    model: str,  # noqa: ARG001 - as all writers of reports take it
    report: CautionReport | None,  # noqa: ARG001
    stability: Stability | None = None,
    noise: NoiseControl | None = None,  # noqa: ARG001
) -> str:
    """Write one row a word; its lists of nearest words are separated by semicolons."""
    rows = []
    for place, word in enumerate(result.words):
        found = measures(result, place)
        lists = _lists(result, place)
        rows.append(
            [
                word.text,
                token_cell(word),
                word.id,
                result.group_names[word.group],
                found["kept"],
                found["false"],
                found["missing"],
                None if stability is None else number(stability.agreement[place]),
                found["kept_length"],
                *("; ".join(near["text"] for near in lists[key] or ()) for key in COLUMNS[-2:]),
            ]
        )
    return render_csv(COLUMNS, rows)


def _totals(result: MapResult, report: CautionReport | None) -> dict[str, dict[str, float | None]] | None:
    totals, found = result.quality, result.distortion
    if totals is None or found is None:
        return None
    random = None if report is None else report.random
    by_chance: dict[str, float | None] = {
        "kept_mean": found.kept_random,
        "trustworthiness": found.trustworthiness_random,
        "continuity": found.trustworthiness_random,
        "rnx_auc": 0.0,
        "variance_share": None if random is None else random.variance_share,
        "false_words": None if random is None else random.false_words,
        "missing_words": None if random is None else random.missing_words,
    }
    return {
        name: {
            "value": number(getattr(totals, name)),
            "margin": number(getattr(found.margins, name, None)),
            "random": number(chance),
        }
        for name, chance in by_chance.items()
    }


def _lists(result: MapResult, place: int) -> dict[str, Any]:
    found = result.distortion
    if found is None:
        return {"looks_nearest": None, "truly_nearest": None}
    looks = found.looks_nearest(place)
    if not looks:
        # A word of a large map that was not measured.
        return {"looks_nearest": None, "truly_nearest": None}
    return {
        "looks_nearest": _near(result, looks),
        "truly_nearest": _near(result, found.truly_nearest(place)),
    }


def _near(result: MapResult, neighbors: Sequence[MapNeighbor]) -> list[dict[str, Any]]:
    return [
        {
            "text": result.words[near.word].text,
            "id": result.words[near.word].id,
            "true_rank": near.true_rank,
            "map_rank": near.map_rank,
            "cosine": number(near.cosine),
            "nearer_pairs": number(near.percentile),
            "verdict": near.verdict.value,
        }
        for near in neighbors
    ]
