"""What each sub-command does besides the contract's samples."""

from __future__ import annotations

import csv

import pytest

from embviz.cli import ALIASES, COMMANDS
from embviz.io.sets import SET_NAMES


def test_the_sub_commands_are_those_of_this_version():
    assert list(COMMANDS) == ["info", "tokens", "sets", "neighbors", "analogy", "map"]
    assert ALIASES == {"neighbours": "neighbors"}


@pytest.mark.parametrize("name", [*COMMANDS, *ALIASES])
def test_every_sub_command_explains_itself_and_takes_model_and_json(embviz, name):
    outcome = embviz(name, "--help")
    assert outcome.status == 0
    assert "--model SOURCE" in outcome.out
    assert "--json" in outcome.out


def test_the_overview_lists_every_sub_command(embviz):
    outcome = embviz("--help")
    assert outcome.status == 0
    assert all(f"embviz {name}" in outcome.out for name in COMMANDS)


def test_version_is_the_packages(embviz):
    from embviz import __version__

    assert embviz("--version").out == f"embviz {__version__}\n"


def test_info_for_people_is_aligned_and_says_notices_beside_it(embviz):
    outcome = embviz("info")
    assert outcome.out.splitlines() == [
        "SmolLM2-135M-Instruct",
        "  source        bundled",
        "  table         49,152 tokens × 576 numbers, stored as Q8_0, token_embd.weight",
        "  parameters    28,311,552: 21.0% of the model’s 134,515,008",
        "  output table  the same table (tied)",
        "  scale         1: the model uses the rows as they are stored",
        "  random pairs  cosine 0.4426 on average, standard deviation 0.1432",
    ]
    assert outcome.err.startswith("embviz: The table is quantised")


def test_tokens_for_people_shows_leading_spaces_and_obeys_no_control_character(embviz):
    outcome = embviz("tokens", "The cat\x1b[2J")
    assert "\x1b" not in outcome.out
    lines = outcome.out.splitlines()
    assert lines[0].startswith(r"“The cat\x1b[2J”: ")
    assert " 504  The" in lines
    assert "2644  ␣cat" in lines


def test_tokens_of_nothing_are_none(embviz):
    assert embviz("tokens", "", "--json").json == {"text": "", "tokens": []}
    assert embviz("tokens", "").out.startswith("“”: 0 tokens")


def test_a_text_that_begins_with_a_minus_follows_two_of_them(embviz):
    assert embviz("tokens", "--json", "--", "-x").json["text"] == "-x"


def test_sets_lists_every_set_with_its_words(embviz):
    found = embviz("sets", "--json").json["sets"]
    assert tuple(one["name"] for one in found) == SET_NAMES
    assert found[0]["groups"][0] == {
        "name": "animals",
        "words": ["cat", "dog", "horse", "cow", "sheep", "rabbit", "lion", "tiger"],
    }
    assert all("whole" not in one for one in found)
    text = embviz("sets").out
    assert all(name in text for name in SET_NAMES)
    assert max(map(len, text.splitlines())) <= 100


def test_sets_with_a_model_counts_the_words_that_it_has_whole(embviz):
    from embviz.resources import resource

    model = str(resource("models", "smollm2-135m-embeddings.gguf"))
    whole = {one["name"]: one["whole"] for one in embviz("sets", "--model", model, "--json").json["sets"]}
    assert whole["48-words"] == 48
    assert whole["split-words"] == 0
    assert "48 of 48 words whole" in embviz("sets", "--model", model).out


def test_neighbours_is_neighbors(embviz):
    assert embviz("neighbours", "cat", "--json") == embviz("neighbors", "cat", "--json")


def test_neighbors_for_people_is_a_table(embviz):
    assert embviz("neighbors", "cat", "-k", "2").out.splitlines() == [
        "␣cat (2644): nearest",
        "rank     id  token   cosine",
        "   1   9497  ␣Cat   0.73261",
        "   2  27772  Cat    0.68876",
    ]


def test_a_word_taken_in_another_case_is_said(embviz):
    outcome = embviz("neighbors", "paris", "-k", "1", "--json")
    assert outcome.json["query"]["id"] == 7042
    assert outcome.err == "embviz: “paris” is taken as ␣Paris.\n"


def test_a_row_an_exact_token_and_a_word_are_three_ways_to_ask(embviz):
    ids = [
        embviz("neighbors", text, "--json").json["query"]["id"]
        for text in ("#2644", '" cat"', " cat", '"cat"')
    ]
    assert ids == [2644, 2644, 2644, 9786]


def test_a_split_word_can_be_taken_as_the_mean_of_its_pieces(embviz):
    found = embviz("neighbors", "hippopotamus", "--split", "mean", "-k", "3", "--json").json
    query = found["query"]
    assert [piece["id"] for piece in query["pieces"]] == [19165, 21179, 376]
    assert (query["id"], query["combined"], query["token"]) == (None, "mean", "␣hipp·opotam·us")
    assert not {19165, 21179, 376} & {neighbor["id"] for neighbor in found["neighbors"]}
    assert (
        "the mean of 3 pieces: ␣hipp·opotam·us" in embviz("neighbors", "hippopotamus", "--split", "mean").out
    )


