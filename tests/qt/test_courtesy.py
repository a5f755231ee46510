"""Threads that wait until the window has been drawn."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from contextlib import suppress

import pytest

from embviz.qt import courtesy
from embviz.qt.courtesy import NICE, Courtesy
from embviz.qt.intents import Select
from embviz.qt.polite_imports import polite_imports


@pytest.fixture
def kind(monkeypatch):
    """A courtesy for which workers wait as long as a test takes."""
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    return Courtesy()


@pytest.fixture
def worker():
    """Starts a thread that gives way once, and tells when it has gone on."""
    threads = []

    def start(kind):
        passed = threading.Event()
        thread = threading.Thread(target=lambda: (kind.give_way(), passed.set()))
        thread.start()
        threads.append(thread)
        return passed

    yield start
    for thread in threads:
        thread.join(30)


def test_a_worker_waits_until_all_that_is_being_drawn_has_been(worker, kind):
    kind.begin("handler")
    kind.begin("drawing")
    passed = worker(kind)
    kind.end("handler")
    assert not passed.is_set()
    kind.end("drawing")
    assert passed.wait(10)


def test_a_worker_does_not_wait_when_nothing_is_drawn(worker, kind):
    kind.begin("drawing")
    kind.end("drawing")
    kind.end("never begun")
    assert worker(kind).wait(10)


def test_a_worker_waits_while_the_body_runs(worker, kind):
    with kind.during("frame"):
        passed = worker(kind)
        assert not passed.wait(0.05)
    assert passed.wait(10)


def test_a_body_that_breaks_leaves_nobody_waiting(worker, kind):
    with suppress(KeyError), kind.during("frame"):
        raise KeyError
    assert worker(kind).wait(10)


def test_a_worker_waits_on_as_long_as_the_ui_thread_is_heard_of(monkeypatch):
    kind, waited = Courtesy(), []
    kind.begin("looks")

    class Busy:
        """The UI thread goes on to its next turn during three waits, and is not heard of in the fourth."""

        def is_set(self):
            return False

        def wait(self, _seconds):
            waited.append(1)
            if len(waited) < 4:
                kind.begin("looks")
            return False

        def clear(self):
            pass

    monkeypatch.setattr(kind, "_free", Busy())
    kind.give_way()
    assert len(waited) == 4


def test_something_done_within_the_same_ends_with_the_outer_one(worker, kind):
    with kind.during("answer"):
        with kind.during("answer"):
            passed = worker(kind)
        assert not passed.wait(0.05)
    assert passed.wait(10)


def test_after_a_wait_in_vain_nobody_waits_for_a_while(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 0.05)
    monkeypatch.setattr(courtesy, "UNBOTHERED", 60.0)
    kind = Courtesy()
    kind.begin("looks")
    assert worker(kind).wait(10)
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    assert worker(kind).wait(10)


@pytest.mark.skipif(sys.platform != "linux", reason="only there each thread has a niceness of its own")
def test_workers_stand_behind_the_ui_thread(qtbot, jobs):
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    found = []
    jobs.start(
        "map",
        lambda _handle: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()),
        on_done=found.append,
        on_failed=print,
    )
    qtbot.waitUntil(lambda: bool(found), timeout=10_000)
    assert found[0] == min(19, mine + NICE)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == mine


def test_workers_give_way_before_each_module_that_they_import(monkeypatch):
    kind, asked = Courtesy(), []
    monkeypatch.setattr(kind, "give_way", lambda: asked.append(threading.current_thread().name))
    before = list(sys.meta_path)
    sys.modules.pop("wave", None)

    def load():
        importlib.import_module("wave")
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("a_module_that_is_not_there")

    with polite_imports(kind):
        thread = threading.Thread(target=load, name="worker")
        thread.start()
        thread.join()
        sys.modules.pop("wave")
        importlib.import_module("wave")  # in the main thread nobody waits
    assert asked.count("worker") >= 2
    assert set(asked) == {"worker"}
    assert sys.meta_path == before


def test_a_worker_waits_no_longer_than_the_longest_time(worker, monkeypatch):
    """The UI thread may be waiting for a module that the worker imports."""
    monkeypatch.setattr(courtesy, "LONGEST", 0.01)
    kind = Courtesy()
    kind.begin("drawing")
    assert worker(kind).wait(10)


@pytest.fixture
def reasons(qtbot, window, monkeypatch):
    """The program's window, and the reasons for which its UI thread was busy."""
    qtbot.waitUntil(lambda: not window.jobs.keys, timeout=60_000)
    said = set()
    kind = window.jobs.courtesy
    begin = kind.begin
    monkeypatch.setattr(kind, "begin", lambda reason: (said.add(reason), begin(reason)))
    return window, said


def test_the_ui_thread_is_busy_while_it_handles_draws_lays_out_and_answers(qtbot, reasons):
    window, said = reasons
    window.controller.handle(Select((window.store.snapshot.words[0].ids,)))
    assert {"intent", "handler"} <= said
    qtbot.waitUntil(lambda: window.store.snapshot.neighborhood is not None, timeout=20_000)
    window.resize(window.width() - 40, window.height() - 40)
    qtbot.waitUntil(lambda: {"answer", "frame", "window"} <= said, timeout=20_000)
    qtbot.waitUntil(lambda: not window.jobs.keys, timeout=20_000)
    qtbot.waitUntil(window.jobs.courtesy._free.is_set)


def test_an_intent_that_breaks_leaves_no_worker_waiting(reasons, monkeypatch):
    window, _said = reasons
    monkeypatch.setitem(window.controller._handlers, Select, lambda _intent: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        window.controller.handle(Select(()))
    assert "intent" not in window.jobs.courtesy._reasons
