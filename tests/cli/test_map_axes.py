"""``embviz map --method axes``: two directions of one's own."""

from __future__ import annotations

import pytest


def test_words_are_laid_out_along_expressions(embviz):
    found = embviz("map", "--method", "axes", "--x", "woman - man", "--y", "Paris - France", "--json").json
    assert found["method"] == "axes"
    assert found["parameters"] == {"x": "woman - man", "y": "Paris - France", "orthogonal": False}
    places = {word["text"]: word["x"] for word in found["words"]}
    assert places["woman"] > places["queen"] > places["king"] > places["man"]
    assert found["quality"]["variance_share"] < 0.1
    assert found["caution"][0].startswith("You chose these two axes")


def test_a_right_angle_is_an_option(embviz):
    found = embviz("map", "--method", "axes", "--orthogonal", "--json").json
    assert found["parameters"] == {"x": "woman - man", "y": "king - person", "orthogonal": True}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "csv"])
def test_pictures_and_data_are_written(embviz, tmp_path, suffix):
    path = tmp_path / f"map.{suffix}"
    assert embviz("map", "--method", "axes", "-o", str(path)).status == 0
    content = path.read_bytes()
    if suffix == "svg":
        assert "← man" in content.decode("utf-8")
        assert "king →" in content.decode("utf-8")
    assert content


def test_a_bad_expression_is_one_line_and_the_options_belong_to_axes(embviz):
    assert "ends with “−”" in embviz("map", "--method", "axes", "--x", "woman -", "--json").error_line
    assert embviz("map", "--x", "woman - man", "--json").status == 2
    assert embviz("map", "--orthogonal", "--json").status == 2
