"""The Neighbours dock: the exact list of the selected word, or of the mean of several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from embviz.core.figure import GroupStyle, group_styles
from embviz.core.neighborhood import Neighborhood, NeighborhoodOptions
from embviz.core.quantities import signed
from embviz.core.shared_direction import list_changes, shared_direction
from embviz.core.wording import quoted, shortened
from embviz.qt.icons import icon
from embviz.qt.intents import AddToken, CopyNeighbors, ExportNeighbors, Hover, SetNeighborhood
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.neighbor_delegate import NeighborDelegate
from embviz.qt.panels.neighbor_model import COLUMNS, NeighborModel, RowRole
from embviz.qt.widgets.elided import ElidedLabel
from embviz.qt.widgets.fitting_combo import FittingCombo
from embviz.qt.widgets.glyph import glyph_pixmap
from embviz.qt.widgets.hover_table import HoverTable
from embviz.qt.widgets.tool_button import tool_button

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.core.words import MapWord
    from embviz.qt.theme import Theme

ROW_HEIGHT = 27
WIDTHS = (("rank", 7, 27), ("score", 64, 38), ("back", 8, 34), ("percentile", 13, 53))
"""What stays, and what grows with the text: bars and paddings stay."""

METRICS = (("cosine", "cosine"), ("dot", "dot product"), ("euclidean", "Euclidean"))
FILTERS = (
    ("whole_words", "words only", "Only tokens that begin a word; pieces of words are hidden."),
    (
        "fold_variants",
        "fold case",
        "Of cat, Cat and ␣cat only the best placed is shown, and none of the query’s.",
    ),
    ("on_map", "on map", "Only words that are on the map."),
)


class NeighborsPanel(Panel):
    """Heading, filters, list and a foot line; or a hint while nothing is selected."""

    name = "neighbours"
    title = "Neighbours"
    area = Area.UPPER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._options = NeighborhoodOptions()
        self._styles: tuple[GroupStyle, ...] = ()

        self.model = NeighborModel()
        self.delegate = NeighborDelegate(theme)
        self.table = self._build_table()
        self._copy = tool_button(
            "Copy the list (Ctrl+C in the list copies the chosen lines)", "Copy the list"
        )
        self._copy.clicked.connect(lambda: self.intent.emit(CopyNeighbors()))
        self._export = tool_button("Save the list as CSV, TSV or JSON", "Save the list")
        self._export.clicked.connect(self._on_export_clicked)
        self._marker = QLabel()
        # Long words, or many, must not widen the column.
        self._heading, self._detail = (
            ElidedLabel("heading"),
            ElidedLabel("second", Qt.TextElideMode.ElideRight),
        )
        self._odd = _plain_label("second")
        self._odd.setWordWrap(True)
        self._foot = _plain_label("third")
        self._foot.setContentsMargins(14, 6, 14, 7)
        self._foot.setWordWrap(True)
        self._chips = {name: self._build_chip(name, text, tip) for name, text, tip in FILTERS}
        self._metric = self._build_metric()
        self._hint = _plain_label("second")
        self._hint.setText(
            "Select words on the map to read their exact neighbours over the whole vocabulary."
        )
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._hint.setContentsMargins(16, 18, 16, 16)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._hint)
        self._pages.addWidget(self._build_page())
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.delegate.apply_theme(theme)
        self._copy.setIcon(icon("copy", theme.second))
        self._export.setIcon(icon("export", theme.second))
        self.table.viewport().update()

    def apply_zoom(self, zoom: float) -> None:
        self.delegate.zoom = zoom
        self.table.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * zoom))
        for column, fixed, growing in WIDTHS:
            self.table.setColumnWidth(COLUMNS.index(column), round(fixed + growing * zoom))

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        if old is None or old.result is not new.result or old.document is not new.document:
            names = () if new.result is None else new.result.group_names
            self._styles = group_styles(names, new.document.groups)
            self.delegate.styles = self._styles
        if old is None or old.neighborhood_options is not new.neighborhood_options:
            self._show_options(new.neighborhood_options)
        changed = (
            old is None
            or old.neighborhood is not new.neighborhood
            or old.reference is not new.reference
            or old.selection is not new.selection
            or old.result is not new.result
            or old.document is not new.document
        )
        if changed:
            self._show_list(new)
        searching = any(activity.key == "neighbours" for activity in new.activities)
        self.table.setEnabled(not searching or new.neighborhood is not None)

    # ---- building ----------------------------------------------------------------------------------

    def _build_table(self) -> _NeighborTable:
        table = _NeighborTable(
            self.model,
            self.delegate,
            stretched=COLUMNS.index("token"),
            row_height=ROW_HEIGHT,
            least_height=110,
            name="Nearest tokens",
        )
        table.row_hovered.connect(self._on_table_row_hovered)
        table.copy_asked.connect(self._on_table_copy_asked)
        table.activated.connect(self._on_table_activated)
        return table

    def _build_chip(self, name: str, text: str, tip: str) -> QPushButton:
        chip = QPushButton(text)
        chip.setCheckable(True)
        chip.setProperty("role", "chip")
        chip.setToolTip(tip)
        chip.clicked.connect(lambda checked: self._emit_options(**{name: checked}))
        return chip

    def _build_metric(self) -> FittingCombo:
        box = FittingCombo()
        box.setProperty("role", "small")
        box.view().setMinimumWidth(120)
        box.setToolTip("How rows are compared")
        box.setAccessibleName("Metric")
        for value, text in METRICS:
            box.addItem(text, value)
        box.activated.connect(lambda at: self._emit_options(metric=box.itemData(at)))
        return box

    def _build_page(self) -> QWidget:
        head = QHBoxLayout()
        head.setContentsMargins(14, 12, 10, 0)
        head.setSpacing(8)
        head.addWidget(self._marker)
        head.addWidget(self._heading)
        head.addWidget(self._detail, 1)
        head.addWidget(self._copy)
        head.addWidget(self._export)
        self._head = head
        filters = QHBoxLayout()
        filters.setContentsMargins(12, 6, 10, 6)
        filters.setSpacing(5)
        for chip in self._chips.values():
            filters.addWidget(chip)
        filters.addStretch(1)
        filters.addWidget(self._metric)
        self._odd.setContentsMargins(14, 0, 14, 6)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(filters)
        layout.addWidget(self._odd)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._foot)
        return page

    # ---- drawing -----------------------------------------------------------------------------------

    def _show_options(self, options: NeighborhoodOptions) -> None:
        self._options = options
        for name, chip in self._chips.items():
            chip.setChecked(getattr(options, name))
        self._metric.setCurrentIndex(self._metric.findData(options.metric))

    def _show_list(self, snapshot: Snapshot) -> None:
        words = snapshot.selected_words
        self._pages.setCurrentIndex(1 if words else 0)
        if not words:
            self.model.show_list(None, {})
            return
        self._show_heading(words)
        groups = {word.id: word.group for word in snapshot.words if word.id is not None}
        found = snapshot.neighborhood
        self.delegate.reference = None if found is None else found.reference
        self.model.show_list(found, groups)
        self._foot.setText("" if found is None else _foot_text(found, snapshot))
        odd = None if found is None else found.odd_one_out
        self._odd.setVisible(odd is not None)
        if odd is not None:
            word, cosine = odd
            name, number = quoted(shortened(word.text, 40)), f"{cosine:.2f}".replace("-", "−")
            self._odd.setText(f"Odd one out: {name}, cosine {number} to the mean of the others.")

    def _show_heading(self, words: tuple[MapWord, ...]) -> None:
        first = words[0]
        single = len(words) == 1
        self._marker.setPixmap(self._glyph(first) if single else QPixmap())
        self._marker.setVisible(single)
        if not single:
            shown = ", ".join(word.text for word in words[:3])
            self._heading.set_whole(f"mean of {len(words):,} words")
            self._detail.set_whole(shown + (" …" if len(words) > 3 else ""))
        elif first.combined is None:
            self._heading.set_whole(first.text)
            self._detail.set_whole(f"token {first.id}")
        else:
            self._heading.set_whole(first.text)
            self._detail.set_whole(f"mean of {len(first.ids)} pieces")

    def _glyph(self, word: MapWord) -> QPixmap:
        style = self._styles[word.group]
        return glyph_pixmap(
            style,
            self.theme,
            7.0 * self.delegate.zoom,
            self.devicePixelRatioF(),
            hollow=word.combined is not None,
        )

    # ---- events ------------------------------------------------------------------------------------

    def _emit_options(self, **changes: object) -> None:
        self.intent.emit(SetNeighborhood(replace(self._options, **changes)))  # type: ignore[arg-type]

    def _on_table_row_hovered(self, row: int) -> None:
        if row < 0:
            self.intent.emit(Hover(None))
            return
        index = self.model.index(row, 0)
        self.intent.emit(Hover((index.data(RowRole).id,)))

    def _on_table_activated(self, index: QModelIndex) -> None:
        self.intent.emit(AddToken(index.siblingAtColumn(0).data(RowRole).id))

    def _on_table_copy_asked(self) -> None:
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        self.intent.emit(CopyNeighbors(tuple(rows)))

    def _on_export_clicked(self) -> None:
        name = f"neighbours of {self._heading.whole}.csv".replace("/", "-")
        filters = "CSV table (*.csv);;TSV table (*.tsv);;JSON data (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the list", name, filters)
        if chosen:
            self.intent.emit(ExportNeighbors(Path(chosen)))


class _NeighborTable(HoverTable):
    """A table that also tells that lines shall be copied."""

    copy_asked = Signal()

    def event(self, event: QEvent) -> bool:
        # Else the window's own Ctrl+C, which copies the figure, comes first.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Copy)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _plain_label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


def _foot_text(found: Neighborhood, snapshot: Snapshot) -> str:
    """What was searched, what to compare a cosine with, and how far the list differs from the usual one."""
    searched = f"{found.searched:,} searched"
    reference, removed = snapshot.reference, found.options.common_removed
    if found.reference is not None and reference is not None and removed is snapshot.common_removed:
        said = shared_direction(reference, removed=removed)
        searched += f"  ·  tick: {said[0].lower()}{said[1:]}"
    elif found.reference is not None:
        searched += f"  ·  tick: random pair {signed(found.reference)}"
    return "\n".join(line for line in (searched, list_changes(found)) if line)
