"""Frames of a map, one at a time, with room between them for whatever else waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from embviz.qt.drawing import TURN, TURN_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

ROOM_MS = 4
"""Milliseconds between the end of a frame and the beginning of the next. Without a screen to wait for, points
in motion, progress and new labels would each get a frame of its own, one right after the other."""


class FramePacer(QObject):
    """Has frames of a widget painted, each for all that asked for one until it begins.

    It works in turns of a timer. Posted events are all dealt with before any timer, so a frame that was one
    of them would follow at once on the handler that asked for it.

    Parameters
    ----------
    widget
        Updated when a frame is ready.
    paint
        Goes on with the next frame for so many seconds; whether it is ready. May ask for another.
    """

    def __init__(self, widget: QWidget, paint: Callable[[float], bool]) -> None:
        super().__init__(widget)
        self._widget, self._paint = widget, paint
        self._asked = False
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setTimerType(Qt.TimerType.PreciseTimer)
        self._turn.timeout.connect(self._on_turn_timeout)

    def ask(self) -> None:
        """Have a frame painted soon; one that nobody can see waits until the widget asks again."""
        self._asked = True
        if not self._turn.isActive():
            self._turn.start(0)

    def _on_turn_timeout(self) -> None:
        if not self._asked or not self._widget.isVisible() or self._widget.window().isMinimized():
            return
        self._asked = False
        ready = self._paint(TURN)
        if ready:
            self._widget.update()
        else:
            self._asked = True
        # Also after the last frame, so that the next one keeps its distance.
        self._turn.start(ROOM_MS if ready else TURN_MS)
