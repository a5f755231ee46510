"""Groups and words as the rows of a Qt tree model, kept true to snapshots with the fewest changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from embviz.core.figure import GroupStyle, group_styles
from embviz.core.wording import count
from embviz.core.words import WordState
from embviz.qt.panels.word_rows import WordRow, is_split, word_row
from embviz.qt.panels.word_steps import changed_runs, runs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from embviz.core.edits import WordPlace
    from embviz.core.snapshot import Snapshot, WordKey
    from embviz.core.vocabulary import Vocabulary
    from embviz.core.words import WordEntry, WordGroup, WordReading

Index = QModelIndex | QPersistentModelIndex
GROUP_HEIGHT, WORD_HEIGHT, SPLIT_HEIGHT = 30, 23, 41
"""Pixels of rows at the usual size of type."""

_WIDTH = 120
_MOST_RUNS = 20


@dataclass(eq=False)
class Branch:
    """A group in the tree, with what became of its words; ``picked`` of them are selected on the map."""

    group: WordGroup
    style: GroupStyle
    words: list[str] = field(default_factory=list)
    entries: list[WordEntry | None] = field(default_factory=list)
    picked: int = 0


class BranchModel(QStandardItemModel):
    """Two levels of rows: groups, and the words of each.

    Rows that stay are never reset, so views keep what is unfolded, current and in sight. The items hold only
    what Qt asks of every row when it lays the tree out (text, height, what a screen reader says), so that
    thousands of rows are laid out without a call into Python; what is painted is asked for row by row.
    """

    def __init__(self) -> None:
        super().__init__()
        self._branches: list[Branch] = []
        self._vocabulary: Vocabulary | None = None
        self._zoom = 1.0

    # ---- drawing a snapshot ------------------------------------------------------------------------

    def show_words(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Take the words of a snapshot; the places of groups that came or were moved, whose rows are new."""
        groups = snapshot.document.groups
        styles = group_styles([group.name for group in groups], groups)
        new = self._sync_groups(groups, styles)
        for place, group in enumerate(groups):
            self._sync_words(place, group.words)
        vocabulary = None if snapshot.table is None else snapshot.table.vocabulary
        retold = vocabulary is not self._vocabulary
        self._vocabulary = vocabulary
        for place, entries in enumerate(_entries(groups, snapshot.reading)):
            self._sync_data(place, groups[place], styles[place], entries, retold=retold)
        return new

    def show_picked(self, counts: Sequence[int]) -> None:
        """Take how many words of each group are selected on the map."""
        for place, (branch, picked) in enumerate(zip(self._branches, counts, strict=True)):
            if branch.picked != picked:
                branch.picked = picked
                index = self.index(place, 0)
                self.dataChanged.emit(index, index)

    def set_zoom(self, zoom: float) -> None:
        """Make all rows higher or lower; views have to be laid out again."""
        self._zoom = zoom
        with QSignalBlocker(self):
            for place, branch in enumerate(self._branches):
                top = self.item(place)
                top.setSizeHint(self._size(GROUP_HEIGHT))
                for word, entry in enumerate(branch.entries):
                    top.child(word).setSizeHint(self._word_size(entry))

    def _sync_groups(self, groups: Sequence[WordGroup], styles: Sequence[GroupStyle]) -> tuple[int, ...]:
        self._follow_names(groups)
        wanted = {group.name for group in groups}
        for place in range(len(self._branches) - 1, -1, -1):
            if self._branches[place].group.name not in wanted:
                del self._branches[place]
                self.removeRow(place)
        staying, _ = changed_runs([branch.group.name for branch in self._branches], [g.name for g in groups])
        moving = {}
        for first, last in staying:  # last places first
            for place in range(last, first - 1, -1):
                branch = self._branches.pop(place)
                moving[branch.group.name] = (branch, self.takeRow(place))
        new = []
        for place, group in enumerate(groups):
            if place < len(self._branches) and self._branches[place].group.name == group.name:
                continue
            if group.name in moving:
                branch, row = moving[group.name]
            else:
                branch, row = self._new_branch(group, styles[place])
            self._branches.insert(place, branch)
            self.insertRow(place, row)
            new.append(place)
        return tuple(new)

    def _new_branch(self, group: WordGroup, style: GroupStyle) -> tuple[Branch, list[QStandardItem]]:
        top = QStandardItem(group.name)
        top.setSizeHint(self._size(GROUP_HEIGHT))
        top.insertRows(0, self._new_items(group.words))
        return Branch(group, style, list(group.words), [None] * len(group.words)), [top]

    def _new_items(self, words: Sequence[str]) -> list[QStandardItem]:
        size = self._size(WORD_HEIGHT)
        # Clones of one with this size would take half the time; but PySide takes no note when a clone is
        # deleted, and crashes when something else comes to lie where it lay.
        items = [QStandardItem(word) for word in words]
        for item in items:
            item.setSizeHint(size)
        return items

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

    def _sync_words(self, place: int, words: Sequence[str]) -> None:
        branch = self._branches[place]
        if len(branch.words) == len(words) and branch.words == list(words):
            return
        top = self.item(place)
        removed, inserted = changed_runs(branch.words, words)
        if len(removed) + len(inserted) > _MOST_RUNS:
            # Views take their time for each run: many are cheaper as one.
            removed, inserted = [(0, len(branch.words) - 1)], [(0, len(words) - 1)]
        for first, last in removed:
            del branch.words[first : last + 1]
            del branch.entries[first : last + 1]
            top.removeRows(first, last + 1 - first)
        for first, last in inserted:
            branch.words[first:first] = words[first : last + 1]
            branch.entries[first:first] = [None] * (last + 1 - first)
            top.insertRows(first, self._new_items(words[first : last + 1]))

    def _sync_data(
        self,
        place: int,
        group: WordGroup,
        style: GroupStyle,
        entries: list[WordEntry | None],
        *,
        retold: bool,
    ) -> None:
        branch, top = self._branches[place], self.item(place)
        if branch.group is not group or branch.style != style or not top.accessibleText():
            branch.group, branch.style = group, style
            with QSignalBlocker(self):
                top.setText(group.name)
                top.setCheckState(Qt.CheckState.Checked if group.visible else Qt.CheckState.Unchecked)
                hidden = "" if group.visible else ", left out of the map"
                top.setAccessibleText(f"{group.name}, {count(len(group.words), 'word', 'words')}{hidden}")
            self.dataChanged.emit(top.index(), top.index())
        changed = [
            at
            for at, (old, new) in enumerate(zip(branch.entries, entries, strict=True))
            if retold or (old is not new and old != new)
        ]
        before, branch.entries = branch.entries, entries
        with QSignalBlocker(self):
            for word in changed:
                old, new = before[word], entries[word]
                if is_split(old) != is_split(new):
                    top.child(word).setSizeHint(self._word_size(new))
                # A word that simply is a row needs no other words for a screen reader.
                plain = _is_plain(new)
                if not plain or not _is_plain(old):
                    top.child(word).setAccessibleText("" if plain else self._row(branch, word).spoken)
        for first, last in runs(changed):
            self.dataChanged.emit(top.child(first).index(), top.child(last).index())

    def _word_size(self, entry: WordEntry | None) -> QSize:
        return self._size(SPLIT_HEIGHT if is_split(entry) else WORD_HEIGHT)

    def _size(self, height: int) -> QSize:
        return QSize(_WIDTH, round(height * self._zoom))

    # ---- what stands where -------------------------------------------------------------------------

    @staticmethod
    def place(index: Index) -> tuple[int, int | None]:
        """Place of the group, and of the word in it or None for the group itself."""
        parent = index.parent()
        return (parent.row(), index.row()) if parent.isValid() else (index.row(), None)

    def word_index(self, group: int, word: int) -> QModelIndex:
        """Index of a word."""
        return self.index(word, 0, self.index(group, 0))

    def branch(self, group: int) -> Branch:
        """A group, with what became of its words."""
        return self._branches[group]

    def row(self, index: Index) -> WordRow:
        """What the row of a word says."""
        return self._row(self._branches[index.parent().row()], index.row())

    def entry(self, group: int, word: int) -> WordEntry | None:
        """What became of a word; None before it is read."""
        return self._branches[group].entries[word]

    def find(self, group: int, text: str) -> int | None:
        """Place of a word in a group; None when it is not there."""
        words = self._branches[group].words
        return words.index(text) if text in words else None

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of words of each group."""
        return tuple(len(branch.words) for branch in self._branches)

    def places_of(self, keys: Collection[WordKey]) -> list[WordPlace]:
        """Places of the words whose points have these keys, in order."""
        if not keys:
            return []
        wanted = frozenset(keys)
        return [
            (place, at)
            for place, branch in enumerate(self._branches)
            for at, entry in enumerate(branch.entries)
            if entry is not None and not wanted.isdisjoint(entry.keys)
        ]

    def _row(self, branch: Branch, word: int) -> WordRow:
        return word_row(branch.words[word], branch.entries[word], self._vocabulary)


def _is_plain(entry: WordEntry | None) -> bool:
    return entry is None or (entry.state is WordState.ROW and not entry.taken_as)


def is_group(index: Index) -> bool:
    """Whether an index is a group's, and not a word's."""
    return not index.parent().isValid()


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
