"""Work in blocks on several threads, and values made once."""

from __future__ import annotations

import contextlib
import gc
import threading
import weakref

import pytest

from embviz.core.lazy import Once
from embviz.core.passes import block_rows, in_blocks
from embviz.errors import Stopped


@pytest.mark.parametrize(("count", "size"), [(0, 4), (1, 4), (4, 4), (5, 4), (1000, 7)])
def test_every_row_is_worked_on_once(count, size):
    seen = []
    lock = threading.Lock()

    def work(start, stop):
        with lock:
            seen.extend(range(start, stop))

    in_blocks(count, size, work)
    assert sorted(seen) == list(range(count))


def test_what_a_block_raises_ends_the_pass_and_is_raised():
    worked = []

    def work(start, stop):
        worked.append(start)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_blocks(10_000, 1, work)
    assert len(worked) < 100


def test_progress_is_reported_by_the_thread_that_asked():
    threads = set()

    def report(share):
        threads.add(threading.get_ident())

    in_blocks(100, 1, max, progress=report)
    assert threads <= {threading.get_ident()}


def test_a_block_has_at_least_one_row():
    assert block_rows(1000, 10) == 100
    assert block_rows(10, 1000) == 1
    assert block_rows(10, 0) == 10


def test_a_value_is_made_once_however_many_threads_ask():
    once = Once[object]()
    made = []
    barrier = threading.Barrier(8)
    found = []

    def make():
        made.append(1)
        return object()

    def ask():
        barrier.wait()
        found.append(once.get(make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(set(map(id, found))) == 1


def test_a_failure_is_not_kept():
    once = Once[int]()
    with pytest.raises(ZeroDivisionError):
        once.get(lambda: 1 // 0)
    assert not once.ready
    assert once.get(lambda: 7) == 7
    assert once.ready


def test_a_pass_that_ends_early_keeps_nothing_of_its_work():
    class Large:
        """Stands for a table."""

    seen = []

    def run():
        large = Large()
        seen.append(weakref.ref(large))

        def work(_start, _stop):
            assert large is not None
            raise Stopped

        in_blocks(10, 1, work)

    gc.disable()
    try:
        with contextlib.suppress(Stopped):
            run()
        assert seen[0]() is None
    finally:
        gc.enable()
