"""What is asked of the Words dock by keys, mouse and menus, turned into intents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from embviz.core.snapshot import Snapshot
from embviz.core.typed_words import typed_words
from embviz.io.sets import SET_NAMES, WordSet, open_set
from embviz.io.wordlists import FORMS
from embviz.qt import intents
from embviz.qt.panels import word_files, word_menus
from embviz.qt.panels.word_branches import is_group
from embviz.qt.panels.word_menus import Chosen
from embviz.qt.widgets.style_picker import StylePicker

if TYPE_CHECKING:
    from embviz.core.resolve import SplitPolicy
    from embviz.qt.panels.word_delegate import WordDelegate
    from embviz.qt.panels.word_line import WordLine
    from embviz.qt.panels.word_model import WordModel
    from embviz.qt.panels.word_tree import WordTree
    from embviz.qt.theme import Theme

_Words = tuple[tuple[int, int], ...]


class WordCommands(QObject):
    """Listens to the parts of the dock.

    Signals
    -------
    intent
        What the user asks for.
    """

    intent = Signal(object)

    def __init__(
        self,
        panel: QWidget,
        theme: Theme,
        model: WordModel,
        tree: WordTree,
        delegate: WordDelegate,
        line: WordLine,
    ) -> None:
        super().__init__(panel)
        self._panel = panel
        self._theme = theme
        self._model = model
        self._tree = tree
        self._line = line
        self._snapshot = Snapshot()
        self._styled_group = -1
        self._newest = QPersistentModelIndex()
        self._sets: tuple[WordSet, ...] = ()
        self.picker = StylePicker(theme, panel)
        self._commands = {
            "add-words": self._begin_to_type,
            "new-group": self._add_group,
            "open-words": self._ask_list,
            "add-lists": self._ask_lists,
            "save-words": self._ask_path,
            "rename": self._rename,
            "style": self._style_current,
            "step-up": self._step_up,
            "step-down": self._step_down,
            "copy": self._copy,
            "cut": self._cut,
            "paste": self._paste,
            "delete": self._delete,
            "fold": tree.collapseAll,
            "unfold": tree.expandAll,
        }
        model.visibility_asked.connect(self._on_model_visibility_asked)
        model.rename_asked.connect(self._on_model_rename_asked)
        model.retype_asked.connect(self._on_model_retype_asked)
        model.words_dropped.connect(self._on_model_words_dropped)
        model.group_dropped.connect(self._on_model_group_dropped)
        model.text_dropped.connect(self._on_model_text_dropped)
        model.files_dropped.connect(self._on_model_files_dropped)
        tree.delete_asked.connect(self._delete)
        tree.copy_asked.connect(self._copy)
        tree.cut_asked.connect(self._cut)
        tree.paste_asked.connect(self._paste)
        tree.clear_asked.connect(self._on_tree_clear_asked)
        tree.toggle_asked.connect(self._on_tree_toggle_asked)
        tree.step_asked.connect(self._on_tree_step_asked)
        tree.menu_asked.connect(self._on_tree_menu_asked)
        delegate.style_asked.connect(self._on_delegate_style_asked)
        delegate.split_asked.connect(self._on_delegate_split_asked)
        self.picker.color_picked.connect(self._on_picker_color_picked)
        self.picker.shape_picked.connect(self._on_picker_shape_picked)
        line.text_entered.connect(self._on_line_text_entered)
        line.words_entered.connect(self._on_line_words_entered)
        line.word_typed.connect(self._on_line_word_typed)
        line.left.connect(self._on_line_left)

    def render_snapshot(self, new: Snapshot) -> None:
        """Remember what menus are about, and keep the open style menu true."""
        self._snapshot = new
        if self.picker.isVisible():
            if 0 <= self._styled_group < self._model.rowCount():
                self.picker.show_style(self._model.branch(self._styled_group).style)
            else:
                self.picker.close()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.picker.apply_theme(theme)

    def perform(self, name: str) -> None:
        """Do a command by its name."""
        self._commands[name]()

    @property
    def target(self) -> int | None:
        """Place of the group that typed words go to; None when no row is current."""
        index = self._tree.currentIndex()
        return self._model.place(index)[0] if index.isValid() else None

    def fill_menu(self, menu: QMenu) -> None:
        """Fill the menu of the dock's heading."""
        menu.clear()
        if not self._sets:
            # The sets are files: they are read when a menu is first opened.
            self._sets = tuple(open_set(name) for name in SET_NAMES)
        word_menus.fill_dock_menu(menu, self._snapshot, self._sets)

    def follow(self, action: QAction) -> None:
        """Do what an entry of a menu carries."""
        act = action.data()
        if isinstance(act, intents.Intent):
            self.intent.emit(act)
        elif isinstance(act, str):
            self.perform(act)

    # ---- what is chosen ----------------------------------------------------------------------------

    def _chosen(self) -> Chosen:
        """Selected groups and words; what is current where nothing is selected."""
        groups, words = self._tree.chosen()
        current = self._tree.currentIndex()
        if not groups and not words and current.isValid():
            group, word = self._model.place(current)
            groups, words = ([group], []) if word is None else ([], [(group, word)])
        return Chosen(tuple(groups), tuple(words))

    # ---- words -------------------------------------------------------------------------------------

    def _begin_to_type(self) -> None:
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _add(self, intent: intents.Intent) -> None:
        """Send an intent that adds words, and bring the first group that has grown into sight."""
        before = self._model.sizes
        self.intent.emit(intent)
        after = self._model.sizes
        for group, size in enumerate(after):
            if size > (before[group] if group < len(before) else 0):
                index = self._model.index(group, 0)
                self._tree.expand(index)
                self._newest = QPersistentModelIndex(self._model.word_index(group, size - 1))
                if not self._tree.currentIndex().isValid():
                    self._tree.set_current_quietly(index)
                self.show_newest()
                return

    def show_newest(self) -> None:
        """Bring the word that was added last into sight: rows grow when their words have been read."""
        if not self._newest.isValid():
            return
        self._tree.scrollTo(self._newest)
        group, word = self._model.place(self._newest)
        if word is None or self._model.entry(group, word) is not None:
            self._newest = QPersistentModelIndex()

    def _on_line_text_entered(self, text: str) -> None:
        self._add(intents.AddText(text, self.target))

    def _on_line_words_entered(self, words: tuple[str, ...]) -> None:
        self._add(intents.AddWords(words, self.target))

    def _on_line_word_typed(self, text: str) -> None:
        self.intent.emit(intents.CompleteWord(text))

    def _on_line_left(self) -> None:
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _paste(self) -> None:
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._add(intents.AddText(text, self.target))

    def _copy(self) -> None:
        chosen = self._chosen()
        places: list[tuple[int, int | None]] = [(group, None) for group in chosen.groups]
        places += chosen.words
        if places:
            QGuiApplication.clipboard().setText(self._model.text_of(places))

    def _cut(self) -> None:
        self._copy()
        self._delete()

    def _delete(self) -> None:
        chosen = self._chosen()
        if chosen.groups or chosen.words:
            self.intent.emit(intents.RemoveWords(chosen.words, chosen.groups))

    def _rename(self) -> None:
        index = self._tree.currentIndex()
        if index.isValid():
            self._tree.edit(index)

    def _on_model_retype_asked(self, group: int, word: int, text: str) -> None:
        self.intent.emit(intents.RetypeWord(group, word, text))

    def _on_model_words_dropped(self, places: _Words, group: int, at: int | None) -> None:
        self.intent.emit(intents.MoveWords(tuple(places), group, at))

    def _on_model_text_dropped(self, text: str, group: int | None, at: int | None) -> None:
        typed = typed_words(text)
        if typed.groups or at is None:
            self._add(intents.AddText(text, group))
        else:
            self._add(intents.AddWords(typed.words, group, at))

    def _on_tree_clear_asked(self) -> None:
        self._tree.clearSelection()
        self.intent.emit(intents.Select(()))

    def _on_tree_step_asked(self, step: int) -> None:
        current = self._tree.currentIndex()
        if not current.isValid():
            return
        if is_group(current):
            self.intent.emit(intents.MoveGroup(current.row(), current.row() + step))
            return
        words = self._chosen().words or (self._word_place(current),)
        self.intent.emit(intents.StepWords(words, step))

    def _word_place(self, index: QModelIndex) -> tuple[int, int]:
        return index.parent().row(), index.row()

    def _step_up(self) -> None:
        self._on_tree_step_asked(-1)

    def _step_down(self) -> None:
        self._on_tree_step_asked(1)

    # ---- groups ------------------------------------------------------------------------------------

    def _add_group(self) -> None:
        """Add a group and let its name be typed at once."""
        before = self._model.rowCount()
        self.intent.emit(intents.AddGroup())
        if self._model.rowCount() > before:
            index = self._model.index(self._model.rowCount() - 1, 0)
            self._tree.setCurrentIndex(index)
            self._tree.setFocus(Qt.FocusReason.OtherFocusReason)
            self._tree.edit(index)

    def _on_model_visibility_asked(self, group: int, visible: bool) -> None:
        self.intent.emit(intents.SetGroupVisible(group, visible))

    def _on_model_rename_asked(self, group: int, name: str) -> None:
        self.intent.emit(intents.RenameGroup(group, name))

    def _on_model_group_dropped(self, group: int, to: int) -> None:
        self.intent.emit(intents.MoveGroup(group, to))

    def _on_tree_toggle_asked(self) -> None:
        group = self._tree.currentIndex().row()
        self.intent.emit(intents.SetGroupVisible(group, not self._model.branch(group).group.visible))

    def _style_current(self) -> None:
        index = self._tree.currentIndex()
        if index.isValid():
            self._on_delegate_style_asked(index if is_group(index) else index.parent())

    def _on_delegate_style_asked(self, index: QModelIndex) -> None:
        self._styled_group = index.row()
        rect = self._tree.visualRect(index)
        place = self._tree.viewport().mapToGlobal(QPoint(rect.left(), rect.bottom() + 2))
        self.picker.open_at(place, self._model.branch(index.row()).style)

    def _on_picker_color_picked(self, color: int) -> None:
        self.intent.emit(intents.StyleGroup(self._styled_group, color=color))

    def _on_picker_shape_picked(self, shape: int) -> None:
        self.intent.emit(intents.StyleGroup(self._styled_group, shape=shape))

    # ---- split words -------------------------------------------------------------------------------

    def choose_split(self, policy: SplitPolicy) -> None:
        """Say what becomes of all split words."""
        self.intent.emit(intents.ChooseSplit(policy))

    def _on_delegate_split_asked(self, index: QModelIndex) -> None:
        entry = self._model.entry(*self._word_place(index))
        if entry is None:
            return
        menu = self._menu()
        word_menus.fill_split_menu(menu, [entry])
        rect = self._tree.visualRect(index)
        menu.popup(self._tree.viewport().mapToGlobal(QPoint(rect.right() - 110, rect.bottom())))

    # ---- menus and files ---------------------------------------------------------------------------

    def _on_tree_menu_asked(self, place: QPoint, index: QModelIndex) -> None:
        menu = self._menu()
        if index.isValid():
            word_menus.fill_context_menu(menu, self._snapshot, self._chosen(), self._theme)
        else:
            self.fill_menu(menu)
        menu.popup(place)

    def _menu(self) -> QMenu:
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.triggered.connect(self.follow)
        return menu

    def _ask_list(self) -> None:
        name = word_files.ask_list(self._panel)
        if name:
            self.intent.emit(intents.LoadWords(name))

    def _ask_lists(self) -> None:
        names = word_files.ask_lists(self._panel)
        if names:
            self.intent.emit(intents.AddWordLists(names))

    def _ask_path(self) -> None:
        path = word_files.ask_path(self._panel)
        if path is not None:
            self.intent.emit(intents.SaveWords(path))

    def _on_model_files_dropped(self, paths: tuple[str, ...]) -> None:
        """Add word lists to the present words; what else is dropped here is opened as anywhere else."""
        suffixes = {suffix for form in FORMS.values() for suffix in form.suffixes}
        lists = all(Path(path).suffix.lower() in suffixes for path in paths)
        self.intent.emit(intents.AddWordLists(tuple(paths)) if lists else intents.OpenPaths(tuple(paths)))
