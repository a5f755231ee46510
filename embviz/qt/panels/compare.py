"""The Compare dock: the cosine of every pair of selected words, as a heat map or as a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from embviz.core.comparison import WordOrder
from embviz.core.figure import group_styles
from embviz.core.quantities import signed
from embviz.core.wording import count
from embviz.qt.icons import icon
from embviz.qt.intents import CompareByList, ComparePair, CopyComparison, ExportComparison, OrderComparison
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.compare_list import PairList
from embviz.qt.panels.neighbor_model import percentile_text
from embviz.qt.widgets.fitting_combo import FittingCombo
from embviz.qt.widgets.heat_map import HeatCells, HeatMap
from embviz.qt.widgets.tool_button import tool_button

if TYPE_CHECKING:
    from embviz.core.comparison import Comparison
    from embviz.core.comparison_state import ComparisonState
    from embviz.core.figure import GroupStyle
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme

ORDERS = (
    (WordOrder.GROUP, "by group", "Words of one group stand together, in the order of their list."),
    (WordOrder.SIMILARITY, "by likeness", "Hierarchical clustering puts near words beside one another."),
)
HINT = "Select two words or more on the map to compare them pair by pair."


class ComparePanel(Panel):
    """Heading, order, heat map or list, and a line about the cell under the pointer."""

    name = "compare"
    title = "Compare"
    area = Area.UPPER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._found: Comparison | None = None
        self._cells: HeatCells | None = None
        self._styles: tuple[GroupStyle, ...] = ()
        self._zoom = 1.0
        self._heading = _label("title")
        self._heading.setText("Pairwise cosine")
        self._detail = _label("second")
        self._copy = tool_button("Copy the table of cosines")
        self._copy.clicked.connect(self._on_copy_clicked)
        self._export = tool_button("Save the table of cosines as CSV, TSV or JSON")
        self._export.clicked.connect(self._on_export_clicked)
        self._order = self._build_order()
        self._as_list = QPushButton("list")
        self._as_list.setCheckable(True)
        self._as_list.setProperty("role", "chip")
        self._as_list.setToolTip("All pairs one below the other, the most alike first")
        self._as_list.clicked.connect(self._on_as_list_clicked)
        self.heat_map = HeatMap(theme)
        self.heat_map.picked.connect(self._on_heat_map_picked)
        self.heat_map.pointed.connect(self._on_heat_map_pointed)
        self.pairs = PairList(theme)
        self.pairs.activated.connect(self._on_pairs_activated)
        self._foot = _label("third")
        self._foot.setWordWrap(True)
        self._foot.setContentsMargins(14, 4, 14, 8)
        self._hint = _label("second")
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._hint.setContentsMargins(16, 18, 16, 16)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._hint)
        self._pages.addWidget(self._build_page())
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._copy.setIcon(icon("copy", theme.second))
        self._export.setIcon(icon("export", theme.second))
        self.heat_map.apply_theme(theme, self._zoom)
        self.pairs.apply_theme(theme, self._zoom)

    def apply_zoom(self, zoom: float) -> None:
        self._zoom = zoom
        self.heat_map.apply_theme(self.theme, zoom)
        self.pairs.apply_theme(self.theme, zoom)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        state = new.comparison
        if old is None or old.comparison is not state or old.document is not new.document:
            self._show(state, new)

    def perform(self, _name: str) -> None:
        """Take the keys: what is compared follows from the selection."""
        (self.pairs if self._as_list.isChecked() else self.heat_map).setFocus()

    @property
    def summary(self) -> str:
        """What the heading says of the words."""
        return self._detail.text()

    # ---- building ----------------------------------------------------------------------------------

    def _build_order(self) -> FittingCombo:
        box = FittingCombo()
        box.setProperty("role", "small")
        box.setAccessibleName("Order of the words")
        box.view().setMinimumWidth(120)
        for place, (order, text, tip) in enumerate(ORDERS):
            box.addItem(text, order)
            box.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        box.activated.connect(self._on_order_activated)
        return box

    def _build_page(self) -> QWidget:
        head = QHBoxLayout()
        head.setContentsMargins(14, 10, 10, 0)
        head.setSpacing(8)
        head.addWidget(self._heading)
        head.addWidget(self._detail, 1)
        head.addWidget(self._copy)
        head.addWidget(self._export)
        choices = QHBoxLayout()
        choices.setContentsMargins(12, 4, 10, 2)
        choices.setSpacing(6)
        choices.addWidget(self._as_list)
        choices.addStretch(1)
        choices.addWidget(self._order)
        views = QWidget()
        self._views = QStackedLayout(views)
        self._views.addWidget(self.heat_map)
        self._views.addWidget(self.pairs)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(choices)
        layout.addWidget(views, 1)
        layout.addWidget(self._foot)
        return page

    # ---- drawing -----------------------------------------------------------------------------------

    def _show(self, state: ComparisonState, snapshot: Snapshot) -> None:
        found = state.found
        names = () if snapshot.result is None else snapshot.result.group_names
        styles = group_styles(names, snapshot.document.groups)
        if found is not None and any(word.group >= len(styles) for word in found.words):
            return  # it is of groups that are gone; the comparison of those that are left is under way
        place = next(at for at, (order, _, tip) in enumerate(ORDERS) if order is state.order)
        self._order.setCurrentIndex(place)
        self._order.setToolTip(ORDERS[place][2])
        self._order.setEnabled(not state.as_list)
        self._as_list.setChecked(state.as_list)
        self._views.setCurrentIndex(1 if state.as_list else 0)
        known, self._found = self._found, found
        self._hint.setText(state.complaint or HINT)
        self._pages.setCurrentIndex(0 if found is None else 1)
        if found is None:
            self.heat_map.show_cells(None)
            self.pairs.show_comparison(None, ())
            return
        removed = ", common direction removed" if found.common_removed else ""
        self._detail.setText(f"{count(len(found.words), 'word', 'words')}{removed}")
        chosen = _chosen(found, state)
        if found is not known or styles != self._styles:
            self._styles = styles
            self._cells = HeatCells(
                texts=tuple(word.text for word in found.words),
                colors=tuple(styles[word.group].color for word in found.words),
                values=found.cosines,
                boundaries=found.boundaries,
                tick=found.reference,
                tick_text="" if found.reference is None else f"random pair {signed(found.reference)}",
            )
            self.pairs.show_comparison(found, styles)
        self.heat_map.show_cells(self._cells, chosen)
        self._tell(chosen)

    def _tell(self, pair: tuple[int, int] | None) -> None:
        """Say the cosine of a pair, or without one what is known of all."""
        found = self._found
        if found is None:
            return
        if pair is not None and pair[0] != pair[1]:
            first, second = (found.words[place].text for place in pair)
            text = f"“{first}” and “{second}”: cosine {signed(found.cosines[pair])}"
            if found.percentiles is not None:
                percentile = percentile_text(float(found.percentiles[pair]))
                text += f", more alike than {percentile} % of random pairs"
            self._foot.setText(text)
            return
        text = f"mean cosine {signed(found.mean)}"
        if found.odd is not None:
            word, cosine = found.odd
            text += f"  ·  odd one out: “{word.text}”, {signed(cosine)} to the mean of the others"
        self._foot.setText(text)

    # ---- events ------------------------------------------------------------------------------------

    def _on_heat_map_pointed(self, row: int, column: int) -> None:
        self._tell((row, column) if row >= 0 else None)

    def _on_heat_map_picked(self, row: int, column: int) -> None:
        if self._found is not None:
            self.intent.emit(ComparePair(self._found.words[row].ids, self._found.words[column].ids))

    def _on_pairs_activated(self, index: QModelIndex) -> None:
        pair = self.pairs.pair_at(index)
        if pair is not None:
            self._on_heat_map_picked(*pair)

    def _on_order_activated(self, at: int) -> None:
        self.intent.emit(OrderComparison(ORDERS[at][0]))

    def _on_as_list_clicked(self, checked: bool) -> None:
        self.intent.emit(CompareByList(checked))

    def _on_copy_clicked(self) -> None:
        self.intent.emit(CopyComparison())

    def _on_export_clicked(self) -> None:
        filters = "CSV table (*.csv);;TSV table (*.tsv);;JSON data (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the comparison", "cosines.csv", filters)
        if chosen:
            self.intent.emit(ExportComparison(Path(chosen)))


def _chosen(found: Comparison, state: ComparisonState) -> tuple[int, int] | None:
    """Places of the pair that was picked, in the order of the comparison."""
    if state.pair is None:
        return None
    places = {word.ids: place for place, word in enumerate(found.words)}
    if not all(key in places for key in state.pair):
        return None
    return places[state.pair[0]], places[state.pair[1]]


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
