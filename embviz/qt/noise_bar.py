"""The bar above map and noise control: what the control is, and a slider that moves both."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from embviz.core.projections import PROJECTIONS
from embviz.errors import EmbvizError
from embviz.qt.icons import icon
from embviz.qt.intents import ChooseParameters, ShowNoise

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme

TEXT = (
    "Noise control: right, each column of the vectors is shuffled among the words on its own. "
    "Islands there come from the method."
)
PAUSE_MS = 90
"""While the slider is held, both maps are drawn anew so long after it last moved."""


class NoiseBar(QFrame):
    """Text, a slider for the projection's number, and a button that closes the control.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._snapshot: Snapshot | None = None
        self._field: dataclasses.Field[Any] | None = None
        text = QLabel(TEXT)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setProperty("role", "second")
        self._name, self._value = QLabel(), QLabel()
        for label in (self._name, self._value):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", "second")
        self._value.setMinimumWidth(30)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setFixedWidth(130)
        self.slider.valueChanged.connect(self._on_slider_value_changed)
        self.slider.sliderReleased.connect(self._on_slider_released)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._on_pause_timeout)
        self._close = QToolButton()
        self._close.setProperty("fit", "tiny")
        self._close.setToolTip("Put the noise control away")
        self._close.setAccessibleName("Put the noise control away")
        self._close.clicked.connect(self._on_close_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 5, 8, 5)
        layout.setSpacing(10)
        layout.addWidget(text, 1)
        layout.addWidget(self._name)
        layout.addWidget(self.slider)
        layout.addWidget(self._value)
        layout.addWidget(self._close)
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._close.setIcon(icon("close", theme.second))

    def render_snapshot(self, new: Snapshot) -> None:
        """Show the number that both maps are drawn with; while the slider is held it leads."""
        self._snapshot = new
        request = new.document.request
        projection = PROJECTIONS[request.method]
        self._field = next((f for f in dataclasses.fields(projection.Parameters) if _counts(f)), None)
        for widget in (self._name, self.slider, self._value):
            widget.setVisible(self._field is not None)
        if self._field is None or self.slider.isSliderDown() or self._pause.isActive():
            return
        name, count = self._field.name, len(new.words)
        parameters = projection.Parameters() if request.parameters is None else request.parameters
        least, most = round(self._field.metadata["minimum"]), self._highest(count)
        value = getattr(projection.resolve(count, parameters), name) if count >= 5 else least
        with QSignalBlocker(self.slider):
            self.slider.setRange(least, most)
            self.slider.setValue(round(value))
        self.slider.setEnabled(most > least)
        self.slider.setToolTip(self._field.metadata["help"])
        self.slider.setAccessibleName(self._field.metadata["label"])
        self._name.setText(self._field.metadata["label"])
        self._value.setText(f"{value:.3g}")

    def _highest(self, count: int) -> int:
        """Greatest whole number that the projection takes for so many words."""
        assert self._snapshot is not None
        assert self._field is not None
        projection = PROJECTIONS[self._snapshot.document.request.method]
        least = round(float(self._field.metadata["minimum"]))
        most = round(float(self._field.metadata["maximum"]))
        for value in range(most, least, -1):
            try:
                projection.check(count, projection.Parameters(**{self._field.name: float(value)}))
            except EmbvizError:
                continue
            return value
        return least

    def _on_slider_value_changed(self, value: int) -> None:
        self._value.setText(f"{value}")
        self._pause.start(PAUSE_MS)

    def _on_slider_released(self) -> None:
        # What was not drawn yet is drawn now, and the next drag is another edit.
        self._pause.stop()
        self._emit(dragged=False)

    def _on_pause_timeout(self) -> None:
        self._emit(dragged=self.slider.isSliderDown())

    def _emit(self, *, dragged: bool) -> None:
        if self._snapshot is None or self._field is None:
            return
        request = self._snapshot.document.request
        parameters = request.parameters or PROJECTIONS[request.method].Parameters()
        chosen = dataclasses.replace(parameters, **{self._field.name: float(self.slider.value())})
        self.intent.emit(ChooseParameters(chosen, request.seed, dragged=dragged))

    def _on_close_clicked(self) -> None:
        self.intent.emit(ShowNoise(shown=False))


def _counts(field: dataclasses.Field[Any]) -> bool:
    """Whether a parameter is a number that a slider can show."""
    return {"label", "minimum", "maximum", "help"} <= set(field.metadata) and "str" not in str(field.type)
