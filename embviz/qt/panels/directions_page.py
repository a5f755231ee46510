"""The Directions half of the Analogy dock: offsets of pairs, and scores of question files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from embviz.core.direction_report import direction_sentences, question_sentences
from embviz.core.direction_state import DirectionOptions
from embviz.core.quantities import signed
from embviz.io.pairs import PAIR_LIST_NAMES, open_pair_list
from embviz.qt.intents import (
    AddText,
    ChoosePairs,
    DrawDirections,
    OpenPairs,
    PastePairs,
    ScoreQuestions,
    SetDirections,
)
from embviz.qt.panels.diagnosis_card import DiagnosisCard
from embviz.qt.panels.paste_dialog import PasteDialog
from embviz.qt.widgets.heat_map import HeatCells, HeatMap
from embviz.qt.widgets.report_table import ReportColumn, ReportRow, ReportTable

if TYPE_CHECKING:
    from embviz.core.direction_state import DirectionState
    from embviz.core.directions import Directions, Found
    from embviz.core.question_scores import QuestionReport, SectionScore
    from embviz.core.snapshot import Snapshot
    from embviz.core.table import EmbeddingTable
    from embviz.qt.theme import Theme

HINT = (
    "Choose a list of pairs: is the step from a country to its capital, or from a word to its plural, one "
    "direction? The step of each pair is compared with the others, and their mean is tried on every pair."
)
PAIR_COLUMNS = (
    ReportColumn("pair"),
    ReportColumn("with the mean", "Cosine of this pair’s offset with the mean of all offsets.", 92),
    ReportColumn(
        "rank",
        "Place of the right word in the list of the left word plus the mean offset of the other pairs, with "
        "the left word excluded. In brackets: with it left in.",
        70,
    ),
)
SECTION_COLUMNS = (
    ReportColumn("section"),
    ReportColumn("asked", "Questions that could be asked, of all.", 84),
    ReportColumn("excluded", "Answered by the first word of the list, with the inputs excluded.", 58),
    ReportColumn("included", "The same with the inputs left in.", 56),
)


class DirectionsPage(QWidget):
    """Holds no truth; what the user asks for leaves as intents."""

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._zoom = theme, 1.0
        self._options = DirectionOptions()
        self._state: DirectionState | None = None
        self._cells: HeatCells | None = None
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self._choose = QToolButton()
        self._choose.setProperty("role", "menu")
        self._choose.setToolTip("Lists of pairs, your own pairs, and files of analogy questions")
        self._choose.setMenu(self.menu)
        self._choose.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._normalize = _chip("normalise", "Bring every vector to length 1 before offsets are taken.")
        self._normalize.clicked.connect(self._on_normalize_clicked)
        self._draw = _chip("on map", "Draw an arrow for every pair whose words are both on the map.")
        self._draw.clicked.connect(self._on_draw_clicked)
        self._hint = _label("second")
        self._hint.setText(HINT)
        self._hint.setWordWrap(True)
        self._complaint = _label("complaint")
        self._complaint.setWordWrap(True)
        self.card = DiagnosisCard(theme)
        self._means = _link("Use the mean of the pieces of split words")
        self._means.clicked.connect(self._on_means_clicked)
        self._add = _link("Add these words to the map")
        self._add.clicked.connect(self._on_add_clicked)
        self._heading = _label("second")
        self._heading.setText("cosines between the offsets")
        self.heat_map = HeatMap(theme)
        self.heat_map.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.heat_map.pointed.connect(self._on_heat_map_pointed)
        self._pointed = _label("third")
        self._pointed.setWordWrap(True)
        self.table = ReportTable(theme, "Results")
        self._build()

    # ---- building ----------------------------------------------------------------------------------

    def _build(self) -> None:
        choices = QHBoxLayout()
        choices.setContentsMargins(8, 4, 12, 4)
        choices.setSpacing(6)
        choices.addWidget(self._choose)
        choices.addStretch(1)
        choices.addWidget(self._normalize)
        choices.addWidget(self._draw)
        # One below the other: beside each other they are wider than the dock.
        links = QVBoxLayout()
        links.setSpacing(0)
        for link in (self._add, self._means):
            links.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        content = QWidget()
        content.setProperty("ground", "panel")
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 2, 8, 10)
        layout.setSpacing(6)
        layout.addWidget(self._hint)
        layout.addWidget(self._complaint)
        layout.addWidget(self.card)
        layout.addLayout(links)
        layout.addWidget(self.table)
        layout.addWidget(self._heading)
        layout.addWidget(self.heat_map)
        layout.addWidget(self._pointed)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(choices)
        outer.addWidget(area, 1)

    def _fill_menu(self) -> None:
        # The lists are files; they are read when the menu is first opened.
        if self.menu.actions():
            return
        for name in PAIR_LIST_NAMES:
            pairs = open_pair_list(name)
            action = self.menu.addAction(pairs.title)
            action.setToolTip(pairs.description)
            action.triggered.connect(lambda _checked=False, name=name: self._ask_for(name))
        self.menu.setToolTipsVisible(True)
        self.menu.addSeparator()
        self.menu.addAction("Your own pairs …", self.ask_pairs)
        self.menu.addAction("Open pairs …", self.ask_file)
        self.menu.addSeparator()
        self.menu.addAction("Score a file of questions …", self.ask_questions)

    # ---- drawing -----------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        self.card.apply_theme(theme, zoom)
        self.heat_map.apply_theme(theme, zoom)
        self.heat_map.setFixedHeight(round(220 + 90 * zoom))
        self.table.apply_theme(theme, zoom)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed."""
        state = new.directions
        if old is not None and old.directions is state and old.table is new.table:
            return
        before, self._state = self._state, state
        self._options = state.options
        self._normalize.setChecked(state.options.normalize)
        self._draw.setChecked(state.on_map)
        self._draw.setEnabled(not state.questions)
        self._choose.setText(_title(state))
        found, report = state.found, state.report
        shown = found is not None or report is not None
        self._hint.setVisible(state.pairs is None and not state.questions)
        self._complaint.setVisible(state.complaint is not None)
        self._complaint.setText("" if state.complaint is None else str(state.complaint))
        results: tuple[QWidget, ...] = (self.card, self.table)
        offsets: tuple[QWidget, ...] = (self.heat_map, self._heading, self._pointed, self._add)
        for part in results:
            part.setVisible(shown)
        for part in offsets:
            part.setVisible(found is not None)
        self._means.setVisible(_has_split(state) and not state.options.mean_of_pieces)
        if old is None or before is None or before.found is not found or before.report is not report:
            self._show_found(found, new.table)
            self._show_report(report)

    def _show_found(self, found: Directions | None, table: EmbeddingTable | None) -> None:
        self._cells = None
        if found is not None and table is not None:
            self.card.show_sentences(direction_sentences(found))
            self.table.show_report(PAIR_COLUMNS, _pair_rows(found, table))
            texts = tuple(f"{pair.left.text} → {pair.right.text}" for pair in found.pairs)
            self._cells = HeatCells(texts, (2,) * len(texts), found.cosines)
            self._pointed.setText(" ")
        self.heat_map.show_cells(self._cells)

    def _show_report(self, report: QuestionReport | None) -> None:
        if report is not None:
            self.card.show_sentences(question_sentences(report))
            rows = [_section_row(score, strong=False) for score in report.sections]
            self.table.show_report(SECTION_COLUMNS, (*rows, _section_row(report.total, strong=True)))

    # ---- events ------------------------------------------------------------------------------------

    def _ask_for(self, name: str) -> None:
        self.intent.emit(ChoosePairs(name))

    def begin_choosing(self) -> None:
        """Put the focus on the button that opens the lists."""
        self._choose.setFocus()

    def ask_pairs(self) -> None:
        """Ask for pairs, the present ones to begin with."""
        state = self._state
        dialog = PasteDialog(() if state is None or state.pairs is None else state.pairs.pairs, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.intent.emit(PastePairs(dialog.text))

    def ask_file(self) -> None:
        """Ask for a file of pairs."""
        filters = "Pairs (*.txt *.csv *.tsv *.toml);;All files (*)"
        chosen, _ = QFileDialog.getOpenFileName(self, "Open pairs", "", filters)
        if chosen:
            self.intent.emit(OpenPairs(Path(chosen)))

    def ask_questions(self) -> None:
        """Ask for a file of analogy questions."""
        filters = "Analogy questions (*.txt);;All files (*)"
        chosen, _ = QFileDialog.getOpenFileName(self, "Score a file of questions", "", filters)
        if chosen:
            self.intent.emit(ScoreQuestions(Path(chosen)))

    def _on_normalize_clicked(self, checked: bool) -> None:
        self.intent.emit(SetDirections(replace(self._options, normalize=checked)))

    def _on_draw_clicked(self, checked: bool) -> None:
        self.intent.emit(DrawDirections(checked))

    def _on_means_clicked(self) -> None:
        self.intent.emit(SetDirections(replace(self._options, mean_of_pieces=True)))

    def _on_add_clicked(self) -> None:
        pairs = None if self._state is None else self._state.pairs
        if pairs is not None:
            columns = ((pairs.left, 0), (pairs.right, 1))
            lines = [
                line
                for name, side in columns
                for line in (f"# {name}", *(pair[side] for pair in pairs.pairs))
            ]
            self.intent.emit(AddText("\n".join(lines)))

    def _on_heat_map_pointed(self, row: int, column: int) -> None:
        cells = self._cells
        if cells is None or row < 0 or row == column:
            self._pointed.setText(" ")
            return
        cosine = signed(float(cells.values[row, column]))
        self._pointed.setText(f"{cells.texts[row]}  and  {cells.texts[column]}: {cosine}")


def _title(state: DirectionState) -> str:
    if state.pairs is not None:
        return state.pairs.title
    return state.questions or "Choose pairs"


def _has_split(state: DirectionState) -> bool:
    if state.found is not None:
        return any(one.split for one in state.found.left_out)
    if state.report is not None:
        return state.report.total.split > 0
    return state.complaint is not None and "tokens" in str(state.complaint)


def _pair_rows(found: Directions, table: EmbeddingTable) -> tuple[ReportRow, ...]:
    rows = []
    for pair, cosine, place in zip(found.pairs, found.to_mean.tolist(), found.found, strict=True):
        rows.append(
            ReportRow(
                cells=(
                    f"{pair.left.text} → {pair.right.text}",
                    signed(cosine),
                    "–" if place is None else f"{place.excluded:,} ({place.included:,})",
                ),
                tip=_found_tip(pair.right.text, place, table),
                bar=cosine,
                strong=place is not None and place.excluded == 1,
            )
        )
    rows += [
        ReportRow((" → ".join(one.pair), "", "left out"), tip=one.reason, dim=True) for one in found.left_out
    ]
    return tuple(rows)


def _found_tip(wanted: str, place: Found | None, table: EmbeddingTable) -> str:
    if place is None:
        return f"“{wanted}” is a mean of pieces, which no list can hold."
    shown = table.vocabulary.shown
    first = "nothing" if place.first_excluded is None else shown(place.first_excluded)
    kept = "nothing" if place.first_included is None else shown(place.first_included)
    return f"First with the left word excluded: {first}. With it left in: {kept}."


def _section_row(score: SectionScore, *, strong: bool) -> ReportRow:
    accuracy = score.accuracy

    def share(number: int) -> str:
        return f"{100 * number / accuracy.asked:.1f} %" if accuracy.asked else "–"

    lost = [f"{score.split:,} with split words"] if score.split else []
    lost += [f"{score.unknown:,} with unknown words"] if score.unknown else []
    lost += [f"{score.degenerate:,} whose answer is an input"] if score.degenerate else []
    return ReportRow(
        cells=(
            score.name,
            f"{accuracy.asked:,} of {score.questions:,}",
            share(accuracy.excluded_1),
            share(accuracy.included_1),
        ),
        tip=f"Among five: {share(accuracy.excluded_5)} without the inputs, {share(accuracy.included_5)} with."
        + (f" Not asked: {', '.join(lost)}." if lost else ""),
        strong=strong,
    )


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


def _link(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "link")
    return button


def _chip(text: str, tip: str) -> QPushButton:
    chip = QPushButton(text)
    chip.setCheckable(True)
    chip.setProperty("role", "chip")
    chip.setToolTip(tip)
    return chip
