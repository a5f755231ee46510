"""The dialogs that ask which file or folder to open as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from embviz.qt.intents import OpenTable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from embviz.core.snapshot import Snapshot

_PATTERNS = {
    "Models": ("safetensors", "gguf", "bin", "pt", "pth"),
    "Word vectors": ("vec", "txt", "gz", "bin", "npy", "npz", "tsv", "w2v", "glove"),
}


def file_filters() -> str:
    """Filters of the file dialog: all that can be opened first."""
    every = dict.fromkeys(suffix for suffixes in _PATTERNS.values() for suffix in suffixes)
    kinds = {"Tables": tuple(every), **_PATTERNS}
    listed = [
        f"{kind} ({' '.join(f'*.{suffix}' for suffix in suffixes)})" for kind, suffixes in kinds.items()
    ]
    return ";;".join([*listed, "All files (*)"])


class TableDialogs(QObject):
    """Asks, and never keeps the window waiting.

    Signals
    -------
    intent
        What the user has chosen.
    """

    intent = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask_file(self, snapshot: Snapshot) -> None:
        """Ask for a file."""
        dialog = self._dialog("Open table", snapshot)
        dialog.setNameFilter(file_filters())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def ask_folder(self, snapshot: Snapshot) -> None:
        """Ask for a model's folder."""
        dialog = self._dialog("Open a model’s folder", snapshot)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def _dialog(self, title: str, snapshot: Snapshot) -> QFileDialog:
        # Where the last table lay, the next one is likely to lie.
        beside = Path(snapshot.recent[0]).parent if snapshot.recent else Path.home()
        dialog = QFileDialog(self._window, title, str(beside if beside.is_dir() else Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_dialog_file_selected)
        return dialog

    def _on_dialog_file_selected(self, path: str) -> None:
        if path:
            self.intent.emit(OpenTable(path))
