"""Parts of a file on the hub: its first bytes, and a part of any length into a file, with resume."""

from __future__ import annotations

import io
import re
from contextlib import closing
from typing import TYPE_CHECKING

from embviz.io.hub.failures import HubChanged, PassingFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import BinaryIO

    from embviz.io.hub.client import HubClient, Reply

ALLOWANCE = 1_000_000
"""Bytes that may be transferred beside what is wanted."""

_CHUNK = 1 << 18
_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})")


def _unheard(_done: int) -> None:
    """Report progress to nobody."""


class OnlyWhole(Exception):  # noqa: N818 - what to do about it depends on the size of the file
    """A server ignored that only a part of a file was asked for."""


class RemoteFile:
    """A file of a model on the hub, read in parts; a context manager that closes what is still open.

    A server that ignores ranges answers with the whole file. Whether that is wanted then is for the caller to
    say; the answer to `start` is kept in the meantime, so that nothing comes twice.

    Parameters
    ----------
    client
        Asks for it.
    name
        Path in the repository.
    size, etag
        What is known from an earlier time: the file must still be the same.
    """

    def __init__(
        self, client: HubClient, name: str, size: int | None = None, etag: str | None = None
    ) -> None:
        self.client = client
        self.name = name
        self.size = size
        self.etag = etag
        self.head: bytes | None = None
        self._kept: Reply | None = None
        self._kept_at = 0

    def start(self, length: int) -> bytes | None:
        """Read the first bytes, fewer when the file is shorter; None when there is no such file.

        They are kept as `head`, and are asked for only once.
        """
        if not self.head:
            try:
                self.head = self.client.patiently(lambda: self._start(length))
            except BaseException:
                self.close()
                raise
        return self.head

    @property
    def comes_whole(self) -> bool:
        """Whether the server ignored that `start` asked for a part, and goes on to send the rest."""
        return self._kept is not None

    def more(self, length: int) -> bytes:
        """Return the first ``length`` bytes, of which `start` gave some; raises as `download`."""
        head = self.head or b""
        missing = length - len(head)
        if missing > 0 and self._kept is None:
            head += self.read(len(head), missing)
        elif missing > 0 and self._kept is not None:
            try:
                head += b"".join(self._body(self._kept, missing))
            except PassingFailure as failure:
                raise failure.error from failure
            self._kept_at = length
        self.head = head
        return head[:length]

    def read(self, first: int, length: int) -> bytes:
        """Return bytes first..first+length−1; raises as `download`."""
        buffer = io.BytesIO()
        self.download(first, length, buffer, 0, _unheard)
        return buffer.getvalue()

    def download(
        self, first: int, length: int, into: BinaryIO, done: int, report: Callable[[int], None]
    ) -> None:
        """Append bytes first+done..first+length−1 of the file to ``into``.

        After a break it goes on where it broke. Each megabyte that has come earns new patience.

        Parameters
        ----------
        into
            Open for writing at its end, which is byte ``done`` of the part.
        report
            Told how many bytes of the part are there; may raise.

        Raises
        ------
        EmbvizError
            ``truncated``, ``time-out`` and what `HubClient.open` raises.
        OnlyWhole
            When the server sends nothing less than the file, and less was asked for.
        HubChanged
            When it is another file than before.
        OSError
            When ``into`` cannot be written.
        """
        waits = self.client.options.waits
        tries = 0
        while done < length:
            before = done
            try:
                with closing(
                    self._stretch(first + done, length - done, whole=length == self.size)
                ) as stretch:
                    for data in stretch:
                        into.write(data)
                        done += len(data)
                        report(done)
            except PassingFailure as failure:
                if done - before >= ALLOWANCE:
                    tries = 0
                if tries == len(waits):
                    raise failure.error from failure
                self.client.pause(failure, waits[tries])
                tries += 1

    def close(self) -> None:
        """Close the answer that was kept, if any."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def __enter__(self) -> RemoteFile:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _start(self, length: int) -> bytes | None:
        self.close()
        reply = self.client.open(self.name, first=0, last=length - 1)
        if reply is None:
            return None
        self._keep(reply, 0)
        size = self._checked(reply, 0)
        data = b"".join(self._body(reply, min(length, size)))
        if reply.status == 206:
            self.close()
        else:
            self._kept_at = len(data)
        return data

    def _stretch(self, first: int, length: int, *, whole: bool) -> Generator[bytes, None, None]:
        """Ask once, and give what comes of these bytes; ``whole`` when they are the rest of the file."""
        if self._kept is None or self._kept_at != first:
            self.close()
            reply = self.client.open(self.name, first=first, last=first + length - 1)
            if reply is None:
                raise HubChanged
            self._keep(reply, 0)
        else:
            reply = self._kept
        try:
            if reply.status == 206:
                yield from self._body(reply, min(length, self._checked(reply, first)))
                return
            if self._kept_at == 0:
                self._checked(reply, 0)
            if not whole:
                raise OnlyWhole
            for _skipped in self._body(reply, first - self._kept_at):
                pass
            yield from self._body(reply, length)
        finally:
            self.close()

    def _keep(self, reply: Reply, position: int) -> None:
        self._kept, self._kept_at = reply, position

    def _checked(self, reply: Reply, first: int) -> int:
        """Check that it is still the same file; return how many bytes the body promises."""
        size, promised = reply.length, reply.length
        if reply.status == 206:
            match = _RANGE.fullmatch(reply.headers.get("Content-Range", "").strip())
            if match is None or int(match[1]) != first or int(match[2]) < first:
                raise self.client.failures.odd("another part of the file than the one asked for")
            size, promised = int(match[3]), int(match[2]) - first + 1
        packed = reply.headers.get("Content-Encoding", "identity") != "identity"
        if size is None or promised is None or packed:
            raise self.client.failures.no_ranges(None)
        known = (self.size, self.etag)
        if known != (None, None) and known != (size, reply.etag):
            raise HubChanged
        self.size, self.etag = size, reply.etag
        return promised

    def _body(self, reply: Reply, length: int) -> Iterator[bytes]:
        """Give the next bytes of a body, no more than ``length`` and no fewer."""
        come = 0
        while come < length:
            data = reply.read(min(_CHUNK, length - come))
            if not data:
                raise PassingFailure(self.client.failures.short(self.name, come, length))
            come += len(data)
            yield data
