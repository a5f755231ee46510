"""Mistakes of the program itself: shown once, copyable."""

from __future__ import annotations

import logging
import sys

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QPushButton

from embviz.qt.bugs import BugDialog, BugWatch


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    made.show()
    return made


def a_bug():
    try:
        return {}["missing"]
    except KeyError as error:
        return error


def test_the_first_mistake_is_shown_with_its_traceback_and_can_be_copied(qtbot, window):
    watch = BugWatch(window)
    watch.show(a_bug())
    watch.show(ZeroDivisionError("second"))
    dialogs = window.findChildren(BugDialog)
    assert len(dialogs) == 1
    assert "KeyError: 'missing'" in dialogs[0].text
    assert "embviz" in dialogs[0].text.splitlines()[0]
    copy = next(button for button in dialogs[0].findChildren(QPushButton) if "Copy" in button.text())
    copy.click()
    assert QGuiApplication.clipboard().text() == dialogs[0].text
    dialogs[0].accept()


def test_an_exception_in_a_handler_reaches_the_log_and_the_dialog(qtbot, window, caplog):
    before = sys.excepthook
    watch = BugWatch(window)
    watch.start()
    try:
        error = a_bug()
        with caplog.at_level(logging.ERROR, logger="embviz.qt.bugs"):
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        watch.stop()
    assert sys.excepthook is before
    assert "missing" in caplog.text
    window.findChild(BugDialog).accept()