def test_a_split_word_can_be_taken_piece_by_piece(embviz):
    found = embviz("neighbors", "hippopotamus", "--split", "pieces", "-k", "2", "--json").json
    assert found["query"]["combined"] == "pieces"
    assert [(line["piece"], line["rank"]) for line in found["neighbors"]] == [
        (19165, 1), (19165, 2), (21179, 1), (21179, 2), (376, 1), (376, 2),
    ]  # fmt: skip
    assert (
        found["neighbors"][0]["id"]
        == embviz("neighbors", "#19165", "-k", "1", "--json").json["neighbors"][0]["id"]
    )


def test_metrics_and_hidden_rows_are_options(embviz):
    dot = embviz("neighbors", "cat", "--metric", "dot", "--json").json
    assert dot["metric"] == "dot"
    distances = [
        line["score"]
        for line in embviz("neighbors", "cat", "--metric", "euclidean", "--json").json["neighbors"]
    ]
    assert distances == sorted(distances)
    usual = embviz("neighbors", "#0", "-k", "49152", "--json").json["neighbors"]
    everything = embviz("neighbors", "#0", "-k", "49152", "--all-rows", "--json").json["neighbors"]
    assert (len(usual), len(everything)) == (48822, 49151)


def test_the_output_table_of_a_tied_model_is_the_same_table(embviz):
    found = embviz("neighbors", "cat", "--table", "output", "-k", "1", "--json").json
    assert found["table"] == "output"
    assert found["neighbors"][0]["id"] == 9497


def test_several_word_lists_make_one_map(embviz, tmp_path):
    path = tmp_path / "more.txt"
    path.write_text("# animals\nmouse\n# birds\neagle\n", encoding="utf-8")
    words = embviz("map", "--words", "48-words", "--words", str(path), "--json").json["words"]
    assert len(words) == 50
    assert [word["text"] for word in words if word["group"] == "animals"][-1] == "mouse"
    assert words[-1]["group"] == "birds"


def test_split_words_are_left_out_taken_as_means_or_in_pieces(embviz, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("hippopotamus\ncat\n", encoding="utf-8")
    skipped = embviz("map", "--words", str(path), "--json")
    assert [word["text"] for word in skipped.json["words"]] == ["cat"]
    assert "hippopotamus" in skipped.err
    mean = embviz("map", "--words", str(path), "--split", "mean", "--json").json["words"][0]
    assert (mean["id"], mean["combined"], mean["token"]) == (None, "mean", "␣hipp·opotam·us")
    pieces = embviz("map", "--words", str(path), "--split", "pieces", "--json").json["words"]
    assert [word["id"] for word in pieces] == [19165, 21179, 376, 2644]
    refused = embviz("map", "--words", str(path), "--split", "error", "--json")
    assert refused.status == 1
    assert "hippopotamus" in refused.error_line


def test_a_mean_is_marked_as_one_in_csv(embviz, tmp_path):
    words, path = tmp_path / "words.txt", tmp_path / "map.csv"
    words.write_text("hippopotamus\ncat\n", encoding="utf-8")
    embviz("map", "--words", str(words), "--split", "mean", "-o", str(path))
    with path.open(encoding="utf-8", newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["word"], first["id"]) == ("hippopotamus", "")
    assert first["token"] == "mean of 3 pieces: ␣hipp·opotam·us"
    assert (second["token"], second["id"]) == ("Ġcat", "2644")


def test_vectors_seed_and_perplexity_are_recorded(embviz):
    found = embviz(
        "map", "--method", "tsne", "--perplexity", "5", "--seed", "3", "--vectors", "common-removed", "--json"
    ).json  # fmt: skip
    assert (found["parameters"], found["seed"], found["vectors"]) == (
        {"perplexity": 5.0},
        3,
        "common-removed",
    )
    assert any("Vectors were shifted" in sentence for sentence in found["caution"])


def test_map_for_people_says_where_the_picture_lies_and_what_was_saved(embviz, tmp_path):
    path = tmp_path / "map.csv"
    lines = embviz("map", "-o", str(path)).out.splitlines()
    assert lines[0] == "48 words of SmolLM2-135M-Instruct, drawn with PCA"
    assert lines[1].startswith("These two axes show 29")
    assert lines[-1] == f"Saved {path}"


def test_a_first_argument_that_is_a_command_is_the_command_and_a_path_is_not(embviz, monkeypatch):
    from embviz.cli import window

    opened = []
    monkeypatch.setattr(window, "run", lambda arguments: opened.append(arguments) or 0)
    assert embviz("./map", "--words", "capitals", "--theme", "dark").status == 0
    assert embviz("--words", "jobs", "map").status == 0
    assert embviz().status == 0
    assert [(one.source, one.words, one.theme) for one in opened] == [
        ("./map", "capitals", "dark"),
        ("map", "jobs", None),
        (None, None, None),
    ]


def test_the_windows_exit_code_is_the_commands(embviz, monkeypatch):
    import embviz.app

    asked = []
    monkeypatch.setattr(embviz.app, "run", lambda *arguments: asked.append(arguments) or 7)
    assert embviz_main("somewhere") == 7
    assert asked == [("somewhere", None, None)]


def embviz_main(*arguments):
    from embviz.cli import main

    return main(arguments)
