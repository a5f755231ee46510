"""Turns of the event loop."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer

from embviz.qt.turns import Turns
from tests.qt.driving import run_events


@pytest.fixture
def turns(qapp):
    made = Turns()
    yield made
    made.deleteLater()


def test_work_is_done_in_the_order_in_which_it_was_asked_for_and_once(turns):
    done = []
    first, second = lambda: done.append("first"), lambda: done.append("second")
    for work in (first, second, first):
        turns.ask(work)
    assert done == []
    run_events(20)
    assert done == ["first", "second"]


def test_work_that_has_more_to_do_lets_the_others_go_first(turns):
    done = []

    def first():
        done.append("first")
        if done.count("first") < 3:
            turns.ask(first)

    turns.ask(first)
    turns.ask(lambda: done.append("second"))
    run_events(30)
    assert done == ["first", "second", "first", "first"]


def test_between_two_turns_the_event_loop_goes_round(turns):
    seen = []
    for name in ("first", "second"):
        turns.ask(lambda name=name: (seen.append(name), QTimer.singleShot(0, lambda: seen.append("event"))))
    run_events(30)
    assert seen == ["first", "event", "second", "event"]


def test_work_that_breaks_does_not_keep_the_others_from_theirs(qtbot, turns):
    done = []
    turns.ask(lambda: 1 / 0)
    turns.ask(lambda: done.append("second"))
    with qtbot.captureExceptions() as caught:
        run_events(30)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]
    assert done == ["second"]
