"""The menus of the Words dock. Every entry carries an intent, or the name of a command of the panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QIcon, QKeySequence

from embviz.core.figure import GroupStyle, group_styles
from embviz.core.resolve import SplitPolicy
from embviz.core.words import WordState
from embviz.qt import intents
from embviz.qt.panels.word_rows import POLICY_TITLES, is_split
from embviz.qt.widgets.glyph import glyph_pixmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QMenu, QWidget

    from embviz.core.edits import WordPlace
    from embviz.core.snapshot import Snapshot
    from embviz.core.words import WordEntry
    from embviz.io.sets import WordSet
    from embviz.qt.theme import Theme

Act = intents.Intent | str | None

_STATES = {WordState.MEAN: SplitPolicy.MEAN, WordState.PIECES: SplitPolicy.PIECES}


@dataclass(frozen=True)
class Chosen:
    """What a context menu is about: selected groups, and words of other groups."""

    groups: tuple[int, ...] = ()
    words: tuple[WordPlace, ...] = ()


def add_action(
    menu: QMenu,
    text: str,
    act: Act,
    *,
    keys: str = "",
    tip: str = "",
    icon: QIcon | None = None,
    checked: bool | None = None,
    enabled: bool = True,
) -> QAction:
    """Add an entry; ``keys`` are shown, not set: the views themselves take them."""
    shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    action = menu.addAction(f"{text}\t{shown}" if keys else text)
    action.setData(act)
    action.setEnabled(enabled)
    if tip:
        action.setToolTip(tip)
    if icon is not None:
        action.setIcon(icon)
    if checked is not None:
        action.setCheckable(True)
        action.setChecked(checked)
    return action


def fill_dock_menu(menu: QMenu, snapshot: Snapshot, sets: Sequence[WordSet]) -> None:
    """Fill the menu in the dock's heading: everything that has no place of its own."""
    groups = snapshot.document.groups
    add_action(menu, "Add &words …", "add-words", keys="Ctrl+L")
    add_action(menu, "&Paste words", "paste", keys="Ctrl+V")
    add_action(menu, "New &group", "new-group", keys="Ctrl+Shift+N")
    menu.addSeparator()
    _add_sets(menu, sets)
    add_action(
        menu, "&Open word list …", "open-words", keys="Ctrl+Shift+O", tip="In the place of these words"
    )
    add_action(menu, "Add wor&d lists …", "add-lists", tip="Beside these words")
    add_action(menu, "&Save word list …", "save-words", keys="Ctrl+Shift+S", enabled=bool(groups))
    menu.addSeparator()
    _add_split(menu, "What becomes of split words", _split_entries(snapshot, None), all_words=True)
    left_out = snapshot.reading is not None and any(
        entry.state not in (WordState.ROW, WordState.MEAN, WordState.PIECES)
        for entries in snapshot.reading.entries
        for entry in entries
    )
    add_action(menu, "&Remove words that are left out", intents.RemoveLeftOut(), enabled=left_out)
    menu.addSeparator()
    add_action(menu, "&Unfold all groups", "unfold", enabled=bool(groups))
    add_action(menu, "&Fold all groups", "fold", enabled=bool(groups))
    everything = tuple(range(len(groups)))
    hidden = not all(group.visible for group in groups)
    add_action(menu, "Draw all groups", intents.ShowOnlyGroups(everything), enabled=hidden)
    menu.addSeparator()
    add_action(menu, "Delete all words", intents.RemoveWords(groups=everything), enabled=bool(groups))


def fill_context_menu(menu: QMenu, snapshot: Snapshot, chosen: Chosen, theme: Theme) -> None:
    """Fill the menu of selected groups and words."""
    if chosen.groups and not chosen.words:
        _fill_group_menu(menu, snapshot, chosen)
    else:
        _fill_word_menu(menu, snapshot, chosen, theme)


def fill_split_menu(menu: QMenu, entries: list[WordEntry]) -> None:
    """Fill the menu with the three choices for split words."""
    texts = tuple(dict.fromkeys(entry.text for entry in entries))
    _add_choices(menu, entries, texts)


