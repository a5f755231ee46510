"""The caution strip under the map: two or three sentences that cannot be removed, only folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from embviz.core.snapshot import Snapshot
from embviz.qt.fonts import TextMeasure
from embviz.qt.icons import icon
from embviz.qt.intents import FoldCaution
from embviz.qt.painter import Halo, Look
from embviz.qt.painter.stamps import draw_arc
from embviz.qt.painter.text import draw_text
from embviz.qt.theme import Lengths, Theme
from embviz.qt.typesetting.flow import Flow, set_sentences
from embviz.qt.widgets.capped_area import CappedArea
from embviz.qt.widgets.parent_height import ParentHeight
from embviz.qt.widgets.warning_icon import WarningIcon

if TYPE_CHECKING:
    from embviz.core.caution import Sentence

TEXT_SIZE, LEADING = 12.0, 1.62
LEAST_WIDTH = 100

LARGEST_SHARE = 0.34
"""The strip never takes more of the height that it shares with the map."""

AROUND = 20
"""Pixels above and below the sentences."""

_WIDTHS_KEPT = 12
"""Widths whose lines are kept; a layout asks for a handful."""


class SentenceView(QWidget):
    """Sentences set by the code that sets the captions of figures, with the arcs inline."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._theme = theme
        self._measure = TextMeasure()
        self._sentences: tuple[Sentence, ...] = ()
        self._zoom = 1.0
        self._flows: dict[int, Flow] = {}

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.update()

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self._flows.clear()
        self.updateGeometry()
        self.update()

    def show_sentences(self, sentences: tuple[Sentence, ...]) -> None:
        """Show these."""
        if sentences == self._sentences:
            return
        self._sentences = sentences
        self._flows.clear()
        self.setAccessibleName(" ".join(map(str, sentences)))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._flow(width).height) + 1

    def sizeHint(self) -> QSize:
        width = max(300, self.width())
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, self.heightForWidth(max(LEAST_WIDTH, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # The layout remembers the height of the former width.
            self.updateGeometry()

    def _flow(self, width: int) -> Flow:
        """Set the sentences; layouts ask for the heights at the same few widths many times."""
        flow = self._flows.get(width)
        if flow is None:
            if len(self._flows) >= _WIDTHS_KEPT:
                self._flows.clear()
            size = TEXT_SIZE * self._zoom
            flow = set_sentences(self._sentences, self._measure, width=width, size=size, leading=LEADING)
            self._flows[width] = flow
        return flow

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = Look(self._theme, self._measure, halo=Halo.NONE)
        lengths = Lengths()
        flow = self._flow(self.width())
        for arc in flow.arcs:
            width = arc.radius * lengths.ring_width / lengths.ring_radius
            draw_arc(painter, look, arc.x, arc.y, arc.radius, width, 1.0, missing=arc.missing)
        for text in flow.texts:
            color = self._theme.text(text.ink)
            draw_text(painter, look, text.x, text.baseline, text.text, text.size, text.weight, color)
        painter.end()


class CautionStrip(QFrame):
    """Icon, sentences, and a button that folds them to the first."""

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Caution")
        self._snapshot = Snapshot()
        self._icon = WarningIcon()
        self._sentences = SentenceView(theme)
        self.area = CappedArea(self._sentences, theme)
        self.area.setAccessibleName("Cautions")
        self._centre = ParentHeight(self)
        self._centre.changed.connect(self._fit)
        self._zoom = 1.0
        self._fold = QToolButton()
        self._fold.setProperty("fit", "small")
        self._fold.clicked.connect(self._on_fold_clicked)
        column = QVBoxLayout()
        column.setContentsMargins(0, 3, 0, 3)
        column.addWidget(self.area)
        self._theme = theme
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 7, 8, 7)
        layout.setSpacing(12)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(column, 1)
        layout.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """The sentences that are shown, as plain text."""
        return self._sentences.accessibleName()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self._icon.show_in(self._theme, self._zoom)
        self._sentences.apply_theme(theme)
        self.area.apply_theme(theme)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self._icon.show_in(self._theme, self._zoom)
        self._sentences.apply_zoom(zoom)
        self._fit()

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show the sentences of the finished map; while one is being drawn they are those of the last."""
        if (
            old is not None
            and old.result is new.result
            and old.caution_folded == new.caution_folded
            and (old.live is None) is (new.live is None)
        ):
            return
        self._snapshot = new
        sentences = () if new.result is None else new.result.caution
        folded = new.caution_folded
        self._sentences.show_sentences(sentences[:1] if folded else sentences)
        self._sentences.setEnabled(new.live is None)
        self.area.verticalScrollBar().setValue(0)
        self._fold.setVisible(len(sentences) > 1)
        self._fold.setIcon(icon("chevron-right" if folded else "chevron-down", self._theme.strip_icon))
        self._fold.setToolTip("Show all cautions" if folded else "Fold the cautions to one sentence")
        self._fold.setAccessibleName(self._fold.toolTip())
        self._fit()
        # Shown last: a strip in sight is laid out after each change.
        self.setVisible(new.result is not None)

    def _fit(self) -> None:
        """Leave most of the centre to the map; what does not fit is reached by scrolling."""
        cap = round(self._centre.pixels * LARGEST_SHARE) - AROUND
        self.area.set_cap(cap, TEXT_SIZE * LEADING * self._zoom)

    def _on_fold_clicked(self) -> None:
        self.intent.emit(FoldCaution(not self._snapshot.caution_folded))
