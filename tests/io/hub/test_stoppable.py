import socket
import threading

import pytest

from embviz.errors import Stopped
from embviz.io.hub.stoppable import run_stoppable
from embviz.io.tables.base import silent


def test_the_result_comes_back_and_progress_is_told_in_the_calling_thread():
    told = []

    def work(wire):
        assert threading.current_thread().name == "embviz-hub"
        wire.report(0.5, "half")
        return 42

    def progress(share, text):
        told.append((share, text, threading.current_thread()))

    assert run_stoppable(work, progress) == 42
    assert told[-1] == (0.5, "half", threading.current_thread())


def test_what_the_work_raises_is_raised():
    def work(_wire):
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        run_stoppable(work, silent)


def test_what_progress_raises_wakes_the_work_where_it_waits():
    ended = threading.Event()
    near, far = socket.socketpair()

    def work(wire):
        wire.hold(near)
        wire.report(0.1, "waiting")
        try:
            near.recv(1)
            wire.check()
        finally:
            wire.drop(near)
            ended.set()

    def progress(share, _text):
        if share:
            raise KeyboardInterrupt

    with near, far, pytest.raises(KeyboardInterrupt):
        run_stoppable(work, progress)
    assert ended.is_set()


def test_after_stop_nothing_more_can_be_begun():
    seen = []

    def work(wire):
        wire.report(0.1, "waiting")
        try:
            wire.sleep(1000)
        except Stopped:
            for again in (wire.check, lambda: wire.report(1.0, "on"), lambda: wire.sleep(0)):
                with pytest.raises(Stopped):
                    again()
                seen.append(again)
            raise

    def progress(share, _text):
        if share:
            raise Stopped

    with pytest.raises(Stopped):
        run_stoppable(work, progress)
    assert len(seen) == 3
