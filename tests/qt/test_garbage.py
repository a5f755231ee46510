"""Python's collector is held while much is made that will stay."""

from __future__ import annotations

import gc

import pytest

from embviz.qt.garbage import uncollected


@pytest.fixture(autouse=True)
def nothing_frozen():
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.enable()


def test_nothing_is_collected_within_and_what_was_made_is_left_out_afterwards():
    with uncollected():
        assert not gc.isenabled()
        made = [[] for _ in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= len(made)


def test_a_body_that_breaks_leaves_the_collector_on():
    with pytest.raises(ValueError, match="broken"), uncollected():
        raise ValueError("broken")
    assert gc.isenabled()
