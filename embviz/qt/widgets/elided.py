"""A line of text that is cut where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QLabel

from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class ElidedLabel(QLabel):
    """Shows plain text, cut if need be; its tool tip is the whole.

    Parameters
    ----------
    role
        As the style sheet knows it.
    mode
        Where it is cut.
    """

    def __init__(self, role: str, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        super().__init__()
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.whole = ""

    def set_whole(self, text: str) -> None:
        """Show another text."""
        self.whole = text
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.whole) + 2
        return QSize(width + self._padding(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._cut()

    def _padding(self) -> int:
        """Room at both sides that the style sheet asks for."""
        return self.width() - self.contentsRect().width()

    def _cut(self) -> None:
        room = self.contentsRect().width()
        shown = self.fontMetrics().elidedText(self.whole, self._mode, room)
        if shown != self.text():
            self.setText(shown)
