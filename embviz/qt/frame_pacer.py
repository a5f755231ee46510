"""Frames of a map, one at a time, with room between them for whatever else waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from shiboken6 import isValid

from embviz.qt.turns import TURN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from embviz.qt.turns import Turns

ROOM_MS = 4
"""Milliseconds between the end of a frame and the beginning of the next. Without a screen to wait for, points
in motion, progress and new labels would each get a frame of its own, one right after the other."""


class FramePacer(QObject):
    """Has frames of a widget painted, each for all that asked for one until it begins.

    Each part of a frame is a turn, and there is room between two frames. As a posted event a frame would
    follow at once on the handler that asked for it.

    Parameters
    ----------
    widget
        Updated when a frame is ready.
    paint
        Goes on with the next frame for so many seconds; whether it is ready. May ask for another.
    """

    def __init__(self, widget: QWidget, paint: Callable[[float], bool], turns: Turns) -> None:
        super().__init__(widget)
        self._widget, self._paint, self._turns = widget, paint, turns
        self._asked = False
        self._painting = False
        self._room = QTimer(self)
        self._room.setSingleShot(True)
        self._room.setTimerType(Qt.TimerType.PreciseTimer)
        self._room.timeout.connect(self._go_on)

    def ask(self) -> None:
        """Have a frame painted soon; one that nobody can see waits until the widget asks again."""
        self._asked = True
        if not self._painting:
            self._go_on()

    def _go_on(self) -> None:
        if self._asked and not self._room.isActive():
            self._turns.ask(self._take_turn)

    def _take_turn(self) -> None:
        # The widget may have gone, with this, before its turn came.
        if not isValid(self._widget) or not self._widget.isVisible() or self._widget.window().isMinimized():
            return
        self._asked, self._painting = False, True
        try:
            ready = self._paint(TURN_SECONDS)
        finally:
            self._painting = False
        if ready:
            self._widget.update()
            self._room.start(ROOM_MS)
        else:
            self._asked = True
            self._go_on()
