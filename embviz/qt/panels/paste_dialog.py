"""A small dialog for pairs that are typed or pasted, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from embviz.errors import EmbvizError
from embviz.io.pairs import FORM, parse_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.pairs import Pair


class PasteDialog(QDialog):
    """Takes lines of two words; says at once what cannot be read, and takes only what can."""

    def __init__(self, pairs: Sequence[Pair] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Your own pairs")
        self.resize(380, 420)
        note = QLabel(FORM)
        note.setWordWrap(True)
        note.setProperty("role", "second")
        self.lines = QPlainTextEdit()
        self.lines.setPlaceholderText("France Paris\nSpain Madrid\nItaly Rome")
        self.lines.setAccessibleName("Pairs, one a line")
        self.lines.setPlainText("\n".join(", ".join(pair) for pair in pairs))
        self.lines.textChanged.connect(self._on_lines_changed)
        self._complaint = QLabel()
        self._complaint.setWordWrap(True)
        self._complaint.setProperty("role", "complaint")
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Compare")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(note)
        layout.addWidget(self.lines, 1)
        layout.addWidget(self._complaint)
        layout.addWidget(self._buttons)
        self._on_lines_changed()

    @property
    def text(self) -> str:
        """What was typed."""
        return self.lines.toPlainText()

    @property
    def complaint(self) -> str:
        """Why it cannot be read; empty when it can."""
        return self._complaint.text()

    def _on_lines_changed(self) -> None:
        complaint = ""
        ready = bool(self.text.strip())
        if ready:
            try:
                ready = len(parse_pairs(self.text).pairs) > 0
            except EmbvizError as error:
                complaint, ready = error.message, False
        self._complaint.setText(complaint)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ready)
