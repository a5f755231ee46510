"""Word lists: all four forms are read tolerantly, written whole, and refused with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from embviz.core.words import WordGroup
from embviz.errors import EmbvizError
from embviz.io.wordlists import FORMS, LARGEST, read_word_list, write_word_list

ANIMALS_AND_ROWS = (
    WordGroup("animals", ("cat", "dog", "cat")),
    WordGroup(
        "rows, “exact” & more",
        ("#2644", '"exact text"', "␣cat", " cat", "##s", "#hash", "C#", "été", "猫", "a,b"),
    ),
)


@pytest.fixture
def write(tmp_path):
    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return written


@pytest.mark.parametrize("suffix", [suffix for form in FORMS.values() for suffix in form.suffixes])
def test_every_form_gives_back_what_was_written(tmp_path, suffix):
    path = tmp_path / f"list{suffix}"
    write_word_list(path, ANIMALS_AND_ROWS)
    assert read_word_list(path) == ANIMALS_AND_ROWS


def test_toml_keeps_colour_and_shape_and_empty_groups(tmp_path):
    groups = (WordGroup("a", ("cat",), color=3, shape=7), WordGroup("empty", ()))
    write_word_list(tmp_path / "list.toml", groups)
    assert read_word_list(tmp_path / "list.toml") == groups


def test_toml_and_json_keep_words_with_line_breaks_quotes_and_backslashes(tmp_path):
    groups = (WordGroup("odd", ('"\n"', "\\n", '"', "\t\x7fx", " two  spaces ", '"\x85"', "a\u2028b")),)
    for name in ("list.toml", "list.json"):
        write_word_list(tmp_path / name, groups)
        assert read_word_list(tmp_path / name) == groups


def test_text_writes_a_word_that_begins_with_spaces_in_its_exact_form(tmp_path):
    write_word_list(tmp_path / "list.txt", (WordGroup("odd", ("  x", "  ", "cat  ")),))
    assert read_word_list(tmp_path / "list.txt")[0].words == ('"  x"', '"  "', "cat")


@pytest.mark.parametrize("word", ["# name", "two\nlines", "", "\r"])
def test_text_refuses_to_write_a_word_that_no_line_can_hold(tmp_path, word):
    with pytest.raises(EmbvizError, match="Save it as TOML or JSON") as caught:
        write_word_list(tmp_path / "list.txt", (WordGroup("odd", (word,)),))
    assert caught.value.code == "cannot-write"
    assert not (tmp_path / "list.txt").exists()


def test_the_contracts_four_forms_are_read(write):
    expected = (WordGroup("animals", ("cat", "dog")), WordGroup("numbers", ("one",)))
    toml = (
        '[[group]]\nname = "animals"\nwords = ["cat", "dog"]\n[[group]]\nname = "numbers"\nwords = ["one"]\n'
    )
    assert read_word_list(write("a.toml", toml)) == expected
    assert read_word_list(write("a.json", '{"animals": ["cat", "dog"], "numbers": ["one"]}')) == expected
    assert read_word_list(write("a.csv", "word,group\ncat,animals\ndog,animals\none,numbers\n")) == expected
    assert read_word_list(write("a.txt", "# animals\ncat\ndog\n# numbers\none\n")) == expected


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.toml", '\ufeff[[group]]\r\nname = "g"\r\n\r\nwords = [\r\n"cat",\r\n\r\n"dog"]\r\n'),
        ("a.json", '\ufeff\r\n{"g": ["cat",\r\n"dog", ""]}\r\n'),
        ("a.csv", '\ufeffword,group\r\n\r\n"cat",g\r\n,\r\ndog,"g"\r\n\r\n'),
        ("a.csv", "\ufeffGroup; Word\r\ng;cat\r\ng;dog"),
        ("a.tsv", "word\tgroup\ncat\tg\ndog\tg\n"),
        ("a.txt", "\ufeff\r\n# g\r\n\r\n   cat  \r\n\tdog\r\n\r\n"),
        ("a.txt", "#\tg\rcat\rdog\r"),
    ],
)
def test_a_byte_order_mark_other_line_ends_blank_lines_and_indentation_do_not_matter(write, name, content):
    assert read_word_list(write(name, content)) == (WordGroup("g", ("cat", "dog")),)


def test_the_space_decides_whether_a_number_sign_starts_a_group_or_a_row(write):
    groups = read_word_list(write("a.txt", "#2644\n# 2644\n##s\n#\n#animals\n"))
    assert groups == (WordGroup("a", ("#2644",)), WordGroup("2644", ("##s", "#", "#animals")))


def test_words_outside_any_group_belong_to_one_called_as_the_file_is(write):
    assert read_word_list(write("pets.txt", "cat\ndog")) == (WordGroup("pets", ("cat", "dog")),)
    assert read_word_list(write("pets.csv", "word\ncat\n")) == (WordGroup("pets", ("cat",)),)
    assert read_word_list(write("pets.csv", "word,group\ncat\ndog,\n")) == (
        WordGroup("pets", ("cat", "dog")),
    )
    assert read_word_list(write("pets", "cat\n")) == (WordGroup("pets", ("cat",)),)


def test_groups_of_the_same_name_become_one_and_no_word_is_lost(write):
    expected = (WordGroup("a", ("cat", "dog", "cat")), WordGroup("b", ("one",)))
    assert read_word_list(write("a.json", '{"a": ["cat"], "b": ["one"], "a": ["dog", "cat"]}')) == expected
    assert read_word_list(write("a.txt", "# a\ncat\n# b\none\n# a\ndog\ncat")) == expected
    assert read_word_list(write("a.csv", "word,group\ncat,a\none,b\ndog,a\ncat,a\n")) == expected


def test_a_list_of_a_whole_vocabulary_is_read_at_once(write):
    """Joining tuples word by word would copy ten thousand million words."""
    words = tuple(f"w{number}" for number in range(150_000))
    assert read_word_list(write("a.txt", "\n".join(words))) == (WordGroup("a", words),)


def test_quoted_csv_holds_commas_quotes_and_exact_words(write):
    text = 'word,group\n"a,b",g\n"""exact text""",g\n'
    assert read_word_list(write("a.csv", text)) == (WordGroup("g", ("a,b", '"exact text"')),)


def test_the_csv_of_an_exported_map_reads_as_a_word_list(write):
    text = "word,token,id,group,x,y,kept,false,missing,kept_length\ncat,Ġcat,2644,animals,0.1,0.2,3,1,0,0.5\n"
    assert read_word_list(write("map.csv", text)) == (WordGroup("animals", ("cat",)),)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.toml", '[[group]]\nname = "g"\nwords = ["cat"\n', "a.toml, line 4: not TOML"),
        ("a.toml", '[[group]]\nname = "g\nwords = []\n', "a.toml, line 2: not TOML"),
        ("a.toml", 'words = ["cat"]\n', r"a.toml: there is no \[\[group\]\]"),
        ("a.toml", "group = [1]\n", "a.toml: group 1 is not a table"),
        ("a.toml", '[[group]]\nwords = ["cat"]\n', "a.toml: group 1 has no name"),
        ("a.toml", '[[group]]\nname = "g"\n', "a.toml: group “g” has no words"),
        ("a.toml", '[[group]]\nname = "g"\nwords = "cat"\n', "a.toml: the words of group “g” are not a list"),
        ("a.toml", '[[group]]\nname = "g"\nwords = ["cat", 5]\n', "a.toml: word 2 of group “g” is not text"),
        (
            "a.toml",
            '[[group]]\nname = "g"\nwords = []\ncolor = 8\n',
            "a.toml: the color of group “g” is not a number",
        ),
        ("a.toml", "a = " + "[" * 100_000, "a.toml: the brackets are nested too deeply"),
        ("a.json", '{"g": ["cat",\n]}', "a.json, line 2: not JSON"),
        ("a.json", '["cat"]', "a.json: the outermost thing is not an object"),
        ("a.json", '{"g": {"cat": 1}}', "a.json: the words of group “g” are not a list"),
        ("a.json", '{"g": ["cat", null]}', "a.json: word 2 of group “g” is not text"),
        ("a.json", '{"": ["cat"]}', "a.json: group 1 has no name"),
        ("a.json", '{"g": ["\\ud800"]}', "a.json: word 1 of group “g” holds half a character"),
        ("a.json", "[" * 100_000, "a.json: the brackets are nested too deeply"),
        ("a.json", "", "a.json, line 1: not JSON"),
        ("a.csv", "token,group\ncat,g\n", "a.csv, line 1: the header has no column “word”"),
        ("a.csv", "word,group\ncat,g\na,b,g\n", "a.csv, line 3: 3 columns where the header has 2"),
        ("a.csv", "word,group\ncat,g\n\n,g\n", "a.csv, line 4: a row without a word"),
        ("a.csv", 'word,group\n"cat,g\ndog,g\n', "a.csv, line 2: not CSV"),
        ("a.csv", 'word,group\n"cat"x,g\n', "a.csv, line 2: not CSV"),
        ("a.csv", "\n\n", "a.csv: the file is empty"),
        ("a.txt", "cat\n# \ndog\n", "a.txt, line 2: the group has no name"),
        ("a.txt", b"cat\ncaf\xe9\n", "a.txt, line 2: not UTF-8 text"),
        ("a.txt", "cat".encode("utf-16"), "a.txt, line 1: not UTF-8 text"),
        ("a.csv", b"word,group\nc\0at,g\n", "a.csv, line 2: not a text file"),
        ("a.xlsx", b"PK", "a.xlsx: “.xlsx” is no suffix of a word list"),
        ("a.txt", b"x" * (LARGEST + 1), "a.txt: larger than 10 MB"),
        ("a.txt", "cat\n" + "prose " * 500, "a.txt: “prose prose prose pr…” has 2,999 characters"),
        ("a.json", '{"' + "g" * 1001 + '": ["cat"]}', "a.json: “g+…” has 1,001 characters"),
    ],
)
def test_a_malformed_list_is_refused_with_its_file_and_line(write, name, content, said):
    with pytest.raises(EmbvizError, match=said) as caught:
        read_word_list(write(name, content))
    assert caught.value.code == "bad-word-list"
    assert caught.value.message.count("\n") == 0
    assert caught.value.hint


def test_a_missing_file_a_folder_and_a_closed_file_are_each_said(tmp_path, monkeypatch):
    with pytest.raises(EmbvizError, match=r"There is no file .*none\.txt") as caught:
        read_word_list(tmp_path / "none.txt")
    assert caught.value.code == "no-such-file"
    with pytest.raises(EmbvizError, match="a folder, not a file"):
        read_word_list(tmp_path)

    def closed(*_arguments, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)
    with pytest.raises(EmbvizError, match="may not be read") as caught:
        read_word_list(tmp_path / "a.txt")
    assert caught.value.code == "permission"
