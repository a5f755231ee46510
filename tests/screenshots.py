"""Take the README's pictures of the window, with the program itself: ``python -m tests.screenshots``.

The window is built offscreen, driven with real mouse events, and saved to ``resources/screenshots``.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["EMBVIZ_HOME"] = tempfile.mkdtemp()

from PySide6.QtCore import QPointF

from embviz.app import build_application, build_window
from embviz.core.analogy_state import AnalogyRequest
from embviz.qt.intents import AskAnalogy, DrawAnalogy, SetAnimated
from tests.qt.driving import click, move, place_of, run_events

if TYPE_CHECKING:
    from embviz.qt.main_window import MainWindow

FOLDER = Path(__file__).parents[1] / "resources" / "screenshots"
SIZE = (1440, 900)
PATIENCE = 60.0


def wait(condition: Callable[[], bool]) -> None:
    """Run the event loop until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("the window did not get ready")
        run_events(20)


def window_with_king(theme: str) -> MainWindow:
    """The window on the 48 words, with “king” selected."""
    window = build_window(theme=theme)
    window.controller.handle(SetAnimated(False))
    window.resize(*SIZE)
    window.show()
    window.controller.open(None, ("48-words",))
    wait(lambda: len(window.store.snapshot.words) == 48)
    click(window.map_view, place_of(window.map_view, "king"))
    move(window.map_view, QPointF(4, 4))
    wait(lambda: window.store.snapshot.neighborhood is not None)
    window.controller.handle(DrawAnalogy(shown=False))
    window.controller.handle(AskAnalogy(AnalogyRequest("king - man + woman", expected="queen")))
    wait(lambda: not window.jobs.keys)
    run_events(300)
    return window


def main() -> None:
    """Take all pictures."""
    build_application()
    FOLDER.mkdir(exist_ok=True)
    for theme in ("light", "dark"):
        window = window_with_king(theme)
        path = FOLDER / f"main-{theme}.png"
        window.grab().save(str(path))
        print(path.name)
        window.close()


if __name__ == "__main__":
    main()
