"""The store tells every change once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embviz.core.snapshot import Snapshot, Tool
from embviz.qt.store import Store


@pytest.fixture
def told(qapp):
    """A store, and the list of the changes that it has told."""
    store = Store()
    changes = []
    store.changed.connect(lambda old, new: changes.append((old, new)))
    return store, changes


def with_status(text):
    return replace(Snapshot(), status=text)


def test_a_new_state_is_told_with_the_old_one_and_the_same_object_is_not(told):
    store, changes = told
    first, new = store.snapshot, with_status("new")
    store.put(new)
    store.put(new)
    assert changes == [(first, new)]
    assert store.snapshot is new


def test_what_is_put_together_is_told_once_at_the_end_of_the_outermost_body(told):
    store, changes = told
    first = store.snapshot
    with store.together():
        store.put(with_status("one"))
        with store.together():
            store.put(with_status("two"))
        assert store.snapshot.status == "two"  # seen at once, drawn later
        assert not changes
        last = replace(store.snapshot, tool=Tool.PAN)
        store.put(last)
    assert changes == [(first, last)]


def test_a_body_that_changes_nothing_tells_nothing(told):
    store, changes = told
    first = store.snapshot
    with store.together():
        store.put(with_status("for a moment"))
        store.put(first)
    assert changes == []


def test_a_body_that_breaks_tells_what_was_put_before(told):
    store, changes = told
    new = with_status("half")
    with pytest.raises(ValueError, match="broken"), store.together():  # noqa: PT012 - what was put counts
        store.put(new)
        raise ValueError("broken")
    assert [after for _, after in changes] == [new]


def test_what_a_listener_puts_is_told_after_it(told):
    store, changes = told
    second = with_status("second")
    store.changed.connect(lambda _old, new: store.put(second) if new.status == "first" else None)
    first = with_status("first")
    with store.together():
        store.put(first)
    assert [(old.status, new.status) for old, new in changes] == [("", "first"), ("first", "second")]