def _fill_group_menu(menu: QMenu, snapshot: Snapshot, chosen: Chosen) -> None:
    groups = snapshot.document.groups
    first = chosen.groups[0]
    if len(chosen.groups) == 1:
        visible = groups[first].visible
        add_action(menu, "&Rename", "rename", keys="F2")
        add_action(menu, "&Colour and glyph …", "style")
        text = "Leave out of the &map" if visible else "Draw on the &map"
        add_action(menu, text, intents.SetGroupVisible(first, not visible), keys="Space")
    add_action(
        menu,
        "Draw &only this" if len(chosen.groups) == 1 else "Draw &only these",
        intents.ShowOnlyGroups(chosen.groups),
    )
    if len(chosen.groups) == 1:
        menu.addSeparator()
        add_action(menu, "Move &up", "step-up", keys="Alt+Up", enabled=first > 0)
        add_action(menu, "Move dow&n", "step-down", keys="Alt+Down", enabled=first + 1 < len(groups))
    split = _split_entries(snapshot, chosen)
    if split:
        _add_split(menu, "Spl&it words", split)
    menu.addSeparator()
    add_action(menu, "Cop&y words", "copy", keys="Ctrl+C")
    add_action(menu, "&Paste words", "paste", keys="Ctrl+V")
    menu.addSeparator()
    what = "group" if len(chosen.groups) == 1 else f"{len(chosen.groups)} groups"
    add_action(menu, f"&Delete {what}", "delete", keys="Del")


def _fill_word_menu(menu: QMenu, snapshot: Snapshot, chosen: Chosen, theme: Theme) -> None:
    groups = snapshot.document.groups
    if len(chosen.words) == 1:
        add_action(menu, "&Change word", "rename", keys="F2")
    move = menu.addMenu("&Move to")
    styles = group_styles([group.name for group in groups], groups)
    homes = {group for group, _ in chosen.words}
    for place, (group, style) in enumerate(zip(groups, styles, strict=True)):
        add_action(
            move,
            group.name.replace("&", "&&"),
            intents.MoveWords(chosen.words, place),
            icon=_glyph_icon(style, theme, menu),
            enabled=homes != {place},
        )
    move.addSeparator()
    add_action(move, "&New group", intents.MoveWords(chosen.words, None))
    split = _split_entries(snapshot, chosen)
    if split:
        menu.addSeparator()
        fill_split_menu(menu, split)
    menu.addSeparator()
    selected = bool(snapshot.selection)
    add_action(
        menu, "&Isolate", intents.Isolate(), keys="I", tip="Draw only the selected words", enabled=selected
    )
    add_action(menu, "Add true n&eighbours", intents.AddNeighbors(), keys="N", enabled=selected)
    menu.addSeparator()
    add_action(menu, "C&ut", "cut", keys="Ctrl+X")
    add_action(menu, "Cop&y", "copy", keys="Ctrl+C")
    add_action(menu, "&Paste words", "paste", keys="Ctrl+V")
    menu.addSeparator()
    count = len(chosen.words)
    add_action(menu, "&Delete" if count == 1 else f"&Delete {count:,} words", "delete", keys="Del")


def _add_sets(menu: QMenu, sets: Sequence[WordSet]) -> None:
    show, add = menu.addMenu("S&how word set"), menu.addMenu("&Add word set")
    for part in (show, add):
        part.setToolTipsVisible(True)
    for found in sets:
        add_action(show, found.title, intents.LoadWords(found.name), tip=found.description)
        add_action(add, found.title, intents.AddWordLists((found.name,)), tip=found.description)


def _add_split(menu: QMenu, title: str, entries: list[WordEntry], *, all_words: bool = False) -> None:
    part = menu.addMenu(title)
    part.setEnabled(bool(entries))
    _add_choices(part, entries, None if all_words else tuple(dict.fromkeys(e.text for e in entries)))


def _add_choices(menu: QMenu, entries: list[WordEntry], texts: tuple[str, ...] | None) -> None:
    now = {_STATES.get(entry.state, SplitPolicy.SKIP) for entry in entries}
    for policy, title in POLICY_TITLES.items():
        add_action(menu, title, intents.ChooseSplit(policy, texts), checked=now == {policy})


def _split_entries(snapshot: Snapshot, chosen: Chosen | None) -> list[WordEntry]:
    """What the split words among the chosen ones became; None for all words."""
    reading = snapshot.reading
    entries = () if reading is None else reading.entries
    places = None if chosen is None else set(chosen.words)
    return [
        entry
        for group, read in enumerate(entries)
        for word, entry in enumerate(read)
        if is_split(entry)
        and (places is None or (group, word) in places or (chosen is not None and group in chosen.groups))
    ]


def _glyph_icon(style: GroupStyle, theme: Theme, widget: QWidget) -> QIcon:
    return QIcon(glyph_pixmap(style, theme, 5.0, widget.devicePixelRatioF()))
