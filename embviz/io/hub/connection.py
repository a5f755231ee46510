"""Connections to the hub, by the standard library's `http.client`.

Why not the client that huggingface_hub brings: it is httpx in its version 1 and httpx2 in its version 2, both
of which transformers allows; and here redirects, the status before the first byte of a body, and the socket
itself (to wake a thread that waits on it) all have to be in our hands.
"""

from __future__ import annotations

import base64
import ssl
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

if TYPE_CHECKING:
    from collections.abc import Mapping

_PORTS = {"http": 80, "https": 443}


def origin(url: SplitResult) -> tuple[str, str, int]:
    """Scheme, host and port, by which servers are told apart; raises ValueError for an impossible port."""
    return url.scheme, (url.hostname or "").lower(), url.port or _PORTS.get(url.scheme, 0)


def open_connection(
    url: SplitResult, timeout: float, proxies: Mapping[str, str] | None = None
) -> tuple[HTTPConnection, str, dict[str, str]]:
    """Make a connection for a request, not yet connected, through the proxy that the system names if any.

    Parameters
    ----------
    url
        Address with scheme http or https.
    timeout
        Seconds for connecting, and for each wait for bytes.
    proxies
        Scheme → proxy; None for what the environment and the system say.

    Returns
    -------
    The connection, what to ask it for, and headers that it needs.
    """
    scheme, host, port = origin(url)
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    proxy = _proxy(scheme, host, port, getproxies() if proxies is None else proxies)
    if scheme == "https":
        if proxy is None:
            return HTTPSConnection(host, port, timeout=timeout, context=_tls()), target, {}
        connection = HTTPSConnection(
            proxy.hostname or "", proxy.port or _PORTS["http"], timeout=timeout, context=_tls()
        )
        connection.set_tunnel(host, port, headers=_proxy_login(proxy))
        return connection, target, {}
    if proxy is None:
        return HTTPConnection(host, port, timeout=timeout), target, {}
    plain = HTTPConnection(proxy.hostname or "", proxy.port or _PORTS["http"], timeout=timeout)
    return plain, f"http://{url.netloc.rpartition('@')[2]}{target}", _proxy_login(proxy)


def _proxy(scheme: str, host: str, port: int, proxies: Mapping[str, str]) -> SplitResult | None:
    address = proxies.get(scheme) or proxies.get("all")
    if not address or proxy_bypass(f"{host}:{port}"):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


def _proxy_login(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}


@cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if not paths.cafile and not paths.capath and not context.cert_store_stats()["x509_ca"]:
        # Python from python.org on a Mac knows no certificates until the user runs a script of its.
        import certifi

        context.load_verify_locations(certifi.where())
    return context
