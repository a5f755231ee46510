"""One fact: its name, its value, and a sentence below that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from embviz.qt.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from embviz.core.fact_lines import FactLine


class FactRow(QWidget):
    """The value is broken into lines; an ``elided`` one is cut in the middle and has a tool tip."""

    def __init__(self, *, elided: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.sentence = plain_label("second"), plain_label("third")
        self.value = ElidedLabel("fact") if elided else plain_label("fact")
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        if not elided:
            self.value.setWordWrap(True)
            self.value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.setWordWrap(True)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(1)
        layout.setColumnStretch(1, 1)
        layout.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.value, 0, 1)
        layout.addWidget(self.sentence, 1, 0, 1, 2)

    def show_line(self, line: FactLine) -> None:
        """Show a fact."""
        self.label.setText(line.label)
        if isinstance(self.value, ElidedLabel):
            self.value.set_whole(line.value)
        else:
            self.value.setText(line.value)
        self.sentence.setText(line.sentence)
        self.setAccessibleName(f"{line.label}: {line.value}. {line.sentence}")


def plain_label(role: str) -> QLabel:
    """Make a label that shows its text as it is, whatever it looks like."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
