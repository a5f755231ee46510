"""The fewest removals and insertions between two lists of words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embviz.qt.panels.word_steps import changed_runs, runs

LISTS = st.lists(st.sampled_from("abcdef"), max_size=12)


def carried_out(old, removed, inserted, new):
    words = list(old)
    for first, last in removed:
        del words[first : last + 1]
    for first, last in inserted:
        words[first:first] = new[first : last + 1]
    return words


@settings(max_examples=300, deadline=None)
@given(LISTS, LISTS)
def test_carrying_them_out_as_they_stand_gives_the_new_list(old, new):
    assert carried_out(old, *changed_runs(old, new), new) == new


@pytest.mark.parametrize(
    ("old", "new", "removed", "inserted"),
    [
        ("abc", "abc", [], []),
        ("abc", "abxc", [], [(2, 2)]),
        ("abcd", "ad", [(1, 2)], []),
        ("abcde", "bcdea", [(0, 0)], [(4, 4)]),
        ("aab", "ab", [(1, 1)], []),
        ("", "ab", [], [(0, 1)]),
        ("ab", "", [(0, 1)], []),
        ("abcdef", "xbcydz", [(4, 5), (0, 0)], [(0, 0), (3, 3), (5, 5)]),
    ],
)
def test_what_stays_in_order_is_not_touched(old, new, removed, inserted):
    assert changed_runs(list(old), list(new)) == (removed, inserted)


def test_places_that_follow_one_another_are_one_run():
    assert runs([1, 2, 3, 5, 7, 8]) == [(1, 3), (5, 5), (7, 8)]
    assert runs([]) == []
