"""Text that scrolls where it would be too high, and shows that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QAbstractSlider, QFrame, QScrollArea, QSizePolicy, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent, QShowEvent

    from embviz.qt.theme import Theme

LEAST_LINES = 2
LEAST_WIDTH = 120
_PEEKING = 0.6
"""How much of a line is seen, fading, below the last whole one."""


class CappedArea(QScrollArea):
    """As high as its content up to a cap, which leaves whole lines and a part of the next.

    Parameters
    ----------
    content
        A widget whose height follows from its width.
    """

    def __init__(self, content: QWidget, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._content = content
        self._cap, self._line = 10_000, 20.0
        self.setWidget(content)
        for ground in (self.viewport(), content):
            ground.setAutoFillBackground(False)
        self._veil = _Veil(self, theme)
        self.verticalScrollBar().valueChanged.connect(self._veil.update)
        self.verticalScrollBar().rangeChanged.connect(self._veil.update)
        self._show_overflow()

    @property
    def more_above(self) -> bool:
        """Whether there is text above what is seen."""
        return self.verticalScrollBar().value() > 0

    @property
    def more_below(self) -> bool:
        """Whether there is text below what is seen."""
        return self.verticalScrollBar().value() < self.verticalScrollBar().maximum()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._veil.theme = theme
        self._veil.update()

    def set_cap(self, cap: int, line: float) -> None:
        """Grow no higher than ``cap``, with lines ``line`` pixels apart; call it for new content too."""
        self._cap, self._line = cap, line
        self.verticalScrollBar().setSingleStep(max(1, round(line)))
        self.updateGeometry()
        self._show_overflow()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        whole = self._content.heightForWidth(width)
        if whole <= max(self._cap, LEAST_LINES * self._line):
            return whole
        lines = max(LEAST_LINES - 1, int(self._cap / self._line - _PEEKING))
        return round((lines + _PEEKING) * self._line)

    def sizeHint(self) -> QSize:
        width = max(300, self.width())
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        least = min(
            self._content.heightForWidth(max(LEAST_WIDTH, self.width())), round(LEAST_LINES * self._line)
        )
        return QSize(LEAST_WIDTH, least)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Content that has changed while it was hidden was laid out by nobody.
        self._content.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # The layout remembers the height of the former width.
            self.updateGeometry()
        self._show_overflow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
            Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
        }
        if event.key() in moves:
            self.verticalScrollBar().triggerAction(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._veil.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._veil.update()

    def _show_overflow(self) -> None:
        """A bar, and a place among those that Tab leads to, only when there is something to scroll."""
        over = self._content.heightForWidth(self.width()) > self.height()
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn if over else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if over else Qt.FocusPolicy.NoFocus)
        self._veil.setGeometry(self.viewport().geometry())
        self._veil.raise_()


class _Veil(QWidget):
    """Lies over the text: lets it fade where it goes on, and has a ring while it takes the keys."""

    def __init__(self, area: CappedArea, theme: Theme) -> None:
        super().__init__(area)
        self._area = area
        self.theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        area, rect = self._area, QRectF(self.rect())
        deep = min(area.verticalScrollBar().singleStep() * 1.2, rect.height() / 3)
        if area.more_below:
            self._fade(painter, QRectF(0, rect.bottom() - deep, rect.width(), deep), down=True)
        if area.more_above:
            self._fade(painter, QRectF(0, 0, rect.width(), deep), down=False)
        if area.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.theme.accent), 1))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()

    def _fade(self, painter: QPainter, band: QRectF, *, down: bool) -> None:
        clear, ground = QColor(self.theme.strip), QColor(self.theme.strip)
        clear.setAlpha(0)
        ground.setAlpha(235)
        fade = QLinearGradient(band.topLeft(), band.bottomLeft())
        fade.setColorAt(0, clear if down else ground)
        fade.setColorAt(1, ground if down else clear)
        painter.fillRect(band, fade)
