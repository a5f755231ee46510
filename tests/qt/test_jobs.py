"""Work off the UI thread."""

from __future__ import annotations

import gc
import threading
import weakref
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QThread, QTimer

from embviz.core.rests import rest
from embviz.errors import EmbvizError, Stopped
from embviz.qt import courtesy
from embviz.qt.jobs import Jobs


class Answers:
    def __init__(self):
        self.done = []
        self.failed = []
        self.progress = []
        self.threads = []

    def start(self, jobs, work, key="map"):
        jobs.start(key, work, on_done=self._done, on_failed=self.failed.append, on_progress=self._progress)

    def _done(self, result):
        self.threads.append(QThread.currentThread())
        self.done.append(result)

    def _progress(self, share, payload):
        self.threads.append(QThread.currentThread())
        self.progress.append((share, payload))


@pytest.fixture
def answers():
    return Answers()


def test_a_result_arrives_on_the_ui_thread(qtbot, jobs, answers):
    worked_in = []

    def work(handle):
        worked_in.append(threading.current_thread())
        return 42

    with qtbot.waitSignal(jobs.emptied):
        answers.start(jobs, work)
    assert answers.done == [42]
    assert answers.threads == [QThread.currentThread()]
    assert worked_in[0] is not threading.main_thread()


def test_an_expected_failure_is_told_and_an_unexpected_one_is_a_bug(qtbot, jobs, answers):
    def refuse(handle):
        raise EmbvizError("It broke off.", code="truncated", hint="Fetch it again.")

    with qtbot.waitSignal(jobs.emptied):
        answers.start(jobs, refuse)
    assert [str(error) for error in answers.failed] == ["It broke off. Fetch it again."]

    with qtbot.waitSignal(jobs.broke) as broke:
        answers.start(jobs, lambda handle: 1 // 0)
    assert isinstance(broke.args[0], ZeroDivisionError)
    assert answers.failed[-1].code == "bug"


def test_progress_is_pulled_and_only_the_latest_is_told(qtbot, jobs, answers):
    go_on = threading.Event()

    def work(handle):
        for step in range(1000):
            handle.report(step / 1000, step)
        go_on.wait(5)

    answers.start(jobs, work)
    qtbot.waitUntil(lambda: bool(answers.progress))
    assert len(answers.progress) < 20
    assert answers.progress[-1] == (0.999, 999)
    with qtbot.waitSignal(jobs.emptied):
        go_on.set()


def test_a_stopped_job_ends_at_its_next_report_and_tells_nothing(qtbot, jobs, answers):
    started, ended = threading.Event(), threading.Event()

    def work(handle):
        try:
            while True:
                handle.report(0.5)
                started.set()
        finally:
            ended.set()

    answers.start(jobs, work)
    assert started.wait(5)
    with qtbot.waitSignal(jobs.emptied):
        assert jobs.stop("map")
    assert not jobs.runs("map")
    assert ended.wait(5)
    qtbot.wait(60)
    assert answers.done == answers.failed == []


def test_a_superseded_job_is_never_told_even_when_it_ends_last(qtbot, jobs, answers):
    release = threading.Event()

    def slow(handle):
        release.wait(5)
        return "old"

    answers.start(jobs, slow)
    with qtbot.waitSignal(jobs.emptied):
        answers.start(jobs, lambda handle: "new")
    release.set()
    qtbot.wait(60)
    assert answers.done == ["new"]


def test_the_ui_thread_goes_on_while_a_job_runs(qtbot, jobs, answers):
    release = threading.Event()
    answers.start(jobs, lambda handle: release.wait(5))
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(1)
    qtbot.waitUntil(lambda: len(ticks) > 20)
    timer.stop()
    with qtbot.waitSignal(jobs.emptied):
        release.set()


def test_closing_in_the_middle_of_jobs_waits_for_their_threads(qtbot, jobs, answers):
    def work(handle):
        while True:
            handle.report(None)

    answers.start(jobs, work, "map")
    answers.start(jobs, work, "table")
    jobs.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("embviz-job")]
    answers.start(jobs, lambda handle: 1)
    qtbot.wait(30)
    assert answers.done == []


def test_a_job_begins_when_the_handler_that_starts_it_is_over_and_another_at_once(
    qtbot, jobs, answers, monkeypatch
):
    monkeypatch.setattr(courtesy, "LONGEST", 20.0)
    begun = {"waits": threading.Event(), "at once": threading.Event()}
    seen = []

    def handler():
        for key, event in begun.items():
            jobs.start(
                key,
                lambda _handle, event=event: event.set(),
                on_done=answers.done.append,
                on_failed=answers.failed.append,
                at_once=key == "at once",
            )
        seen.append(begun["at once"].wait(10))
        seen.append(begun["waits"].is_set())

    QTimer.singleShot(0, handler)
    qtbot.waitUntil(lambda: len(answers.done) == 2, timeout=20_000)
    assert seen == [True, False]
    assert begun["waits"].is_set()


