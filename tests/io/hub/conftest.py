"""A hub of our own, and no thread or socket left behind."""

from __future__ import annotations

import gc
import threading

import pytest

from embviz.io.hub.options import HubOptions
from tests.io.hub.hub_server import HubServer


@pytest.fixture
def hub():
    with HubServer() as server:
        yield server


@pytest.fixture
def options(hub, tmp_path):
    """Options for that hub: a cache of the test's own, a token, and no patience."""
    return HubOptions(
        folder=tmp_path / "tables",
        endpoint=hub.endpoint,
        token="hf_secret",
        timeout=5.0,
        waits=(0.0, 0.0, 0.0),
    )


@pytest.fixture(autouse=True)
def no_hub_threads():
    """Fail a test that leaves a thread behind; sockets that nobody closed are warnings, which fail too."""
    yield
    gc.collect(1)
    left = [thread.name for thread in threading.enumerate() if thread.name.startswith(("embviz-hub", "tqdm"))]
    assert not left, f"threads left behind: {left}"
