"""Pairwise cosines as data: a matrix in CSV and TSV, an object in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.io.exports.rendering import number, render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.comparison import Comparison


def comparison_object(found: Comparison) -> dict[str, Any]:
    """Describe a comparison as one JSON object; ``cosines`` is in the order of ``words`` both ways."""
    return {
        "words": [
            {"text": word.text, "id": word.id, "token": word.token, "combined": word.combined}
            for word in found.words
        ],
        "order": found.order.value,
        "vectors": "common-removed" if found.common_removed else "raw",
        "cosines": [[number(value) for value in row] for row in found.cosines],
        "mean": number(found.mean),
        "random_pair": None
        if found.reference is None
        else {"mean": number(found.reference), "of": found.reference_of},
        "odd_one_out": None
        if found.odd is None
        else {"text": found.odd[0].text, "cosine": number(found.odd[1])},
    }


def render_comparison_json(found: Comparison) -> str:
    """Write `comparison_object` on one line."""
    return render_json(comparison_object(found))


def render_comparison_csv(found: Comparison) -> str:
    """Write the matrix: a column for the words and one for each of them, separated by commas."""
    return _matrix(found, ",")


def render_comparison_tsv(found: Comparison) -> str:
    """Write the matrix separated by tabs, as spreadsheets paste it."""
    return _matrix(found, "\t")


def _matrix(found: Comparison, delimiter: str) -> str:
    texts = [word.text for word in found.words]
    rows = ([text, *map(number, row)] for text, row in zip(texts, found.cosines, strict=True))
    return render_csv(["word", *texts], rows, delimiter=delimiter)
