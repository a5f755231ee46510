"""The menu of well-known analogies, sorted by what they do on the present table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from embviz.core.examples import Outcome, with_outcome
from embviz.core.wording import MINUS

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from embviz.core.examples import SortedExample

TITLES = (
    (Outcome.WORKS, "Work"),
    (Outcome.EXCLUDED_ONLY, "Work only with the inputs excluded"),
    (Outcome.FAILS, "Fail"),
)


class ExamplesMenu(QMenu):
    """Three sub-menus with their counts; one line while the examples are being tried.

    Signals
    -------
    asked
        The menu is wanted and the examples were not tried yet.
    chosen
        Expression and expected word of an example.
    """

    asked = Signal()
    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._examples: tuple[SortedExample, ...] | None = None
        self._menus: list[QMenu] = []
        self.aboutToShow.connect(self._on_about_to_show)
        self.triggered.connect(self._on_triggered)
        self._fill()

    def show_examples(self, examples: tuple[SortedExample, ...] | None) -> None:
        """Offer these; None while they are not known."""
        if examples is not self._examples:
            self._examples = examples
            self._fill()

    def _fill(self) -> None:
        self.clear()
        for menu in self._menus:
            menu.deleteLater()
        self._menus = []
        if self._examples is None:
            self._add_note("Trying them on this table …")
            return
        for outcome, title in TITLES:
            found = with_outcome(self._examples, outcome)
            menu = QMenu(f"{title}: {len(found)}", self)
            menu.setEnabled(bool(found))
            for one in found:
                text = one.example.text.replace(" - ", f" {MINUS} ").replace("&", "&&")
                action = menu.addAction(text)
                action.setData((one.example.expression, one.example.expected))
            self.addMenu(menu)
            self._menus.append(menu)
        lost = len(with_outcome(self._examples, Outcome.IMPOSSIBLE))
        if lost:
            self.addSeparator()
            self._add_note(f"{lost} more have words that this table splits or lacks")

    def _add_note(self, text: str) -> None:
        note = self.addAction(text)
        note.setEnabled(False)

    def _on_about_to_show(self) -> None:
        if self._examples is None:
            self.asked.emit()

    def _on_triggered(self, action: QAction) -> None:
        if action.data() is not None:
            expression, expected = action.data()
            self.chosen.emit(expression.replace(" - ", f" {MINUS} "), expected)
