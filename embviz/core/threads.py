"""One BLAS thread for small algebra: waking a second one can cost a hundred times the work."""

from __future__ import annotations

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
        self._limit: Any = None

    def enter(self) -> None:
        from threadpoolctl import threadpool_limits

        with self._lock:
            self._users += 1
            if self._users == 1:
                self._limit = threadpool_limits(1, user_api="blas")

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._limit.restore_original_limits()
                self._limit = None


_BLAS_LIMIT = _BlasLimit()


@contextmanager
def single_blas_thread() -> Iterator[None]:
    """Run the body with one BLAS thread: quick when it is small, and its sums always in the same order."""
    _BLAS_LIMIT.enter()
    try:
        yield
    finally:
        _BLAS_LIMIT.leave()
