"""What nobody expected: logged with its traceback, shown once, and copyable for a report."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

import PySide6
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

import embviz

log = logging.getLogger(__name__)

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], None]


def report_text(error: BaseException) -> str:
    """What a report needs: versions, system, traceback."""
    lines = "".join(traceback.format_exception(error))
    return (
        f"embviz {embviz.__version__}, PySide6 {PySide6.__version__}, Python {platform.python_version()}, "
        f"{platform.platform()}\n\n{lines}"
    )


class BugDialog(QDialog):
    """Says that the program made a mistake, and gives the report to copy."""

    def __init__(self, error: BaseException, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("A mistake of the program")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 380)
        self.text = report_text(error)
        words = QLabel(
            "Something went wrong inside embviz that nobody expected. What was loaded is still there, and "
            "you can go on. This is what a report needs; further mistakes only go to the log."
        )
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        shown = QPlainTextEdit(self.text)
        shown.setReadOnly(True)
        shown.setAccessibleName("Report")
        copy, close = QPushButton("Copy report"), QPushButton("Go on")
        copy.clicked.connect(self._on_copy_clicked)
        close.clicked.connect(self.accept)
        close.setProperty("role", "primary")
        close.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 18, 18, 18)
        layout.setSpacing(12)
        layout.addWidget(words)
        layout.addWidget(shown, 1)
        layout.addLayout(buttons)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text)


class BugWatch(QObject):
    """Catches what handlers and jobs let through while the window runs.

    Parameters
    ----------
    window
        Parent of the dialog.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._shown = False
        self._hook_before: Hook = sys.excepthook

    def start(self) -> None:
        """Take over exceptions that reach the event loop."""
        self._hook_before = sys.excepthook
        sys.excepthook = self._on_exception

    def stop(self) -> None:
        """Give them back."""
        sys.excepthook = self._hook_before

    def show(self, error: BaseException) -> None:
        """Show the first; the others are in the log."""
        if self._shown:
            return
        self._shown = True
        BugDialog(error, self._window).open()

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._hook_before(kind, error, trace)
            return
        log.error("unexpected", exc_info=(kind, error, trace))
        self.show(error)
