"""The ready-made sets: their names, their shape, and every word checked against two vocabularies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from embviz.errors import EmbvizError
from embviz.io.sets import DEFAULT_SET, SET_NAMES, open_set, open_words
from embviz.io.wordlists import read_word_list
from embviz.resources import resource

# GPT-2's ids of every word in the sets, with a space before it: an excerpt of its vocabulary (MIT, OpenAI).
GPT2_IDS = json.loads((Path(__file__).parent / "data" / "gpt2_words.json").read_text(encoding="utf-8"))
WHOLE_SETS = [name for name in SET_NAMES if name != "split-words"]


def test_the_sets_are_those_of_the_contract():
    assert SET_NAMES == (
        "48-words", "capitals", "plurals", "tenses", "opposites", "family", "jobs", "split-words",
    )  # fmt: skip
    assert DEFAULT_SET == "48-words"
    assert {path.stem for path in resource("sets").glob("*")} == set(SET_NAMES)


def test_the_48_words_are_those_of_the_lessons():
    expected = {
        "animals": "cat dog horse cow sheep rabbit lion tiger",
        "numbers": "one two three four five six seven eight",
        "countries": "France Germany Italy Spain Japan China India Brazil",
        "colours": "red blue green yellow orange purple black white",
        "royalty & people": "king queen prince princess man woman boy girl",
        "technology": "computer software internet phone keyboard laptop server robot",
    }
    assert {group.name: " ".join(group.words) for group in open_set("48-words").groups} == expected


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_set_has_a_title_a_description_and_16_to_60_words_each_once(name):
    word_set = open_set(name)
    assert word_set.title
    assert word_set.description.endswith((".", "?"))
    assert 16 <= len(word_set.words) <= 60
    assert len(set(word_set.words)) == len(word_set.words)
    assert len(word_set.groups) <= 8
    assert all(group.words for group in word_set.groups)


@pytest.mark.parametrize("name", SET_NAMES)
def test_groups_that_line_up_exist_and_are_equally_long(name):
    word_set = open_set(name)
    sizes = {group.name: len(group.words) for group in word_set.groups}
    for chain in word_set.pairs:
        assert len({sizes[group] for group in chain}) == 1


def test_pairs_line_up_word_by_word():
    def rows(name, *groups):
        by_name = {group.name: group.words for group in open_set(name).groups}
        return list(zip(*(by_name[group] for group in groups), strict=True))

    assert {("France", "Paris"), ("Japan", "Tokyo"), ("Canada", "Ottawa")} <= set(
        rows("capitals", "countries", "capitals")
    )
    assert {("cat", "cats"), ("mouse", "mice"), ("crisis", "crises")} <= set(
        rows("plurals", "singular", "plural")
    )
    assert ("go", "went", "gone", "going") in rows("tenses", "base form", "past", "participle", "-ing form")
    assert {("hot", "cold"), ("always", "never")} <= set(rows("opposites", "one side", "the other side"))
    assert {("king", "queen"), ("he", "she")} <= set(rows("family", "he", "she"))


@pytest.mark.parametrize("name", WHOLE_SETS)
def test_every_word_is_one_word_start_token_of_the_bundled_table_in_the_same_case(bundled, name):
    for word in open_set(name).words:
        best = bundled.lookup(word)[0]
        assert (best.kind, best.text) == ("word-start", f" {word}")
        assert bundled.encode(f" {word}") == [best.id]


@pytest.mark.parametrize("name", WHOLE_SETS)
def test_every_word_is_one_token_of_gpt2(name):
    assert [word for word in open_set(name).words if len(GPT2_IDS[word]) != 1] == []


def test_every_split_word_is_several_tokens_of_the_bundled_table_and_of_gpt2(bundled):
    for word in open_set("split-words").words:
        assert bundled.lookup(word) == ()
        assert len(bundled.encode(f" {word}")) > 1
        assert len(GPT2_IDS[word]) > 1


def test_the_excerpt_of_gpt2s_vocabulary_has_the_ids_that_its_documentation_gives():
    assert (GPT2_IDS["cat"], GPT2_IDS["dog"]) == ([3797], [3290])
    assert set(GPT2_IDS) == {word for name in SET_NAMES for word in open_set(name).words}


@pytest.mark.parametrize("name", SET_NAMES)
def test_the_file_of_a_set_is_a_word_list_too(name):
    assert read_word_list(resource("sets", f"{name}.toml")) == open_set(name).groups


def test_a_set_s_name_wins_over_a_file_of_that_name_and_a_path_does_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jobs").write_text("cat\n", encoding="utf-8")
    assert open_words("jobs") == open_set("jobs").groups
    assert open_words("./jobs")[0].words == ("cat",)


def test_neither_a_set_nor_a_file_is_said_and_a_near_name_is_offered(tmp_path):
    with pytest.raises(EmbvizError, match="Did you mean capitals") as caught:
        open_words("capitols")
    assert caught.value.code == "no-such-words"
    with pytest.raises(EmbvizError, match="The sets are 48-words, capitals"):
        open_words(str(tmp_path / "none.txt"))
    with pytest.raises(EmbvizError, match="no word set"):
        open_set("none")


def test_an_empty_name_is_no_folder():
    with pytest.raises(EmbvizError, match="There is no word set and no file called “”"):
        open_words("  ")
