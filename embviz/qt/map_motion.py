"""Points that move from one map to the next, so that the eye can follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.figure import Float64
    from embviz.core.snapshot import WordKey

MILLISECONDS = 420


class MapMotion(QObject):
    """Interpolates positions; one movement at a time.

    Parameters
    ----------
    show
        Called with the positions of each frame, (n, 2).
    arrived
        Called once after the last frame.
    """

    def __init__(self, show: Callable[[Float64], None], arrived: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._arrived = arrived
        self._start: Float64 = np.empty((0, 2))
        self._end: Float64 = np.empty((0, 2))
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setDuration(MILLISECONDS)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._animation.valueChanged.connect(self._on_animation_value_changed)
        self._animation.finished.connect(self._on_animation_finished)

    @property
    def running(self) -> bool:
        """Whether points are moving."""
        return self._animation.state() is QVariantAnimation.State.Running

    def go(self, start: Float64, end: Float64) -> None:
        """Move points from ``start`` to ``end``, both (n, 2)."""
        self._start, self._end = start, end
        self._animation.stop()
        self._animation.start()

    def stop(self) -> None:
        """Stop where the points are; nothing is called any more."""
        self._animation.blockSignals(True)
        self._animation.stop()
        self._animation.blockSignals(False)

    def _on_animation_value_changed(self, value: float) -> None:
        self._show(self._start + (self._end - self._start) * value)

    def _on_animation_finished(self) -> None:
        self._arrived()


def starts(
    old_keys: tuple[WordKey, ...], old: Float64, new_keys: tuple[WordKey, ...], new: Float64
) -> Float64 | None:
    """Where the points of the next map start from; None when too few of its words were there before.

    Parameters
    ----------
    old_keys, old
        Words so far and their positions, (m, 2), in the coordinates of the next map's frame.
    new_keys, new
        The next map's words and positions, (n, 2). A word that is new appears where it belongs.
    """
    if old_keys == new_keys:
        return old if len(old) else None
    places = {key: place for place, key in enumerate(old_keys)}
    known = [(place, places[key]) for place, key in enumerate(new_keys) if key in places]
    if not new_keys or len(known) < len(new_keys) / 2:
        return None
    start = new.copy()
    here, there = np.array(known).T
    start[here] = old[there]
    return start
