"""Threads that give way to the UI thread."""

from __future__ import annotations

import sys
import threading
import time

from embviz.qt import courtesy
from embviz.qt.courtesy import Courtesy, patient_imports
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


def test_imports_give_way_before_every_module_and_only_in_their_own_thread(tmp_path, monkeypatch):
    for name in ("patient_one", "patient_two", "patient_three"):
        (tmp_path / f"{name}.py").write_text("VALUE = 1\n")
    (tmp_path / "patient_outer.py").write_text("import patient_one\nimport patient_two\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    times = []
    with patient_imports(lambda: times.append(time.monotonic())):
        import patient_outer

        assert len(times) == 3
        other = threading.Thread(target=__import__, args=("patient_three",))
        other.start()
        other.join()
    assert len(times) == 3
    assert patient_outer.patient_one.VALUE == 1
    assert not any(isinstance(finder, courtesy._PatientFinder) for finder in sys.meta_path)


def test_qt_leaves_the_import_of_other_modules_alone():
    """Its own import reads the source of every module; a fresh process shows what the program has."""
    import subprocess

    text = "import builtins as b; before = b.__import__; import embviz.qt; print(b.__import__ is before)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]
