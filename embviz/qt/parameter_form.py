"""A form built from a projection's dataclass of parameters: a new field is a new row, and no code here."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from embviz.core.projections import PROJECTIONS
from embviz.errors import EmbvizError
from embviz.qt.widgets.spin_boxes import number_box, whole_box

if TYPE_CHECKING:
    from embviz.core.request import MapRequest

LARGEST_SEED = 2**31 - 1


class ParameterForm(QWidget):
    """Parameters and seed of one projection, with an early word when they cannot work.

    Signals
    -------
    chosen
        Parameters and seed that the user wants to be drawn with.
    """

    chosen = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(280)
        self._method = ""
        self._count = 0
        self._fields: dict[str, _Field] = {}
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self._rows = QFormLayout()
        self._rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._rows.setHorizontalSpacing(14)
        self._rows.setVerticalSpacing(8)
        self._seed = whole_box()
        self._seed.setRange(0, LARGEST_SEED)
        self._seed.setToolTip("0 starts from the PCA map; any other number from noise that is drawn with it.")
        self._seed.valueChanged.connect(self._on_value_changed)
        self._rows.addRow("Seed", self._seed)
        self._complaint = QLabel()
        self._complaint.setTextFormat(Qt.TextFormat.PlainText)
        self._complaint.setWordWrap(True)
        self._complaint.setProperty("role", "complaint")
        self._draw = QPushButton("Draw")
        self._draw.setProperty("role", "primary")
        self._draw.clicked.connect(self._on_draw_clicked)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self._draw)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._title)
        layout.addLayout(self._rows)
        layout.addWidget(self._complaint)
        layout.addLayout(foot)

    def show_request(self, request: MapRequest, count: int) -> None:
        """Show a projection's parameters for a map of ``count`` words."""
        projection = PROJECTIONS[request.method]
        parameters = projection.Parameters() if request.parameters is None else request.parameters
        if request.method != self._method:
            self._build(request.method)
        self._count = count
        for name, field in self._fields.items():
            field.show_value(getattr(parameters, name), self._usual(name))
        with QSignalBlocker(self._seed):
            self._seed.setValue(request.seed)
        self._judge()

    @property
    def complaint(self) -> str:
        """Why these parameters cannot work; empty when they can."""
        return self._complaint.text()

    def parameters(self) -> Any:
        """What the form says."""
        values = {name: field.value() for name, field in self._fields.items()}
        return PROJECTIONS[self._method].Parameters(**values)

    def _usual(self, name: str) -> Any:
        """What a default that depends on the number of words would be."""
        projection = PROJECTIONS[self._method]
        return getattr(projection.resolve(max(self._count, 2), projection.Parameters()), name)

    def _build(self, method: str) -> None:
        projection = PROJECTIONS[method]
        self._method = method
        # The seed stays as the last row; those above it belong to the projection before.
        for field in self._fields.values():
            self._rows.removeRow(field)
        self._title.setText(projection.title)
        self._fields = {}
        for place, item in enumerate(dataclasses.fields(projection.Parameters)):
            field = _Field(item)
            field.changed.connect(self._on_value_changed)
            self._fields[item.name] = field
            # A box to tick says its own name.
            label = "" if str(item.type) == "bool" else item.metadata["label"]
            self._rows.insertRow(place, label, field)

    def _judge(self) -> None:
        try:
            PROJECTIONS[self._method].check(self._count, self.parameters())
        except EmbvizError as error:
            self._complaint.setText(str(error))
        else:
            self._complaint.clear()
        self._complaint.setVisible(bool(self._complaint.text()))
        self._draw.setEnabled(not self._complaint.text())

    def _on_value_changed(self) -> None:
        self._judge()

    def _on_draw_clicked(self) -> None:
        self.chosen.emit(self.parameters(), self._seed.value())


class _Field(QWidget):
    """An editor for one field: text or a number; with a box “automatic” where it may be None."""

    changed = Signal()

    def __init__(self, item: dataclasses.Field[Any]) -> None:
        super().__init__()
        meta = item.metadata
        self._editor: QLineEdit | QSpinBox | QDoubleSpinBox | QCheckBox
        kind = str(item.type)
        if kind.startswith("bool"):
            self._editor = QCheckBox(meta["label"])
            self._editor.toggled.connect(self.changed)
        elif kind.startswith("str"):
            self._editor = QLineEdit()
            self._editor.textChanged.connect(self.changed)
        elif kind.startswith("int"):
            self._editor = whole_box()
            self._editor.setRange(int(meta["minimum"]), int(meta["maximum"]))
            self._editor.setSingleStep(int(meta["step"]))
            self._editor.valueChanged.connect(self.changed)
        else:
            self._editor = number_box()
            self._editor.setRange(meta["minimum"], meta["maximum"])
            self._editor.setSingleStep(meta["step"])
            self._editor.setDecimals(1)
            self._editor.valueChanged.connect(self.changed)
        self._editor.setToolTip(meta["help"])
        self._editor.setAccessibleName(meta["label"])
        self._automatic = QCheckBox("automatic") if "None" in kind else None
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._editor, 1)
        if self._automatic is not None:
            self._automatic.setToolTip("Follow the number of words")
            self._automatic.toggled.connect(self._on_automatic_toggled)
            layout.addWidget(self._automatic)

    def show_value(self, value: Any, usual: Any) -> None:
        """Show a value; of None the usual one, that would be taken for it."""
        with QSignalBlocker(self):
            if self._automatic is not None:
                self._automatic.setChecked(value is None)
                self._editor.setEnabled(value is not None)
            shown = usual if value is None else value
            if isinstance(self._editor, QLineEdit):
                self._editor.setText(str(shown))
            elif isinstance(self._editor, QCheckBox):
                self._editor.setChecked(bool(shown))
            else:
                self._editor.setValue(shown)

    def value(self) -> Any:
        """What the editor says; None for automatic."""
        if self._automatic is not None and self._automatic.isChecked():
            return None
        if isinstance(self._editor, QCheckBox):
            return self._editor.isChecked()
        return self._editor.text() if isinstance(self._editor, QLineEdit) else self._editor.value()

    def _on_automatic_toggled(self, automatic: bool) -> None:
        self._editor.setEnabled(not automatic)
        self.changed.emit()
