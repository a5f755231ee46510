"""Wrong usage: exit code 2, one line that says what is wrong and where help is."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--colour",), "unrecognized arguments: --colour"),
        (("a", "b"), "unrecognized arguments: b"),
        (("--theme", "pink"), "invalid choice: 'pink'"),
        (("info", "--jso"), "unrecognized arguments: --jso"),
        (("tokens",), "the following arguments are required: TEXT"),
        (("neighbors",), "the following arguments are required: WORD"),
        (("neighbors", "cat", "-k", "0"), "“0” is not a whole number"),
        (("neighbors", "cat", "-k", "many"), "“many” is not a whole number"),
        (("neighbors", "cat", "--metric", "hamming"), "invalid choice: 'hamming'"),
        (("neighbors", "cat", "--split", "drop"), "invalid choice: 'drop'"),
        (("map",), "-o FILE, or --json"),
        (
            ("map", "-o", "map.bmp"),
            "map.bmp: a map is written as .png, .svg, .pdf, .csv, .json, not as “.bmp”",
        ),
        (("map", "-o", "map"), "not as “”"),
        (("map", "--perplexity", "5", "--json"), "--perplexity does not go with --method pca"),
        (("map", "--method", "umap", "--json"), "invalid choice: 'umap'"),
        (("map", "--seed", "-1", "--json"), "“-1” is not a whole number"),
        (("map", "--width", "wide", "-o", "map.png"), "“wide” is not a number"),
        (("map", "--dpi", "nan", "-o", "map.png"), "“nan” is not a number"),
        (("map", "--vectors", "short", "--json"), "invalid choice: 'short'"),
        (("neighbors", "king", "man"), "unrecognized arguments: man"),
    ],
)
def test_wrong_usage_is_said_in_one_line(embviz, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    outcome = embviz(*arguments)
    assert outcome.status == 2
    assert said in outcome.error_line
    assert "--help" in outcome.error_line
    assert [path.name for path in tmp_path.iterdir() if path.name != "embviz-home"] == []
