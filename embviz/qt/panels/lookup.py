"""The Lookup dock: from a sentence to its tokens, their ids, and their rows of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from embviz.core.fact_lines import has_tokens
from embviz.core.snapshot import LookupPage, Snapshot
from embviz.core.wording import count
from embviz.qt.intents import AddToken, ChooseLookupPage, LookAt, TypeSentence
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.piece_delegates import ChipDelegate, RowDelegate
from embviz.qt.panels.piece_model import PieceModel
from embviz.qt.panels.piece_views import ChipList, RowList
from embviz.qt.panels.row_page import RowPage
from embviz.qt.widgets.fact_row import plain_label
from embviz.qt.widgets.heat_legend import HeatLegend
from embviz.qt.widgets.segment import Segment

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from embviz.qt.theme import Theme

_PAGES = {
    LookupPage.ROWS: ("All rows", "The rows of all tokens of the sentence, a line for each"),
    LookupPage.ROW: ("One row", "The row of one token as numbers, and how it is fetched"),
}


_LEAST = 60
"""Height of the rows, however low the dock is."""

_TOKENS, _ROWS = ("token", "tokens"), ("row", "rows")


class LookupPanel(Panel):
    """A line to type in, the tokens as chips, and below them all rows or one."""

    name = "lookup"
    title = "Lookup"
    area = Area.UPPER_RIGHT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._zoom = 1.0
        self.line = QLineEdit()
        self.line.setPlaceholderText("Type a sentence")
        self.line.setAccessibleName("Sentence to look up")
        self.line.setToolTip("A sentence as the model would read it; #12 is row 12 where there are no tokens")
        self.line.setMaxLength(100_000)
        self.line.textEdited.connect(self._on_line_text_edited)
        self.model = PieceModel()
        self._chip_delegate, self._row_delegate = ChipDelegate(theme), RowDelegate(theme)
        self.chips = ChipList(self.model, self._chip_delegate)
        self.rows = RowList(self.model, self._row_delegate)
        for view in (self.chips, self.rows):
            view.looked_at.connect(self._on_view_looked_at)
            view.opened.connect(self._on_view_opened)
        self.notes = plain_label("second")
        self.notes.setWordWrap(True)
        self.legend = HeatLegend(theme)
        self.page = RowPage(theme)
        self.page.looked_at.connect(self._on_view_looked_at)
        self.page.add_asked.connect(self._on_page_add_asked)
        self._shape = plain_label("third")
        self.buttons = QButtonGroup(self)
        self._stack = QStackedWidget()
        # It takes what the others leave.
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._stack.setMinimumHeight(_LEAST)
        self._lay_out()
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._repaint()

    def apply_zoom(self, zoom: float) -> None:
        self._zoom = zoom
        self._repaint()

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        if self.line.text() != new.sentence:
            with QSignalBlocker(self.line):
                self.line.setText(new.sentence)
        if old is None or old.table is not new.table:
            self.setEnabled(new.table is not None)
        if old is None or old.sentence_rows is not new.sentence_rows:
            self._show_sentence(new)
        if old is None or old.lookup_page is not new.lookup_page:
            self.buttons.button(list(_PAGES).index(new.lookup_page)).setChecked(True)
            self._stack.setCurrentIndex(list(_PAGES).index(new.lookup_page))
        if old is None or (
            old.sentence_rows is not new.sentence_rows
            or old.row_view is not new.row_view
            or old.facts is not new.facts
            or old.result is not new.result
        ):
            self._show_row(new)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.chips.share_height(event.size().height())

    # ---- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        switch = QHBoxLayout()
        switch.setContentsMargins(12, 4, 14, 6)
        switch.setSpacing(0)
        for place, (text, tip) in enumerate(_PAGES.values()):
            button = Segment(text, place, len(_PAGES), small=True)
            button.setToolTip(tip)
            self.buttons.addButton(button, place)
            switch.addWidget(button)
        self.buttons.idClicked.connect(self._on_buttons_id_clicked)
        switch.addStretch(1)
        switch.addWidget(self._shape)
        rows = QWidget()
        below = QVBoxLayout(rows)
        below.setContentsMargins(0, 0, 0, 4)
        below.setSpacing(0)
        below.addWidget(self.rows, 1)
        below.addWidget(self.legend)
        self._stack.addWidget(rows)
        self._stack.addWidget(self.page)
        top = QVBoxLayout()
        top.setContentsMargins(12, 10, 10, 2)
        top.setSpacing(7)
        for part in (self.line, self.chips, self.notes):
            top.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(switch)
        layout.addWidget(self._stack, 1)

    # ---- drawing -----------------------------------------------------------------------------------

    def _repaint(self) -> None:
        for delegate in (self._chip_delegate, self._row_delegate):
            delegate.apply_theme(self.theme, self._zoom)
        for part in (self.legend, self.page):
            part.apply_theme(self.theme, self._zoom)
        self.chips.share_height(self.height())
        for view in (self.chips, self.rows):
            view.fit()
            view.doItemsLayout()
            view.viewport().update()

    def _show_sentence(self, new: Snapshot) -> None:
        found = new.sentence_rows
        with QSignalBlocker(self.chips.selectionModel()), QSignalBlocker(self.rows.selectionModel()):
            self.model.show_sentence(found)
        self._row_delegate.prepare(self.model)
        self.chips.fit()
        self.rows.fit()
        self.notes.setText("" if found is None else "\n".join(found.notes))
        self.notes.setVisible(found is not None and bool(found.notes))
        if found is None or not found.pieces:
            self._shape.setText("")
            self.legend.show_limit(None, "")
            return
        rows, dim = found.rows.shape
        named = new.table is not None and has_tokens(new.table)
        self._shape.setText(f"{count(rows, *(_TOKENS if named else _ROWS))} × {dim:,} numbers")
        self.legend.show_limit(found.limit, "each row: one token" if named else "each row: one row of E")

    def _show_row(self, new: Snapshot) -> None:
        view, found = new.row_view, new.sentence_rows
        looked_at = None if view is None else view.id
        for delegate in (self._chip_delegate, self._row_delegate):
            delegate.looked_at = looked_at
        for shown in (self.chips, self.rows):
            shown.show_looked_at(looked_at)
        on_map = any(word.id == looked_at for word in new.words)
        facts = None if new.facts is None or new.facts.table is not new.table else new.facts
        self.page.show_row(view, 1.0 if found is None else found.limit, facts, on_map=on_map)

    # ---- events ------------------------------------------------------------------------------------

    def _on_line_text_edited(self, text: str) -> None:
        self.intent.emit(TypeSentence(text))

    def _on_view_looked_at(self, token_id: int) -> None:
        self.intent.emit(LookAt(token_id))

    def _on_view_opened(self) -> None:
        self.intent.emit(ChooseLookupPage(LookupPage.ROW))

    def _on_page_add_asked(self, token_id: int) -> None:
        self.intent.emit(AddToken(token_id))

    def _on_buttons_id_clicked(self, place: int) -> None:
        self.intent.emit(ChooseLookupPage(list(_PAGES)[place]))
