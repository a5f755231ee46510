"""Analogies as data, read back by the standard library."""

from __future__ import annotations

import csv
import io
import json

from embviz.io.exports import ANALOGY_FORMATS, analogy_object


def test_json_holds_the_object_of_the_contract_with_real_characters(bundled):
    found = bundled.analogy("king - man + woman", k=2)
    text = ANALOGY_FORMATS[".json"](found)
    assert json.loads(text) == analogy_object(found)
    assert "“queen”" in text
    assert list(analogy_object(found)) == ["terms", "included", "excluded", "diagnosis"]


def test_csv_has_one_row_for_each_line_of_each_list(bundled):
    found = bundled.analogy("king - man + woman", k=2)
    rows = list(csv.DictReader(io.StringIO(ANALOGY_FORMATS[".csv"](found))))
    assert [(row["list"], row["rank"], row["text"]) for row in rows] == [
        ("included", "1", " queen"),
        ("included", "2", " king"),
        ("excluded", "1", " queen"),
        ("excluded", "2", " Queen"),
    ]
    assert abs(float(rows[0]["score"]) - found.included[0].score) < 1e-6
