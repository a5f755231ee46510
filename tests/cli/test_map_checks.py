"""``embviz map --stability --noise``: what is drawn beside the map, where it is asked for."""

from __future__ import annotations

import csv
import json

import pytest


def test_both_stand_under_keys_of_their_names(embviz):
    plain = embviz("map", "--json").json
    found = embviz("map", "--stability", "--noise", "--json").json
    assert [key for key in found if key not in plain] == ["stability", "noise"]
    assert {key: found[key] for key in plain} == plain
    assert len(found["stability"]["words"]) == len(found["noise"]["points"]) == 48
    # PCA draws the same picture every time.
    assert found["stability"]["agreement"] == 1
    assert found["stability"]["moved"] == pytest.approx(0, abs=1e-9)
    assert found["noise"]["quality"]["kept_mean"] < found["quality"]["kept_mean"] / 2


def test_either_can_be_asked_for_alone(embviz):
    assert "noise" not in embviz("map", "--stability", "--json").json
    assert "stability" not in embviz("map", "--noise", "--json").json


def test_a_tsne_map_of_noise_keeps_less_and_moves_from_start_to_start(embviz):
    found = embviz("map", "--method", "tsne", "--stability", "--noise", "--json").json
    assert 0.5 < found["stability"]["agreement"] < 1
    assert found["stability"]["moved"] > 0.05
    # Here 3.9 and 2.0 in one trial, 4.1 and 2.5 in another: noise keeps about half.
    assert found["quality"]["kept_mean"] > 3.5
    assert found["noise"]["quality"]["kept_mean"] < 3


def test_files_hold_the_same_as_the_object(embviz, tmp_path):
    json_file, csv_file = tmp_path / "map.json", tmp_path / "map.csv"
    found = embviz("map", "--stability", "--noise", "--json", "-o", str(json_file), "-o", str(csv_file)).json
    assert json.loads(json_file.read_text(encoding="utf-8")) == found
    rows = list(csv.DictReader(csv_file.read_text(encoding="utf-8").splitlines()))
    assert [float(row["noise_x"]) for row in rows] == pytest.approx(
        [p["x"] for p in found["noise"]["points"]]
    )


def test_without_json_the_summary_says_it_in_words(embviz, tmp_path):
    out = embviz("map", "--stability", "--noise", "-o", str(tmp_path / "map.csv")).out
    text = " ".join(out.split())
    assert "Stable is not the same as true." in text
    assert "With shuffled columns:" in text
    assert text.count("(a random picture: 0.5)") == 2


def test_too_few_words_for_a_check_are_said_in_one_line(embviz, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("cat\ndog\ncow\n", encoding="utf-8")
    found = embviz("map", "--words", str(words), "--stability", "--json")
    assert found.status == 1
    assert "3 words are too few to say how stable their map is." in found.err
    assert found.out == ""
