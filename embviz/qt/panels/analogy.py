"""The Analogy dock: arithmetic on rows, told honestly, and the directions behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from embviz.core.analogy_state import AnalogyPage
from embviz.qt.icons import icon
from embviz.qt.intents import (
    ChooseAnalogyPage,
    CopyAnalogy,
    ExportAnalogy,
    ExportDirections,
    TryExamples,
)
from embviz.qt.panels.analogy_page import ArithmeticPage
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.directions_page import DirectionsPage
from embviz.qt.panels.examples_menu import ExamplesMenu
from embviz.qt.widgets.segment import Segment
from embviz.qt.widgets.tool_button import tool_button

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme


SEGMENTS = {
    AnalogyPage.ARITHMETIC: ("Arithmetic", "Add and subtract words"),
    AnalogyPage.DIRECTIONS: ("Directions", "Compare the steps of many pairs, such as country and capital"),
}


class AnalogyPanel(Panel):
    """A head with both halves, examples, copy and save, and the half that was chosen."""

    name = "analogy"
    title = "Analogy"
    area = Area.LOWER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._zoom = 1.0
        self.page = ArithmeticPage(theme)
        self.page.intent.connect(self.intent)
        self._directions: DirectionsPage | None = None
        self._snapshot: Snapshot | None = None
        self._seen = AnalogyPage.ARITHMETIC
        self.examples = ExamplesMenu(self)
        self.examples.asked.connect(self._on_examples_asked)
        self.examples.chosen.connect(self.page.choose_example)
        self._examples = QToolButton()
        self._examples.setText("Examples")
        self._examples.setProperty("role", "menu")
        self._examples.setToolTip("Well-known analogies, sorted by what they do on this table")
        self._examples.setMenu(self.examples)
        self._examples.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._copy = tool_button("Copy both lists and the diagnosis")
        self._copy.clicked.connect(self._on_copy_clicked)
        self._export = tool_button("Save the results as CSV or JSON")
        self._export.clicked.connect(self._on_export_clicked)
        self._segments = {page: self._build_segment(page, place) for place, page in enumerate(AnalogyPage)}
        segments = QHBoxLayout()
        segments.setSpacing(0)
        for segment in self._segments.values():
            segments.addWidget(segment)
        head = QHBoxLayout()
        head.setContentsMargins(12, 7, 6, 0)
        head.setSpacing(2)
        head.addLayout(segments)
        head.addStretch(1)
        head.addWidget(self._examples)
        head.addWidget(self._copy)
        head.addWidget(self._export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.page)
        layout.addWidget(self._pages, 1)
        self.apply_theme(theme)

    @property
    def directions(self) -> DirectionsPage:
        """The other half. It is made when it is first wanted: all that is in a dock is dressed in one go."""
        if self._directions is None:
            self._directions = DirectionsPage(self.theme)
            self._directions.intent.connect(self.intent)
            self._directions.apply_theme(self.theme, self._zoom)
            self._pages.addWidget(self._directions)
            if self._snapshot is not None:
                self._directions.render_snapshot(None, self._snapshot)
        return self._directions

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._copy.setIcon(icon("copy", theme.second, disabled=theme.line))
        self._export.setIcon(icon("export", theme.second, disabled=theme.line))
        self.page.apply_theme(theme, self._zoom)
        if self._directions is not None:
            self._directions.apply_theme(theme, self._zoom)

    def apply_zoom(self, zoom: float) -> None:
        self._zoom = zoom
        self.page.apply_theme(self.theme, zoom)
        if self._directions is not None:
            self._directions.apply_theme(self.theme, zoom)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        self._snapshot = new
        self.page.render_snapshot(old, new)
        if self._directions is not None:
            self._directions.render_snapshot(old, new)
        arithmetic = new.analogy.page is AnalogyPage.ARITHMETIC
        if old is None or old.analogy is not new.analogy or old.directions is not new.directions:
            self._seen = new.analogy.page
            for page, segment in self._segments.items():
                segment.setChecked(page is self._seen)
            self._pages.setCurrentWidget(self.page if arithmetic else self.directions)
            self.examples.show_examples(new.analogy.examples)
            self._examples.setVisible(arithmetic)
            self._copy.setVisible(arithmetic)
            self._copy.setEnabled(new.analogy.found is not None)
            pairs = new.directions.found is not None or new.directions.report is not None
            self._export.setEnabled(new.analogy.found is not None if arithmetic else pairs)
        self._examples.setEnabled(new.table is not None)

    def perform(self, name: str) -> None:
        page = AnalogyPage(name)
        if page is not self._seen:
            self.intent.emit(ChooseAnalogyPage(page))
        if page is AnalogyPage.ARITHMETIC:
            self.page.begin_typing()
        else:
            self.directions.begin_choosing()

    # ---- building ----------------------------------------------------------------------------------

    def _build_segment(self, page: AnalogyPage, place: int) -> Segment:
        text, tip = SEGMENTS[page]
        button = Segment(text, place, len(SEGMENTS), small=True)
        button.setToolTip(tip)
        button.clicked.connect(lambda: self._on_segment_clicked(page))
        return button

    # ---- events ------------------------------------------------------------------------------------

    def _on_segment_clicked(self, page: AnalogyPage) -> None:
        for other, segment in self._segments.items():
            segment.setChecked(other is self._seen)
        self.intent.emit(ChooseAnalogyPage(page))

    def _on_examples_asked(self) -> None:
        self.intent.emit(TryExamples())

    def _on_copy_clicked(self) -> None:
        self.intent.emit(CopyAnalogy())

    def _on_export_clicked(self) -> None:
        arithmetic = self._seen is AnalogyPage.ARITHMETIC
        name = "analogy.csv" if arithmetic else "directions.csv"
        filters = "CSV table (*.csv);;JSON data (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the results", name, filters)
        if chosen:
            path = Path(chosen)
            self.intent.emit(ExportAnalogy(path) if arithmetic else ExportDirections(path))
