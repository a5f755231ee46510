"""Rests in the middle of long work."""

from __future__ import annotations

import threading

import pytest

from embviz.core.passes import in_blocks
from embviz.core.rests import rest, rested, resting
from embviz.core.words import WordGroup, read_groups
from embviz.errors import Stopped


def test_work_rests_only_where_somebody_wishes_it():
    rests = []
    rest()
    with resting(lambda: rests.append("outer")):
        rest()
        with resting(lambda: rests.append("inner")):
            rest()
        rest()
    rest()
    assert rests == ["outer", "inner", "outer"]


def test_items_come_as_they_are_with_a_rest_before_each():
    rests = []
    with resting(lambda: rests.append(1)):
        found = [(item, len(rests)) for item in rested("abc")]
    assert found == [("a", 1), ("b", 2), ("c", 3)]
    assert list(rested([])) == []


def test_what_a_rest_raises_ends_the_work_and_the_wish_with_it():
    def stop():
        raise Stopped

    with pytest.raises(Stopped), resting(stop):
        list(rested("abc"))
    rest()


def test_other_threads_do_not_rest_but_the_helpers_of_a_pass_do():
    rests = []
    stranger = threading.Thread(target=rest)
    with resting(lambda: rests.append(threading.get_ident())):
        stranger.start()
        stranger.join()
        assert rests == []
        in_blocks(8, 1, lambda _start, _stop: rest())
    assert len(rests) == 8


def test_reading_very_many_words_can_be_stopped(bundled):
    words = tuple(f"#{row}" for row in range(500))
    rests = []

    def stop():
        rests.append(1)
        if len(rests) == 3:
            raise Stopped

    with pytest.raises(Stopped), resting(stop):
        read_groups(bundled, [WordGroup("words", words)])
