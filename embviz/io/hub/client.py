"""Asking the hub for a file or a part of it: redirects, the token, statuses, the commit, patience.

The hub answers ``/owner/name/resolve/revision/file`` itself or sends one on to a storage server. Its own
answers name the commit (``X-Repo-Commit``); every request after the first one asks for that commit.
"""

from __future__ import annotations

import re
import ssl
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, InvalidURL
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote, urljoin, urlsplit

from embviz import __version__
from embviz.io.hub.connection import open_connection, origin
from embviz.io.hub.failures import Failures, HubChanged, PassingFailure
from embviz.io.hub.ids import hub_id

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from embviz.io.hub.options import HubOptions
    from embviz.io.hub.stoppable import Wire

T = TypeVar("T")

_REDIRECTS = (301, 302, 303, 307, 308)
_MOST_HOPS = 8
_COMMIT = re.compile(r"[0-9A-Za-z._-]{1,64}")


@dataclass(eq=False)
class Reply:
    """An answer of which the body has not been read; a context manager that closes it.

    Attributes
    ----------
    status
        200 or 206.
    headers
        Of the last hop.
    etag
        What tells one version of the file from another, None when no server said.
    """

    status: int
    headers: HTTPMessage
    etag: str | None
    _response: HTTPResponse = field(repr=False)
    _connection: HTTPConnection = field(repr=False)
    _socket: socket.socket = field(repr=False)
    _client: HubClient = field(repr=False)

    @property
    def length(self) -> int | None:
        """Bytes of the body that are still to come, None when the server did not say."""
        return self._response.length

    def read(self, size: int) -> bytes:
        """Next bytes of the body, at most ``size`` and at least one; b"" at its end.

        Raises
        ------
        PassingFailure
            ``time-out`` or ``broken-off``.
        Stopped
            When the user stopped.
        """
        try:
            data = self._response.read1(size)
        except (OSError, HTTPException) as error:
            raise self._client.broken(error) from error
        self._client.wire.check()
        return data

    def close(self) -> None:
        """Close the connection, whatever is still to come."""
        self._client.wire.drop(self._socket)
        self._response.close()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class HubClient:
    """Asks one model's files of the hub.

    Parameters
    ----------
    model
        Id on the hub.
    options
        Where the hub is, the token, and how patient to be.
    wire
        Where the thread learns that it should stop.
    commit
        The commit to which all is pinned; None when the first answer shall say.

    Attributes
    ----------
    commit
        As given or as the first answer said; None as long as no server said.
    canonical
        Id to which the hub sent us on, None when it did not.
    found
        True when the hub has shown that it has the model.
    """

    def __init__(self, model: str, options: HubOptions, wire: Wire, commit: str | None = None) -> None:
        self.model = model
        self.options = options
        self.wire = wire
        self.commit = commit
        self.canonical: str | None = None
        self.found = False
        self.failures = Failures(model, options.endpoint, has_token=options.token is not None)
        self._home = urlsplit(options.endpoint)
        self._answered = False
        try:
            scheme, host, _port = origin(self._home)
        except ValueError:
            scheme = host = ""
        if scheme not in ("http", "https") or not host:
            raise self.failures.bad_endpoint()

    def open(self, file: str, *, first: int | None = None, last: int | None = None) -> Reply | None:
        """Ask for a file of the model, or its bytes first..last; None when there is no such file.

        The status of what is returned is 200 or 206, and which of them is for the caller to look at before
        reading: a server may ignore that only a part was asked for.

        Raises
        ------
        EmbvizError
            ``missing``, ``gated``, ``bad-token``, ``offline``, ``offline-mode``, ``certificate`` …
        PassingFailure
            ``rate-limited``, ``time-out``, ``broken-off``, ``hub-failed``.
        HubChanged
            When the answer is of another commit than before.
        """
        revision = self.commit or "main"
        tail = f"/resolve/{quote(revision, safe='')}/{quote(file)}"
        reply = self._follow(f"{self.options.endpoint}/{self.model}{tail}", tail, first, last)
        if reply.status in (200, 206):
            self.found = True
            return reply
        with reply:
            code, said = reply.headers.get("X-Error-Code", ""), reply.headers.get("X-Error-Message", "")
            if reply.status == 404 and code not in ("RepoNotFound", "RevisionNotFound"):
                self.found |= code == "EntryNotFound"
                return None
            if code == "RevisionNotFound" and self.commit is not None:
                # The commit was rewritten away.
                raise HubChanged
            raise self.failures.of_status(reply.status, code, said, _asked_to_wait(reply.headers))

    def ask(self, path: str) -> Reply | None:
        """Ask the hub's API; None for whatever is no plain answer."""
        reply = self._follow(f"{self.options.endpoint}/api/{path}", "", None, None)
        if reply.status == 200:
            return reply
        reply.close()
        return None

    def patiently(self, attempt: Callable[[], T]) -> T:
        """Call ``attempt`` again after failures that may pass, as often as the options say."""
        for wait in self.options.waits:
            try:
                return attempt()
            except PassingFailure as failure:
                self.pause(failure, wait)
        try:
            return attempt()
        except PassingFailure as failure:
            raise failure.error from failure

    def pause(self, failure: PassingFailure, wait: float) -> None:
        """Wait as long as the hub asked, or else ``wait`` seconds; raises the error if that is too long."""
        seconds = wait
        if failure.wait is not None:
            if failure.wait > self.options.longest_wait:
                raise failure.error from failure
            seconds = failure.wait
        share = 0.0 if self.wire.latest is None else self.wire.latest[0]
        self.wire.report(share, f"{failure.error.message} Trying again")
        self.wire.sleep(seconds)

    def broken(self, error: OSError | HTTPException, *, connecting: bool = False) -> Exception:
        """Return what to raise for a connection that failed or broke; raises Stopped when we broke it."""
        self.wire.check()
        if isinstance(error, ssl.SSLCertVerificationError):
            return self.failures.untrusted(error.verify_message or "the certificate is not valid")
        if isinstance(error, TimeoutError):
            return PassingFailure(self.failures.time_out(self.options.timeout))
        if connecting and not self._answered:
            return self.failures.offline()
        return PassingFailure(self.failures.broken_off())

    def _follow(self, url: str, tail: str, first: int | None, last: int | None) -> Reply:
        """Send a request and follow redirects to the answer, whatever its status."""
        if self.options.offline:
            raise self.failures.offline_mode()
        linked = None
        for _ in range(_MOST_HOPS):
            with ExitStack() as stack:
                reply = stack.enter_context(self._send(url, first, last))
                headers = reply.headers
                if self._is_home(url):
                    self._pin(headers.get("X-Repo-Commit"))
                    linked = linked or headers.get("X-Linked-Etag")
                if reply.status not in _REDIRECTS:
                    reply.etag = _plain_etag(linked or headers.get("ETag"))
                    # It stays open for the caller.
                    stack.pop_all()
                    return reply
                url = self._next(url, headers.get("Location"), tail)
        raise self.failures.odd("it sends from one address to the next without end")

    def _send(self, url: str, first: int | None, last: int | None) -> Reply:
        headers = {
            "User-Agent": f"embviz/{__version__}",
            "Accept-Encoding": "identity",
            "Connection": "close",
        }
        if first is not None and last is not None:
            headers["Range"] = f"bytes={first}-{last}"
        token = self.options.token
        if token is not None and self._is_home(url):
            if not (token.isascii() and token.isprintable()):
                raise self.failures.bad_token()
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection, target, more = open_connection(urlsplit(url), self.options.timeout)
            connection.connect()
        except InvalidURL as error:
            raise self.failures.odd("an address that is none") from error
        except (OSError, HTTPException) as error:
            raise self.broken(error, connecting=True) from error
        # Kept here because the response may take it over; it is woken up by Stop.
        waiting: socket.socket = connection.sock
        try:
            self.wire.hold(waiting)
            connection.request("GET", target, headers={**headers, **more})
            response = connection.getresponse()
        except BaseException as error:
            self.wire.drop(waiting)
            connection.close()
            if isinstance(error, (OSError, HTTPException)):
                raise self.broken(error) from error
            raise
        self._answered = True
        return Reply(response.status, response.headers, None, response, connection, waiting, self)

    def _is_home(self, url: str) -> bool:
        return origin(urlsplit(url)) == origin(self._home)

    def _pin(self, commit: str | None) -> None:
        if commit is None:
            return
        if _COMMIT.fullmatch(commit) is None or commit.strip(".") == "":
            raise self.failures.odd("a commit that is none")
        if self.commit is not None and commit != self.commit:
            raise HubChanged
        self.commit = commit

    def _next(self, url: str, location: str | None, tail: str) -> str:
        """Return where a redirect leads; only forward to http or https, and never back to http."""
        try:
            there = urljoin(url, location or "")
            parts = urlsplit(there)
            scheme, host, _port = origin(parts)
        except ValueError as error:
            raise self.failures.odd("an address that is none") from error
        if not location or scheme not in ("http", "https") or not host:
            raise self.failures.odd("an address that is none")
        if scheme == "http" and urlsplit(url).scheme == "https":
            raise self.failures.odd("it sends from a secure address to an insecure one")
        if tail and self._is_home(there) and parts.path.endswith(tail):
            # A renamed model: the hub sends from its old name to the new one.
            name = parts.path.removeprefix(self._home.path).removesuffix(tail).strip("/")
            self.canonical = hub_id(name) or self.canonical
        return there


def _plain_etag(etag: str | None) -> str | None:
    return None if etag is None else etag.removeprefix("W/").strip('"') or None


def _asked_to_wait(headers: HTTPMessage) -> float | None:
    """Seconds that the hub asks to wait: Retry-After, or the ``t`` of its RateLimit header."""
    after = headers.get("Retry-After", "").strip()
    if after.isascii() and after.isdigit():
        return float(after[:9])
    match = re.search(r"\br=0\b.*?\bt=(\d{1,9})\b", headers.get("RateLimit", ""))
    return float(match[1]) if match else None
