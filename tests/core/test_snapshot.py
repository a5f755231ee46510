"""Steps from one snapshot to the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embviz.core import snapshot as steps
from embviz.core.mapping import MapRequest, MapResult
from embviz.core.projections.base import Layout
from embviz.core.snapshot import Activity, Document, SelectMode, Snapshot
from embviz.core.words import MapWord, WordGroup
from embviz.errors import Notice

CAT, DOG, COW = (1,), (2,), (3,)


def a_map(*keys):
    words = tuple(MapWord(text=str(key), ids=key, token=str(key), group=0) for key in keys)
    return MapResult(MapRequest(), words, ("animals",), Layout(np.zeros((len(keys), 2))), None, ())


@pytest.fixture
def mapped():
    return steps.mapped(Snapshot(), a_map(CAT, DOG, COW), Document())


def test_a_selection_holds_only_words_on_the_map_each_once(mapped):
    after = steps.selected(mapped, [DOG, (99,), DOG, CAT], SelectMode.REPLACE)
    assert after.selection == (DOG, CAT)


def test_shift_adds_and_ctrl_removes_and_toggle_does_both(mapped):
    one = steps.selected(mapped, [CAT], SelectMode.REPLACE)
    two = steps.selected(one, [COW, CAT], SelectMode.ADD)
    assert two.selection == (CAT, COW)
    assert steps.selected(two, [CAT], SelectMode.REMOVE).selection == (COW,)
    assert steps.selected(two, [CAT, DOG], SelectMode.TOGGLE).selection == (COW, DOG)


def test_selecting_the_same_again_is_the_same_snapshot(mapped):
    one = steps.selected(mapped, [CAT], SelectMode.REPLACE)
    assert steps.selected(one, [CAT], SelectMode.REPLACE) is one


def test_a_new_map_keeps_the_selection_of_words_that_are_still_on_it(mapped):
    chosen = steps.selected(mapped, [CAT, COW], SelectMode.REPLACE)
    hovered = replace(chosen, hover=CAT)
    after = steps.mapped(hovered, a_map(DOG, COW), Document())
    assert after.selection == (COW,)
    assert after.hover is None


def test_undo_and_redo_walk_through_the_documents():
    first = Snapshot(document=Document(groups=(WordGroup("a", ("x",)),)))
    second = steps.edited(first, Document(groups=(WordGroup("b", ("y",)),)))
    back = steps.undone(second)
    assert back.document == first.document
    assert steps.redone(back).document == second.document
    assert steps.undone(back) is back


def test_an_edit_after_undo_forgets_what_was_undone():
    first = steps.edited(Snapshot(), Document(groups=(WordGroup("a", ()),)))
    back = steps.undone(first)
    other = steps.edited(back, Document(groups=(WordGroup("b", ()),)))
    assert steps.redone(other) is other


def test_an_edit_that_changes_nothing_cannot_be_undone():
    start = Snapshot()
    assert steps.edited(start, Document()) is start


def test_a_stopped_run_goes_back_to_the_request_of_the_map_that_is_shown(mapped):
    asked = steps.edited(mapped, replace(mapped.document, request=MapRequest(method="tsne")))
    after = steps.unmapped(asked)
    assert after.document.request == MapRequest()
    assert after.result is mapped.result


def test_the_same_notice_is_not_shown_twice_and_the_newest_is_last():
    one, two = Notice("a", "One."), Notice("b", "Two.")
    both = steps.noticed(steps.noticed(Snapshot(), [one, two]), [one])
    assert both.notices == (two, one)
    assert steps.dismissed(both, one).notices == (two,)
    assert steps.dismissed(both, None).notices == ()


def test_a_job_is_listed_once_while_it_runs():
    going = steps.busy(steps.busy(Snapshot(), Activity("map", "Drawing")), Activity("map", "Drawing", 0.5))
    assert [activity.share for activity in going.activities] == [0.5]
    assert steps.idle(going, "map").activities == ()
    assert steps.idle(going, "table") is going
