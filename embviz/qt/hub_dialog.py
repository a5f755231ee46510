"""Opening a model from the hub: which one, how far the download is, and Stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from embviz.io.hub.ids import hub_id, hub_source, meant_on_hub
from embviz.qt.intents import AskHubAccess, ListCached, OpenTable, StopJob

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QKeyEvent

    from embviz.core.snapshot import Activity, Snapshot

_KEY = "table"
EXPLANATION = (
    "A model’s name on the hub, or the address of its page. Only the table and the tokenizer are downloaded: "
    "of GPT-2 154 MB instead of 548."
)


class HubDialog(QDialog):
    """Asks for a model, and stays until its table is there.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Open from the hub")
        self.resize(520, 430)
        self._opening: str | None = None
        self._was_seen = False
        self.line = QLineEdit()
        self.line.setPlaceholderText("openai-community/gpt2")
        self.line.setAccessibleName("Model on the hub")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._on_line_text_changed)
        self.known_title = _label("title", "Opened before")
        self.known = QListWidget()
        self.known.setUniformItemSizes(True)
        self.known.setProperty("role", "list")
        self.known.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.known.setAccessibleName("Models that were opened before")
        self.known.currentItemChanged.connect(self._on_known_current_changed)
        self.known.itemClicked.connect(self._on_known_current_changed)
        self.known.itemActivated.connect(self._on_known_activated)
        self.note = _label("second")
        self.complaint = _label("complaint")
        self.doing = _label("second")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.button = QPushButton("Open")
        self.button.setProperty("role", "primary")
        self.button.setDefault(True)
        self.button.clicked.connect(self._open)
        self.stop = QPushButton("Stop")
        self.stop.setToolTip("Stop; what has come is kept, and the next time the download goes on from there")
        self.stop.clicked.connect(self._on_stop_clicked)
        self.cancel = QPushButton("Cancel")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        self._show_known(snapshot)
        self._show_access(snapshot)
        self._show_opening(None)
        self._on_line_text_changed("")

    def start(self) -> None:
        """Ask for what the dialog shows; its signal is connected by now."""
        self.intent.emit(AskHubAccess())
        self.intent.emit(ListCached())

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel, self.stop, self.button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(_label("second", EXPLANATION))
        layout.addWidget(self.line)
        layout.addWidget(self.known_title)
        layout.addWidget(self.known, 1)
        layout.addStretch(0)
        for part in (self.note, self.complaint, self.doing, self.progress):
            layout.addWidget(part)
        layout.addLayout(buttons)

    # ---- drawing -----------------------------------------------------------------------------------

    def render_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the download, and what is known of the hub."""
        if old.recent is not new.recent or old.cached is not new.cached:
            self._show_known(new)
        if old.hub is not new.hub:
            self._show_access(new)
        if self._opening is None:
            return
        activity = next((one for one in new.activities if one.key == _KEY), None)
        if activity is not None:
            self._was_seen = True
            self._show_opening(activity)
        elif new.table is not old.table:
            self.accept()
        elif self._was_seen and new.notices is not old.notices and new.notices:
            self._opening = None
            self._show_opening(None)
            self.complaint.setText(new.notices[-1].text)
            self.complaint.show()
            self.line.setFocus()

    def _show_known(self, snapshot: Snapshot) -> None:
        recent = [source for source in snapshot.recent if meant_on_hub(source) is not None]
        cached = {
            table.model: "on this computer" if table.complete else "not yet whole"
            for table in snapshot.cached or ()
        }
        names = list(dict.fromkeys([*recent, *cached]))
        self.known.blockSignals(True)
        self.known.clear()
        for name in names:
            item = QListWidgetItem(f"{name}   ·   {cached[name]}" if name in cached else name)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.known.addItem(item)
        # Else the list would choose its first entry, and put it into the line, whenever it gets the focus.
        first = self.known.model().index(0, 0)
        self.known.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.known.blockSignals(False)
        for part in (self.known_title, self.known):
            part.setVisible(bool(names))

    def _show_access(self, snapshot: Snapshot) -> None:
        access = snapshot.hub
        if access is None:
            self.note.setText("")
        elif access.offline:
            self.note.setText(
                "HF_HUB_OFFLINE is set: only models that are on this computer already can be opened."
            )
        elif access.has_token:
            self.note.setText(
                f"You are logged in at {access.hub}: gated models that your account may read can be opened."
            )
        else:
            self.note.setText(
                f"You are not logged in at {access.hub}. Public models need no login; for gated ones, run "
                "“hf auth login” in a terminal first."
            )

    def _show_opening(self, activity: Activity | None) -> None:
        busy = self._opening is not None
        if activity is None:
            self.doing.setText("Asking the hub …" if busy else "")
            self.progress.setRange(0, 0)
        else:
            self.doing.setText(f"{activity.detail or activity.title} …")
            self.progress.setRange(0, 0 if activity.share is None else 1000)
            self.progress.setValue(round(1000 * (activity.share or 0.0)))
        for part in (self.doing, self.progress, self.stop):
            part.setVisible(busy)
        for part in (self.note, self.cancel, self.button):
            part.setVisible(not busy)
        self.complaint.setVisible(not busy and bool(self.complaint.text()))
        self.line.setEnabled(not busy)
        self.known.setEnabled(not busy)

    # ---- what the user does ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk from the line to the list with the arrow keys."""
        if event.key() == Qt.Key.Key_Down and self.line.hasFocus() and self.known.count():
            self.known.setFocus()
            self.known.setCurrentRow(max(self.known.currentRow(), 0))
            self._on_known_current_changed(self.known.currentItem())
            return
        super().keyPressEvent(event)

    def reject(self) -> None:
        """Close; a download that runs is stopped."""
        self._stop()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stop()
        super().closeEvent(event)

    def _on_line_text_changed(self, text: str) -> None:
        self.complaint.setText("")
        self.complaint.hide()
        self.button.setEnabled(hub_id(text) is not None)

    def _on_known_current_changed(self, item: QListWidgetItem | None) -> None:
        if self._opening is None and item is not None:
            self.line.setText(item.data(Qt.ItemDataRole.UserRole))

    def _on_known_activated(self, item: QListWidgetItem) -> None:
        self.line.setText(item.data(Qt.ItemDataRole.UserRole))
        self._open()

    def _on_stop_clicked(self) -> None:
        self._stop()
        self._show_opening(None)
        self.line.setFocus()

    def _open(self) -> None:
        model = hub_id(self.line.text())
        if model is None or self._opening is not None:
            return
        self._opening, self._was_seen = model, False
        self.complaint.setText("")
        self._show_opening(None)
        self.stop.setFocus()
        self.intent.emit(OpenTable(hub_source(model)))

    def _stop(self) -> None:
        if self._opening is not None:
            self._opening = None
            self.intent.emit(StopJob(_KEY))


def _label(role: str, text: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", role)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label
