"""A card of sentences on the ground of cautions: what made a result, and how far it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from embviz.qt.caution_strip import SentenceView
from embviz.qt.icons import pixmap

if TYPE_CHECKING:
    from embviz.core.caution import Sentence
    from embviz.qt.theme import Theme


class DiagnosisCard(QFrame):
    """The sentences on what made the answer, on the ground of cautions."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "card")
        self.setAccessibleName("Diagnosis")
        self._icon = QLabel()
        self._sentences = SentenceView(theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(11, 9, 11, 9)
        layout.setSpacing(9)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._sentences, 1)
        self.apply_theme(theme, 1.0)

    @property
    def text(self) -> str:
        """The sentences as plain text."""
        return self._sentences.accessibleName()

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        side = round(17 * zoom)
        self._icon.setPixmap(pixmap("warning", theme.strip_icon, side, self.devicePixelRatioF()))
        self._sentences.apply_theme(theme)
        self._sentences.apply_zoom(zoom)

    def show_sentences(self, sentences: tuple[Sentence, ...]) -> None:
        """Show these."""
        self._sentences.show_sentences(sentences)
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        inner = width - 22 - 9 - self._icon.sizeHint().width() - margins.left() - margins.right()
        return self._sentences.heightForWidth(max(80, inner)) + 18

    def sizeHint(self) -> QSize:
        width = max(200, self.width())
        return QSize(width, self.heightForWidth(width))
