"""The model of the Words dock: what is set, dragged and dropped on its rows becomes a question."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal

from embviz.qt.panels.word_branches import BranchModel, Index
from embviz.qt.panels.word_mime import MIME, Dragged, dropped_files, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class WordModel(BranchModel):
    """Groups and words, and what is set, dragged and dropped on them.

    The model holds no truth: what a view sets or drops is answered with a signal, and drawn with the next
    snapshot.

    Signals
    -------
    visibility_asked
        Place of a group, and whether its words shall be drawn.
    rename_asked
        Place of a group, its new name.
    retype_asked
        Places of a group and of a word in it, the new text.
    words_dropped
        Places of words, place of the group they shall go to, and before which word (None: the end).
    group_dropped
        Place of a group, and the place it shall have.
    text_dropped
        Text from elsewhere, place of a group or None, before which word or None.
    files_dropped
        Paths of files.
    """

    visibility_asked = Signal(int, bool)
    rename_asked = Signal(int, str)
    retype_asked = Signal(int, int, str)
    words_dropped = Signal(object, int, object)
    group_dropped = Signal(int, int)
    text_dropped = Signal(str, object, object)
    files_dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._owner = uuid.uuid4().hex

    # ---- what views ask ----------------------------------------------------------------------------

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for what a view wants to set; what comes of it is drawn with the next snapshot."""
        group, word = self.place(index)
        if role == Qt.ItemDataRole.EditRole:
            if word is None:
                self.rename_asked.emit(group, str(value))
            else:
                self.retype_asked.emit(group, word, str(value))
        elif role == Qt.ItemDataRole.CheckStateRole and word is None:
            self.visibility_asked.emit(group, Qt.CheckState(value) == Qt.CheckState.Checked)
        return False

    # ---- drag and drop -----------------------------------------------------------------------------

    def mimeTypes(self) -> list[str]:
        return [MIME, "text/uri-list", "text/plain"]

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Pack words, or the first of the groups among the indexes."""
        places = [self.place(index) for index in indexes]
        groups = [group for group, word in places if word is None]
        words = sorted((group, word) for group, word in places if word is not None)
        dragged = Dragged(group=groups[0]) if groups else Dragged(tuple(words))
        return pack(dragged, self.text_of(places), self._owner)

    def text_of(self, places: Iterable[tuple[int, int | None]]) -> str:
        """Words as text, one a line; a whole group under its name, as a word list in plain text."""
        chosen = list(places)
        groups = {group for group, word in chosen if word is None}
        lines: list[str] = []
        for group in sorted(groups):
            lines += [f"# {self._branches[group].group.name}", *self._branches[group].words]
        alone = sorted((group, word) for group, word in chosen if word is not None and group not in groups)
        return "\n".join([*(self._branches[group].words[word] for group, word in alone), *lines])

    def dragged(self, data: QMimeData) -> Dragged | None:
        """Return what of this model is dragged."""
        return unpack(data, self._owner, self.sizes)

    def canDropMimeData(
        self, data: QMimeData, _action: Qt.DropAction, _row: int, _column: int, _parent: Index
    ) -> bool:
        return self.dragged(data) is not None or bool(dropped_files(data)) or data.hasText()

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, _column: int, parent: Index
    ) -> bool:
        """Ask for what a drop means.

        Parameters
        ----------
        row, parent
            Words: before this word of this group; row −1 for the end. A group: before this group; row −1 for
            the end.
        """
        if action == Qt.DropAction.IgnoreAction:
            return True
        dragged = self.dragged(data)
        group, at = self._target(row, parent)
        if dragged is None:
            return self._drop_foreign(data, group, at)
        if dragged.group is not None:
            if parent.isValid():
                return False
            to = len(self._branches) if row < 0 else row
            self.group_dropped.emit(dragged.group, to - 1 if to > dragged.group else to)
        elif group is not None:
            self.words_dropped.emit(dragged.words, group, at)
        return True

    def _target(self, row: int, parent: Index) -> tuple[int | None, int | None]:
        """Place of the group that words are dropped into, and before which word."""
        if parent.isValid():
            group, word = self.place(parent)
            if word is not None:
                return group, word
            return group, None if row < 0 or row >= len(self._branches[group].words) else row
        if not self._branches:
            return None, None
        return (len(self._branches) if row < 0 else max(row, 1)) - 1, None

    def _drop_foreign(self, data: QMimeData, group: int | None, at: int | None) -> bool:
        files = dropped_files(data)
        if files:
            self.files_dropped.emit(files)
        elif data.hasText():
            self.text_dropped.emit(data.text(), group, at)
        else:
            return False
        return True
