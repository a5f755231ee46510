"""The composition root: builds the application, the store, the controller and the window, and runs them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from embviz.core.snapshot import MOST_RECENT, Snapshot, ThemeChoice
from embviz.errors import EmbvizError
from embviz.io.sets import DEFAULT_SET
from embviz.logs import start_log, stop_log
from embviz.paths import user_paths
from embviz.qt.bugs import BugWatch
from embviz.qt.controller import Controller
from embviz.qt.courtesy import shorten_waits
from embviz.qt.fonts import font, load_fonts
from embviz.qt.garbage import no_full_collection
from embviz.qt.jobs import Jobs
from embviz.qt.main_window import MainWindow
from embviz.qt.services import ProgramServices, Services
from embviz.qt.store import Store
from embviz.resources import resource
from embviz.settings import Settings, load_settings, save_settings


def build_application(arguments: Sequence[str] = ()) -> QApplication:
    """Give the running application, or make one, in the program's style and type."""
    shorten_waits()
    # Words in a script that no font has would flood standard error.
    os.environ.setdefault("QT_LOGGING_RULES", "qt.text.font.db=false")
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["embviz", *arguments])
    application.setApplicationName("embviz")
    application.setApplicationDisplayName("embviz")
    application.setDesktopFileName("embviz")
    application.setStyle("Fusion")
    # pyqtgraph drops moves of the mouse closer than 10 ms, and with them a quick drag; Qt joins them itself.
    pg.setConfigOption("mouseRateLimit", -1)
    load_fonts()
    application.setFont(font(13))
    application.setWindowIcon(QIcon(str(resource("icons", "embviz.svg"))))
    return application


def build_window(
    settings: Settings | None = None, *, theme: str | None = None, services: Services | None = None
) -> MainWindow:
    """Build the window and all that is behind it; nothing is opened yet.

    Parameters
    ----------
    settings
        What the user has chosen; None for defaults.
    theme
        ``"light"`` or ``"dark"`` for this time only; None for the settings'.
    services
        The work behind the window; tests give fakes.
    """
    settings = settings or Settings()
    recent = settings.recent_tables[:MOST_RECENT]
    snapshot = Snapshot(
        theme=ThemeChoice(theme or settings.theme),
        zoom=settings.zoom,
        animated=settings.animated,
        recent=recent,
    )
    with no_full_collection():
        store = Store(snapshot)
        jobs = Jobs(around_answers=store.together)
        controller = Controller(store, jobs, services or ProgramServices())
        window = MainWindow(store, controller, jobs)
        # The window keeps what it is made of alive, and is closed as one.
        for part in (store, jobs, controller):
            part.setParent(window)
        window.restore_layout(settings)
    return window


def run(source: str | None, words: str | None, theme: str | None) -> int:
    """Show the window until it is closed; the exit code.

    Parameters
    ----------
    source
        Table to open, None for the bundled one.
    words
        Name of a set, or a file, to show; None for the 48 words.
    theme
        ``"light"``, ``"dark"``, or None for the settings'.
    """
    paths = user_paths()
    log = start_log(paths.log_file)
    settings, notices = load_settings(paths.settings_file)
    application = build_application()
    window = build_window(settings, theme=theme)
    window.controller.tell(notices)

    def remember() -> None:
        wanted = window.layout_settings(settings)
        if theme is not None and wanted.theme == theme:
            wanted = replace(wanted, theme=settings.theme)
        try:
            save_settings(wanted, paths.settings_file)
        except EmbvizError as error:
            print(error, file=sys.stderr)  # noqa: T201 - the window is gone

    window.closed.connect(remember)
    bugs = BugWatch(window)
    window.jobs.broke.connect(bugs.show)
    bugs.start()
    window.show()
    # The table opens while the window is being shown.
    window.controller.open(source, (words or DEFAULT_SET,))
    QTimer.singleShot(0, window.map_view.setFocus)
    try:
        return application.exec()
    finally:
        bugs.stop()
        stop_log(log)
