"""The Words dock: the groups and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout

from embviz.core.wording import count
from embviz.qt.icons import icon
from embviz.qt.intents import Select
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.word_branches import GROUP_HEIGHT, WORD_HEIGHT, is_group
from embviz.qt.panels.word_commands import WordCommands
from embviz.qt.panels.word_delegate import WordDelegate
from embviz.qt.panels.word_line import WordLine
from embviz.qt.panels.word_model import WordModel
from embviz.qt.panels.word_split_bar import SplitBar
from embviz.qt.panels.word_steps import runs
from embviz.qt.panels.word_tree import INDENT, WordTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from embviz.core.edits import WordPlace
    from embviz.core.snapshot import Snapshot, WordKey
    from embviz.qt.theme import Theme

_REPLACE = QItemSelectionModel.SelectionFlag.ClearAndSelect
_USUAL_HEIGHT = 600
"""Pixels that the tree is taken to have before it is shown."""


@dataclass(frozen=True)
class _Marked:
    """Marked rows by name and text, which last when rows go and come."""

    groups: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


class WordsPanel(Panel):
    """A tree of groups and words; selecting words here selects them on the map.

    The tree's own selection is what its commands act on. It follows the map's, and may hold groups and words
    without a point besides.
    """

    name = "words"
    title = "Words"
    area = Area.LEFT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rendering = False
        self._asked: frozenset[WordKey] | None = None
        self.model = WordModel()
        self.delegate = WordDelegate(theme, self.model)
        self.tree = WordTree(theme, self.model, self.delegate)
        self.split_bar = SplitBar()
        self.line = WordLine(theme, self)
        self.commands = WordCommands(self, theme, self.model, self.tree, self.delegate, self.line)
        self._count = QLabel()
        self._count.setTextFormat(Qt.TextFormat.PlainText)
        self._count.setProperty("role", "second")
        self.menu_button = self._build_menu_button()
        self._lay_out()
        self.commands.intent.connect(self.intent)
        self.split_bar.chosen.connect(self.commands.choose_split)
        selection = self.tree.selectionModel()
        selection.selectionChanged.connect(self._on_tree_selection_changed)
        selection.currentChanged.connect(self._on_tree_current_changed)
        self.apply_theme(theme)

    def apply_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.delegate.apply_theme(theme)
        self.tree.apply_theme(theme)
        self.line.popup.apply_theme(theme)
        self.commands.apply_theme(theme)
        self.menu_button.setIcon(icon("menu-dots", theme.second))

    def apply_zoom(self, zoom: float) -> None:
        if zoom != self.delegate.zoom:
            self.delegate.zoom = zoom
            self.model.set_zoom(zoom)
            self.line.popup.apply_zoom(zoom)
            self.tree.setIndentation(round(INDENT * zoom))
            self.tree.doItemsLayout()

    def perform(self, name: str) -> None:
        self.commands.perform(name)

    # ---- building ----------------------------------------------------------------------------------

    def _build_menu_button(self) -> QToolButton:
        button = QToolButton()
        button.setToolTip("Word lists, groups and more")
        button.setAccessibleName("Menu of the words")
        button.setProperty("fit", "large")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._on_menu_about_to_show)
        menu.triggered.connect(self.commands.follow)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        title = QLabel("Words")
        title.setProperty("role", "title")
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 8, 4)
        head.setSpacing(8)
        head.addWidget(title)
        head.addWidget(self._count, 1)
        head.addWidget(self.menu_button)
        foot = QHBoxLayout()
        foot.setContentsMargins(10, 8, 10, 10)
        foot.addWidget(self.line)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.split_bar)
        layout.addLayout(foot)

    # ---- drawing -----------------------------------------------------------------------------------

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        self._rendering = True
        try:
            self._render(old, new)
        finally:
            self._rendering = False

    def _render(self, old: Snapshot | None, new: Snapshot) -> None:
        words_changed = (
            old is None
            or not old.document.has_words_of(new.document)
            or old.reading is not new.reading
            or old.table is not new.table
        )
        selection_changed = old is None or old.selection != new.selection
        marks_changed = (
            words_changed or selection_changed or (old is not None and old.result is not new.result)
        )
        own = selection_changed and self._is_own(new)
        outside = selection_changed and not own
        to_mark = words_changed or (marks_changed and not own)
        marked = self._marked_without_points(new) if to_mark and not outside else _Marked()
        if words_changed:
            self._show_words(new)
        if words_changed or selection_changed:
            self.commands.render_snapshot(new)
        if marks_changed:
            selected = self.model.places_of(new.selection)
            self._count_selected(selected)
            if to_mark:
                self._mark(selected, marked)
            if outside:
                # Another selection was made elsewhere: what was asked for here counts no more.
                self._asked = None
                self._show_one_of(selected)
        if old is None or old.completions is not new.completions:
            self.line.show_completions(new.completions)

    def _show_words(self, new: Snapshot) -> None:
        current = self.tree.currentIndex()
        text, in_group = (current.data(), not is_group(current)) if current.isValid() else ("", False)
        unfolded = self._unfolded()
        fresh = self.model.show_words(new)
        names = [group.name for group in new.document.groups]
        for place in fresh:
            if unfolded.get(names[place]):  # it was moved
                self.tree.expand(self.model.index(place, 0))
        self._unfold(place for place in fresh if names[place] not in unfolded)
        if text and self.tree.currentIndex().data() != text:
            self._make_current(text, in_group=in_group)
        groups = new.document.groups
        words = sum(len(group.words) for group in groups)
        self._count.setText(f"{words:,} in {count(len(groups), 'group', 'groups')}" if groups else "none yet")
        self.split_bar.show_reading(new.reading)
        self._name_target()
        if self.line.hasFocus():
            self.commands.show_newest()

    def _unfold(self, fresh: Iterable[int]) -> None:
        """Unfold new groups from the top, as long as the headings of all groups stay in sight.

        A group that came alone is unfolded at all events.
        """
        places = tuple(fresh)
        if not places:
            return
        zoom = self.delegate.zoom
        heights = [round(size * WORD_HEIGHT * zoom) for size in self.model.sizes]
        used = round(self.model.rowCount() * GROUP_HEIGHT * zoom)
        used += sum(
            height
            for place, height in enumerate(heights)
            if place not in places and self.tree.isExpanded(self.model.index(place, 0))
        )
        room = self.tree.viewport().height() if self.tree.isVisible() else _USUAL_HEIGHT
        for place in places:
            if len(places) == 1 or used + heights[place] <= room:
                used += heights[place]
                self.tree.expand(self.model.index(place, 0))

    def _unfolded(self) -> dict[str, bool]:
        """Which groups are unfolded, by name."""
        groups = (self.model.index(place, 0) for place in range(self.model.rowCount()))
        return {group.data(): self.tree.isExpanded(group) for group in groups}

    def _make_current(self, text: str, *, in_group: bool) -> None:
        """Follow a word or group that was moved: for the tree it went and came."""
        for group in range(self.model.rowCount()):
            if not in_group:
                if self.model.index(group, 0).data() == text:
                    self.tree.set_current_quietly(self.model.index(group, 0))
                    return
                continue
            found = self.model.find(group, text)
            if found is not None:
                self.tree.set_current_quietly(self.model.word_index(group, found))
                return

    def _name_target(self) -> None:
        """Say in the empty line which group typed words go to."""
        target = self.commands.target
        name = "" if target is None else self.model.index(target, 0).data()
        self.line.setPlaceholderText(f"Add words to {name} …" if name not in ("", "words") else "Add words …")

    def _marked_without_points(self, snapshot: Snapshot) -> _Marked:
        """Rows that are marked here but cannot be selected on the map: groups, and words without a point."""
        groups, words = self.tree.chosen()
        drawn = frozenset(word.ids for word in snapshot.words) if words else frozenset()
        return _Marked(
            frozenset(self.model.branch(group).group.name for group in groups),
            frozenset(
                self.model.branch(group).words[word]
                for group, word in words
                if not drawn.intersection(self._keys((group, word)))
            ),
        )

    def _is_own(self, snapshot: Snapshot) -> bool:
        """Whether what is selected was selected here, where it is marked already."""
        if self._asked is None:
            return False
        drawn = {word.ids for word in snapshot.words}
        return frozenset(snapshot.selection) == self._asked & drawn

    def _count_selected(self, selected: list[WordPlace]) -> None:
        """Tell each group how many of its words are selected."""
        counts = [0] * self.model.rowCount()
        for group, _ in selected:
            counts[group] += 1
        self.model.show_picked(counts)

    def _mark(self, selected: list[WordPlace], marked: _Marked) -> None:
        """Mark the rows of the selected words, and of those that were marked besides; asks for nothing."""
        words = list(selected)
        # A group that got another name is still marked; one that was moved is known by its name.
        still = set(self.tree.chosen()[0]) if marked.groups else set()
        groups = []
        for group in range(self.model.rowCount()):
            branch = self.model.branch(group)
            if group in still or branch.group.name in marked.groups:
                groups.append(group)
            if marked.words:
                words += [(group, at) for at, text in enumerate(branch.words) if text in marked.words]
        whole = set(groups)
        words = [place for place in words if place[0] not in whole]
        self.tree.selectionModel().select(self._selection(groups, sorted(set(words))), _REPLACE)

    def _selection(self, groups: list[int], words: list[WordPlace]) -> QItemSelection:
        selection = QItemSelection()
        for first, last in runs(groups):
            selection.select(self.model.index(first, 0), self.model.index(last, 0))
        by_group: dict[int, list[int]] = {}
        for group, word in words:
            by_group.setdefault(group, []).append(word)
        for group, rows in by_group.items():
            parent = self.model.index(group, 0)
            for first, last in runs(rows):
                selection.select(self.model.index(first, 0, parent), self.model.index(last, 0, parent))
        return selection

    def _show_one_of(self, words: list[WordPlace]) -> None:
        """Bring the first of the words into sight and make it current, or its group where that is folded.

        While words are being typed, the group that they go to stays current, and its new words in sight.
        """
        if self.line.hasFocus() or not words:
            return
        group, word = words[0]
        top = self.model.index(group, 0)
        index = self.model.word_index(group, word) if self.tree.isExpanded(top) else top
        self.tree.set_current_quietly(index)
        self.tree.scrollTo(index)

    # ---- events ------------------------------------------------------------------------------------

    def _on_tree_selection_changed(self, _now: QItemSelection, _before: QItemSelection) -> None:
        if self._rendering:
            return
        groups, words = self.tree.chosen()
        places = [*words, *((group, word) for group in groups for word in range(self.model.sizes[group]))]
        keys = dict.fromkeys(key for place in sorted(places) for key in self._keys(place))
        self._asked = frozenset(keys)
        self.intent.emit(Select(tuple(keys)))

    def _on_tree_current_changed(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self._name_target()

    def _on_menu_about_to_show(self) -> None:
        self.commands.fill_menu(self.menu_button.menu())

    def _keys(self, place: WordPlace) -> tuple[WordKey, ...]:
        entry = self.model.entry(*place)
        return () if entry is None else entry.keys
