"""The card about the word under the pointer: what looks nearest to it, and what truly is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from embviz.core.page import Weight
from embviz.core.quantities import signed
from embviz.qt.fonts import TextMeasure, font
from embviz.qt.painter.look import Halo, Look
from embviz.qt.painter.stamps import draw_arc
from embviz.qt.widgets.glyph import paint_glyph

if TYPE_CHECKING:
    from embviz.core.figure import GroupStyle
    from embviz.qt.theme import Theme

WIDTH = 488
_PADDING, _HEAD, _ROW, _LINE = 16, 26, 21, 18
_BETWEEN, _SHARE = 18, 90
"""Room between the two lists, and of the column that the first has more than the second."""


_WRAPPED = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True)
class CardRow:
    """A near word.

    ``cosine`` is None where there is none, ``place`` its place on the other side, and ``wrong`` says whether
    the two sides disagree about it; ``farther`` is the share of pairs that are nearer than this one.
    """

    text: str
    cosine: float | None
    place: str
    wrong: bool
    farther: str = ""


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
    looks: tuple[CardRow, ...]
    truly: tuple[CardRow, ...]
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
        rows = max(len(content.looks), len(content.truly))
        lines = 1 if content.sentence else 0
        height = 2 * _PADDING + _HEAD + lines * _LINE + (16 + _LINE + rows * _ROW if rows else -4)
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
        if content.looks or content.truly:
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(x, y + 6.5), QPointF(card.right() - _PADDING, y + 6.5))
            y += 16
            half = (card.width() - 2 * _PADDING - _BETWEEN - _SHARE) / 2
            self._paint_list(
                painter, x, y, half + _SHARE, "Looks nearest", "true place", content.looks, missing=False
            )
            right = x + half + _SHARE + _BETWEEN
            self._paint_list(
                painter, right, y, half, "Truly nearest", "place here", content.truly, missing=True
            )
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

    def _paint_list(
        self,
        painter: QPainter,
        x: float,
        y: float,
        width: float,
        title: str,
        places: str,
        rows: tuple[CardRow, ...],
        *,
        missing: bool,
    ) -> None:
        theme = self._theme
        painter.setFont(font(12, Weight.SEMI_BOLD))
        painter.setPen(QColor(theme.second))
        painter.drawText(QPointF(x, y + 11), title)
        painter.setFont(font(11))
        painter.setPen(QColor(theme.third))
        _write_right(painter, x + width, y + 11, places)
        place_left = (
            x
            + width
            - max(self._measure.width("000th", 12, Weight.SEMI_BOLD), self._measure.width(places, 11))
        )
        shared = any(row.farther for row in rows)
        if shared:
            _write_right(painter, place_left - 12, y + 11, "farther than")
        y += _LINE + 4
        look = Look(theme, self._measure, halo=Halo.NONE)
        for row in rows:
            ink = (theme.missing if missing else theme.false) if row.wrong else theme.ink
            baseline = y + 12
            if row.wrong:
                middle = y + (4.5 if missing else 11.5)
                draw_arc(painter, look, x + 6, middle, 6, 2, 1.0, missing=missing)
            cosine_right = place_left - 8 - (_SHARE - 4 if shared else 0)
            painter.setFont(font(12, Weight.MEDIUM))
            painter.setPen(QColor(ink))
            room = cosine_right - 34 - x - 19
            painter.drawText(
                QPointF(x + 19, baseline), self._measure.elide(row.text, 12, room, Weight.MEDIUM)
            )
            painter.setFont(font(12, Weight.SEMI_BOLD, tabular=True))
            _write_right(painter, x + width, baseline, row.place)
            if row.cosine is not None:
                painter.setFont(font(12, tabular=True))
                painter.setPen(QColor(theme.second))
                _write_right(painter, cosine_right, baseline, signed(row.cosine))
            if row.farther:
                painter.setFont(font(12, tabular=True))
                painter.setPen(QColor(ink if row.wrong else theme.second))
                _write_right(painter, place_left - 12, baseline, row.farther)
            y += _ROW


def _write_right(painter: QPainter, right: float, baseline: float, text: str) -> None:
    painter.drawText(QPointF(right - painter.fontMetrics().horizontalAdvance(text), baseline), text)
