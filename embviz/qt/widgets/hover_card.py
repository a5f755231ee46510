"""The card about the word under the pointer: what looks nearest to it, and what truly is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from embviz.core.page import Weight
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.widgets.glyph import paint_glyph
from embviz.qt.widgets.near_list import NearList, paint_near_list

if TYPE_CHECKING:
    from embviz.core.figure import GroupStyle
    from embviz.qt.theme import Theme

WIDTH = 488
_PADDING, _HEAD, _LINE = 16, 26, 18
_BETWEEN, _PAIRS = 18, 90
"""Room between the two lists, and of the column that the first has more than the second."""


_WRAPPED = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True)
class CardContent:
    """What the card says.

    ``looks`` are the words that look nearest with their true places, ``truly`` those that are nearest with
    their places on the map; ``foot`` says what to compare the cosines with.
    """

    title: str
    detail: str
    style: GroupStyle
    hollow: bool
    sentence: str
    looks: NearList | None
    truly: NearList | None
    foot: str = ""


class HoverCard(QWidget):
    """Painted whole; transparent for the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self._content: CardContent | None = None
        self._measure = TextMeasure()
        self.hide()

    @property
    def content(self) -> CardContent | None:
        """What is shown; None while the card is hidden."""
        return self._content

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.update()

    def show_content(self, content: CardContent | None) -> None:
        """Show this, or hide."""
        if content == self._content:
            return
        self._content = content
        if content is None:
            self.hide()
            return
        self.resize(self.sizeHint())
        self.setAccessibleName(f"About {content.title}")
        self.show()
        self.update()

    def sizeHint(self) -> QSize:
        """Just enough for the content, and a margin for the shadow."""
        content = self._content
        if content is None:
            return QSize(0, 0)
        lists = max((near.height() for near in (content.looks, content.truly) if near is not None), default=0)
        lines = 1 if content.sentence else 0
        height = 2 * _PADDING + _HEAD + lines * _LINE + (12 + lists if lists else -4)
        return QSize(WIDTH + 8, round(height + self._foot_height(content)) + 8)

    def _foot_height(self, content: CardContent) -> float:
        if not content.foot:
            return 0.0
        room = QRectF(0, 0, WIDTH - 2 * _PADDING, 1000)
        return 10.0 + QFontMetricsF(font(11)).boundingRect(room, _WRAPPED, content.foot).height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card."""
        content, theme = self._content, self._theme
        if content is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self.rect()).adjusted(4, 3, -4, -5)
        shadow = QColor(0, 0, 0, 9)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shadow)
        for grow in (1, 2, 3):
            painter.drawRoundedRect(card.adjusted(-grow, 1 - grow, grow, grow + 1), 10 + grow, 10 + grow)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRoundedRect(card, 10, 10)
        x, y = card.left() + _PADDING, card.top() + _PADDING
        y = self._paint_head(painter, content, x, y, card.right() - _PADDING)
        if content.looks is not None and content.truly is not None:
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(x, y + 6.5), QPointF(card.right() - _PADDING, y + 6.5))
            y += 16
            wider = _PAIRS if content.looks.with_pairs else 0
            half = (card.width() - 2 * _PADDING - _BETWEEN - wider) / 2
            paint_near_list(painter, theme, self._measure, content.looks, x, y, half + wider)
            right = x + half + wider + _BETWEEN
            paint_near_list(painter, theme, self._measure, content.truly, right, y, half)
        if content.foot:
            room = QRectF(x, 0, card.width() - 2 * _PADDING, self._foot_height(content))
            room.moveBottom(card.bottom() - 11)
            painter.setFont(font(11))
            painter.setPen(QColor(theme.third))
            painter.drawText(room, _WRAPPED | int(Qt.AlignmentFlag.AlignBottom), content.foot)
        painter.end()

    def _paint_head(self, painter: QPainter, content: CardContent, x: float, y: float, right: float) -> float:
        theme = self._theme
        paint_glyph(painter, content.style, theme, x + 8, y + 9, 6.6, hollow=content.hollow)
        size = 16
        title = self._measure.elide(content.title, size, right - x - 28, Weight.SEMI_BOLD)
        painter.setFont(font(size, Weight.SEMI_BOLD))
        painter.setPen(QColor(theme.ink))
        painter.drawText(QPointF(x + 24, y + 15), title)
        after = x + 24 + self._measure.width(title, size, Weight.SEMI_BOLD) + 10
        painter.setFont(font(12))
        painter.setPen(QColor(theme.second))
        painter.drawText(QPointF(after, y + 15), self._measure.elide(content.detail, 12, right - after))
        y += _HEAD
        if content.sentence:
            painter.drawText(QPointF(x, y + 11), content.sentence)
            y += _LINE
        return y