def test_the_last_jobs_begin_when_no_other_runs(qtbot, jobs, answers):
    order, go_on = [], threading.Event()

    def work(name, wait=None):
        def run(_handle):
            if wait is not None:
                wait.wait(10)
            order.append(name)
            return name

        return run

    def start(key, run, *, last):
        jobs.start(key, run, on_done=answers.done.append, on_failed=answers.failed.append, last=last)

    start("warm-up", work("warm-up"), last=True)
    start("reference", work("reference"), last=True)
    start("map", work("map", go_on), last=False)
    qtbot.wait(50)
    assert order == []
    assert set(jobs.keys) == {"warm-up", "reference", "map"}
    jobs.stop("reference")
    go_on.set()
    qtbot.waitUntil(lambda: len(answers.done) == 2, timeout=10_000)
    assert order == ["map", "warm-up"]
    start("warm-up", work("again"), last=True)
    qtbot.waitUntil(lambda: order[-1] == "again", timeout=10_000)


def start_last(jobs, answers, begun):
    jobs.start(
        "warm-up",
        lambda _handle: begun.append(1),
        on_done=answers.done.append,
        on_failed=answers.failed.append,
        last=True,
    )


def test_a_last_job_does_not_begin_while_another_takes_the_place_of_one(qtbot, jobs, answers):
    begun, go_on = [], threading.Event()
    answers.start(jobs, lambda _handle: go_on.wait(10))
    start_last(jobs, answers, begun)
    qtbot.wait(30)
    answers.start(jobs, lambda _handle: go_on.wait(10))
    qtbot.wait(50)
    assert begun == []
    go_on.set()
    qtbot.waitUntil(lambda: begun == [1], timeout=10_000)


def test_a_last_job_that_waits_never_begins_when_all_is_closed(qtbot, answers):
    jobs, begun = Jobs(), []
    answers.start(jobs, lambda handle: handle.stop_asked.wait(10))
    start_last(jobs, answers, begun)
    qtbot.wait(30)
    jobs.close()
    qtbot.wait(50)
    assert begun == []


def test_a_last_job_begins_after_an_answer_that_broke(qtbot, jobs, answers):
    begun = []

    def broken(_result):
        raise KeyError("answer")

    with qtbot.captureExceptions() as caught:
        jobs.start("map", lambda _handle: 1, on_done=broken, on_failed=print)
        start_last(jobs, answers, begun)
        qtbot.waitUntil(lambda: begun == [1], timeout=10_000)
    assert [kind for kind, _, _ in caught] == [KeyError]


def test_work_rests_at_its_reports_and_wherever_it_can(qtbot, jobs, answers, monkeypatch):
    asked = []
    monkeypatch.setattr(jobs.courtesy, "give_way", lambda: asked.append(1))

    def work(handle):
        before = len(asked)
        handle.report(0.5)
        rest()
        return len(asked) - before

    answers.start(jobs, work)
    qtbot.waitUntil(lambda: answers.done == [2], timeout=10_000)


def test_answers_are_told_within_the_context_that_was_given(qtbot, answers):
    inside, told = [], []

    @contextmanager
    def around():
        inside.append(1)
        yield
        inside.pop()

    jobs = Jobs(around_answers=around)
    try:
        jobs.start("map", lambda _handle: 1, on_done=lambda _one: told.append(len(inside)), on_failed=print)
        qtbot.waitUntil(lambda: told == [1], timeout=10_000)
        assert not inside
    finally:
        jobs.close()


def test_a_failed_job_keeps_nothing_of_what_its_work_had(qtbot, jobs, answers):
    class Large:
        """Stands for a table that was opened halfway."""

    made = []

    def work(_handle):
        large = Large()
        made.append(weakref.ref(large))
        raise EmbvizError("damaged", code="damaged")

    gc.disable()
    try:
        answers.start(jobs, work)
        qtbot.waitUntil(lambda: bool(answers.failed), timeout=10_000)
        answers.failed.clear()
        qtbot.waitUntil(lambda: made[0]() is None, timeout=10_000)
    finally:
        gc.enable()


def test_a_stopped_job_ends_at_its_next_rest(qtbot, jobs, answers):
    paused, go_on, ended = threading.Event(), threading.Event(), threading.Event()

    def work(handle):
        handle.rest()
        paused.set()
        go_on.wait(10)
        try:
            handle.rest()
        except Stopped:
            ended.set()
            raise

    answers.start(jobs, work)
    qtbot.waitUntil(paused.is_set, timeout=10_000)
    jobs.stop("map")
    go_on.set()
    assert ended.wait(10)
    assert answers.done == answers.failed == []
