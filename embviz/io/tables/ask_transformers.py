"""The last resort: what transformers knows of a model folder, asked in a child process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from embviz.io.tables.plain import json_object

_CHILD = Path(__file__).with_name("transformers_child.py")
_SECONDS = 90


def ask_transformers(question: Literal["tokenizer", "table"], folder: Path) -> str | None:
    """Return the answer of transformers, None when it has none in time.

    Parameters
    ----------
    question
        ``"tokenizer"`` for the text of a tokenizer.json, ``"table"`` for the name of the token table.
    folder
        The model's folder. Its code never runs: the child starts elsewhere, without the current folder
        among the places where modules are looked for, offline, and with ``trust_remote_code=False``.
    """
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
    with tempfile.TemporaryDirectory() as elsewhere:
        try:
            done = subprocess.run(
                [sys.executable, "-P", str(_CHILD), question, str(folder.resolve())],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                cwd=elsewhere,
                env={**os.environ, **offline},
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return None
    if done.returncode != 0:
        return None
    try:
        answer = json_object(done.stdout).get("answer")
    except ValueError:
        return None
    return answer if isinstance(answer, str) else None
