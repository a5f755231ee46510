"""One of several buttons in a row, of which one is pressed."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget


class Segment(QPushButton):
    """As wide when it is pressed as when it is not, though its text is bolder then.

    Parameters
    ----------
    at, count
        Its place in the row, and how many there are.
    small
        For the rows of panels.
    """

    def __init__(
        self, text: str, at: int, count: int, *, small: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self.setCheckable(True)
        self.setProperty("role", "segment")
        self.setProperty("place", "first" if at == 0 else "last" if at == count - 1 else "middle")
        if small:
            self.setProperty("fit", "small")

    def sizeHint(self) -> QSize:
        # The style sheet makes the text bold where it is drawn; Qt measures it as it is otherwise.
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        text = self.text()
        more = QFontMetrics(bold).horizontalAdvance(text) - self.fontMetrics().horizontalAdvance(text)
        return super().sizeHint() + QSize(max(0, more), 0)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
