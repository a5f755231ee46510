"""The command as a process: what goes where, what is imported, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT

FULL = Path("/dev/full")
HEAVY = ("PySide6", "pyqtgraph", "torch", "transformers", "sklearn", "openTSNE", "scipy", "gguf")

LIST_IMPORTS = f"""
import json, sys
from embviz.cli import main
status = main(sys.argv[1:])
print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (("--help",), set()),
        (("info",), set()),
        (("tokens", "The cat sat"), set()),
        (("sets",), set()),
        (("neighbors", "cat"), set()),
        (("map", "-o", "map.csv"), set()),
        (("map", "--json"), set()),
        (("map", "-o", "map.png"), {"PySide6"}),
        (("map", "--method", "tsne", "--json"), {"openTSNE", "sklearn", "scipy"}),
    ],
)
def test_a_command_imports_only_what_it_needs(process, arguments, allowed):
    outcome = process(*arguments, code=LIST_IMPORTS)
    assert outcome.status == 0
    assert set(json.loads(outcome.err.splitlines()[-1])) <= allowed


@pytest.mark.parametrize("package", ["embviz.core", "embviz.io"])
def test_core_and_io_import_no_qt(process, package):
    code = f"""
import importlib, pkgutil, sys
import {package}
for module in pkgutil.walk_packages({package}.__path__, "{package}."):
    importlib.import_module(module.name)
print([name for name in sys.modules if name.split(".")[0] in ("PySide6", "pyqtgraph", "shiboken6")])
"""
    outcome = process(code=code)
    assert outcome.err == ""
    assert outcome.out == "[]\n"


def test_with_json_standard_output_is_one_object_and_notices_go_beside_it(process, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("cat\nhippopotamus\n猫\n", encoding="utf-8")
    outcome = process("map", "--words", str(words), "--json", PYTHONIOENCODING="ascii")
    assert outcome.status == 0
    assert outcome.json["words"][0]["token"] == "Ġcat"
    assert "hippopotamus" in outcome.err


def test_an_expected_failure_shows_no_traceback(process):
    outcome = process("neighbors", "hippopotamus")
    assert outcome.status == 1
    assert outcome.error_line.startswith("embviz: “hippopotamus” is 3 tokens")


def test_pictures_are_drawn_without_a_display(process, tmp_path):
    nothing = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}
    outcome = process("map", "-o", "map.png", "-o", "map.svg", "-o", "map.pdf", "--theme", "dark", **nothing)
    assert (outcome.status, outcome.err) == (0, "")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF")
    texts = [element.text for element in ET.parse(tmp_path / "map.svg").iter() if element.text]
    assert {"cat", "queen", "France"} <= {text.strip() for text in texts}


def test_a_picture_in_the_c_locale_draws_no_complaint_of_qt(process, tmp_path):
    outcome = process("map", "-o", "map.png", LC_ALL="C", PYTHONIOENCODING=None)
    assert (outcome.status, outcome.err) == (0, "")


def test_a_reader_who_leaves_early_is_no_failure(tmp_path):
    command = subprocess.Popen(
        [sys.executable, "-m", "embviz", "neighbors", "cat", "-k", "49000"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None
    command.stdout.read(10)
    command.stdout.close()
    assert command.stderr is not None
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(60) == 0


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux that is always full")
def test_a_full_disk_under_standard_output_is_said(tmp_path):
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "embviz", "sets"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("embviz: Standard output cannot be written: no space left on device.")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_quietly(tmp_path):
    code = """
import os, signal, sys
import embviz.cli.sets as sets
from embviz.cli import main
sets.open_set = lambda name: os.kill(os.getpid(), signal.SIGINT)
sys.exit(main(["sets"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, b"")


def test_the_module_and_the_entry_point_are_the_same_program(process):
    from embviz import __version__

    assert process("--version").out == f"embviz {__version__}\n"


def test_no_module_of_the_current_folder_is_imported(tmp_path):
    for name in ("numpy", "json", "tokenizers"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('code of the folder ran')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "embviz", "tokens", "The cat sat", "--json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["tokens"][1]["id"] == 2644
