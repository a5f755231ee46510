"""Threads that give way to the UI thread."""

from __future__ import annotations

import sys
import threading
import time

from embviz.qt import courtesy
from embviz.qt.courtesy import Courtesy
from tests.qt.driving import run_events


def test_a_worker_waits_while_the_ui_thread_is_busy_and_goes_on_when_it_rests(qapp, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    passed = threading.Event()

    def work():
        kind.give_way()
        passed.set()

    run_events(1)  # it has been awake
    kind._on_dispatcher_awake()
    worker = threading.Thread(target=work)
    worker.start()
    assert not passed.wait(0.2)  # this thread does not go back to its event loop
    run_events(50)
    assert passed.wait(10)
    worker.join()


def test_a_worker_waits_no_longer_than_the_longest_time(qapp, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 0.01)
    kind = Courtesy()
    kind._on_dispatcher_awake()
    passed = threading.Event()
    worker = threading.Thread(target=lambda: (kind.give_way(), passed.set()))
    worker.start()
    assert passed.wait(10)
    worker.join()


def test_between_two_turns_of_drawing_the_ui_thread_is_not_at_rest(qapp, monkeypatch):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    kind = Courtesy()
    kind.keep_busy(True)
    passed = threading.Event()
    worker = threading.Thread(target=lambda: (kind.give_way(), passed.set()))
    worker.start()
    run_events(100)
    assert not passed.is_set()
    kind.keep_busy(False)
    run_events(50)
    assert passed.wait(10)
    worker.join()


def test_a_worker_that_has_waited_in_vain_works_for_a_while(qapp, monkeypatch):
    """The UI thread may be waiting for a module that the worker imports."""
    monkeypatch.setattr(courtesy, "LONGEST", 0.05)
    monkeypatch.setattr(courtesy, "FREE", 60.0)
    kind = Courtesy()
    kind.keep_busy(True)
    times = []

    def work():
        for _ in range(1000):
            started = time.monotonic()
            kind.give_way()
            times.append(time.monotonic() - started)

    worker = threading.Thread(target=work)
    worker.start()
    worker.join(30)
    assert len(times) == 1000
    assert times[0] >= 0.05
    assert sum(wait >= 0.05 for wait in times) == 1


def test_giving_way_waits_before_calls_and_only_in_the_body(qapp, monkeypatch):
    kind = Courtesy()
    waits = []
    monkeypatch.setattr(Courtesy, "give_way", lambda _self: waits.append(threading.get_ident()))
    kind.keep_busy(True)

    def work():
        len("before")
        with kind.giving_way():
            len("within")
        before = len(waits)
        len("after")
        assert len(waits) == before

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert waits
    assert set(waits) == {worker.ident}
    assert sys.getprofile() is None


def test_giving_way_leaves_a_profiler_alone(qapp):
    def profiler(*_arguments):
        return None

    sys.setprofile(profiler)
    try:
        with Courtesy().giving_way():
            assert sys.getprofile() is profiler
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(None)


def test_qt_leaves_the_import_of_other_modules_alone():
    """Its own import reads the source of every module; a fresh process shows what the program has."""
    import subprocess

    text = "import builtins as b; before = b.__import__; import embviz.qt; print(b.__import__ is before)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]
