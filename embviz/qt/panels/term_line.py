"""The line for an expression such as ``king − man + woman``, which completes the word under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from embviz.core.expression import term_at
from embviz.qt.panels.word_completions import CompletionList

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from embviz.core.completion import Completion, Completions
    from embviz.qt.theme import Theme


class TermLine(QLineEdit):
    """One line of terms; the words offered are laid over its parent.

    Signals
    -------
    entered
        Enter was pressed, or the line was left, with another text than before.
    term_typed
        The term under the cursor while one types; empty for none.
    """

    entered = Signal()
    term_typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.popup = CompletionList(theme, parent)
        self._known = ""
        self._typing = False
        self.textEdited.connect(self._on_text_edited)
        self.popup.chosen.connect(self._take)

    def show_text(self, text: str) -> None:
        """Show a text that is known already; what is being typed stays."""
        self._known = text
        if text != self.text() and not (self.hasFocus() and self._typing):
            self.setText(text)

    @property
    def under_way(self) -> str:
        """The term under the cursor."""
        start, stop = term_at(self.text(), self.cursorPosition())
        return self.text()[start:stop]

    def show_completions(self, found: Completions | None) -> None:
        """Offer what the term under way may become, if this still is that term."""
        if (
            found is None
            or not self._typing
            or not self.hasFocus()
            or not found.text
            or found.text != self.under_way
            or not found.items
        ):
            self.popup.hide()
        else:
            self.popup.show_over(self, found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.popup.isVisible():
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.popup.step(-1 if key == Qt.Key.Key_Up else 1)
                return
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab) and self.popup.current:
                self._take(self.popup.current)
                return
            if key == Qt.Key.Key_Escape:
                self._stop_typing()
                return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # A pop-up menu takes the focus for a moment only.
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._enter()

    def _enter(self) -> None:
        self._stop_typing()
        if self.text() != self._known:
            self._known = self.text()
            self.entered.emit()

    def _stop_typing(self) -> None:
        self.popup.hide()
        if self._typing:
            self._typing = False
            self.term_typed.emit("")

    def _on_text_edited(self, _text: str) -> None:
        self.popup.hide()
        self._typing = True
        self.term_typed.emit(self.under_way)

    def _take(self, completion: Completion) -> None:
        start, stop = term_at(self.text(), self.cursorPosition())
        word = completion.words[0]
        self.setText(self.text()[:start] + word + self.text()[stop:])
        self.setCursorPosition(start + len(word))
        self._stop_typing()
