"""What was downloaded from the hub: how much it takes, and what may go."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from embviz.core.wording import quoted
from embviz.io.hub.failures import megabytes
from embviz.io.hub.ids import hub_source
from embviz.qt.intents import AskHubAccess, ListCached, OpenTable, RemoveCached, SetCacheLimit
from embviz.qt.widgets.spin_boxes import whole_box

if TYPE_CHECKING:
    from embviz.core.cached_table import CachedTable
    from embviz.core.snapshot import Snapshot

_TABLE = Qt.ItemDataRole.UserRole
_COLUMNS = ("Model", "On the disk", "Last used")


class CacheDialog(QDialog):
    """A list, with what can be done to one entry and to all.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Cached tables")
        self.resize(600, 420)
        self.total = QLabel()
        self.total.setTextFormat(Qt.TextFormat.PlainText)
        self.total.setWordWrap(True)
        self.total.setProperty("role", "second")
        self.list = QTreeWidget()
        self.list.setColumnCount(len(_COLUMNS))
        self.list.setHeaderLabels(_COLUMNS)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setProperty("role", "list")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName("Cached tables")
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.list.currentItemChanged.connect(self._on_list_current_changed)
        self.list.itemActivated.connect(self._open)
        self.limit = whole_box()
        self.limit.setRange(1, 100_000)
        self.limit.setSuffix(" GB")
        self.limit.setKeyboardTracking(False)
        self.limit.setAccessibleName("Gigabytes to keep at most")
        self.limit.setToolTip("When the next table is downloaded, the least recently used go first")
        self.limit.valueChanged.connect(self._on_limit_changed)
        self.open_button, self.remove, self.clear = (
            QPushButton("Open"),
            QPushButton("Remove"),
            QPushButton("Clear all …"),
        )
        self.open_button.setProperty("role", "primary")
        self.open_button.setDefault(True)
        self.remove.setToolTip("Delete it from the disk; opening it again downloads its newest version")
        self.close_button = QPushButton("Close")
        for button in (self.remove, self.clear, self.close_button):
            button.setAutoDefault(False)
        self.open_button.clicked.connect(self._open)
        self.remove.clicked.connect(self._on_remove_clicked)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.close_button.clicked.connect(self.reject)
        self._lay_out()
        self._show_tables(snapshot)
        self._show_limit(snapshot)

    def start(self) -> None:
        """Ask for what the dialog shows; its signal is connected by now."""
        self.intent.emit(AskHubAccess())
        self.intent.emit(ListCached())

    def render_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """List anew what is there."""
        if old.cached is not new.cached:
            self._show_tables(new)
        if old.hub is not new.hub:
            self._show_limit(new)

    def _lay_out(self) -> None:
        keep = QHBoxLayout()
        keep.addWidget(QLabel("Keep at most"))
        keep.addWidget(self.limit)
        keep.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.clear)
        buttons.addStretch(1)
        for button in (self.close_button, self.remove, self.open_button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self.total)
        layout.addWidget(self.list, 1)
        layout.addLayout(keep)
        layout.addLayout(buttons)

    def _show_tables(self, snapshot: Snapshot) -> None:
        tables = snapshot.cached
        chosen = self._chosen()
        self.list.blockSignals(True)
        self.list.clear()
        for table in tables or ():
            size = megabytes(table.size) + ("" if table.complete else " (unfinished)")
            item = QTreeWidgetItem([table.model, size, _day(table.used)])
            item.setData(0, _TABLE, table)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.list.addTopLevelItem(item)
            if chosen is not None and table.folder == chosen.folder:
                self.list.setCurrentItem(item)
        first = self.list.topLevelItem(0)
        if self.list.currentItem() is None and first is not None:
            self.list.setCurrentItem(first)
        self.list.blockSignals(False)
        if tables is None:
            self.total.setText("Looking …")
        elif not tables:
            self.total.setText("Nothing was downloaded from the hub yet.")
        else:
            count = "One table" if len(tables) == 1 else f"{len(tables):,} tables"
            total = megabytes(sum(table.size for table in tables))
            unfinished = sum(not table.complete for table in tables)
            rest = f" {unfinished:,} not yet whole." if unfinished else ""
            self.total.setText(f"{count} from the hub, {total}. What is whole opens without a network.{rest}")
        self.clear.setEnabled(bool(tables))
        self._on_list_current_changed()

    def _show_limit(self, snapshot: Snapshot) -> None:
        self.limit.blockSignals(True)
        self.limit.setEnabled(snapshot.hub is not None)
        if snapshot.hub is not None:
            self.limit.setValue(snapshot.hub.limit_gb)
        self.limit.blockSignals(False)

    def _chosen(self) -> CachedTable | None:
        item = self.list.currentItem()
        return None if item is None else item.data(0, _TABLE)

    def _on_list_current_changed(self) -> None:
        for button in (self.open_button, self.remove):
            button.setEnabled(self._chosen() is not None)

    def _open(self) -> None:
        table = self._chosen()
        if table is not None:
            self.intent.emit(OpenTable(hub_source(table.model)))
            self.accept()

    def _on_remove_clicked(self) -> None:
        table = self._chosen()
        if table is not None:
            self.intent.emit(RemoveCached(table))

    def _on_clear_clicked(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle("Clear all")
        box.setTextFormat(Qt.TextFormat.PlainText)
        count = self.list.topLevelItemCount()
        item = self.list.topLevelItem(0)
        what = quoted(item.text(0)) if count == 1 and item is not None else f"all {count:,} tables"
        box.setText(f"Delete {what} from the disk?")
        box.setInformativeText("They can be downloaded again. A table that is open stays open.")
        button = box.addButton("Delete", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        button.clicked.connect(self._on_clear_confirmed)
        box.open()

    def _on_clear_confirmed(self) -> None:
        self.intent.emit(RemoveCached(None))

    def _on_limit_changed(self, gigabytes: int) -> None:
        self.intent.emit(SetCacheLimit(gigabytes))


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
