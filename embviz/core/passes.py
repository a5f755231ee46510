"""Passes over all rows of a table: in blocks that stay small beside it, on a few threads."""

from __future__ import annotations

import contextvars
import os
import threading
from collections.abc import Callable

Progress = Callable[[float], None]
"""Called now and then with the share done, 0..1; may raise `embviz.errors.Stopped`, which ends the work."""

THREADS = min(4, os.cpu_count() or 1)
"""Reading memory, which is what a pass does, gains nothing from more."""


def unwatched(_share: float) -> None:
    """Progress of somebody who does not watch."""


def block_rows(values: int, dim: int) -> int:
    """Return how many rows of ``dim`` numbers make a block of about so many values, at least one."""
    return max(1, values // max(1, dim))


def in_blocks(
    count: int, size: int, work: Callable[[int, int], None], *, progress: Progress = unwatched
) -> None:
    """Call ``work(start, stop)`` for consecutive blocks of ``size`` rows, several at a time.

    Parameters
    ----------
    count
        Number of rows.
    size
        Rows in a block.
    work
        Called from several threads, for each block once. What it raises ends the pass and is raised here.
    progress
        Called from the calling thread only, first with 0 and last with 1.
    """
    progress(0.0)
    blocks = _Blocks(count, size, work)
    helpers = [
        # numpy's errstate, which belongs to the context, holds for the helpers too.
        threading.Thread(
            target=contextvars.copy_context().run,
            args=(blocks.run, unwatched),
            name="embviz-pass",
            daemon=True,
        )
        for _ in range(min(THREADS, len(blocks.starts)) - 1)
    ]
    for helper in helpers:
        helper.start()
    blocks.run(progress)
    for helper in helpers:
        helper.join()
    if blocks.failure is not None:
        # The failure's traceback holds the blocks, and they would hold the failure: a circle, with the table.
        failure, blocks.failure = blocks.failure, None
        try:
            raise failure
        finally:
            del failure
    progress(1.0)


class _Blocks:
    """Blocks of rows that threads take one after the other."""

    def __init__(self, count: int, size: int, work: Callable[[int, int], None]) -> None:
        self.starts = range(0, count, size)
        self.failure: BaseException | None = None
        self._count, self._size, self._work = count, size, work
        self._lock = threading.Lock()
        self._taken = 0

    def run(self, progress: Progress) -> None:
        """Work until no block is left, or one has failed."""
        while True:
            with self._lock:
                if self.failure is not None or self._taken == len(self.starts):
                    return
                start = self.starts[self._taken]
                self._taken += 1
                share = self._taken / len(self.starts)
            try:
                self._work(start, min(start + self._size, self._count))
                progress(share)
            except BaseException as failure:  # noqa: BLE001 - raised again by the thread that waits
                self.failure = failure
