"""How long the UI thread is ever busy: ``python tests/benchmarks/ui_delay.py [WORDS]``.

A timer of 20 ms runs in the window's event loop while each thing is done; its worst delay beyond 20 ms is how
long the window could not answer. On a machine that does other work too the delay says little; the processor
time that the UI thread itself took between two ticks says what its handlers cost. Prints one line a step.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["EMBVIZ_HOME"] = tempfile.mkdtemp()

import embviz.qt  # noqa: F401 - before PySide6, as the program does

# isort: split
from PySide6.QtCore import QPointF, Qt, QTimer

from embviz.app import build_application, build_window
from embviz.core.snapshot import ThemeChoice
from embviz.qt.intents import ChooseMethod, ChooseTheme, SelectAll, StopJob
from tests.qt.driving import box_round, drag, move, run_events, wheel

TICK_MS = 20


class Watch:
    """Remembers the longest time between two ticks."""

    def __init__(self) -> None:
        self.worst = self.busiest = 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.setInterval(TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.worst = max(self.worst, 1000 * (now - self._last) - TICK_MS)
        self.busiest = max(self.busiest, 1000 * (worked - self._worked))
        self._last, self._worked = now, worked

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Print the worst delay within the body."""
        run_events(60)
        self.worst = self.busiest = 0.0
        started = time.perf_counter()
        yield
        run_events(60)
        print(
            f"{name:40} worst delay {self.worst:6.1f} ms, most work in a tick {self.busiest:6.1f} ms   "
            f"({time.perf_counter() - started:.2f} s)"
        )


def wait(condition: Callable[[], bool], seconds: float = 120) -> None:
    """Run the event loop until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("timed out")
        run_events(5)


def word_list(count: int) -> Path:
    """A list of common words of the bundled table, in eight groups."""
    import embviz

    table = embviz.open_table()
    vocabulary = table.vocabulary
    ids = [i for i in range(table.vocab_size) if vocabulary.words[i]][:count]
    path = Path(os.environ["EMBVIZ_HOME"]) / "words.txt"
    lines = []
    for group in range(8):
        lines.append(f"# group {group + 1}")
        lines += [f"#{i}" for i in ids[group::8]]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def main() -> None:
    """Go through what people do."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    words = word_list(count)
    build_application()
    window = build_window(theme="light")
    window.show()
    watch = Watch()
    store, view = window.store, window.map_view
    with watch.step(f"open the table and draw {count:,} words"):
        window.controller.open(None, (str(words),))
        wait(lambda: len(store.snapshot.words) == count)
        wait(lambda: view.plot is not None and view.plot.labels.shown.any())
    wait(lambda: not window.jobs.keys)
    frame = view.frame_now()
    with watch.step("hover over the map"):
        for at in range(60):
            move(view, QPointF(frame.left + frame.width * at / 60, frame.top + frame.height * 0.4))
            run_events(5)
    with watch.step("zoom and pan"):
        for at in range(30):
            wheel(view, QPointF(500, 300), 60 if at < 15 else -60)
            run_events(10)
    box = box_round(view, view.plot.points.texts[:50])
    with watch.step("drag-select 50 words"):
        # Events come one by one, with the event loop in between.
        drag(view, box, pause=lambda: run_events(8))
        wait(lambda: store.snapshot.neighborhood is not None)
    with watch.step("select all"):
        window.controller.handle(SelectAll())
        wait(
            lambda: (
                store.snapshot.neighborhood is not None and len(store.snapshot.neighborhood.words) == count
            )
        )
    with watch.step("t-SNE, live, for 5 s"):
        window.controller.handle(ChooseMethod("tsne"))
        run_events(5000)
        window.controller.handle(StopJob("map"))
    with watch.step("switch the theme"):
        window.controller.handle(ChooseTheme(ThemeChoice.DARK))
        run_events(300)
    started = time.perf_counter()
    frames = 60
    for at in range(frames):
        wheel(view, QPointF(500, 300), 8 if at % 2 else -8)
        view.viewport().repaint()
    print(f"{'painted frame while zooming':40} {1000 * (time.perf_counter() - started) / frames:6.1f} ms")
    window.close()


if __name__ == "__main__":
    main()
