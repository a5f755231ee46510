"""One process at a time changes an entry of the cache."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from embviz.io.hub.failures import cannot_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from embviz.io.hub.client import HubClient

_POLL_SECONDS = 0.1


@contextmanager
def locked(folder: Path, client: HubClient) -> Iterator[None]:
    """Hold the lock of an entry's folder; waits, until Stop, while another process or thread has it."""
    from filelock import FileLock, Timeout

    # Beside the folder, which may be deleted meanwhile.
    lock = FileLock(folder.with_name(f".{folder.name}.lock"))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                lock.acquire(timeout=0)
                break
            except Timeout:
                share = 0.0 if client.wire.latest is None else client.wire.latest[0]
                client.wire.report(share, "Waiting for another embviz that downloads the same table")
                client.wire.sleep(_POLL_SECONDS)
    except OSError as error:
        raise cannot_store(folder, error) from error
    try:
        yield
    finally:
        lock.release()
