"""Typed and pasted text, taken apart into words and groups."""

from __future__ import annotations

import pytest

from embviz.core.typed_words import typed_words, unfinished_word
from embviz.core.words import WordGroup


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cat", ("cat",)),
        ("cat, dog ,cow", ("cat", "dog", "cow")),
        ("cat,,dog,", ("cat", "dog")),
        ("cat\tdog", ("cat", "dog")),
        ("New York, Rome", ("New York", "Rome")),
        ('"a, b", c', ('"a, b"', "c")),
        ('5" disk, cat', ('5" disk', "cat")),
        ('"cat, dog', ('"cat', "dog")),
        ("cat\ndog\r\ncow\rfox", ("cat", "dog", "cow", "fox")),
        ("\n\n  cat  \n\n", ("cat",)),
        (",", (",",)),
        ("#2644, cat", ("#2644", "cat")),
        ("#", ("#",)),
        ("  ", ()),
        ("", ()),
    ],
)
def test_commas_tabs_and_line_ends_stand_between_words_and_spaces_do_not(text, words):
    assert typed_words(text).words == words


def test_one_space_before_a_word_asks_for_the_exact_token_and_is_made_visible():
    assert typed_words(" cat").words == ("␣cat",)
    assert typed_words("cat, dog").words == ("cat", "dog")
    assert typed_words("  cat").words == ("cat",)
    assert typed_words("␣cat").words == ("␣cat",)
    assert typed_words(' "cat"').words == ('"cat"',)
    assert typed_words(" #2644").words == ("#2644",)


def test_a_heading_begins_a_group_as_in_a_word_list_in_plain_text():
    typed = typed_words("cat\n# big  cats \nlion, tiger\n#2644\n\n# empty\n")
    assert typed.words == ("cat",)
    assert typed.groups == (WordGroup("big cats", ("lion", "tiger", "#2644")), WordGroup("empty", ()))
    assert typed.count == 4


def test_the_word_under_way_is_the_last_one_and_may_be_empty():
    assert unfinished_word("cat, do") == (("cat",), "do")
    assert unfinished_word("cat, ") == (("cat",), "")
    assert unfinished_word("cat") == ((), "cat")
    assert unfinished_word("") == ((), "")
    assert unfinished_word('cat, "a, b') == (("cat", '"a'), "b")
