"""Threads of numerical libraries: where a second one costs more than it brings, and how they wait."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _BlasLimit:
    """Limits BLAS to one thread while anybody inside the process asks for it.

    The number of BLAS threads belongs to the whole process. Two jobs that each saved and restored it could
    restore in the wrong order and leave the exact search on one thread for good, so they are counted.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before: list[tuple[Any, int]] = []

    def enter(self) -> None:
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._before = [(library, library.num_threads) for library in self._libraries()]
                self._set([(library, 1) for library, _ in self._before])

    def lower(self, number: int) -> None:
        """Let the libraries that are loaded use at most so many threads, for good."""
        with self._lock:
            self._set([(library, min(number, library.num_threads)) for library in self._libraries()])

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._set(self._before)

    @staticmethod
    def _libraries() -> list[Any]:
        from threadpoolctl import ThreadpoolController

        return list(ThreadpoolController().select(user_api="blas").lib_controllers)

    @staticmethod
    def _set(numbers: list[tuple[Any, int]]) -> None:
        for library, number in numbers:
            # From 3.8 on threadpoolctl ignores all threads but the one that set a number first, and says
            # nothing. Here the last job to leave restores it, whichever was first.
            release = getattr(library, "clear_controlling_thread", None)
            if release is not None:
                release(force=True)
            library.set_num_threads(number)
            if release is not None:
                release(force=True)


_BLAS_LIMIT = _BlasLimit()

_WAIT_POLICY = "OMP_WAIT_POLICY"
_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


def leave_a_processor() -> None:
    """Keep BLAS from taking all processors, unless the user chose: one of them is the window's.

    Where all are taken, a worker that holds Python's lock has to wait for one, and with it the UI thread,
    which waits for the lock: 30 to 75 ms on two processors.
    """
    if _BLAS_THREADS in os.environ:
        return
    number = max(1, (os.cpu_count() or 1) - 1)
    os.environ[_BLAS_THREADS] = str(number)  # for libraries that are yet to be loaded
    _BLAS_LIMIT.lower(number)


@contextmanager
def single_blas_thread() -> Iterator[None]:
    """Run the body with one BLAS thread: quick when it is small, and its sums always in the same order."""
    _BLAS_LIMIT.enter()
    try:
        yield
    finally:
        _BLAS_LIMIT.leave()


@contextmanager
def patient_openmp() -> Iterator[None]:
    """Have OpenMP libraries that are first loaded in the body sleep while they wait, unless the user chose.

    They would spin. With two threads on two cores, one of them busy with something else, each of t-SNE's
    thousands of short loops then waits for a turn of the scheduler: 100 words took 10 s instead of 0.2 s.
    """
    if _WAIT_POLICY in os.environ:
        yield
        return
    # The library reads the environment once, when it is loaded.
    os.environ[_WAIT_POLICY] = "passive"
    try:
        yield
    finally:
        os.environ.pop(_WAIT_POLICY, None)
