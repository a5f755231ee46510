"""The tensors of a model on the hub: fetched into the cache when they are needed, and opened from there."""

from __future__ import annotations

import errno
import json
import shutil
import struct
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

from embviz.io.hub.client import HubClient
from embviz.io.hub.failures import HubChanged, cannot_store, disk_full, megabytes
from embviz.io.hub.locks import locked
from embviz.io.hub.ranged import ALLOWANCE, OnlyWhole, RemoteFile
from embviz.io.hub.stoppable import Wire, run_stoppable
from embviz.io.tables.base import Progress, silent
from embviz.io.tables.files import map_file
from embviz.io.tables.safetensors_header import array_reader, read_safetensors
from embviz.io.tables.stored import StoredTensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from embviz.io.hub.entry import Entry
    from embviz.io.hub.options import HubOptions
    from embviz.io.hub.weights import RemoteTensor

T = TypeVar("T")

_SAMPLES = 4
_SAMPLE_BYTES = 1 << 15
_SPARE_BYTES = 50_000_000


@dataclass(eq=False)
class _Session:
    """What one thread has open: the client, files by name, and the span of progress that is left."""

    client: HubClient
    files: dict[str, RemoteFile]
    low: float
    high: float


class Store:
    """A model's tensors.

    What needs the network does so in a session, in the thread that opened one; outside of any it opens one of
    its own, which nothing watches.

    Parameters
    ----------
    entry
        Where they are kept, and what is known of them.
    options
        How to reach the hub.
    """

    def __init__(self, entry: Entry, options: HubOptions) -> None:
        self.entry = entry
        self.options = options
        self._local = threading.local()

    @contextmanager
    def session(
        self,
        client: HubClient,
        files: dict[str, RemoteFile] | None = None,
        *,
        low: float = 0.0,
        high: float = 1.0,
    ) -> Iterator[None]:
        """Let this thread use the network; ``files`` may be open already, and are closed at the end."""
        before = getattr(self._local, "session", None)
        session = self._local.session = _Session(client, {} if files is None else files, low, high)
        try:
            yield
        finally:
            self._local.session = before
            for file in session.files.values():
                file.close()

    def apart(self, work: Callable[[], T], progress: Progress = silent) -> T:
        """Do something in a session of its own, which Stop ends.

        Raises
        ------
        EmbvizError
            ``hub-changed`` when the model is no longer on the hub as it was; what `HubClient.open` raises.
        """

        def run(wire: Wire) -> T:
            client = HubClient(self.entry.model, self.options, wire, self.entry.commit)
            with self.session(client):
                try:
                    return work()
                except HubChanged as error:
                    raise client.failures.changed() from error

        return run_stoppable(run, progress)

    def tensors(self) -> dict[str, StoredTensor]:
        """All tensors by name; their data are fetched when they are first asked for."""
        return {name: self._stored(tensor) for name, tensor in self.entry.tensors.items()}

    def has(self, name: str) -> bool:
        """Whether a tensor is in the cache."""
        return self._place(self.entry.tensors[name]) is not None

    def array(self, name: str) -> NDArray[Any]:
        """Return a tensor as stored, memory-mapped; fetched first where it is not in the cache."""
        tensor = self.entry.tensors[name]
        place = self._place(tensor)
        if place is None:
            self._online(lambda session: self._fetch(session, tensor))
            place = self._place(tensor)
        if place is None:
            raise cannot_store(self.entry.folder, FileNotFoundError(errno.ENOENT, "the table vanished"))
        if place == self.entry.data_path(name):
            return read_safetensors(place)[name].raw()
        return array_reader(map_file(place).data, tensor.dtype, tensor.shape, tensor.begin)()

    def rows(self, name: str, ids: list[int]) -> StoredTensor:
        """Fetch some rows of a two-dimensional tensor, which are not kept; the tensor is of these alone."""
        tensor = self.entry.tensors[name]
        width = tensor.size // tensor.shape[0]

        def fetch(session: _Session) -> bytes:
            file = self._file(session, tensor)
            return b"".join(self._read(session, file, tensor.begin + row * width, width) for row in ids)

        data = self._online(fetch)
        shape = (len(ids), tensor.shape[1])
        reader = array_reader(data, tensor.dtype, shape, 0)
        return StoredTensor(name, shape, tensor.dtype, tensor.file, reader)

    def same(self, one: str, other: str) -> tuple[bool, bool]:
        """Whether two tensors are copies, and whether all of their bytes were compared for that.

        The first is in the cache. Of the other, where it is not, a few samples are fetched: tables that
        differ do so everywhere, and a copy is not worth as many bytes as the table itself.
        """
        known = self.entry.same.get((one, other))
        if known is None:
            known = self._compare(self.entry.tensors[one], self.entry.tensors[other])
            self.entry.same[one, other] = known
            self.entry.save()
        return known

    def _stored(self, tensor: RemoteTensor) -> StoredTensor:
        name = PurePosixPath(tensor.file).name
        return StoredTensor(tensor.name, tensor.shape, tensor.dtype, name, lambda: self.array(tensor.name))

    def _online(self, work: Callable[[_Session], T]) -> T:
        session: _Session | None = getattr(self._local, "session", None)
        if session is not None:
            return work(session)
        return self.apart(lambda: work(self._local.session))

    def _place(self, tensor: RemoteTensor) -> Path | None:
        """Return the complete file that has the tensor, None when there is none."""
        own, whole = self.entry.data_path(tensor.name), self.entry.whole_path(tensor.file)
        for path, size in (
            (own, len(_header(tensor)) + tensor.size),
            (whole, self.entry.stamps[tensor.file].size),
        ):
            with suppress(OSError):
                if path.stat().st_size == size:
                    return path
        return None

    def _file(self, session: _Session, tensor: RemoteTensor) -> RemoteFile:
        if tensor.file not in session.files:
            stamp = self.entry.stamps[tensor.file]
            session.files[tensor.file] = RemoteFile(session.client, tensor.file, stamp.size, stamp.etag)
        return session.files[tensor.file]

    def _fetch(self, session: _Session, tensor: RemoteTensor) -> None:
        file = self._file(session, tensor)
        with locked(self.entry.folder, session.client):
            if self._place(tensor) is not None:
                # Another process was quicker.
                return
            if not file.comes_whole:
                try:
                    self._download(session, file, tensor)
                    return
                except OnlyWhole:
                    pass
            size = self.entry.stamps[tensor.file].size
            if size > tensor.size + ALLOWANCE:
                raise session.client.failures.no_ranges(size)
            self._download(session, file, None)

    def _download(self, session: _Session, file: RemoteFile, tensor: RemoteTensor | None) -> None:
        """Fetch a tensor, or the whole file, into its place; goes on with what an earlier time left."""
        if tensor is None:
            path, first, size = self.entry.whole_path(file.name), 0, self.entry.stamps[file.name].size
            lead = b""
        else:
            path, first, size = self.entry.data_path(tensor.name), tensor.begin, tensor.size
            lead = _header(tensor)
        part = path.with_suffix(".part")
        what = file.name if tensor is None else tensor.name
        low, high = session.low, session.low + 0.95 * (session.high - session.low)

        def report(done: int) -> None:
            text = f"Downloading {what}: {megabytes(done)} of {megabytes(size)}"
            session.client.wire.report(low + (high - low) * done / size, text)

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            done = _left_over(part, lead, size)
            if done is None:
                done = len(file.head or b"") if file.comes_whole else 0
                part.write_bytes(lead + (file.head or b"")[:done])
            free = shutil.disk_usage(part.parent).free
            if free < size - done + _SPARE_BYTES:
                raise disk_full(self.entry.folder, size - done, free)
            with part.open("ab") as sink:
                report(done)
                file.download(first, size, sink, done, report)
            part.replace(path)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                # A full disk hurts more than a download that begins anew.
                with suppress(OSError):
                    part.unlink()
            raise cannot_store(self.entry.folder, error, size) from error
        session.low = high

    def _compare(self, one: RemoteTensor, other: RemoteTensor) -> tuple[bool, bool]:
        if (one.dtype, one.shape, one.size) != (other.dtype, other.shape, other.size):
            return False, True
        if (one.file, one.begin) == (other.file, other.begin):
            return True, True
        ours = self.array(one.name).reshape(-1).view("u1")
        if self.has(other.name):
            return bool((ours == self.array(other.name).reshape(-1).view("u1")).all()), True

        def sampled(session: _Session) -> bool:
            file = self._file(session, other)
            return all(
                self._read(session, file, other.begin + start, length)
                == ours[start : start + length].tobytes()
                for start, length in _samples(other.size)
            )

        session_says = self._online(sampled)
        return session_says, not session_says or len(_samples(other.size)) == 1

    def _read(self, session: _Session, file: RemoteFile, first: int, length: int) -> bytes:
        try:
            return file.read(first, length)
        except OnlyWhole as error:
            raise session.client.failures.no_ranges(file.size) from error


def _samples(size: int) -> list[tuple[int, int]]:
    """Places and lengths in ``size`` bytes: all of them, or a few parts from the beginning to the end."""
    if size <= _SAMPLES * _SAMPLE_BYTES:
        return [(0, size)]
    last = size - _SAMPLE_BYTES
    return [(last * number // (_SAMPLES - 1), _SAMPLE_BYTES) for number in range(_SAMPLES)]


def _header(tensor: RemoteTensor) -> bytes:
    """Return what stands before the data in a safetensors file of this tensor alone."""
    entry = {"dtype": tensor.dtype, "shape": tensor.shape, "data_offsets": [0, tensor.size]}
    raw = json.dumps({tensor.name: entry}).encode()
    # The data shall lie on a boundary of eight bytes.
    raw += b" " * (-len(raw) % 8)
    return struct.pack("<Q", len(raw)) + raw


def _left_over(part: Path, lead: bytes, size: int) -> int | None:
    """How many bytes of data an unfinished file has; None when it is none of ours."""
    try:
        with part.open("rb") as stream:
            begins_so = stream.read(len(lead)) == lead
        length = part.stat().st_size - len(lead)
    except FileNotFoundError:
        return None
    return length if begins_so and 0 <= length <= size else None
