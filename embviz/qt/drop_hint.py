"""What is shown while files are dragged over the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from embviz.core.page import Weight
from embviz.io.dropped import WORD_LISTS
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.icons import pixmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.qt.theme import Theme

_MARGIN, _PADDING, _SIDE = 14.0, 28.0, 40


class DropHint(QWidget):
    """Lies over its parent and says what a drop will do; never in the way of the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self._measure = TextMeasure()
        self.text, self._detail = "", ""
        self.hide()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.update()

    def show_for(self, paths: Sequence[str]) -> None:
        """Cover the parent and say what becomes of these files when they are dropped."""
        self.text, self._detail = drop_text(paths)
        self.setAccessibleName(f"{self.text}. {self._detail}")
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.map)
        veil.setAlpha(225)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        painter.setPen(QPen(QColor(theme.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, 10, 10)
        middle = frame.center()
        room = frame.width() - 2 * _PADDING
        picture = pixmap("folder-open", theme.accent, _SIDE, self.devicePixelRatioF())
        painter.drawPixmap(round(middle.x() - _SIDE / 2), round(middle.y() - _SIDE - 14), picture)
        lines = (
            (self.text, 19, Weight.SEMI_BOLD, theme.ink, 22),
            (self._detail, 13, Weight.REGULAR, theme.second, 46),
        )
        for text, size, weight, ink, below in lines:
            painter.setFont(font(size, weight))
            painter.setPen(QColor(ink))
            shown = self._measure.elide(text, size, room, weight)
            left = middle.x() - self._measure.width(shown, size, weight) / 2
            painter.drawText(round(left), round(middle.y() + below), shown)
        painter.end()


def drop_text(paths: Sequence[str]) -> tuple[str, str]:
    """Say what becomes of dropped files, by their names alone: nothing is read while they hover."""
    suffixes = {Path(path).suffix.lower() for path in paths}
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    name = f"“{Path(paths[0]).name or paths[0]}”{more}"
    if suffixes <= {*WORD_LISTS} - {".txt"}:
        return f"Drop to show the words of {name}", "Undo brings the present words back."
    if suffixes <= {*WORD_LISTS}:
        return f"Drop to open {name}", "As a list of words, or as a table when it holds vectors."
    return f"Drop to open {name}", "The words on the map are looked up in the new table."
