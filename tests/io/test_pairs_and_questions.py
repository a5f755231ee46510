"""Pair lists and question files: the ready-made ones checked word by word, the user's own read or refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from embviz.core.expression import parse
from embviz.core.pairs import Question
from embviz.errors import EmbvizError
from embviz.io.analogies import analogy_examples
from embviz.io.pairs import PAIR_LIST_NAMES, open_pair_list, parse_pairs, read_pairs
from embviz.io.questions import parse_questions, read_questions
from embviz.io.sets import open_set
from embviz.resources import resource

# GPT-2's ids of every word in these files after a space: an excerpt of its vocabulary (MIT, OpenAI).
GPT2_IDS = json.loads((Path(__file__).parent / "data" / "gpt2_pair_words.json").read_text(encoding="utf-8"))


def words_of(name):
    return {word for pair in open_pair_list(name).pairs for word in pair}


def words_of_examples():
    terms = {term.text for example in analogy_examples() for term in parse(example.expression).terms}
    return terms | {example.expected for example in analogy_examples()}


def test_the_ready_made_lists_are_the_six_relations_and_each_has_its_file():
    assert PAIR_LIST_NAMES == ("capitals", "plurals", "tenses", "comparatives", "family", "opposites")
    assert {path.stem for path in resource("pairs").glob("*")} == set(PAIR_LIST_NAMES)


@pytest.mark.parametrize("name", PAIR_LIST_NAMES)
def test_a_list_has_a_title_a_description_and_12_pairs_or_more_each_once(name):
    found = open_pair_list(name)
    assert found.title
    assert found.left
    assert found.right
    assert found.description.endswith((".", "?"))
    assert len(found.pairs) >= 12
    assert len(set(found.pairs)) == len(found.pairs)


def test_lists_that_a_word_set_has_are_taken_from_it():
    groups = {group.name: group.words for group in open_set("capitals").groups}
    assert open_pair_list("capitals").pairs == tuple(
        zip(groups["countries"], groups["capitals"], strict=True)
    )
    assert ("go", "went") in open_pair_list("tenses").pairs
    assert ("good", "better") in open_pair_list("comparatives").pairs


@pytest.mark.parametrize("words", [*map(words_of, PAIR_LIST_NAMES), words_of_examples()])
def test_every_word_is_one_token_of_the_bundled_table_and_of_gpt2(bundled, words):
    for word in words:
        best = bundled.lookup(word)[0]
        assert (best.kind, best.text) == ("word-start", f" {word}")
    assert [word for word in words if len(GPT2_IDS[word]) != 1] == []


def test_the_excerpt_of_gpt2s_vocabulary_holds_these_words_and_no_others():
    assert set(GPT2_IDS) == set.union(words_of_examples(), *map(words_of, PAIR_LIST_NAMES))


@pytest.mark.parametrize(
    "line",
    [
        "France Paris",
        "France\tParis",
        "France, Paris",
        "France; Paris",
        "France: Paris",
        "France → Paris",
        "France -> Paris",
        "France->Paris",
        "France - Paris",
        "France – Paris",
        "France–Paris",
        "  France   Paris  ",
    ],
)
def test_a_pasted_line_may_be_written_in_any_usual_way(line):
    assert parse_pairs(line).pairs == (("France", "Paris"),)


def test_quotes_keep_spaces_and_hyphens_stay_in_words():
    assert parse_pairs('" New York", "Los Angeles"').pairs == (('" New York"', '"Los Angeles"'),)
    assert parse_pairs("mother-in-law father-in-law").pairs == (("mother-in-law", "father-in-law"),)


def test_blank_lines_comments_and_the_header_are_skipped():
    text = "\ufefffrom,to\r\n# Europe\r\nFrance,Paris\r\n\r\n#2644,#2643\r\n"
    assert parse_pairs(text.removeprefix("\ufeff")).pairs == (("France", "Paris"), ("#2644", "#2643"))


@pytest.mark.parametrize("line", ["France", "a b c", "a, b, c", ",", "France,"])
def test_a_line_that_is_not_two_words_is_refused_with_its_number(line):
    with pytest.raises(EmbvizError) as caught:
        parse_pairs(f"x y\n{line}")
    assert caught.value.code == "bad-pairs"
    assert "line 2" in str(caught.value)


def test_an_empty_list_is_refused():
    with pytest.raises(EmbvizError, match="no pair of words"):
        parse_pairs("# nothing\n\n")


def test_files_are_read_as_text_or_toml(tmp_path):
    text = tmp_path / "mine.csv"
    text.write_text("from,to\nFrance,Paris\nSpain,Madrid\n", encoding="utf-8-sig")
    found = read_pairs(text)
    assert (found.title, found.pairs) == ("mine", (("France", "Paris"), ("Spain", "Madrid")))
    toml = tmp_path / "mine.toml"
    toml.write_text('title = "Mine"\nfrom = "a"\nto = "b"\npairs = [["x", "y"]]\n', encoding="utf-8")
    found = read_pairs(toml)
    assert (found.title, found.left, found.right, found.pairs) == ("Mine", "a", "b", (("x", "y"),))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.toml", b"pairs = [", "a.toml"),
        ("a.toml", b"x = 1", "no list called “pairs”"),
        ("a.toml", b'pairs = [["x"]]', "pair 1 is not two words"),
        ("a.toml", b'set = "capitals"\nfrom = "x"\nto = "y"', "do not line up"),
        ("a.txt", b"\xff\xfe", "not UTF-8"),
        ("a.txt", b"a b\x00", "not a text file"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(EmbvizError) as caught:
        read_pairs(path)
    assert caught.value.code == "bad-pairs"
    assert said in str(caught.value)


def test_a_missing_file_and_an_unknown_list_are_said(tmp_path):
    with pytest.raises(EmbvizError) as caught:
        read_pairs(tmp_path / "none.txt")
    assert caught.value.code == "no-such-file"
    with pytest.raises(EmbvizError) as caught:
        open_pair_list("none")
    assert caught.value.code == "no-such-pairs"


def test_a_question_file_in_google_s_form_is_read_by_sections(tmp_path):
    path = tmp_path / "questions-words.txt"
    text = "// Mikolov\n: capital-common-countries\nAthens Greece Oslo Norway\nAthens  Greece\tRome Italy\n"
    path.write_text(f"{text}\n: family\nboy girl king queen\n: empty\n", encoding="utf-8")
    sections = read_questions(path)
    assert [(section.name, len(section.questions)) for section in sections] == [
        ("capital-common-countries", 2),
        ("family", 1),
    ]
    assert sections[0].questions[1] == Question("Athens", "Greece", "Rome", "Italy")


def test_questions_above_the_first_section_belong_to_one_called_as_the_file_is():
    assert parse_questions("a b c d", "mine.txt")[0].name == "mine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (": x\na b c", "x.txt, line 2: 3 words where four belong"),
        (": x\na b c d e", "line 2: 5 words"),
        (":\na b c d", "line 1: a section without a name"),
        (": x\n", "no question in it"),
        ("", "no question in it"),
    ],
)
def test_bad_question_files_are_refused_with_the_line(text, said):
    with pytest.raises(EmbvizError) as caught:
        parse_questions(text, "x.txt")
    assert caught.value.code == "bad-questions"
    assert said in str(caught.value)
