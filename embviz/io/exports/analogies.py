"""An analogy as data: the JSON object of contract section 3, and a CSV of both lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.io.exports.neighbors import neighbor_object
from embviz.io.exports.rendering import render_csv, render_json

if TYPE_CHECKING:
    from embviz.core.analogy import Analogy
    from embviz.core.combination import WeightedWord

COLUMNS = ("list", "rank", "id", "token", "text", "score")


def analogy_object(found: Analogy) -> dict[str, Any]:
    """Describe an analogy as one JSON object.

    A term that is the mean of its pieces has no ``id``; it says so in ``combined`` and names its ``pieces``.
    """
    return {
        "terms": [_term_object(term) for term in found.terms],
        "included": [neighbor_object(neighbor) for neighbor in found.included],
        "excluded": [neighbor_object(neighbor) for neighbor in found.excluded],
        "diagnosis": list(found.diagnosis),
    }


def render_analogy_json(found: Analogy) -> str:
    """Write `analogy_object` on one line."""
    return render_json(analogy_object(found))


def render_analogy_csv(found: Analogy) -> str:
    """Write one row for each line of each list."""
    lists = (("included", found.included), ("excluded", found.excluded))
    return render_csv(
        COLUMNS,
        ((name, *neighbor_object(neighbor).values()) for name, neighbors in lists for neighbor in neighbors),
    )


def analogy_text(found: Analogy) -> str:
    """Write an analogy for people: the expression, both lists and the diagnosis."""
    from embviz.core.combination import spoken

    lines = [spoken(found.terms)]
    for title, neighbors in (("inputs included", found.included), ("inputs excluded", found.excluded)):
        lines.append(f"\n{title}")
        lines += [f"{one.rank}\t{one.text}\t{one.id}\t{one.score:.5f}" for one in neighbors]
    return "\n".join((*lines, "", *found.diagnosis)) + "\n"


def _term_object(term: WeightedWord) -> dict[str, Any]:
    described: dict[str, Any] = {"weight": term.weight, "text": term.text, "id": term.id}
    if term.word.combined is not None:
        described |= {"combined": term.word.combined, "pieces": list(term.ids)}
    return described
