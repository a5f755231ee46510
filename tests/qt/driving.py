"""Driving the window as a person does: by mouse and keys, in places that the views themselves name."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

NO_BUTTON = Qt.MouseButton.NoButton
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
PLAIN, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def _send(view, kind, place, button, buttons, modifiers):
    viewport = view.viewport()
    event = QMouseEvent(
        kind, QPointF(place), QPointF(viewport.mapToGlobal(place.toPoint())), button, buttons, modifiers
    )
    QApplication.sendEvent(viewport, event)


def move(view, place, modifiers=PLAIN):
    """Move the pointer over the map to a place in viewport pixels."""
    _send(view, QEvent.Type.MouseMove, place, NO_BUTTON, NO_BUTTON, modifiers)


def click(view, place, modifiers=PLAIN):
    """Click on the map."""
    move(view, place, modifiers)
    _send(view, QEvent.Type.MouseButtonPress, place, LEFT, LEFT, modifiers)
    _send(view, QEvent.Type.MouseButtonRelease, place, LEFT, NO_BUTTON, modifiers)


def drag(view, places, modifiers=PLAIN, button=LEFT, *, pause=lambda: None):
    """Press at the first place, move through the others, release at the last; ``pause`` between events."""
    first, last = places[0], places[-1]
    move(view, first, modifiers)
    pause()
    _send(view, QEvent.Type.MouseButtonPress, first, button, button, modifiers)
    for start, end in pairwise(places):
        for step in range(1, 5):
            pause()
            _send(
                view, QEvent.Type.MouseMove, start + (end - start) * (step / 4), NO_BUTTON, button, modifiers
            )
    pause()
    _send(view, QEvent.Type.MouseButtonRelease, last, button, NO_BUTTON, modifiers)


def wheel(view, place, delta):
    """Turn the wheel over the map; 120 is one notch towards the screen."""
    viewport = view.viewport()
    event = QWheelEvent(
        QPointF(place),
        QPointF(viewport.mapToGlobal(place.toPoint())),
        QPoint(0, 0),
        QPoint(0, delta),
        NO_BUTTON,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def place_of(view, text):
    """Where a word's point lies, viewport pixels."""
    plot = view.plot
    at = plot.points.texts.index(text)
    x, y = view.frame_now().to_pixels(plot.points.positions)[at]
    return QPointF(view.mapFromScene(QPointF(x, y)))


def box_round(view, texts, margin=6):
    """Two corners of a box round some words: from where to where to drag."""
    places = [place_of(view, text) for text in texts]
    left, right = min(p.x() for p in places) - margin, max(p.x() for p in places) + margin
    top, bottom = min(p.y() for p in places) - margin, max(p.y() for p in places) + margin
    return [QPointF(left, top), QPointF(right, bottom)]


def drag_to(monkeypatch, view, places, watch=None):
    """Press at the first place of a view's viewport, move, and drop at the last.

    Mouse events are real, and so are the drag events; only the loop between them, which the platform runs and
    the offscreen one does not have, is played here. ``watch`` is called after every move.
    """
    from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent

    viewport = view.viewport()
    start, *way = places
    drops = []

    def play(drag, actions, _default=None):
        data, buttons = drag.mimeData(), LEFT
        enter = QDragEnterEvent(way[0], actions, data, buttons, PLAIN)
        QApplication.sendEvent(viewport, enter)
        accepted = False
        for place in way:
            step = QDragMoveEvent(place, actions, data, buttons, PLAIN)
            QApplication.sendEvent(viewport, step)
            accepted = step.isAccepted()
            if watch is not None:
                watch(place)
        if accepted:
            drop = QDropEvent(QPointF(way[-1]), actions, data, NO_BUTTON, PLAIN)
            QApplication.sendEvent(viewport, drop)
            drops.append(drop.isAccepted())
            return drop.dropAction()
        drops.append(False)
        return Qt.DropAction.IgnoreAction

    monkeypatch.setattr(QDrag, "exec", play)

    def send(kind, place, button, buttons):
        event = QMouseEvent(
            kind, QPointF(place), QPointF(viewport.mapToGlobal(place)), button, buttons, PLAIN
        )
        QApplication.sendEvent(viewport, event)

    send(QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
    far = QApplication.startDragDistance() + 2
    for step in (1, far):
        send(QEvent.Type.MouseMove, QPoint(start.x() + step, start.y() + step), NO_BUTTON, LEFT)
    send(QEvent.Type.MouseButtonRelease, way[-1], LEFT, NO_BUTTON)
    return bool(drops and drops[-1])


def run_events(milliseconds):
    """Let the window work for a while; QTest.qWait would hold Python's lock, and its threads with it."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_for_looks(qtbot, window):
    """Wait until all of the window wears its theme and size of type."""
    qtbot.waitUntil(lambda: not window.wardrobe.changing, timeout=20_000)
