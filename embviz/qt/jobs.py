"""Work off the UI thread: one helper for run, progress, Stop, success and failure.

A job has a key ("map", "neighbours"). Starting a job under a key stops the one that runs under it, and an
answer that comes late from a stopped or superseded job is dropped. Everything is told on the UI thread.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from embviz.core.rests import resting
from embviz.errors import EmbvizError, Stopped
from embviz.qt.courtesy import Courtesy, go_second

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

log = logging.getLogger(__name__)

FRAME_MS = 33
"""Progress is pulled at this pace, so that a quick job cannot flood the UI thread with repaints."""


@dataclass(eq=False)
class JobHandle:
    """The worker's end of a job.

    Attributes
    ----------
    courtesy
        Knows whether the window is busy.
    """

    courtesy: Courtesy
    stop_asked: threading.Event = field(default_factory=threading.Event)
    _latest: tuple[float | None, Any] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def report(self, share: float | None, payload: Any = None) -> None:
        """Say how far the work is (0..1, None when unknown), and rest; raises Stopped when it should end."""
        with self._lock:
            self._latest = (share, payload)
        self.rest()

    def rest(self) -> None:
        """Wait while the window is busy; raises Stopped when the work should end."""
        self.courtesy.give_way()
        if self.stop_asked.is_set():
            raise Stopped

    def take_latest(self) -> tuple[float | None, Any] | None:
        """Newest report that was not taken yet; older ones are forgotten."""
        with self._lock:
            latest, self._latest = self._latest, None
        return latest


@dataclass(eq=False)
class _Running:
    handle: JobHandle
    work: Callable[[JobHandle], Any]
    on_done: Callable[[Any], None]
    on_failed: Callable[[EmbvizError], None]
    on_progress: Callable[[float | None, Any], None] | None
    last: bool
    waits: bool


class Jobs(QObject):
    """Runs functions in a small pool of threads.

    Parameters
    ----------
    around_answers
        Makes a context in which a job's answers are told.

    Attributes
    ----------
    courtesy
        What jobs wait for before they begin, and where they rest.

    Signals
    -------
    broke
        An exception that nobody expected (the exception itself): a bug, to be shown once.
    emptied
        No job runs or waits any more.
    """

    broke = Signal(object)
    emptied = Signal()
    _finished = Signal(object, str, object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        threads: int = 4,
        around_answers: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        super().__init__(parent)
        self._around_answers = around_answers
        self._pool = ThreadPoolExecutor(
            max_workers=threads, thread_name_prefix="embviz-job", initializer=go_second
        )
        self._running: dict[str, _Running] = {}
        self._closed = False
        self.courtesy = Courtesy()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one may be late by 5 %
        self._timer.timeout.connect(self._on_timer_timeout)
        self._finished.connect(self._on_finished)

    def start(
        self,
        key: str,
        work: Callable[[JobHandle], Any],
        *,
        on_done: Callable[[Any], None],
        on_failed: Callable[[EmbvizError], None],
        on_progress: Callable[[float | None, Any], None] | None = None,
        at_once: bool = False,
        last: bool = False,
    ) -> None:
        """Run ``work(handle)`` in a thread; one of the callbacks is called later, on the UI thread.

        ``work`` must only read what it was given. A stopped or superseded job calls nothing. It begins when
        the window has drawn what the present handler changes, or ``at_once``, or ``last``: when only such
        jobs are left.
        """
        if self._closed:
            return
        self.stop(key)
        handle = JobHandle(self.courtesy)
        self._running[key] = _Running(handle, work, on_done, on_failed, on_progress, last, waits=last)
        self._timer.start()
        if not at_once:
            # A timer of 0 comes after the paint events that the present handler asks for.
            self.courtesy.begin("handler")
            QTimer.singleShot(0, self._on_handler_over)
        if last:
            self._look_for_waiting()
        else:
            self._pool.submit(self._work, key, handle, work, at_once)

    def stop(self, key: str) -> bool:
        """Ask the job to end and forget it at once; True when there was one."""
        running = self._running.pop(key, None)
        if running is None:
            return False
        running.handle.stop_asked.set()
        self._go_on()
        return True

    def runs(self, key: str) -> bool:
        """Whether a job runs or waits under this key."""
        return key in self._running

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the jobs that run or wait."""
        return tuple(self._running)

    def close(self) -> None:
        """Stop everything and wait for the threads; nothing is called any more."""
        self._closed = True
        for key in self.keys:
            self.stop(key)
        self._timer.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, key: str, handle: JobHandle, work: Callable[[JobHandle], Any], at_once: bool) -> None:
        result: Any = None
        error: BaseException | None = None
        try:
            if not at_once:
                self.courtesy.give_way()
            if not handle.stop_asked.is_set():
                with resting(handle.rest):
                    result = work(handle)
        except Stopped:
            return
        except Exception as caught:  # noqa: BLE001 - told on the UI thread: as a notice, or as the bug it is
            error = caught
        if not self._closed:
            self._finished.emit(handle, key, result, error)
        # Its traceback holds this frame, and this frame would hold it: a circle, with all that the work had.
        del error

    def _on_finished(self, handle: JobHandle, key: str, result: Any, error: BaseException | None) -> None:
        running = self._running.get(key)
        if running is None or running.handle is not handle:
            return
        del self._running[key]
        try:
            with self.courtesy.during("answer"), self._around_answers():
                self._answer(running, key, result, error)
        finally:
            self._go_on()

    def _answer(self, running: _Running, key: str, result: Any, error: BaseException | None) -> None:
        if error is None:
            running.on_done(result)
        elif isinstance(error, EmbvizError):
            running.on_failed(error)
        else:
            log.error("job %s broke", key, exc_info=error)
            running.on_failed(
                EmbvizError(
                    "Something went wrong inside embviz; this is a mistake of the program, not yours.",
                    code="bug",
                    hint="The log file has the details.",
                )
            )
            self.broke.emit(error)

    def _on_timer_timeout(self) -> None:
        for running in tuple(self._running.values()):
            latest = running.handle.take_latest()
            if latest is not None and running.on_progress is not None:
                with self.courtesy.during("answer"), self._around_answers():
                    running.on_progress(*latest)

    def _on_handler_over(self) -> None:
        self.courtesy.end("handler")

    def _go_on(self) -> None:
        """See what is to be done when a job has ended."""
        if self._running:
            self._look_for_waiting()
        else:
            self._timer.stop()
            self.emptied.emit()

    def _look_for_waiting(self) -> None:
        """Begin the jobs that wait, if it is their turn once the present handler has started all it will."""
        if any(running.waits for running in self._running.values()):
            QTimer.singleShot(0, self._begin_waiting)

    def _begin_waiting(self) -> None:
        if self._closed or not all(running.last for running in self._running.values()):
            return
        for key, running in self._running.items():
            if running.waits:
                running.waits = False
                self._pool.submit(self._work, key, running.handle, running.work, at_once=False)
