"""The arithmetic half of the Analogy dock: an expression, two lists, and what made the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from embviz.core.analogy_state import AnalogyRequest, AnalogyWay
from embviz.core.figure import group_styles
from embviz.core.quantities import signed
from embviz.qt.intents import AddToken, AskAnalogy, CompleteTerm, DrawAnalogy, Hover
from embviz.qt.panels.analogy_list import AnalogyList, analogy_rows
from embviz.qt.panels.diagnosis_card import DiagnosisCard
from embviz.qt.panels.term_line import TermLine
from embviz.qt.widgets.fitting_combo import FittingCombo

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from embviz.core.analogy import Analogy
    from embviz.core.analogy_state import AnalogyState
    from embviz.core.snapshot import Snapshot
    from embviz.errors import EmbvizError
    from embviz.qt.theme import Theme

WAYS = (
    (AnalogyWay.RAW, "raw sum", "Rows are added as they are stored, as in E[a] − E[b] + E[c]."),
    (
        AnalogyWay.NORMALIZED,
        "normalise first",
        "Every vector is brought to length 1 before it is added, as gensim does. Ranks differ.",
    ),
    (
        AnalogyWay.COSMUL,
        "3CosMul",
        "Cosines are multiplied and divided and not added (Levy & Goldberg 2014).",
    ),
)
LEAST_ROWS, MOST_ROWS = 5, 10
LEAST_WIDTH = 124
"""Width of a list that holds rank, a short word and score; below it the second stands under the first."""

HINT = "Type words with + and − between them, such as king − man + woman, or choose an example."


class ArithmeticPage(QWidget):
    """Holds no truth; what the user asks for leaves as intents."""

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._zoom = theme, 1.0
        self._request = AnalogyRequest()
        self._found: Analogy | None = None
        self.expression = TermLine(theme, self)
        self.expression.setPlaceholderText("king − man + woman")
        self.expression.setAccessibleName("Expression")
        self.expression.setProperty("role", "expression")
        self.expression.setToolTip(
            "Any number of words with + and − between them. 2*king weighs a word, quotes mean an exact "
            "token, = queen at the end says what you expect. Enter works it out."
        )
        self.expression.entered.connect(self._on_expression_entered)
        self.expression.term_typed.connect(self._on_term_typed)
        self.expected = QLineEdit()
        self.expected.setPlaceholderText("expected")
        self.expected.setAccessibleName("Expected word")
        self.expected.setToolTip("The word that you expect; its rank in both lists is said. May stay empty.")
        self.expected.editingFinished.connect(self._on_expected_finished)
        self._way = self._build_way()
        self._fold = _chip(
            "fold case", "Of queen, Queen and ␣queen list only the first; ranks are not renumbered."
        )
        self._fold.clicked.connect(self._on_fold_clicked)
        self._draw = _chip("on map", "Draw the terms, their sum and the answer on the map.")
        self._draw.clicked.connect(self._on_draw_clicked)
        self._complaint = _label("complaint")
        self._complaint.setWordWrap(True)
        self._means = QPushButton("Use the mean of its pieces")
        self._means.setProperty("role", "link")
        self._means.clicked.connect(self._on_means_clicked)
        self._hint = _label("second")
        self._hint.setText(HINT)
        self._hint.setWordWrap(True)
        self.included = AnalogyList(theme, "Nearest with the inputs included")
        self.excluded = AnalogyList(theme, "Nearest with the inputs excluded")
        for found in (self.included, self.excluded):
            found.row_hovered.connect(self._on_row_hovered)
            found.row_chosen.connect(self._on_row_chosen)
        self._tick = _label("third")
        # On one line it would be wider than the dock when text is large, and the lists with it.
        self._tick.setWordWrap(True)
        self.card = DiagnosisCard(theme)
        self._results = self._build_results()
        self._build()

    # ---- building ----------------------------------------------------------------------------------

    def _build_way(self) -> FittingCombo:
        box = FittingCombo()
        box.setProperty("role", "small")
        box.setAccessibleName("How terms are put together")
        box.view().setMinimumWidth(130)
        for place, (way, text, tip) in enumerate(WAYS):
            box.addItem(text, way)
            box.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        box.activated.connect(self._on_way_activated)
        return box

    def _build_results(self) -> QScrollArea:
        lists = self._lists = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        lists.setSpacing(14)
        for found, title in ((self.included, "inputs included"), (self.excluded, "inputs excluded")):
            heading = _label("second")
            heading.setText(title)
            column = QVBoxLayout()
            column.setSpacing(1)
            column.addWidget(heading)
            column.addWidget(found)
            lists.addLayout(column, 1)
        content = QWidget()
        content.setProperty("ground", "panel")
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 2, 8, 10)
        layout.setSpacing(6)
        layout.addLayout(lists)
        layout.addWidget(self.card)
        layout.addWidget(self._tick)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        return area

    def _build(self) -> None:
        typed = QHBoxLayout()
        typed.setContentsMargins(12, 8, 12, 0)
        typed.setSpacing(7)
        equals = _label("second")
        equals.setText("=")
        typed.addWidget(self.expression, 1)
        typed.addWidget(equals)
        typed.addWidget(self.expected)
        choices = QHBoxLayout()
        choices.setContentsMargins(12, 6, 12, 4)
        choices.setSpacing(6)
        choices.addWidget(self._way)
        choices.addStretch(1)
        choices.addWidget(self._fold)
        choices.addWidget(self._draw)
        said = QVBoxLayout()
        said.setContentsMargins(14, 2, 14, 2)
        said.setSpacing(2)
        said.addWidget(self._complaint)
        said.addWidget(self._means, 0, Qt.AlignmentFlag.AlignLeft)
        said.addWidget(self._hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(typed)
        layout.addLayout(choices)
        layout.addLayout(said)
        layout.addWidget(self._results, 1)
        self._filler = QWidget()
        layout.addWidget(self._filler, 1)

    # ---- drawing -----------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme, zoom: float) -> None:
        """Take new colours and another size of type."""
        self._theme, self._zoom = theme, zoom
        for found in (self.included, self.excluded):
            found.apply_theme(theme, zoom)
        self.card.apply_theme(theme, zoom)
        self.expression.popup.apply_theme(theme)
        self.expression.popup.apply_zoom(zoom)
        self.expected.setFixedWidth(round(50 + 44 * zoom))
        self._fit_rows()

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed."""
        state = new.analogy
        before = None if old is None else old.analogy
        if before is None or before.request is not state.request or before.on_map is not state.on_map:
            self._show_request(state)
        if before is None or before.completions is not state.completions:
            self.expression.show_completions(state.completions)
        changed = (
            before is None
            or before.found is not state.found
            or before.complaint is not state.complaint
            or (old is not None and old.result is not new.result)
            or (old is not None and old.document is not new.document)
        )
        if changed:
            self._show_found(new)

    def _show_request(self, state: AnalogyState) -> None:
        request = self._request = state.request
        self.expression.show_text(request.expression)
        if self.expected.text() != request.expected and not self.expected.hasFocus():
            self.expected.setText(request.expected)
        place = next(at for at, (way, _, _) in enumerate(WAYS) if way is request.way)
        self._way.setCurrentIndex(place)
        self._way.setToolTip(WAYS[place][2])
        self._fold.setChecked(request.fold_variants)
        self._draw.setChecked(state.on_map)

    def _show_found(self, new: Snapshot) -> None:
        state, table = new.analogy, new.table
        found, complaint = state.found, state.complaint
        self._found = found
        self._complaint.setText("" if complaint is None else _complaint_text(complaint))
        self._complaint.setVisible(complaint is not None)
        self._means.setVisible(complaint is not None and complaint.code == "split-word")
        self._hint.setVisible(complaint is None and found is None)
        self._results.setVisible(found is not None)
        self._filler.setVisible(found is None)
        if found is None or table is None:
            return
        groups = {word.id: word.group for word in new.words if word.id is not None}
        names = () if new.result is None else new.result.group_names
        styles = group_styles(names, new.document.groups)
        shown = {one.id: table.vocabulary.shown(one.id) for one in (*found.included, *found.excluded)}
        inputs = frozenset(row for term in found.terms for row in term.ids)
        answer = None if found.answer is None else found.answer.id
        product = self._request.way is AnalogyWay.COSMUL
        best = max((one.score for one in (*found.included, *found.excluded)), default=1.0)
        tick = None if product else found.reference
        for view, lines in ((self.included, found.included), (self.excluded, found.excluded)):
            rows = analogy_rows(lines, shown, inputs=inputs, answer=answer, groups=groups)
            view.show_rows(rows, styles, tick=tick, full=best if product and best > 0 else 1.0)
        self._tick.setVisible(tick is not None)
        if tick is not None:
            self._tick.setText(f"{found.searched:,} tokens searched  ·  tick: random pair {signed(tick)}")
        self.card.show_sentences(found.sentences)
        self._fit_rows()

    def _fit_rows(self) -> None:
        """Show as many lines as there is room for beside the card, five at least."""
        height = self.included.row_height()
        width = max(160, self._results.viewport().width() - 20)
        beside = (width - self._lists.spacing()) / 2 >= LEAST_WIDTH * self._zoom
        self._lists.setDirection(
            QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        )
        room = self._results.viewport().height() - self.card.heightForWidth(width) - 60
        rows = min(MOST_ROWS, max(LEAST_ROWS, room // height))
        for view in (self.included, self.excluded):
            wanted = rows * height + 2
            if view.height() != wanted:
                view.setFixedHeight(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rows()

    # ---- events ------------------------------------------------------------------------------------

    def ask(self, **changes: object) -> None:
        """Ask for what is typed, with these changes."""
        typed = replace(
            self._request,
            expression=self.expression.text().strip(),
            expected=self.expected.text().strip(),
        )
        self.intent.emit(AskAnalogy(replace(typed, **changes)))  # type: ignore[arg-type]

    def begin_typing(self) -> None:
        """Put the cursor into the expression, ready for another one."""
        self.expression.setFocus()
        self.expression.selectAll()

    def choose_example(self, expression: str, expected: str) -> None:
        """Put an example into the lines and ask for it."""
        self.expression.setText(expression)
        self.expected.setText(expected)
        self.ask(expression=expression, expected=expected)

    def _on_expression_entered(self) -> None:
        # Another expression has another answer: what was expected of the last one goes.
        if self.expected.text().strip() == self._request.expected:
            self.expected.clear()
        self.ask()

    def _on_expected_finished(self) -> None:
        if self.expected.text().strip() != self._request.expected:
            self.ask()

    def _on_term_typed(self, text: str) -> None:
        self.intent.emit(CompleteTerm(text))

    def _on_way_activated(self, at: int) -> None:
        self.ask(way=WAYS[at][0])

    def _on_fold_clicked(self, checked: bool) -> None:
        self.ask(fold_variants=checked)

    def _on_means_clicked(self) -> None:
        self.ask(mean_of_pieces=True)

    def _on_draw_clicked(self, checked: bool) -> None:
        self.intent.emit(DrawAnalogy(checked))

    def _on_row_hovered(self, token_id: int) -> None:
        self.intent.emit(Hover(None if token_id < 0 else (token_id,)))

    def _on_row_chosen(self, token_id: int) -> None:
        self.intent.emit(AddToken(token_id))


def _complaint_text(complaint: EmbvizError) -> str:
    if complaint.code == "split-word":
        return complaint.message
    return f"{complaint.message} {complaint.hint}".strip()


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


def _chip(text: str, tip: str) -> QPushButton:
    chip = QPushButton(text)
    chip.setCheckable(True)
    chip.setProperty("role", "chip")
    chip.setToolTip(tip)
    return chip
