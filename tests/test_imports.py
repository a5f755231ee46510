"""What is imported when: the start must not pay for what the first map does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("torch", "transformers", "sklearn", "openTSNE", "scipy", "gguf")


def modules_after(code, tmp_path):
    """Names of all modules that a fresh process has imported when it has run ``code``."""
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


def test_core_and_io_import_no_qt(tmp_path):
    code = """
import importlib, pkgutil, embviz.core, embviz.io
for package in (embviz.core, embviz.io):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
"""
    loaded = modules_after(code, tmp_path)
    assert "embviz.io.exports" in loaded
    assert not {name for name in loaded if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph")}
    assert not {name for name in loaded if name.startswith("embviz.qt")}
    assert not loaded.intersection(HEAVY)


def test_the_first_map_is_painted_before_anything_heavy_is_imported(tmp_path):
    code = """
import sys
from embviz.app import build_application, build_window
from PySide6.QtWidgets import QApplication
application = build_application()
window = build_window(theme="light")
# At the moment of the first painted frame, before what listens to it begins to load more.
window.map_view.first_painted.disconnect()
def painted():
    print("HEAVY", *[name for name in {heavy!r} if name in sys.modules])
    window.close()
    application.quit()
window.map_view.first_painted.connect(painted)
window.show()
window.controller.open(None, ("48-words",))
application.exec()
""".replace("{heavy!r}", repr(HEAVY))
    loaded = modules_after(code, tmp_path)
    assert "HEAVY" in {line.strip() for line in loaded}
    assert "embviz.qt.main_window" in loaded


@pytest.mark.parametrize("module", ["embviz", "embviz.cli"])
def test_the_package_itself_is_quick_to_import(tmp_path, module):
    loaded = modules_after(f"import {module}", tmp_path)
    assert not loaded.intersection({*HEAVY, "PySide6", "tokenizers"})
