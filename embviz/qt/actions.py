"""The window's commands as Qt actions, kept true to the snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from embviz.qt.commands import COMMANDS, Command
from embviz.qt.icons import icon
from embviz.qt.intents import Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme


class Actions(QObject):
    """One QAction for each command.

    Signals
    -------
    intent
        What a command asks for.
    """

    intent = Signal(object)

    def __init__(self, parent: QObject, call: Callable[[Command], None]) -> None:
        """``call`` is given commands that are no intents."""
        super().__init__(parent)
        self._call = call
        self._actions = {name: self._build(command) for name, command in COMMANDS.items()}

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> tuple[QAction, ...]:
        """Every action."""
        return tuple(self._actions.values())

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in new colours."""
        for name, action in self._actions.items():
            if COMMANDS[name].icon:
                action.setIcon(
                    icon(COMMANDS[name].icon, theme.second, checked=theme.accent, disabled=theme.line)
                )

    def render_snapshot(self, new: Snapshot) -> None:
        """Set what can be asked for, and what is chosen."""
        for name, action in self._actions.items():
            command = COMMANDS[name]
            action.setEnabled(command.enabled(new))
            if command.checked is not None:
                action.setChecked(command.checked(new))

    def _build(self, command: Command) -> QAction:
        action = QAction(command.text, self.parent())
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setCheckable(command.checked is not None)
        plain = command.text.replace("&", "").removesuffix(" …")
        tip = command.tip or plain
        if command.keys:
            keys = QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
            tip = f"{tip}  ({keys})"
        action.setToolTip(tip)
        action.setIconText(plain)
        action.triggered.connect(lambda: self._trigger(command))
        return action

    def _trigger(self, command: Command) -> None:
        if isinstance(command.act, Intent):
            self.intent.emit(command.act)
        else:
            self._call(command)
