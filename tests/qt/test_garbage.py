"""Python's collector keeps to young objects while much is made that will stay."""

from __future__ import annotations

import gc
import weakref

import pytest

from embviz.qt.garbage import no_full_collection


class Circle:
    """Refers to itself: only the collector finds that it is garbage."""

    def __init__(self):
        self.itself = self


def full_collections():
    return gc.get_stats()[2]["collections"]


def test_no_full_collection_runs_within_and_young_garbage_still_goes():
    with no_full_collection():
        before = full_collections()
        seen = weakref.ref(Circle())
        kept = [[place] for place in range(300_000)]  # calls for hundreds of young and several full ones
        assert full_collections() == before
        assert seen() is None
    assert len(kept) == 300_000


def test_what_was_made_is_left_out_of_later_collections():
    with no_full_collection():
        kept = Circle()
    assert all(one is not kept for one in gc.get_objects())


def test_a_body_that_breaks_leaves_the_collector_as_it_was_and_nothing_out():
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with pytest.raises(ValueError, match="broken"), no_full_collection():
        raise ValueError("broken")
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == frozen


def test_two_at_once_leave_the_collector_as_it_was():
    before = gc.get_threshold()
    with no_full_collection(), no_full_collection():
        pass
    assert gc.get_threshold() == before
