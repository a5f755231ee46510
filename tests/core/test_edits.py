"""Edits of the word groups."""

from __future__ import annotations

import pytest

from embviz.core import edits
from embviz.core.snapshot import Document
from embviz.core.words import SplitPolicy, WordGroup


@pytest.fixture
def document():
    return Document(groups=(WordGroup("animals", ("cat", "dog", "cow")), WordGroup("numbers", ("one", "two"))))


def words(document):
    return {group.name: group.words for group in document.groups}


def test_words_are_added_at_the_end_or_at_a_place_but_never_twice(document):
    assert words(edits.words_added(document, 0, ["fox", "cat", "fox"]))["animals"] == ("cat", "dog", "cow", "fox")
    assert words(edits.words_added(document, 0, ["fox"], 1))["animals"] == ("cat", "fox", "dog", "cow")


def test_removed_words_leave_their_groups_behind(document):
    after = edits.words_removed(document, [(0, 1), (1, 0), (1, 1)])
    assert words(after) == {"animals": ("cat", "cow"), "numbers": ()}


def test_words_move_to_another_group_in_their_order(document):
    after = edits.words_moved(document, [(0, 0), (0, 2)], 1, 1)
    assert words(after) == {"animals": ("dog",), "numbers": ("one", "cat", "cow", "two")}


@pytest.mark.parametrize(
    ("moving", "at", "expected"),
    [
        ([(0, 0)], 3, ("dog", "cow", "cat")),
        ([(0, 0)], 2, ("dog", "cat", "cow")),
        ([(0, 2)], 0, ("cow", "cat", "dog")),
        ([(0, 1)], 1, ("cat", "dog", "cow")),
        ([(0, 0), (0, 1)], None, ("cow", "cat", "dog")),
    ],
)
def test_words_move_within_their_group(document, moving, at, expected):
    assert words(edits.words_moved(document, moving, 0, at))["animals"] == expected


def test_a_new_group_gets_a_free_name_and_the_look_that_fewest_groups_have(document):
    after = edits.group_added(document, "animals", ["ant"])
    assert after.groups[2] == WordGroup("animals 2", ("ant",), color=2, shape=2)


def test_groups_keep_their_look_when_others_come_and_go(document):
    assert edits.group_removed(document, 0).groups == (WordGroup("numbers", ("one", "two"), color=1, shape=1),)
    moved = edits.group_moved(document, 0, 1)
    assert [(group.name, group.color) for group in moved.groups] == [("numbers", 1), ("animals", 0)]


def test_a_group_is_not_renamed_to_nothing_or_to_anothers_name(document):
    assert edits.group_renamed(document, 0, "  ") is document
    assert edits.group_renamed(document, 0, "numbers") is document
    assert edits.group_renamed(document, 0, " beasts ").groups[0].name == "beasts"


def test_what_happens_to_a_split_word_is_remembered_by_its_text(document):
    after = edits.split_chosen(document, "hippopotamus", SplitPolicy.MEAN)
    assert after.split_choices == {"hippopotamus": SplitPolicy.MEAN}
    assert document.split_choices == {}
