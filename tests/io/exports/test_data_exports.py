"""Maps and neighbour lists as data, re-read by the standard library's own readers."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from embviz.core.mapping import MapResult, draw
from embviz.core.neighbor_list import NeighborList
from embviz.core.neighbors import TableSide
from embviz.core.projections.base import Layout
from embviz.core.request import MapRequest
from embviz.core.resolve import ResolvedWord
from embviz.core.search import Metric, Neighbor
from embviz.core.vocabulary import Candidate
from embviz.core.words import MapWord
from embviz.errors import Notice
from embviz.io.exports import MAP_FORMATS, map_object, neighbors_object
from embviz.io.exports.rendering import number, render_csv, render_json

ODD_TEXTS = ("a,b", 'say "hi"', "=1+1", "zwei\nZeilen", "猫", "\ud800", " cat", "tab\there")


@pytest.fixture
def result() -> MapResult:
    """A map of words with odd texts, and one mean of pieces."""
    words = [MapWord(text, (row,), f"Ġ{text}", row % 2) for row, text in enumerate(ODD_TEXTS)]
    words.append(MapWord("hippo", (90, 91), "␣hip·po", 1, combined="mean"))
    rows = np.random.default_rng(5).normal(size=(len(words), 7))
    return draw(rows, words, ["first, group", "second"], MapRequest())


def read_csv(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def test_the_csv_of_a_map_comes_back_field_by_field(result):
    text = MAP_FORMATS[".csv"](result, "model")
    assert text.startswith("word,token,id,group,x,y,kept,false,missing,kept_length\n")
    rows = read_csv(text)
    assert [row["word"] for row in rows] == [*(t if t != "\ud800" else r"\ud800" for t in ODD_TEXTS), "hippo"]
    assert [row["group"] for row in rows[:2]] == ["first, group", "second"]
    assert [row["id"] for row in rows] == [*map(str, range(8)), ""]
    assert rows[-1]["token"] == "mean of 2 pieces: ␣hip·po"
    positions = np.array([(float(row["x"]), float(row["y"])) for row in rows])
    np.testing.assert_allclose(positions, result.layout.positions, rtol=1e-6)
    assert result.distortion is not None
    np.testing.assert_allclose([float(row["kept"]) for row in rows], result.distortion.kept, rtol=1e-6)
    np.testing.assert_allclose([float(row["false"]) for row in rows], result.distortion.false, rtol=1e-6)
    np.testing.assert_allclose([float(row["missing"]) for row in rows], result.distortion.missing, rtol=1e-6)
    np.testing.assert_allclose(
        [float(row["kept_length"]) for row in rows], result.layout.kept_length, rtol=1e-6
    )


def test_the_json_of_a_map_comes_back_as_the_object(result):
    text = MAP_FORMATS[".json"](result, "model")
    assert text.encode("utf-8").decode("utf-8") == text
    assert text.count("\n") == 1
    assert "猫" in text
    found = json.loads(text)
    assert found == json.loads(json.dumps(map_object(result, "model")))
    assert [word["text"] for word in found["words"]] == [*ODD_TEXTS, "hippo"]
    assert (found["words"][-1]["id"], found["words"][-1]["combined"]) == (None, "mean")
    assert found["quality"]["k"] == 2


def test_notices_of_a_map_are_in_its_json(result):
    from dataclasses import replace

    told = replace(result, notices=(Notice("repeated", "Once is enough."),))
    assert map_object(told, "model")["notices"] == [{"code": "repeated", "text": "Once is enough."}]


def test_what_was_not_measured_is_null_in_json_and_empty_in_csv():
    words = [MapWord(f"w{row}", (row,), f"Ġw{row}", 0) for row in range(2100)]
    rows = np.random.default_rng(6).normal(size=(len(words), 3))
    estimated = draw(rows, words, ["all"], MapRequest())
    assert estimated.distortion is not None
    measured = set(estimated.distortion.measured.tolist())
    kept = [word["kept"] for word in map_object(estimated, "model")["words"]]
    assert {place for place, value in enumerate(kept) if value is not None} == measured
    cells = [row["kept"] for row in read_csv(MAP_FORMATS[".csv"](estimated, "model"))]
    assert {place for place, cell in enumerate(cells) if cell} == measured


def test_a_map_of_two_words_has_no_quality():
    words = [MapWord("a", (0,), "Ġa", 0), MapWord("b", (1,), "Ġb", 0)]
    pair = draw(np.eye(2), words, ["all"], MapRequest())
    assert isinstance(pair.layout, Layout)
    found = map_object(pair, "model")
    assert found["quality"] is None
    assert [word["kept"] for word in found["words"]] == [None, None]
    assert read_csv(MAP_FORMATS[".csv"](pair, "model"))[0]["kept"] == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.123456789, 0.1234568),
        (-2.5, -2.5),
        (12345678.9, 12345680.0),
        (3e-9, 3e-9),
        (1e300, 1e300),
        (float("nan"), None),
        (np.inf, None),
    ],
)
def test_numbers_keep_seven_significant_digits_and_are_null_where_there_are_none(value, expected):
    assert number(value) == expected


def test_zero_has_no_sign_and_whole_numbers_have_no_decimal_point():
    assert str(number(-0.0)) == "0.0"
    assert render_csv(["a", "b", "c", "d"], [[2.0, 2.5, 1e300, None]]) == "a,b,c,d\n2,2.5,1e+300,\n"


@pytest.fixture
def lists() -> tuple[NeighborList, ...]:
    query = ResolvedWord("cat", (Candidate(7, "Ġcat", " cat", "word-start"),), "Ġcat")
    found = tuple(
        Neighbor(rank, 100 + rank, f"Ġ{text}", f" {text}", 1 / (rank + 1))
        for rank, text in enumerate(ODD_TEXTS, start=1)
    )
    return (NeighborList(query, Metric.DOT, TableSide.OUTPUT, found),)


def test_neighbours_come_back_from_json(lists):
    found = json.loads(render_json(neighbors_object("cat", lists)))
    assert found["query"] == {
        "text": "cat",
        "id": 7,
        "token": "Ġcat",
        "pieces": [{"id": 7, "token": "Ġcat", "text": " cat"}],
        "combined": None,
    }
    assert (found["metric"], found["table"]) == ("dot", "output")
    assert found["neighbors"][1] == {
        "rank": 2,
        "id": 102,
        "token": 'Ġsay "hi"',
        "text": ' say "hi"',
        "score": 0.3333333,
    }
