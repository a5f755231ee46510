"""Frames of a map, one at a time, with room between them for whatever else waits."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from embviz.qt.drawing import TURN, TURN_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

ROOM = 0.004
"""Seconds between the end of a frame and the beginning of the next. Without a screen to wait for, points in
motion, progress and new labels would each get a frame of its own, one right after the other."""


class FramePacer(QObject):
    """Has frames of a widget painted, each for all that asked for one until it begins.

    It works in turns of a timer. Posted events are all dealt with before any timer, so a frame that was one
    of them would follow at once on the handler that asked for it.

    Parameters
    ----------
    widget
        Updated when a frame is ready.
    paint
        Goes on with the next frame for so many seconds; whether it is ready.
    """

    def __init__(self, widget: QWidget, paint: Callable[[float], bool]) -> None:
        super().__init__(widget)
        self._widget, self._paint = widget, paint
        self._over = -math.inf
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setTimerType(Qt.TimerType.PreciseTimer)
        self._turn.timeout.connect(self._on_turn_timeout)

    def ask(self) -> None:
        """Have a frame painted soon."""
        if not self._turn.isActive():
            wait = self._over + ROOM - time.perf_counter()
            self._turn.start(math.ceil(1000 * wait) if wait > 0 else 0)

    def _on_turn_timeout(self) -> None:
        if not self._paint(TURN):
            self._turn.start(TURN_MS)
            return
        self._over = time.perf_counter()
        self._widget.update()
        if self._turn.isActive():
            # The frame is behind the times already.
            self._turn.start(math.ceil(1000 * ROOM))
