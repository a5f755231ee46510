"""Groups and words as the rows of a Qt tree model, kept true to snapshots with the fewest changes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex

from embviz.core.figure import GroupStyle, group_styles
from embviz.qt.panels.word_rows import is_split
from embviz.qt.panels.word_steps import changed_runs, runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from embviz.core.edits import WordPlace
    from embviz.core.snapshot import Snapshot, WordKey
    from embviz.core.vocabulary import Vocabulary
    from embviz.core.words import WordEntry, WordGroup, WordReading

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
TOP = 0
"""Internal id of a group's index; a word's is the lasting number of its group."""


@dataclass(eq=False)
class Branch:
    """A group in the tree. Its number lasts, while its place changes."""

    number: int
    group: WordGroup
    style: GroupStyle
    words: list[str] = field(default_factory=list)
    entries: list[WordEntry | None] = field(default_factory=list)
    picked: int = 0


class BranchModel(QAbstractItemModel):
    """Two levels of rows: groups, and the words of each.

    Rows that stay are never reset, so views keep what is unfolded, current and in sight.
    """

    def __init__(self) -> None:
        super().__init__()
        self._branches: list[Branch] = []
        self._places: dict[int, int] = {}
        self._numbers = itertools.count(1)
        self._vocabulary: Vocabulary | None = None
        self._rows_by_key: dict[WordKey, list[WordPlace]] | None = None

    # ---- drawing a snapshot ------------------------------------------------------------------------

    def show_words(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Take the words of a snapshot; the places of groups that were not there before."""
        groups = snapshot.document.groups
        styles = group_styles([group.name for group in groups], groups)
        new = self._sync_groups(groups, styles)
        for place, group in enumerate(groups):
            self._sync_words(place, group.words)
        self._rows_by_key = None
        for place, entries in enumerate(_entries(groups, snapshot.reading)):
            self._sync_data(place, groups[place], styles[place], entries)
        vocabulary = None if snapshot.table is None else snapshot.table.vocabulary
        if vocabulary is not self._vocabulary:
            self._vocabulary = vocabulary
            self._tell_all()
        return new

    def show_picked(self, counts: Sequence[int]) -> None:
        """Take how many words of each group are selected on the map."""
        for place, (branch, count) in enumerate(zip(self._branches, counts, strict=True)):
            if branch.picked != count:
                branch.picked = count
                index = self.index(place, 0)
                self.dataChanged.emit(index, index)

    def _tell_all(self) -> None:
        for place, branch in enumerate(self._branches):
            top = self.index(place, 0)
            self.dataChanged.emit(top, top)
            if branch.words:
                self._tell_words(place, 0, len(branch.words) - 1)

    def _sync_groups(self, groups: Sequence[WordGroup], styles: Sequence[GroupStyle]) -> tuple[int, ...]:
        self._follow_names(groups)
        wanted = {group.name: place for place, group in enumerate(groups)}
        for place in range(len(self._branches) - 1, -1, -1):
            if self._branches[place].group.name not in wanted:
                self.beginRemoveRows(QModelIndex(), place, place)
                del self._branches[place]
                self._number_places()
                self.endRemoveRows()
        self._order_groups([group.name for group in groups])
        new = []
        for place, group in enumerate(groups):
            if place < len(self._branches) and self._branches[place].group.name == group.name:
                continue
            branch = Branch(
                next(self._numbers), group, styles[place], list(group.words), [None] * len(group.words)
            )
            self.beginInsertRows(QModelIndex(), place, place)
            self._branches.insert(place, branch)
            self._number_places()
            self.endInsertRows()
            new.append(place)
        return tuple(new)

    def _follow_names(self, groups: Sequence[WordGroup]) -> None:
        """Find groups that have another name now: the same words, or alone in having changed."""
        names = {group.name for group in groups}
        known = {branch.group.name for branch in self._branches}
        lost = [branch for branch in self._branches if branch.group.name not in names]
        found = [group for group in groups if group.name not in known]
        only = len(lost) == len(found) == 1 and len(groups) == len(self._branches) > 1
        for branch in lost:
            same = [group for group in found if only or (group.words and group.words == branch.group.words)]
            if same:
                branch.group = same[0]
                found.remove(same[0])

    def _order_groups(self, names: Sequence[str]) -> None:
        """Move groups that are there into the order of the names, one by one."""
        present = {branch.group.name for branch in self._branches}
        wanted = [name for name in names if name in present]
        place = 0
        while place < len(wanted):
            now = [branch.group.name for branch in self._branches]
            if now[place] == wanted[place]:
                place += 1
            elif place + 1 < len(now) and now[place + 1] == wanted[place]:
                self._move_group(place, wanted.index(now[place]))
            else:
                self._move_group(now.index(wanted[place]), place)

    def _move_group(self, source: int, to: int) -> None:
        before = to + 1 if to > source else to
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), before)
        self._branches.insert(to, self._branches.pop(source))
        self._number_places()
        self.endMoveRows()

    def _number_places(self) -> None:
        self._places = {branch.number: place for place, branch in enumerate(self._branches)}

    def _sync_words(self, place: int, words: Sequence[str]) -> None:
        branch = self._branches[place]
        if len(branch.words) == len(words) and branch.words == list(words):
            return
        parent = self.index(place, 0)
        removed, inserted = changed_runs(branch.words, words)
        for first, last in removed:
            self.beginRemoveRows(parent, first, last)
            del branch.words[first : last + 1]
            del branch.entries[first : last + 1]
            self.endRemoveRows()
        for first, last in inserted:
            self.beginInsertRows(parent, first, last)
            branch.words[first:first] = words[first : last + 1]
            branch.entries[first:first] = [None] * (last + 1 - first)
            self.endInsertRows()

    def _sync_data(
        self, place: int, group: WordGroup, style: GroupStyle, entries: list[WordEntry | None]
    ) -> None:
        branch = self._branches[place]
        if branch.group is not group or branch.style != style:
            branch.group, branch.style = group, style
            top = self.index(place, 0)
            self.dataChanged.emit(top, top)
        if branch.entries == entries:
            return
        changed = [
            at
            for at, (old, new) in enumerate(zip(branch.entries, entries, strict=True))
            if old is not new and old != new
        ]
        branch.entries = entries
        for first, last in runs(changed):
            self._tell_words(place, first, last)

    def _tell_words(self, place: int, first: int, last: int) -> None:
        number = self._branches[place].number
        self.dataChanged.emit(self.createIndex(first, 0, number), self.createIndex(last, 0, number))

    # ---- tree --------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        if not parent.isValid():
            if column == 0 and 0 <= row < len(self._branches):
                return self.createIndex(row, 0, TOP)
        elif parent.internalId() == TOP:
            branch = self._branches[parent.row()]
            if column == 0 and 0 <= row < len(branch.words):
                return self.createIndex(row, 0, branch.number)
        return QModelIndex()

    def parent(self, child: Index = _NOWHERE) -> Any:
        number = child.internalId() if child.isValid() else TOP
        return QModelIndex() if number == TOP else self.createIndex(self._places[number], 0, TOP)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._branches)
        return len(self._branches[parent.row()].words) if parent.internalId() == TOP else 0

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        return self.rowCount(parent) > 0

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        return 1

    def place(self, index: Index) -> tuple[int, int | None]:
        """Place of the group, and of the word in it or None for the group itself."""
        number = index.internalId()
        if number == TOP:
            return index.row(), None
        return self._places[number], index.row()

    def word_index(self, group: int, word: int) -> QModelIndex:
        """Index of a word."""
        return self.index(word, 0, self.index(group, 0))

    def entry(self, group: int, word: int) -> WordEntry | None:
        """What became of a word; None before it is read."""
        return self._branches[group].entries[word]

    def find(self, group: int, text: str) -> int | None:
        """Place of a word in a group; None when it is not there."""
        words = self._branches[group].words
        return words.index(text) if text in words else None

    def is_tall(self, index: Index) -> bool:
        """Whether a word's row has a second line for its pieces."""
        number = index.internalId()
        return number != TOP and is_split(self._branches[self._places[number]].entries[index.row()])

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of words of each group."""
        return tuple(len(branch.words) for branch in self._branches)

    def places_of(self, keys: Iterable[WordKey]) -> list[WordPlace]:
        """Places of the words whose points have these keys, in order."""
        if self._rows_by_key is None:
            self._rows_by_key = {}
            for place, branch in enumerate(self._branches):
                for at, entry in enumerate(branch.entries):
                    for key in () if entry is None else entry.keys:
                        self._rows_by_key.setdefault(key, []).append((place, at))
        return sorted({place for key in keys for place in self._rows_by_key.get(key, ())})


def _entries(groups: Sequence[WordGroup], reading: WordReading | None) -> Iterator[list[WordEntry | None]]:
    """What became of the words of each group.

    A reading lags behind an edit: then words are found in it by their text, so that what is known of them
    does not flicker.
    """
    known = () if reading is None else reading.entries
    by_text: dict[str, WordEntry] | None = None
    for place, group in enumerate(groups):
        entries = known[place] if place < len(known) else ()
        if len(entries) == len(group.words) and all(
            entry.text == word for entry, word in zip(entries, group.words, strict=True)
        ):
            yield list(entries)
            continue
        if by_text is None:
            by_text = {entry.text: entry for read in reversed(known) for entry in reversed(read)}
        yield [by_text.get(word) for word in group.words]
