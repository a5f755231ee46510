"""What all tests share: an offscreen Qt, a home of their own, and no mercy for leaks."""

from __future__ import annotations

import os
import threading

# Before any import of Qt.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Before any import that loads OpenMP, as the program's start does.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("QT_LOGGING_RULES", "qt.text.font.db=false;qt.qpa.fonts=false")

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Settings, cache and log of a test lie in its own folder."""
    home = tmp_path / "embviz-home"
    monkeypatch.setenv("EMBVIZ_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_leaked_threads():
    """Fail a test that leaves a job's thread behind."""
    yield
    left = [thread.name for thread in threading.enumerate() if thread.name.startswith("embviz-job")]
    assert not left, f"threads left behind: {left}"


@pytest.fixture(scope="session")
def bundled():
    """The table that ships with the program, opened once."""
    import embviz

    return embviz.open_table()
