"""How long the program takes from the command to its first map: ``python tests/benchmarks/start_up.py [N]``.

Each run is a fresh process, started as ``python -m embviz`` starts; the time is taken from before the process
is made until the first frame with words in it has been painted. The modules are compiled by a run before that
is not counted, as they are for a user after the first start. Prints each run, the least and the median.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

CHILD = """
import sys, time
from embviz.cli.qt import qt_that_loads
with qt_that_loads():
    from embviz import app
from PySide6.QtWidgets import QApplication
show = app.MainWindow.show
def watched(window):
    def done():
        print(time.time(), " ".join(sorted(m for m in HEAVY if m in sys.modules)), flush=True)
        QApplication.instance().quit()
    window.map_view.first_painted.connect(done)
    show(window)
HEAVY = ("torch", "transformers", "sklearn", "openTSNE", "scipy", "tokenizers", "gguf")
app.MainWindow.show = watched
from embviz.cli import main
sys.exit(main([]))
"""


def one_run(compiled: str) -> tuple[float, str]:
    """Seconds to the first map, and the heavy modules that were imported by then."""
    with tempfile.TemporaryDirectory() as home:
        environ = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "EMBVIZ_HOME": home}
        environ |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        started = time.time()
        done = subprocess.run(
            [sys.executable, "-c", CHILD], env=environ, capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise SystemExit(done.stderr)
    stamp, _, heavy = done.stdout.splitlines()[0].partition(" ")
    return float(stamp) - started, heavy


def main() -> None:
    """Run N times (5) and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    times = []
    with tempfile.TemporaryDirectory() as compiled:
        one_run(compiled)
        for _ in range(runs):
            seconds, heavy = one_run(compiled)
            times.append(seconds)
            print(f"{seconds:.2f} s   heavy modules imported: {heavy or 'none'}")
    print(f"least {min(times):.2f} s, median {statistics.median(times):.2f} s of {runs}")


if __name__ == "__main__":
    main()
