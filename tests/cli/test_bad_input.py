"""Bad input: an expected failure is one sentence and exit code 1, a notice lets the work go on."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from embviz.resources import resource


@pytest.fixture
def words(tmp_path):
    """Write a plain word list."""

    def written(*lines: str) -> str:
        path = tmp_path / "words.txt"
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    return written


# Errors -------------------------------------------------------------------------------------------------


def test_no_such_model_file(embviz, tmp_path):
    for arguments in (("info",), ("tokens", "x"), ("neighbors", "cat"), ("map", "--json")):
        outcome = embviz(*arguments, "--model", str(tmp_path / "none.gguf"))
        assert outcome.status == 1
        assert "none.gguf" in outcome.error_line


def test_a_wrong_and_a_truncated_model_file(embviz, tmp_path):
    wrong, cut = tmp_path / "wrong.gguf", tmp_path / "cut.gguf"
    wrong.write_bytes(b"this is no model")
    with resource("models", "smollm2-135m-embeddings.gguf").open("rb") as file:
        cut.write_bytes(file.read(2_000_000))
    for path in (wrong, cut):
        outcome = embviz("info", "--model", str(path))
        assert outcome.status == 1
        assert path.name in outcome.error_line


def test_a_malformed_word_list(embviz, tmp_path):
    path = tmp_path / "words.json"
    path.write_text('{"animals": ["cat",\n"dog"', encoding="utf-8")
    outcome = embviz("map", "--words", str(path), "--json")
    assert outcome.status == 1
    assert "words.json, line 2: not JSON" in outcome.error_line


def test_a_word_list_that_is_not_there(embviz):
    outcome = embviz("map", "--words", "capitols", "--json")
    assert outcome.status == 1
    assert "Did you mean capitals?" in outcome.error_line


def test_a_word_list_without_words(embviz, words):
    outcome = embviz("map", "--words", words("", "# animals", ""), "--json")
    assert outcome.status == 1
    assert "no word in" in outcome.error_line


def test_no_word_of_the_list_is_in_the_table(embviz):
    outcome = embviz("map", "--words", "split-words", "--json")
    assert outcome.status == 1
    assert "None of the 38 words is one token" in outcome.error_line
    assert "--split mean" in outcome.error_line


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("hippopotamus", "“hippopotamus” is 3 tokens: ␣hipp·opotam·us."),
        ("#49152", "This table has no row 49152."),
        ("", "No word was given."),
    ],
)
def test_a_word_without_a_row_in_neighbors(embviz, word, said):
    outcome = embviz("neighbors", word)
    assert outcome.status == 1
    assert said in outcome.error_line


def test_a_split_word_names_the_option_that_helps(embviz):
    assert "--split mean" in embviz("neighbors", "hippopotamus").error_line
    skipped = embviz("neighbors", "hippopotamus", "--split", "skip")
    assert skipped.status == 1
    assert "nothing is left to look up" in skipped.error_line


def test_a_perplexity_that_is_too_high_for_the_words(embviz):
    outcome = embviz("map", "--method", "tsne", "--perplexity", "30", "--json")
    assert outcome.status == 1
    assert "too high for 48 words" in outcome.error_line
    assert "at most 15.6" in outcome.error_line


def test_t_sne_of_fewer_than_five_words(embviz, words):
    outcome = embviz("map", "--method", "tsne", "--words", words("cat", "dog", "horse", "cow"), "--json")
    assert outcome.status == 1
    assert "at least five words" in outcome.error_line


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "csv", "json"])
def test_a_path_that_cannot_be_written(embviz, tmp_path, suffix):
    outcome = embviz("map", "-o", str(tmp_path / "none" / f"map.{suffix}"))
    assert outcome.status == 1
    assert "cannot be written: there is no such folder" in outcome.error_line


def test_a_size_that_makes_no_figure(embviz, tmp_path):
    outcome = embviz("map", "--width", "3", "-o", str(tmp_path / "map.png"))
    assert outcome.status == 1
    assert "width of 3 mm" in outcome.error_line


def test_a_table_without_a_tokenizer_has_no_tokens(embviz, monkeypatch, bundled):
    from dataclasses import replace

    from embviz.cli import tokens

    monkeypatch.setattr(tokens, "open_model", lambda _source: replace(bundled, tokenizer=None))
    outcome = embviz("tokens", "cat")
    assert outcome.status == 1
    assert "without a tokenizer" in outcome.error_line


def test_a_file_name_with_a_line_break_stays_on_one_line(embviz):
    assert r"no\nsuch.txt" in embviz("map", "--words", "no\nsuch.txt", "--json").error_line


# Notices ------------------------------------------------------------------------------------------------


def test_split_and_unknown_words_among_others_are_left_out_and_said(embviz, words):
    outcome = embviz("map", "--words", words("cat", "hippopotamus", "dog", "#99999999"), "--json")
    assert outcome.status == 0
    assert [word["text"] for word in outcome.json["words"]] == ["cat", "dog"]
    assert "hippopotamus" in outcome.err
    assert "#99999999" in outcome.err
    assert [notice["text"] for notice in outcome.json["notices"]] == [
        line.removeprefix("embviz: ") for line in outcome.err.splitlines()
    ]


def test_the_same_word_twice_is_drawn_once_and_said(embviz, words):
    outcome = embviz("map", "--words", words("cat", "dog", "cat", "horse", "cow", "sheep"), "--json")
    assert outcome.status == 0
    assert len(outcome.json["words"]) == 5
    assert "“cat”" in outcome.err


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_words_are_drawn_with_what_can_be_said(embviz, words, tmp_path, count):
    path = tmp_path / "map.png"
    chosen = words(*["cat", "dog", "horse", "cow"][:count])
    outcome = embviz("map", "--words", chosen, "--json", "-o", str(path))
    assert outcome.status == 0
    assert len(outcome.json["words"]) == count
    assert outcome.json["quality"] is None
    assert outcome.json["words"][0]["kept"] is None
    assert "too few to say how far this map can be trusted" in outcome.err
    assert path.stat().st_size > 0


def test_2000_words_are_drawn(embviz, words, bundled):
    ids = np.flatnonzero(bundled.vocabulary.words)[:2000]
    chosen = words(*(f"#{row}" for row in ids))
    found = embviz("map", "--words", chosen, "--json").json
    assert [word["id"] for word in found["words"]] == ids.tolist()
    assert found["quality"]["k"] == 5
    assert found["notices"] == []


def test_a_model_that_was_copied_elsewhere_opens_under_its_path(embviz, tmp_path):
    path = tmp_path / "ein Modell ü.gguf"
    shutil.copyfile(resource("models", "smollm2-135m-embeddings.gguf"), path)
    found = embviz("info", "--model", str(path), "--json").json
    assert found["source"] == str(path)
    assert found["vocab_size"] == 49152
