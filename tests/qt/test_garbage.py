"""Python's collector is held while much is made that will stay."""

from __future__ import annotations

import gc
import weakref

import pytest

from embviz.qt.garbage import uncollected


@pytest.fixture(autouse=True)
def nothing_frozen():
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.enable()


class Circle:
    """Refers to itself: only the collector finds that it is garbage."""

    def __init__(self):
        self.itself = self


def test_nothing_is_collected_within_and_what_was_made_is_left_out_afterwards():
    with uncollected():
        assert not gc.isenabled()
        kept = Circle()
    assert gc.isenabled()
    assert all(one is not kept for one in gc.get_objects())


def test_garbage_of_the_body_is_collected_at_its_end():
    with uncollected():
        seen = weakref.ref(Circle())
        assert seen() is not None
    assert seen() is None


def test_a_body_that_breaks_leaves_the_collector_on_and_nothing_out():
    before = gc.get_freeze_count()
    with pytest.raises(ValueError, match="broken"), uncollected():
        raise ValueError("broken")
    assert gc.isenabled()
    assert gc.get_freeze_count() == before
