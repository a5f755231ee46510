"""Calling the command line inside the test, and as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from embviz.cli import main
from embviz.io import tables

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a call gave."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out.count("\n") == 1, "one line, one object"
        return json.loads(self.out)

    @property
    def error_line(self) -> str:
        """The one line of an expected failure."""
        assert self.out == ""
        assert "Traceback" not in self.err
        (line,) = self.err.splitlines()
        return line


@pytest.fixture
def embviz(capsys, bundled, monkeypatch):
    """Run a command in this process; the bundled table is opened once for all of them."""
    real = tables.open_table
    monkeypatch.setattr(
        tables, "open_table", lambda source=None, **rest: bundled if source is None else real(source, **rest)
    )

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        status = main(arguments)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run


@pytest.fixture
def process(tmp_path):
    """Run Python code or a command in a process of its own, in another folder."""

    def run(*arguments: str, code: str = "", **variables: str | None) -> Outcome:
        environ = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        done = subprocess.run(
            [sys.executable, *(("-c", code) if code else ("-m", "embviz")), *arguments],
            cwd=tmp_path,
            env={name: value for name, value in environ.items() if value is not None},
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return run
