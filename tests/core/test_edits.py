"""Edits of the word groups."""

from __future__ import annotations

import pytest

from embviz.core import edits
from embviz.core.snapshot import Document
from embviz.core.words import SplitPolicy, WordGroup


@pytest.fixture
def document():
    return Document(
        groups=(WordGroup("animals", ("cat", "dog", "cow")), WordGroup("numbers", ("one", "two")))
    )


def words(document):
    return {group.name: group.words for group in document.groups}


def test_words_are_added_at_the_end_or_at_a_place_but_never_twice(document):
    assert words(edits.words_added(document, 0, ["fox", "cat", "fox"]))["animals"] == (
        "cat",
        "dog",
        "cow",
        "fox",
    )
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
    assert edits.group_removed(document, 0).groups == (
        WordGroup("numbers", ("one", "two"), color=1, shape=1),
    )
    moved = edits.group_moved(document, 0, 1)
    assert [(group.name, group.color) for group in moved.groups] == [("numbers", 1), ("animals", 0)]


def test_a_group_is_not_renamed_to_nothing_or_to_anothers_name(document):
    assert edits.group_renamed(document, 0, "  ") is document
    assert edits.group_renamed(document, 0, "numbers") is document
    assert edits.group_renamed(document, 0, " beasts ").groups[0].name == "beasts"


def test_what_happens_to_a_split_word_is_remembered_by_its_text(document):
    after = edits.splits_chosen(document, ["hippopotamus"], SplitPolicy.MEAN)
    assert after.split_choices == {"hippopotamus": SplitPolicy.MEAN}
    assert document.split_choices == {}


def test_lists_are_joined_group_by_group_under_their_names(document):
    lists = [WordGroup("numbers", ("two", "three")), WordGroup("colours", ("red", "red"), color=5)]
    after = edits.groups_joined(document, lists)
    assert words(after) == {
        "animals": ("cat", "dog", "cow"),
        "numbers": ("one", "two", "three"),
        "colours": ("red",),
    }
    assert (after.groups[2].color, after.groups[2].shape) == (5, 2)


@pytest.mark.parametrize(
    ("places", "step", "expected"),
    [
        ([(0, 1)], -1, ("dog", "cat", "cow")),
        ([(0, 1)], 1, ("cat", "cow", "dog")),
        ([(0, 0), (0, 1)], 1, ("cow", "cat", "dog")),
        ([(0, 1), (0, 2)], -1, ("dog", "cow", "cat")),
        ([(0, 0), (0, 2)], 1, ("dog",)),
    ],
)
def test_words_step_within_their_group(document, places, step, expected):
    after = edits.words_stepped(document, places, step)
    assert words(after)["animals"] == expected


def test_words_step_from_the_end_of_a_group_into_the_next_one(document):
    down = edits.words_stepped(document, [(0, 2)], 1)
    assert words(down) == {"animals": ("cat", "dog"), "numbers": ("cow", "one", "two")}
    assert words(edits.words_stepped(down, [(1, 0)], -1)) == words(document)
    assert edits.words_stepped(document, [(0, 0)], -1) is document
    assert edits.words_stepped(document, [(1, 1)], 1) is document


def test_words_of_two_groups_do_not_step(document):
    assert edits.words_stepped(document, [(0, 0), (1, 0)], 1) is document


def test_a_word_is_retyped_in_its_place_but_not_to_one_that_is_there(document):
    assert words(edits.word_retyped(document, (0, 1), "fox"))["animals"] == ("cat", "fox", "cow")
    assert edits.word_retyped(document, (0, 1), "cow") is document
    assert edits.word_retyped(document, (0, 1), "  ") is document


def test_some_groups_are_shown_alone(document):
    after = edits.only_shown(document, [1])
    assert [group.visible for group in after.groups] == [False, True]


def test_one_choice_is_made_for_several_split_words(document):
    after = edits.splits_chosen(document, ["teapot", "pancake"], SplitPolicy.PIECES)
    assert after.split_choices == {"teapot": SplitPolicy.PIECES, "pancake": SplitPolicy.PIECES}
