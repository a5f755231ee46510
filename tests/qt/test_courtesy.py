"""Threads that wait until the window has been drawn."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time
from contextlib import suppress

import pytest

from embviz.qt import courtesy
from embviz.qt.courtesy import Courtesy, polite_imports


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


def test_a_worker_waits_until_all_that_is_being_drawn_has_been(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    kind.begin("handler")
    kind.begin("drawing")
    passed = worker(kind)
    kind.end("handler")
    assert not passed.is_set()
    kind.end("drawing")
    assert passed.wait(10)


def test_a_worker_does_not_wait_when_nothing_is_drawn(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    kind.begin("drawing")
    kind.end("drawing")
    kind.end("never begun")
    assert worker(kind).wait(10)


def test_a_worker_waits_while_the_body_runs(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    with kind.during("frame"):
        passed = worker(kind)
        assert not passed.wait(0.05)
    assert passed.wait(10)


def test_a_body_that_breaks_leaves_nobody_waiting(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    with suppress(KeyError), kind.during("frame"):
        raise KeyError
    assert worker(kind).wait(10)


def test_a_worker_waits_on_as_long_as_the_ui_thread_is_heard_of(worker, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 0.2)
    kind = Courtesy()
    kind.begin("looks")
    passed = worker(kind)
    for _turn in range(12):
        time.sleep(0.05)
        kind.begin("looks")
    assert not passed.is_set()
    kind.end("looks")
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
    assert found[0] > mine == os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_workers_give_way_before_each_module_that_they_import(monkeypatch):
    kind, asked = Courtesy(), []
    monkeypatch.setattr(kind, "give_way", lambda: asked.append(threading.current_thread().name))
    before = list(sys.meta_path)
    for name in ("wave", "sndhdr_that_is_not_there"):
        sys.modules.pop(name, None)

    def load():
        importlib.import_module("wave")
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("sndhdr_that_is_not_there")

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
