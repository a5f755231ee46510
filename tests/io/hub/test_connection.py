from http.client import HTTPSConnection
from urllib.parse import urlsplit

import pytest

from embviz.io.hub.connection import open_connection, origin


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://huggingface.co/a", "https://HuggingFace.co:443/b?x", True),
        ("http://a/", "http://a:80/", True),
        ("http://a/", "https://a/", False),
        ("https://a/", "https://a:444/", False),
        ("https://a/", "https://b/", False),
        ("https://a/", "https://a.evil/", False),
    ],
)
def test_origins_are_scheme_host_and_port(one, other, same):
    assert (origin(urlsplit(one)) == origin(urlsplit(other))) is same


def test_without_a_proxy_the_server_itself_is_asked():
    connection, target, headers = open_connection(urlsplit("http://h:81/a/b?c=d"), 3.0, {})
    assert (connection.host, connection.port, connection.timeout) == ("h", 81, 3.0)
    assert (target, headers) == ("/a/b?c=d", {})


def test_a_proxy_is_asked_for_the_whole_address():
    proxies = {"http": "http://user:p%40ss@proxy:3128"}
    connection, target, headers = open_connection(urlsplit("http://h/a?c"), 3.0, proxies)
    assert (connection.host, connection.port) == ("proxy", 3128)
    assert target == "http://h/a?c"
    assert headers == {"Proxy-Authorization": "Basic dXNlcjpwQHNz"}


def test_through_a_proxy_a_secure_connection_is_a_tunnel():
    connection, target, headers = open_connection(urlsplit("https://h/a"), 3.0, {"https": "proxy:3128"})
    assert isinstance(connection, HTTPSConnection)
    assert (connection.host, connection.port) == ("proxy", 3128)
    assert (connection._tunnel_host, connection._tunnel_port) == ("h", 443)
    assert (target, headers) == ("/a", {})


def test_some_hosts_need_no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("http_proxy", "http://proxy:3128")
    connection, _target, _headers = open_connection(urlsplit("http://127.0.0.1:9/a"), 3.0)
    assert (connection.host, connection.port) == ("127.0.0.1", 9)
    connection, _target, _headers = open_connection(urlsplit("http://h/a"), 3.0)
    assert connection.host == "proxy"
