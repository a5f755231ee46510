"""Work that waits for the network, in a thread of its own, so that Stop ends it at once wherever it waits."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from embviz.errors import Stopped

if TYPE_CHECKING:
    from embviz.io.tables.base import Progress

T = TypeVar("T")

_POLL_SECONDS = 0.05
_LAST_SECONDS = 2.0


class Wire:
    """The working thread's end: it tells how far it is, and learns that it should stop."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._latest: tuple[float, str] | None = None

    def report(self, share: float, text: str) -> None:
        """Say how far the work is; raises Stopped when it should end."""
        self.check()
        self._latest = (share, text)

    def check(self) -> None:
        """Raise Stopped when the work should end."""
        if self._stop.is_set():
            raise Stopped

    def sleep(self, seconds: float) -> None:
        """Wait, but not longer than until Stop, which is raised as Stopped."""
        if self._stop.wait(seconds):
            raise Stopped

    def hold(self, connection: socket.socket) -> None:
        """Name a socket on which this thread may wait; raises Stopped when it should not."""
        with self._lock:
            self.check()
            self._sockets.append(connection)

    def drop(self, connection: socket.socket) -> None:
        """Forget a socket, before it is closed."""
        with self._lock, suppress(ValueError):
            self._sockets.remove(connection)

    @property
    def latest(self) -> tuple[float, str] | None:
        """What was reported last."""
        return self._latest

    def cut(self) -> None:
        """Tell the thread to stop and wake it where it waits; called from another thread."""
        self._stop.set()
        with self._lock:
            for connection in self._sockets:
                # Not the method of an encrypted socket, which would first say goodbye.
                with suppress(OSError):
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _Outcome(Generic[T]):
    def __init__(self, work: Callable[[Wire], T], wire: Wire) -> None:
        self.value: list[T] = []
        self.error: BaseException | None = None
        self._work = work
        self._wire = wire

    def run(self) -> None:
        try:
            self.value.append(self._work(self._wire))
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self.error = error


def run_stoppable(work: Callable[[Wire], T], progress: Progress) -> T:
    """Run ``work(wire)`` in a thread, and pass on to ``progress`` what it reports, from the calling thread.

    What ``progress`` raises ends the work and is raised here, within moments even when the work waits for
    the network; what the work raises is raised here as well. A thread that waits for the system itself
    (looking up a name) is left behind and ends by itself.
    """
    wire = Wire()
    outcome = _Outcome(work, wire)
    thread = threading.Thread(target=outcome.run, name="embviz-hub", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
            # Told again and again, because telling is also how one learns of Stop.
            if thread.is_alive():
                progress(*(wire.latest or (0.0, "Asking the hub")))
        if wire.latest is not None and outcome.error is None:
            progress(*wire.latest)
    except BaseException:
        wire.cut()
        thread.join(_LAST_SECONDS)
        raise
    if outcome.error is not None:
        raise outcome.error
    return outcome.value[0]
