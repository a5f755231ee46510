"""One line above “Add words” that says how many words are split, and offers the three choices for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from embviz.core.resolve import SplitPolicy
from embviz.core.words import WordState
from embviz.qt.panels.word_rows import is_split
from embviz.qt.widgets.segment import Segment

if TYPE_CHECKING:
    from embviz.core.words import WordReading

_CHOICES = (
    (SplitPolicy.SKIP, "Skip", "Leave all split words out of the map"),
    (SplitPolicy.MEAN, "Mean", "Draw each split word as the mean of its pieces"),
    (SplitPolicy.PIECES, "Pieces", "Draw every piece of the split words"),
)
_STATES = {WordState.MEAN: SplitPolicy.MEAN, WordState.PIECES: SplitPolicy.PIECES}


class SplitBar(QWidget):
    """Hidden while no word is split.

    Signals
    -------
    chosen
        A `SplitPolicy` for all split words.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", "second")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._label.setToolTip("So many words are several tokens each, and have no row of their own")
        self.buttons: dict[SplitPolicy, Segment] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 10, 0)
        layout.setSpacing(0)
        layout.addWidget(self._label, 1)
        for at, (policy, text, tip) in enumerate(_CHOICES):
            button = Segment(text, at, len(_CHOICES), small=True)
            button.setToolTip(tip)
            button.setAccessibleName(f"{text}: {tip}")
            button.clicked.connect(self._on_button_clicked)
            self.buttons[policy] = button
            layout.addWidget(button)
        self.hide()

    def show_reading(self, reading: WordReading | None) -> None:
        """Count the split words, and mark the choice that all of them have."""
        entries = [] if reading is None else [e for group in reading.entries for e in group if is_split(e)]
        self.setVisible(bool(entries))
        self._label.setText(f"{len(entries):,} split")
        states = {_STATES.get(entry.state, SplitPolicy.SKIP) for entry in entries}
        for policy, button in self.buttons.items():
            button.setChecked(states == {policy})

    def _on_button_clicked(self) -> None:
        for policy, button in self.buttons.items():
            if button is self.sender():
                self.chosen.emit(policy)
