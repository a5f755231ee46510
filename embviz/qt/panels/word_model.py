"""Groups and their words as a Qt tree model, drawn from a snapshot."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from embviz.core.figure import GroupStyle, group_styles
from embviz.core.snapshot import Snapshot
from embviz.core.words import WordEntry, WordGroup, WordState

EntryRole = Qt.ItemDataRole.UserRole
"""`WordEntry` of a word, None for a group and before the words are read."""
ShownRole = Qt.ItemDataRole.UserRole + 4
"""A word's token as it is shown (``␣cat``), else the word as typed."""
StyleRole = Qt.ItemDataRole.UserRole + 1
"""`GroupStyle` of a group."""
GroupRole = Qt.ItemDataRole.UserRole + 2
"""`WordGroup` of a group, None for a word."""
DetailRole = Qt.ItemDataRole.UserRole + 3
"""What stands at the right of a row: a count, an id, what a word is split into."""

_Index = QModelIndex | QPersistentModelIndex
_TOP = 0  # internal id of a group; a word has its group's place plus one


class WordModel(QAbstractItemModel):
    """Two levels: groups, and the words of each.

    The model holds no truth: a view that sets something is answered with a signal.

    Signals
    -------
    visibility_asked
        Place of a group, and whether its words shall be drawn.
    """

    visibility_asked = Signal(int, bool)

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[WordGroup, ...] = ()
        self._entries: tuple[tuple[WordEntry, ...], ...] = ()
        self._styles: tuple[GroupStyle, ...] = ()
        self._shown: dict[tuple[int, ...], str] = {}

    def show_words(self, old: Snapshot | None, new: Snapshot) -> bool:
        """Take the words of a snapshot; True when rows came or went, so that views must unfold again."""
        groups, entries = new.document.groups, () if new.reading is None else new.reading.entries
        same = [(g.name, g.words) for g in groups] == [(g.name, g.words) for g in self._groups]
        if same and old is not None:
            self._groups, self._entries = groups, entries
            self._read(new)
            if groups:
                for place, group in enumerate(groups):
                    top = self.index(place, 0)
                    self.dataChanged.emit(top, top)
                    if group.words:
                        last = self.index(len(group.words) - 1, 0, top)
                        self.dataChanged.emit(self.index(0, 0, top), last)
            return False
        self.beginResetModel()
        self._groups, self._entries = groups, entries
        self._read(new)
        self.endResetModel()
        return True

    def _read(self, snapshot: Snapshot) -> None:
        self._styles = group_styles([group.name for group in self._groups], self._groups)
        table = snapshot.table
        ids = {key for group in self._entries for entry in group for key in (entry.pieces,)}
        if table is not None:
            self._shown = {key: "·".join(table.vocabulary.shown(id_) for id_ in key) for key in ids}

    # ---- tree --------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, child: _Index = QModelIndex()) -> Any:  # noqa: B008 - Qt's signature
        if not child.isValid() or child.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self._groups)
        return len(self._groups[parent.row()].words) if parent.internalId() == _TOP else 0

    def columnCount(self, _parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 1

    @staticmethod
    def place(index: _Index) -> tuple[int, int | None]:
        """Place of the group, and of the word in it or None for the group itself."""
        if index.internalId() == _TOP:
            return index.row(), None
        return index.internalId() - 1, index.row()

    def word_index(self, group: int, word: int) -> QModelIndex:
        """Index of a word."""
        return self.index(word, 0, self.index(group, 0))

    def entry(self, group: int, word: int) -> WordEntry | None:
        """What became of a word; None before it is read."""
        if group < len(self._entries) and word < len(self._entries[group]):
            return self._entries[group][word]
        return None

    # ---- data --------------------------------------------------------------------------------------

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        group_at, word_at = self.place(index)
        group = self._groups[group_at]
        if word_at is None:
            return self._group_data(group, group_at, role)
        entry = self.entry(group_at, word_at)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return group.words[word_at]
        if role == EntryRole:
            return entry
        if role == ShownRole:
            one = entry is not None and entry.state is WordState.ROW
            return self._shown.get(entry.pieces, group.words[word_at]) if one else group.words[word_at]
        if role == DetailRole:
            return self._detail(entry)
        if role == StyleRole:
            return self._styles[group_at]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tool_tip(entry)
        return None

    def _group_data(self, group: WordGroup, place: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return group.name
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if group.visible else Qt.CheckState.Unchecked
        if role == StyleRole:
            return self._styles[place]
        if role == GroupRole:
            return group
        if role == DetailRole:
            return str(len(group.words))
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for what a view wants to set; what comes of it is drawn with the next snapshot."""
        group, word = self.place(index)
        if role == Qt.ItemDataRole.CheckStateRole and word is None:
            self.visibility_asked.emit(group, Qt.CheckState(value) == Qt.CheckState.Checked)
        return False

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.isValid() and index.internalId() == _TOP:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def _detail(self, entry: WordEntry | None) -> str:
        if entry is None:
            return ""
        if entry.state is WordState.ROW:
            return str(entry.pieces[0])
        return {
            WordState.MEAN: f"mean of {len(entry.pieces)}",
            WordState.PIECES: f"{len(entry.pieces)} pieces",
            WordState.SPLIT: f"{len(entry.pieces)} tokens",
            WordState.UNKNOWN: "not here",
            WordState.REPEATED: "repeated",
            WordState.NO_DIRECTION: "no direction",
        }[entry.state]

    def _tool_tip(self, entry: WordEntry | None) -> str:
        if entry is None:
            return ""
        pieces = self._shown.get(entry.pieces, "")
        if entry.state is WordState.ROW:
            return f"{pieces}, token {entry.pieces[0]}"
        return {
            WordState.MEAN: f"The mean of the rows of {pieces}",
            WordState.PIECES: f"Drawn as its pieces: {pieces}",
            WordState.SPLIT: f"Not one token but {len(entry.pieces)}: {pieces}. It is left out of the map.",
            WordState.UNKNOWN: "This table has no row for it.",
            WordState.REPEATED: "Its row is on the map already.",
            WordState.NO_DIRECTION: "Its row is zero or not finite, so it has no direction.",
        }[entry.state]
