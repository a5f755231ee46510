"""Threads that wait until the window has been drawn."""

from __future__ import annotations

import threading

import pytest

from embviz.qt import courtesy
from embviz.qt.courtesy import Courtesy


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


def test_a_worker_waits_no_longer_than_the_longest_time(worker, monkeypatch):
    """The UI thread may be waiting for a module that the worker imports."""
    monkeypatch.setattr(courtesy, "LONGEST", 0.01)
    kind = Courtesy()
    kind.begin("drawing")
    assert worker(kind).wait(10)
