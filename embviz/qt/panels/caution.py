"""The Caution dock: the whole report on the map, the noise control and the stability check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QSignalBlocker
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from embviz.core.figure import GroupStyle, group_styles
from embviz.qt.icons import icon
from embviz.qt.intents import CheckStability, ExportReport, Hover, Select, ShowNoise, StopJob
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.caution_delegate import ROW_HEIGHT, CautionDelegate
from embviz.qt.panels.caution_model import COLUMNS, CautionModel
from embviz.qt.panels.caution_pages import DistancesPage, TotalsPage, WordPage, label
from embviz.qt.widgets.hover_table import HoverTable
from embviz.qt.widgets.segment import Segment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme

WIDTHS = (("kept", 44), ("false", 44), ("missing", 58), ("stable", 50), ("shown", 50))
PAGES = (
    ("Words", "Every word with what it keeps and what it hides"),
    ("One word", "What looks nearest to the word in focus, and what truly is"),
    ("Totals", "The whole map beside a random picture"),
    ("Distances", "True distances against distances on the map, pair by pair"),
)
_REPORTED = ("result", "report", "stability", "reference", "table")
_FOCUSED = ("result", "hover", "selection", "lists", "reference", "report")


class CautionPanel(Panel):
    """Four pages, and two buttons below them."""

    name = "caution"
    title = "Caution"
    area = Area.LOWER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._styles: tuple[GroupStyle, ...] = ()
        self._checking = False
        self.model = CautionModel()
        self.delegate = CautionDelegate(theme)
        self.table = self._build_table()
        self.word_page, self.totals, self.distances = WordPage(theme), TotalsPage(theme), DistancesPage(theme)
        self.totals.intent.connect(self.intent)
        self._note = label("third")
        self._note.setContentsMargins(14, 4, 14, 2)
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self._note)
        self.pages = QStackedWidget()
        for page in (words, self.word_page, self.totals, self.distances):
            self.pages.addWidget(page)
        self._export = QToolButton()
        self._export.setProperty("fit", "small")
        self._export.setToolTip("Save the report as CSV or JSON")
        self._export.setAccessibleName("Save the report")
        self._export.clicked.connect(self._on_export_clicked)
        self.noise = QPushButton("Noise control")
        self.noise.setCheckable(True)
        self.noise.setToolTip("Draw the same number of words with shuffled columns beside the map")
        self.noise.clicked.connect(self._on_noise_clicked)
        self.stability = QPushButton("Check stability")
        self.stability.setToolTip("Draw the map from five starts and say how far they agree")
        self.stability.clicked.connect(self._on_stability_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._build_head())
        layout.addWidget(self.pages, 1)
        layout.addLayout(self._build_foot())
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.delegate.apply_theme(theme)
        self._export.setIcon(icon("export", theme.second, disabled=theme.line))
        self.word_page.apply_theme(theme)
        self.distances.apply_theme(theme)
        self.table.viewport().update()

    def apply_zoom(self, zoom: float) -> None:
        self.delegate.zoom = zoom
        self.word_page.apply_zoom(zoom)
        self.table.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * zoom))
        for column, width in WIDTHS:
            self.table.setColumnWidth(COLUMNS.index(column), round(width * (0.35 + 0.65 * zoom)))

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        result = new.result
        if old is None or old.result is not result or old.document is not new.document:
            names = () if result is None else result.group_names
            self._styles = group_styles(names, new.document.groups)
            self.delegate.styles = self._styles
        if old is None or old.result is not result or old.stability is not new.stability:
            with QSignalBlocker(self.table.selectionModel()):
                self.model.show_result(result, new.stability)
            self._show_columns(new)
            self._show_selection(new)
        elif old.selection is not new.selection:
            self._show_selection(new)
        if _changed(old, new, _REPORTED):
            self.totals.show_totals(new)
            self._show_note(new)
        if _changed(old, new, _FOCUSED) or (old is not None and old.document is not new.document):
            self.word_page.show_focus(new, self._styles)
            self.distances.show_distances(new)
        self._show_buttons(new)

    def show_page(self, at: int) -> None:
        """Turn to one of the pages."""
        self._tabs.button(at).setChecked(True)
        self.pages.setCurrentIndex(at)

    # ---- building ----------------------------------------------------------------------------------

    def _build_head(self) -> QHBoxLayout:
        self._tabs = QButtonGroup(self)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 6)
        head.setSpacing(0)
        for at, (text, tip) in enumerate(PAGES):
            button = Segment(text, at, len(PAGES), small=True)
            button.setChecked(at == 0)
            button.setToolTip(tip)
            self._tabs.addButton(button, at)
            head.addWidget(button)
        self._tabs.idClicked.connect(self.show_page)
        head.addStretch(1)
        head.addWidget(self._export)
        return head

    def _build_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 6, 12, 8)
        foot.setSpacing(8)
        for button in (self.noise, self.stability):
            button.setProperty("role", "chip")
            foot.addWidget(button)
        foot.addStretch(1)
        return foot

    def _build_table(self) -> HoverTable:
        table = HoverTable(
            self.model,
            self.delegate,
            stretched=COLUMNS.index("word"),
            row_height=ROW_HEIGHT,
            least_height=90,
            name="What each word keeps",
        )
        header = table.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self.model.sort_by)
        table.selectionModel().selectionChanged.connect(self._on_table_selection_changed)
        table.row_hovered.connect(self._on_table_row_hovered)
        return table

    # ---- drawing -----------------------------------------------------------------------------------

    def _show_columns(self, new: Snapshot) -> None:
        shown = new.result is not None and new.result.layout.kept_length is not None
        self.table.setColumnHidden(COLUMNS.index("shown"), not shown)
        self.table.setColumnHidden(COLUMNS.index("stable"), new.stability is None)

    def _show_note(self, new: Snapshot) -> None:
        found = None if new.result is None else new.result.distortion
        if found is None:
            self._note.setText("Five words or more can be measured.")
        elif found.anchors is not None:
            self._note.setText(f"{found.anchors.size:,} of the {found.count:,} words were measured.")
        else:
            self._note.setText("")
        self._note.setVisible(bool(self._note.text()))

    def _show_selection(self, new: Snapshot) -> None:
        """Mark the rows of the selected words, without asking for anything."""
        rows = self.model.rows_of(set(new.selection))
        marked = QItemSelection()
        last = len(COLUMNS) - 1
        for first, end in runs(rows):
            marked.select(self.model.index(first, 0), self.model.index(end, last))
        selection = self.table.selectionModel()
        with QSignalBlocker(selection):
            selection.select(marked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if len(rows) == 1:
            self.table.scrollTo(self.model.index(rows[0], 0))
        self.table.viewport().update()

    def _show_buttons(self, new: Snapshot) -> None:
        activity = next((a for a in new.activities if a.key == "stability"), None)
        self._checking = activity is not None
        measured = new.result is not None and new.result.distortion is not None
        if activity is None:
            self.stability.setText("Check stability")
        else:
            share = "" if activity.share is None else f"  {100 * activity.share:.0f} %"
            self.stability.setText(f"Stop checking{share}")
        self.stability.setEnabled(measured or self._checking)
        self.noise.setChecked(new.noise_shown)
        self.noise.setEnabled(measured or new.noise_shown)
        self._export.setEnabled(measured)

    # ---- events ------------------------------------------------------------------------------------

    def _on_table_selection_changed(self, _now: QItemSelection, _before: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        self.intent.emit(Select(tuple(self.model.word(index.row()).ids for index in rows)))

    def _on_table_row_hovered(self, row: int) -> None:
        self.intent.emit(Hover(None if row < 0 else self.model.word(row).ids))

    def _on_noise_clicked(self, checked: bool) -> None:
        self.intent.emit(ShowNoise(checked))

    def _on_stability_clicked(self) -> None:
        self.intent.emit(StopJob("stability") if self._checking else CheckStability())

    def _on_export_clicked(self) -> None:
        filters = "CSV table (*.csv);;JSON data (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the report", "cautions.csv", filters)
        if chosen:
            self.intent.emit(ExportReport(Path(chosen)))


def _changed(old: Snapshot | None, new: Snapshot, names: tuple[str, ...]) -> bool:
    return old is None or any(getattr(old, name) is not getattr(new, name) for name in names)


def runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Join rows into runs of neighbours, first and last of each: selecting is quick by runs, not by rows."""
    joined: list[tuple[int, int]] = []
    for row in sorted(rows):
        if joined and row == joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], row)
        else:
            joined.append((row, row))
    return joined
