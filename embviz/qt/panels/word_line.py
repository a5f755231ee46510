"""The line at the foot of the Words dock, into which words are typed and pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from embviz.core.typed_words import unfinished_word
from embviz.qt.panels.word_completions import CompletionList

if TYPE_CHECKING:
    from embviz.core.completion import Completion, Completions
    from embviz.qt.theme import Theme


class WordLine(QLineEdit):
    """One line for words, with a list of what the word under way may become.

    Text with line ends, however it got in, is taken at once, since one line cannot show it.

    Signals
    -------
    text_entered
        Text to be taken apart into words.
    words_entered
        Words to be added just as they are.
    word_typed
        The word that is under way; empty for none.
    left
        Esc in an empty line.
    """

    text_entered = Signal(str)
    words_entered = Signal(object)
    word_typed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, popup_parent: QWidget) -> None:
        super().__init__(popup_parent)
        self.popup = CompletionList(theme, popup_parent)
        self.setAccessibleName("Add words")
        self.setToolTip(
            "Type a word and press Enter. Commas stand between words; “# name” begins a group; "
            '#2644 is row 2644; a word in "quotes" is the token with exactly that text. '
            "Lists of words can be pasted."
        )
        self.setClearButtonEnabled(False)
        self.textEdited.connect(self._on_text_edited)
        self.returnPressed.connect(self._on_return_pressed)
        self.popup.chosen.connect(self._take)

    @property
    def under_way(self) -> str:
        """The word that is being typed."""
        return unfinished_word(self.text())[1]

    def show_completions(self, found: Completions | None) -> None:
        """Show what the word under way may become, if this still is that word."""
        if found is None or not self.hasFocus() or found.text != self.under_way or not found.text:
            self.popup.hide()
        elif found.items or found.outcome:
            self.popup.show_over(self, found)

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the window while there is nothing to undo in the line itself."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo, redo = (
                event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            )
            if (undo and not self.isUndoAvailable()) or (redo and not self.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.popup.isVisible():
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.popup.step(-1 if key == Qt.Key.Key_Up else 1)
                return
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.popup.current is not None:
                self._take(self.popup.current)
                return
        if key == Qt.Key.Key_Escape:
            if self.popup.isVisible():
                self.popup.hide()
            elif self.text():
                self._empty()
            else:
                self.left.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.popup.hide()

    def _on_text_edited(self, text: str) -> None:
        if "\n" in text or "\r" in text:
            self._empty()
            self.text_entered.emit(text)
            return
        self.popup.hide()
        self.word_typed.emit(self.under_way)

    def _on_return_pressed(self) -> None:
        text = self.text()
        if text.strip():
            self._empty()
            self.text_entered.emit(text)

    def _take(self, completion: Completion) -> None:
        done, _ = unfinished_word(self.text())
        self._empty()
        self.words_entered.emit((*done, *completion.words))

    def _empty(self) -> None:
        """Empty the line; its own Undo is emptied too, so that Ctrl+Z then takes the added words back."""
        self.setText("")
        self.popup.hide()
        self.word_typed.emit("")
