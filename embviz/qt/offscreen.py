"""An application without a display, so that figures can be painted anywhere."""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication, QLoggingCategory
from PySide6.QtGui import QGuiApplication

from embviz.qt.fonts import load_fonts


def offscreen_application() -> QCoreApplication:
    """Return the running application, or start one that needs no display; the fonts are loaded in both.

    Text measures and painters of images need one. It lives as long as the caller keeps it.
    """
    running = QCoreApplication.instance()
    if running is None:
        running = _new_application()
        # Scripts that no font of this machine can write are drawn as boxes; Qt would complain at length.
        QLoggingCategory.setFilterRules("qt.text.font.db=false")
    load_fonts()
    return running


def _new_application() -> QCoreApplication:
    arguments = ["embviz", "-platform", "offscreen"]
    if "PySide6.QtWidgets" in sys.modules:
        # There can be only one application, and who has loaded the widgets will want to show some.
        from PySide6.QtWidgets import QApplication

        return QApplication(arguments)
    return QGuiApplication(arguments)
