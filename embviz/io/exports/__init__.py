"""Maps and neighbour lists as data: CSV, TSV, JSON. A new form is one function and one line below.

Pictures (PNG, SVG, PDF) need Qt and lie in :mod:`embviz.qt.figures`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from embviz.io.exports.analogies import (
    analogy_object,
    analogy_text,
    render_analogy_csv,
    render_analogy_json,
)
from embviz.io.exports.cautions import render_report_csv, render_report_json, report_object
from embviz.io.exports.comparisons import (
    comparison_object,
    render_comparison_csv,
    render_comparison_json,
    render_comparison_tsv,
)
from embviz.io.exports.directions import (
    directions_object,
    questions_object,
    render_directions_csv,
    render_directions_json,
    render_questions_csv,
    render_questions_json,
)
from embviz.io.exports.maps import map_object, render_map_csv, render_map_json
from embviz.io.exports.neighborhoods import (
    render_neighborhood_csv,
    render_neighborhood_json,
    render_neighborhood_tsv,
)
from embviz.io.exports.neighbors import neighbor_object, neighbors_object

if TYPE_CHECKING:
    from embviz.core.analogy import Analogy
    from embviz.core.caution_report import CautionReport
    from embviz.core.comparison import Comparison
    from embviz.core.directions import Directions
    from embviz.core.mapping import MapResult
    from embviz.core.neighborhood import Neighborhood
    from embviz.core.noise import NoiseControl
    from embviz.core.question_scores import QuestionReport
    from embviz.core.stability import Stability

MAP_FORMATS: dict[str, Callable[..., str]] = {".csv": render_map_csv, ".json": render_map_json}
"""By suffix: a finished map and the model's name → the text of the file.

Stability check and noise control go with it, where they are given by their names.
"""

REPORT_FORMATS: dict[
    str, Callable[[MapResult, str, CautionReport | None, Stability | None, NoiseControl | None], str]
] = {".csv": render_report_csv, ".json": render_report_json}
"""By suffix: a finished map, the model's name and what else is known of it → the text of the file."""

NEIGHBORHOOD_FORMATS: dict[str, Callable[[Neighborhood], str]] = {
    ".csv": render_neighborhood_csv,
    ".tsv": render_neighborhood_tsv,
    ".json": render_neighborhood_json,
}
"""By suffix: a list as the window shows it → the text of the file."""

ANALOGY_FORMATS: dict[str, Callable[[Analogy], str]] = {
    ".csv": render_analogy_csv,
    ".json": render_analogy_json,
}
"""By suffix: an analogy → the text of the file."""

COMPARISON_FORMATS: dict[str, Callable[[Comparison], str]] = {
    ".csv": render_comparison_csv,
    ".tsv": render_comparison_tsv,
    ".json": render_comparison_json,
}
"""By suffix: a comparison → the text of the file."""

DIRECTION_FORMATS: dict[str, Callable[[Directions], str]] = {
    ".csv": render_directions_csv,
    ".json": render_directions_json,
}
"""By suffix: offsets of pairs → the text of the file."""

QUESTION_FORMATS: dict[str, Callable[[QuestionReport], str]] = {
    ".csv": render_questions_csv,
    ".json": render_questions_json,
}
"""By suffix: scores of a question file → the text of the file."""

__all__ = [
    "ANALOGY_FORMATS",
    "COMPARISON_FORMATS",
    "DIRECTION_FORMATS",
    "MAP_FORMATS",
    "NEIGHBORHOOD_FORMATS",
    "QUESTION_FORMATS",
    "REPORT_FORMATS",
    "analogy_object",
    "analogy_text",
    "comparison_object",
    "directions_object",
    "map_object",
    "neighbor_object",
    "neighbors_object",
    "questions_object",
    "report_object",
]
