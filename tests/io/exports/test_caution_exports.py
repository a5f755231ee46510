"""The report on a map, its stability and its noise control as data, re-read by the standard library."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from embviz.core.caution_report import CautionReport, RandomPicture
from embviz.core.mapping import MapResult, draw
from embviz.core.noise import draw_noise
from embviz.core.request import MapRequest
from embviz.core.stability import check_stability
from embviz.core.words import MapWord
from embviz.io.exports import MAP_FORMATS, REPORT_FORMATS, map_object, report_object

ROWS = np.random.default_rng(8).normal(size=(20, 6))
WORDS = [MapWord(f"w{place}", (place,), f"Ġw{place}", place % 2) for place in range(20)]
RANDOM = RandomPicture(0.8, 0.54, 0.0, 0.4, 17.5, 16.25)


@pytest.fixture(scope="module")
def result() -> MapResult:
    return draw(ROWS, WORDS, ("even", "odd"), MapRequest())


@pytest.fixture(scope="module")
def noise(result):
    return draw_noise(ROWS, WORDS, ("even", "odd"), result.request)


@pytest.fixture(scope="module")
def stability(result):
    return check_stability(ROWS, MapRequest("tsne"), runs=3)


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_a_map_has_no_further_keys_unless_they_are_asked_for(result, stability, noise):
    plain = map_object(result, "model")
    assert not {"stability", "noise"} & set(plain)
    both = map_object(result, "model", stability=stability, noise=noise)
    assert [key for key in both if key not in plain] == ["stability", "noise"]
    assert {key: both[key] for key in plain} == plain


def test_stability_says_how_far_the_runs_agree_word_by_word_and_in_total(result, stability):
    found = json.loads(MAP_FORMATS[".json"](result, "model", stability=stability))["stability"]
    assert found["seeds"] == [0, 1, 2]
    assert found["k"] == 4
    assert [word["text"] for word in found["words"]] == [word.text for word in WORDS]
    assert np.mean([word["agreement"] for word in found["words"]]) == pytest.approx(
        found["agreement"], abs=1e-6
    )
    assert np.mean([word["moved"] for word in found["words"]]) == pytest.approx(found["moved"], abs=1e-6)
    assert found["caution"][0].endswith("Stable is not the same as true.")


def test_noise_has_its_points_and_its_own_quality(result, noise):
    found = json.loads(MAP_FORMATS[".json"](result, "model", noise=noise))["noise"]
    assert found["shuffle_seed"] == 0
    points = np.array([(point["x"], point["y"]) for point in found["points"]])
    np.testing.assert_allclose(points, noise.result.layout.positions, rtol=1e-6)
    assert found["quality"]["kept_mean"] == pytest.approx(noise.result.distortion.kept_mean, rel=1e-6)


def test_the_csv_of_a_map_grows_by_columns_that_were_asked_for(result, stability, noise):
    plain = MAP_FORMATS[".csv"](result, "model")
    both = MAP_FORMATS[".csv"](result, "model", stability=stability, noise=noise)
    added = both.splitlines()[0].removeprefix(plain.splitlines()[0])
    assert added == ",stability,noise_x,noise_y,noise_kept,noise_false,noise_missing"
    rows = read_csv(both)
    assert [float(row["stability"]) for row in rows] == pytest.approx(stability.agreement, rel=1e-6)
    assert [float(row["noise_kept"]) for row in rows] == pytest.approx(noise.result.distortion.kept, rel=1e-6)


def test_each_total_of_the_report_has_a_random_pictures_beside_it(result):
    totals = report_object(result, "model", CautionReport(RANDOM, None))["totals"]
    assert {name: total["random"] for name, total in totals.items()} == {
        "kept_mean": pytest.approx(16 / 19),
        "trustworthiness": pytest.approx(result.distortion.trustworthiness_random, rel=1e-6),
        "continuity": pytest.approx(result.distortion.trustworthiness_random, rel=1e-6),
        "rnx_auc": 0.0,
        "variance_share": 0.4,
        "false_words": 17.5,
        "missing_words": 16.25,
    }
    assert totals["kept_mean"]["value"] == pytest.approx(result.distortion.kept_mean, rel=1e-6)
    assert totals["kept_mean"]["margin"] is None


def test_the_lists_of_a_word_have_true_ranks_cosines_and_pairs(result):
    words = json.loads(REPORT_FORMATS[".json"](result, "model", None, None, None))["words"]
    units = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    cosines = units @ units.T
    pairs = cosines[np.triu_indices(20, 1)]
    for place in (0, 13):
        for near in words[place]["looks_nearest"] + words[place]["truly_nearest"]:
            other = int(near["text"][1:])
            assert near["cosine"] == pytest.approx(cosines[place, other], abs=1e-6)
            nearer = cosines[place] > cosines[place, other] + 1e-12
            nearer[place] = False
            assert near["true_rank"] == 1 + int(nearer.sum())
            share = (pairs > cosines[place, other] + 1e-12).mean() + 0.5 / pairs.size
            assert near["nearer_pairs"] == pytest.approx(share, abs=1e-6)
        assert {near["verdict"] for near in words[place]["looks_nearest"]} <= {"true", "false"}


def test_the_csv_of_the_report_has_a_row_for_every_word(result, stability):
    rows = read_csv(REPORT_FORMATS[".csv"](result, "model", None, stability, None))
    assert list(rows[0]) == [
        *("word", "token", "id", "group", "kept", "false", "missing", "stability", "kept_length"),
        *("looks_nearest", "truly_nearest"),
    ]
    assert [row["word"] for row in rows] == [word.text for word in WORDS]
    first = result.distortion.looks_nearest(0)
    assert rows[0]["looks_nearest"] == "; ".join(f"w{near.word}" for near in first)
    assert [float(row["kept_length"]) for row in rows] == pytest.approx(result.layout.kept_length, rel=1e-6)


def test_what_is_not_known_is_null_or_empty():
    few = draw(ROWS[:3], WORDS[:3], ("even", "odd"), MapRequest())
    found = report_object(few, "model", None)
    assert (found["totals"], found["stability"], found["noise"]) == (None, None, None)
    assert found["words"][0]["looks_nearest"] is None
    row = read_csv(REPORT_FORMATS[".csv"](few, "model", None, None, None))[0]
    assert (row["kept"], row["stability"], row["looks_nearest"]) == ("", "", "")
