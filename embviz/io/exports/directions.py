"""Offsets of pairs and scores of question files as data: CSV and JSON."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.accuracy import Accuracy
    from embviz.core.directions import Directions, Found
    from embviz.core.pair_words import DirectionPair
    from embviz.core.question_scores import QuestionReport, SectionScore

PAIR_COLUMNS = (
    "left",
    "right",
    "left_id",
    "right_id",
    "to_mean",
    "rank_included",
    "rank_excluded",
    "left_out",
)
SECTION_COLUMNS = (
    "section",
    "questions",
    "asked",
    "included_1",
    "included_5",
    "excluded_1",
    "excluded_5",
    "split",
    "unknown",
    "degenerate",
)


def directions_object(found: Directions) -> dict[str, Any]:
    """Describe the offsets of pairs as one JSON object; ``cosines`` are those between offsets, in order."""
    return {
        "pairs": [
            _pair_object(pair, float(cosine), place)
            for pair, cosine, place in zip(found.pairs, found.to_mean, found.found, strict=True)
        ],
        "left_out": [{"pair": list(one.pair), "reason": one.reason} for one in found.left_out],
        "cosines": [[number(value) for value in row] for row in found.cosines],
        "parallel": number(found.parallel),
        "pairwise": number(found.pairwise),
        "shuffled": None if found.shuffled is None else dataclasses.asdict(found.shuffled),
        "accuracy": dataclasses.asdict(found.accuracy),
        "normalized": found.normalized,
    }


def render_directions_json(found: Directions) -> str:
    """Write `directions_object` on one line."""
    return render_json(directions_object(found))


def render_directions_csv(found: Directions) -> str:
    """Write one row a pair; pairs that were left out follow, with the reason."""
    used = (
        (
            pair.left.text,
            pair.right.text,
            pair.left.id,
            pair.right.id,
            number(float(cosine)),
            None if place is None else place.included,
            None if place is None else place.excluded,
            "",
        )
        for pair, cosine, place in zip(found.pairs, found.to_mean, found.found, strict=True)
    )
    lost = ((*one.pair, None, None, None, None, None, one.reason) for one in found.left_out)
    return render_csv(PAIR_COLUMNS, (*used, *lost))


def questions_object(report: QuestionReport) -> dict[str, Any]:
    """Describe the scores of a question file as one JSON object."""
    return {
        "sections": [_section_object(score) for score in report.sections],
        "total": _section_object(report.total),
        "split_words": list(report.split_words),
        "unknown_words": list(report.unknown_words),
        "taken": [list(one) for one in report.taken],
        "normalized": report.normalized,
    }


def render_questions_json(report: QuestionReport) -> str:
    """Write `questions_object` on one line."""
    return render_json(questions_object(report))


def render_questions_csv(report: QuestionReport) -> str:
    """Write one row a section, and the total below."""
    rows = (tuple(_section_object(score).values()) for score in (*report.sections, report.total))
    return render_csv(SECTION_COLUMNS, rows)


def _pair_object(pair: DirectionPair, cosine: float, place: Found | None) -> dict[str, Any]:
    return {
        "left": {"text": pair.left.text, "id": pair.left.id},
        "right": {"text": pair.right.text, "id": pair.right.id},
        "to_mean": number(cosine),
        "rank_included": None if place is None else place.included,
        "rank_excluded": None if place is None else place.excluded,
    }


def _section_object(score: SectionScore) -> dict[str, Any]:
    accuracy: Accuracy = score.accuracy
    return {
        "section": score.name,
        "questions": score.questions,
        **dataclasses.asdict(accuracy),
        "split": score.split,
        "unknown": score.unknown,
        "degenerate": score.degenerate,
    }
