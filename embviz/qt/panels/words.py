"""The Words dock: the groups and their words."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QTreeView, QVBoxLayout, QWidget

from embviz.core.snapshot import Snapshot
from embviz.qt.intents import Select, SetGroupVisible
from embviz.qt.panels.base import Area, Panel
from embviz.qt.panels.word_delegate import WordDelegate
from embviz.qt.panels.word_model import WordModel
from embviz.qt.theme import Theme


class WordsPanel(Panel):
    """A tree of groups and words; selecting words here selects them on the map."""

    name = "words"
    title = "Words"
    area = Area.LEFT

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = WordModel()
        self.delegate = WordDelegate(theme)
        self.tree = self._build_tree()
        title = QLabel("Words")
        title.setProperty("role", "title")
        self._count = QLabel()
        self._count.setProperty("role", "second")
        head = QHBoxLayout()
        head.setContentsMargins(12, 12, 10, 6)
        head.setSpacing(8)
        head.addWidget(title)
        head.addWidget(self._count, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.tree, 1)
        self.model.visibility_asked.connect(self._on_model_visibility_asked)
        self.tree.selectionModel().selectionChanged.connect(self._on_tree_selection_changed)

    def apply_theme(self, theme: Theme) -> None:
        self.delegate.apply_theme(theme)
        self.tree.viewport().update()

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        if (
            old is None
            or old.document is not new.document
            or old.reading is not new.reading
            or old.table is not new.table
        ):
            with QSignalBlocker(self.tree.selectionModel()):
                if self.model.show_words(old, new):
                    self.tree.expandAll()
            words = sum(len(group.words) for group in new.document.groups)
            groups = len(new.document.groups)
            self._count.setText(f"{words:,} in {groups} group{'' if groups == 1 else 's'}")
            self._show_selection(new)
        elif old.selection is not new.selection or old.result is not new.result:
            self._show_selection(new)

    def _build_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setModel(self.model)
        tree.setItemDelegate(self.delegate)
        tree.setHeaderHidden(True)
        tree.setIndentation(20)
        tree.setMouseTracking(True)
        tree.setUniformRowHeights(False)
        tree.setExpandsOnDoubleClick(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setAccessibleName("Groups and words")
        return tree

    def _show_selection(self, snapshot: Snapshot) -> None:
        """Mark the rows of the selected words, without asking for anything."""
        chosen = set(snapshot.selection)
        marked = QItemSelection()
        for group, entries in enumerate(() if snapshot.reading is None else snapshot.reading.entries):
            for word, entry in enumerate(entries):
                if chosen.intersection(entry.keys):
                    index = self.model.word_index(group, word)
                    marked.select(index, index)
        selection = self.tree.selectionModel()
        with QSignalBlocker(selection):
            selection.select(marked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.tree.viewport().update()

    def _on_model_visibility_asked(self, group: int, visible: bool) -> None:
        self.intent.emit(SetGroupVisible(group, visible))

    def _on_tree_selection_changed(self, _now: QItemSelection, _before: QItemSelection) -> None:
        keys = [key for index in self.tree.selectionModel().selectedIndexes() for key in self._keys(index)]
        self.intent.emit(Select(tuple(dict.fromkeys(keys))))

    def _keys(self, index: QModelIndex) -> tuple[tuple[int, ...], ...]:
        group, word = self.model.place(index)
        if word is not None:
            entry = self.model.entry(group, word)
            return () if entry is None else entry.keys
        rows = range(self.model.rowCount(index))
        return tuple(key for row in rows for key in self._keys(self.model.word_index(group, row)))
