"""Choosing another tensor of the same file by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from embviz.core.tensor_names import tensor_role
from embviz.qt.intents import ChooseTensor

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot

_NAME = Qt.ItemDataRole.UserRole
TOKEN_TABLE = "The token table, found by name and shape"


class TensorDialog(QDialog):
    """A list of names that a part of a name narrows down.

    Signals
    -------
    intent
        The tensor that was chosen.
    """

    intent = Signal(object)

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Choose a tensor")
        self.resize(520, 460)
        self._model = _model(snapshot)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(self._model)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line = QLineEdit()
        self.line.setPlaceholderText("Part of a name")
        self.line.setAccessibleName("Part of a tensor’s name")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._on_line_text_changed)
        self.line.returnPressed.connect(self._choose)
        self.list = QListView()
        self.list.setModel(self._shown)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName("Tensors")
        self.list.activated.connect(self._on_list_activated)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.button = buttons.addButton("Show as table", QDialogButtonBox.ButtonRole.AcceptRole)
        self.button.setProperty("role", "primary")
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._explanation(snapshot))
        layout.addWidget(self.line)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        self._select_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the arrow keys walk through the list while a name is being typed."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.line.hasFocus():
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = min(max(self.list.currentIndex().row() + step, 0), self._shown.rowCount() - 1)
            self.list.setCurrentIndex(self._shown.index(row, 0))
            return
        super().keyPressEvent(event)

    def _explanation(self, snapshot: Snapshot) -> QLabel:
        assert snapshot.table is not None
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("role", "second")
        now = snapshot.source.tensor or snapshot.table.tensor_name or "the token table"
        label.setText(
            f"Every tensor of two dimensions in the file of {snapshot.table.name} can be looked at as a "
            f"table. Shown now: {now}."
        )
        return label

    def _on_line_text_changed(self, text: str) -> None:
        self._shown.setFilterFixedString(text)
        self._select_first()

    def _select_first(self) -> None:
        self.list.setCurrentIndex(self._shown.index(0, 0))
        self.button.setEnabled(self._shown.rowCount() > 0)

    def _on_list_activated(self, _index: QModelIndex) -> None:
        self._choose()

    def _choose(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self.intent.emit(ChooseTensor(index.data(_NAME)))
            self.accept()


def _model(snapshot: Snapshot) -> QStandardItemModel:
    table = snapshot.table
    assert table is not None
    model = QStandardItemModel()
    if snapshot.source.tensor is not None:
        model.appendRow(QStandardItem(TOKEN_TABLE))
    for name in table.other_tables:
        role = tensor_role(name, table)
        item = QStandardItem(f"{name}   ·   {role}" if role else name)
        item.setData(name, _NAME)
        model.appendRow(item)
    return model
