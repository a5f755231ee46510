"""How long the UI thread is ever busy: ``python tests/benchmarks/ui_delay.py [WORDS] [RUNS]``.

A timer of 20 ms runs in the window's event loop while each thing is done; its worst delay beyond 20 ms is how
long the window could not answer. Where as many threads compute as the machine has cores, or it does other
work too, the delay is also theirs: the processor time of the longest single handler of an event says what the
window itself costs. Delay and handlers are measured in runs of their own, for looking at every event takes
time; each run is a process. Prints the median over the runs, and the worst, of each step.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["EMBVIZ_HOME"] = tempfile.mkdtemp()

from embviz.cli.qt import qt_that_loads

with qt_that_loads():  # before all else that imports Qt, as the program does
    from embviz.app import build_application, build_window

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication

from embviz.core.snapshot import ThemeChoice
from embviz.core.threads import leave_a_processor
from embviz.qt.intents import (
    AddWords,
    ChooseMethod,
    ChooseTheme,
    Isolate,
    RemoveSelected,
    Select,
    SelectAll,
    ShowAll,
    ShowNoise,
    StopJob,
    Undo,
)
from tests.qt.driving import box_round, drag, move, run_events, wheel

TICK_MS = 20
FRAMES = 60
FRAME = "one painted frame, zooming"


class Watch:
    """Remembers the worst delay of a timer."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, 1000 * (now - self._last) - TICK_MS)
        self._last = now


class HandlerWatch(QApplication):
    """Remembers the processor time of the longest handler of an event."""

    def __init__(self) -> None:
        super().__init__(["embviz"])
        self.worst = 0.0
        self._within = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        if self._within:
            return super().notify(receiver, event)
        self._within, started = True, time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._within = False
            self.worst = max(self.worst, 1000 * (time.thread_time() - started))


@contextmanager
def step(watch: Watch | HandlerWatch, name: str) -> Iterator[None]:
    """Print the worst within the body."""
    run_events(60)
    watch.worst = 0.0
    yield
    run_events(60)
    print(json.dumps([name, watch.worst]), flush=True)


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


def one_run(count: int, *, handlers: bool) -> None:
    """Go through what people do."""
    leave_a_processor()  # as the program does
    words = word_list(count)
    watched = HandlerWatch() if handlers else None
    build_application()
    window = build_window(theme="light")
    window.show()
    watch = watched or Watch()
    store, view = window.store, window.map_view
    with step(watch, f"open the table and draw {count:,} words"):
        window.controller.open(None, (str(words),))
        wait(lambda: len(store.snapshot.words) == count)
        wait(lambda: view.plot is not None and view.plot.labels.shown.any())
    with step(watch, "warm-up"):
        wait(lambda: not window.jobs.keys)
    frame = view.frame_now()
    with step(watch, "hover over the map"):
        for at in range(60):
            move(view, QPointF(frame.left + frame.width * at / 60, frame.top + frame.height * 0.4))
            run_events(5)
    with step(watch, "zoom and pan"):
        for at in range(30):
            wheel(view, QPointF(500, 300), 60 if at < 15 else -60)
            run_events(10)
    box = box_round(view, view.plot.points.texts[:50])
    with step(watch, "drag-select 50 words"):
        # Events come one by one, with the event loop in between.
        drag(view, box, pause=lambda: run_events(8))
        wait(lambda: store.snapshot.neighborhood is not None)
    window.controller.handle(Select(tuple(word.ids for word in store.snapshot.words[:50])))
    wait(lambda: not window.jobs.keys)
    with step(watch, "isolate 50 words, show all again"):
        window.controller.handle(Isolate())
        wait(lambda: len(store.snapshot.words) == 50 and not window.jobs.keys)
        window.controller.handle(ShowAll())
        wait(lambda: len(store.snapshot.words) == count and not window.jobs.keys)
    with step(watch, "remove 50 words, take it back"):
        window.controller.handle(RemoveSelected())
        wait(lambda: len(store.snapshot.words) == count - 50 and not window.jobs.keys)
        window.controller.handle(Undo())
        wait(lambda: len(store.snapshot.words) == count and not window.jobs.keys)
    with step(watch, "add a word of several tokens, take it back"):
        window.controller.handle(AddWords(("embviz",), 0))
        wait(lambda: not window.jobs.keys)
        window.controller.handle(Undo())
        wait(lambda: not window.jobs.keys)
    with step(watch, "select all"):
        window.controller.handle(SelectAll())
        wait(
            lambda: (
                store.snapshot.neighborhood is not None and len(store.snapshot.neighborhood.words) == count
            )
        )
    with step(watch, "t-SNE, live, for 5 s"):
        window.controller.handle(ChooseMethod("tsne"))
        run_events(5000)
        window.controller.handle(StopJob("map"))
        wait(lambda: not window.jobs.keys)
    window.controller.handle(ChooseMethod("pca"))
    wait(lambda: not window.jobs.keys)
    with step(watch, "open and close the noise control"):
        window.controller.handle(ShowNoise(True))
        wait(lambda: store.snapshot.noise is not None and not window.jobs.keys)
        window.controller.handle(ShowNoise(False))
    with step(watch, "switch the theme"):
        window.controller.handle(ChooseTheme(ThemeChoice.DARK))
        run_events(300)
    if not handlers:
        wait(lambda: not window.jobs.keys)
        started = time.perf_counter()
        for at in range(FRAMES):
            wheel(view, QPointF(500, 300), 8 if at % 2 else -8)
            view.item.paint_aside(view.devicePixelRatioF())
            view.viewport().repaint()
        print(json.dumps([FRAME, 1000 * (time.perf_counter() - started) / FRAMES]))
    window.close()


def main() -> None:
    """Run and print."""
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    count = arguments[0] if arguments else "2000"
    if "--one" in sys.argv:
        one_run(int(count), handlers="--handlers" in sys.argv)
        return
    runs = int(arguments[1]) if len(arguments) > 1 else 5
    delays: dict[str, list[float]] = {}
    handlers: dict[str, list[float]] = {}
    for _ in range(runs):
        for found, option in ((delays, "--delays"), (handlers, "--handlers")):
            command = [sys.executable, __file__, count, "--one", option]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            for line in done.stdout.splitlines():
                name, value = json.loads(line)
                found.setdefault(name, []).append(value)
    print(f"{count} words, {runs} runs: median (worst), ms")
    for name, values in delays.items():
        if name == FRAME:
            print(f"{name:40} {said(values)}")
        else:
            print(f"{name:40} delay {said(values)}   longest handler, processor time {said(handlers[name])}")


def said(values: list[float]) -> str:
    """Median and worst."""
    return f"{statistics.median(values):6.1f} ({max(values):6.1f})"


if __name__ == "__main__":
    main()
