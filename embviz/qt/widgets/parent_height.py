"""For widgets that may take up only a share of the widget they lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class ParentHeight(QObject):
    """Tells when a widget's parent has another height, for layouts do not ask a widget again by themselves.

    Signals
    -------
    changed
        The parent has another height, and lays out its children next.
    """

    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._parent: QWidget | None = None
        widget.installEventFilter(self)
        self._watch()

    @property
    def pixels(self) -> int:
        """The height of the widget's parent; 0 while it has none."""
        parent = self._widget.parentWidget()
        return 0 if parent is None else parent.height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._widget:
            if event.type() is QEvent.Type.ParentChange:
                self._watch()
        elif isinstance(event, QResizeEvent) and event.size().height() != event.oldSize().height():
            self.changed.emit()
        return super().eventFilter(watched, event)

    def _watch(self) -> None:
        if self._parent is not None:
            self._parent.removeEventFilter(self)
        self._parent = self._widget.parentWidget()
        if self._parent is not None:
            self._parent.installEventFilter(self)
