"""A hub on 127.0.0.1 that counts what it is asked and sends, and misbehaves when it is told to."""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
OTHER_COMMIT = "11c5a3d5811f50298f278a704980280950aedb10"


@dataclass
class Seen:
    """A request as it came, and what went out for it."""

    method: str
    path: str
    headers: dict[str, str]
    file: str = ""
    revision: str = ""
    status: int = 0
    sent: int = 0

    @property
    def range(self) -> tuple[int, int] | None:
        match = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("range", ""))
        return None if match is None else (int(match[1]), int(match[2]))

    @property
    def token(self) -> str | None:
        return self.headers.get("authorization")


@dataclass
class Fault:
    """What to do wrong in one answer.

    ``status`` answers with that status and no file; ``ignore_range`` sends the whole with 200; ``cut_after``
    closes the connection after so many bytes of the body; ``reset`` does so without a goodbye;
    ``stall_after`` sends nothing more until the server stops; ``short_by`` promises and sends that much less
    than was asked; ``shift`` sends another part; ``commit``, ``etag`` and ``headers`` replace those.
    """

    status: int = 0
    ignore_range: bool = False
    cut_after: int | None = None
    reset: bool = False
    stall_after: int | None = None
    short_by: int = 0
    shift: int = 0
    commit: str | None = None
    etag: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    location: str | None = None


Faults = Callable[[Seen], Fault | None]


class HubServer:
    """A context manager: serves models, by id and path, while it is open.

    Attributes
    ----------
    models
        Id → path → contents.
    faults
        Asked for each request what to do wrong.
    storage
        Another server to which safetensors files are sent on.
    renamed
        Old id → new id, to which the server sends on.
    seen
        All requests.
    """

    def __init__(self, models: dict[str, dict[str, bytes]] | None = None, *, listing: bool = False) -> None:
        self.models = {} if models is None else models
        self.faults: Faults = lambda _seen: None
        self.storage: HubServer | None = None
        self.renamed: dict[str, str] = {}
        self.commit = COMMIT
        self.listing = listing
        self.seen: list[Seen] = []
        self.stopped = threading.Event()
        self.stalled = threading.Event()
        handler = type("Handler", (_Handler,), {"hub": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), name="test-hub")

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def sent(self) -> int:
        """Bytes of bodies that went out."""
        return sum(seen.sent for seen in self.seen)

    def asked(self, end: str, method: str = "GET") -> list[Seen]:
        """Requests for files whose path ends so."""
        return [seen for seen in self.seen if seen.method == method and seen.file.endswith(end)]

    def __enter__(self) -> HubServer:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    hub: HubServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_args: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.answer()

    def do_GET(self) -> None:
        self.answer()

    def answer(self) -> None:
        hub = self.hub
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.command, unquote(urlsplit(self.path).path), headers)
        match = re.fullmatch(r"/(?P<model>.+?)/resolve/(?P<revision>[^/]+)/(?P<file>.+)", seen.path)
        if match:
            seen.file, seen.revision = match["file"], match["revision"]
        hub.seen.append(seen)
        fault = hub.faults(seen) or Fault()
        with suppress(ConnectionError):
            if fault.status:
                self.send(seen, fault.status, b"", fault)
            elif match is None:
                self.list(seen, fault)
            elif match["model"] in hub.renamed:
                new = seen.path.replace(match["model"], hub.renamed[match["model"]], 1)
                self.send(seen, 307, b"", fault, {"Location": new})
            else:
                self.give(seen, match["model"], fault)

    def list(self, seen: Seen, fault: Fault) -> None:
        match = re.fullmatch(r"/api/models/(.+)/revision/[^/]+", seen.path)
        files = self.hub.models.get(match[1]) if match and self.hub.listing else None
        if files is None:
            self.send(seen, 404, b"", fault)
            return
        body = {"sha": self.hub.commit, "siblings": [{"rfilename": name} for name in files]}
        self.send(seen, 200, json.dumps(body).encode(), fault)

    def give(self, seen: Seen, model: str, fault: Fault) -> None:
        hub = self.hub
        files = hub.models.get(model)
        if files is None:
            self.send(seen, 404, b"", fault, {"X-Error-Code": "RepoNotFound"})
            return
        commit = {"X-Repo-Commit": fault.commit or hub.commit}
        data = files.get(seen.file)
        if data is None:
            self.send(seen, 404, b"", fault, {**commit, "X-Error-Code": "EntryNotFound"})
            return
        etag = fault.etag or f"{hash(data) & 0xFFFFFFFFFFFF:012x}"
        if hub.storage is not None and seen.file.endswith(".safetensors"):
            there = f"{hub.storage.endpoint}{seen.path}?signature=abc"
            linked = {"X-Linked-Etag": f'"{etag}"', "X-Linked-Size": str(len(data))}
            self.send(seen, 302, b"", fault, {**commit, **linked, "Location": fault.location or there})
            return
        tags = {**commit, "ETag": f'"{etag}"', "Accept-Ranges": "bytes"}
        if seen.range is None or fault.ignore_range:
            self.send(seen, 200, data, fault, tags)
            return
        first, last = seen.range
        if first >= len(data):
            self.send(seen, 416, b"", fault, {**tags, "Content-Range": f"bytes */{len(data)}"})
            return
        first, last = first + fault.shift, min(last, len(data) - 1) - fault.short_by
        span = {"Content-Range": f"bytes {first}-{last}/{len(data)}"}
        self.send(seen, 206, data[first : last + 1], fault, {**tags, **span})

    def send(
        self, seen: Seen, status: int, body: bytes, fault: Fault, headers: dict[str, str] | None = None
    ) -> None:
        seen.status = status
        self.send_response(status)
        for name, value in {**(headers or {}), **fault.headers}.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in fault.headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if seen.method == "HEAD":
            return
        end = len(body)
        for limit in (fault.cut_after, fault.stall_after):
            end = end if limit is None else min(end, limit)
        for start in range(0, end, 1 << 16):
            piece = body[start : min(start + (1 << 16), end)]
            # Counted before, so that who has received it all finds it counted.
            seen.sent += len(piece)
            self.wfile.write(piece)
        if fault.stall_after is not None:
            self.hub.stalled.set()
            self.hub.stopped.wait(20)
        if fault.cut_after is not None or fault.stall_after is not None:
            if fault.reset:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
