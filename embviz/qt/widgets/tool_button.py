"""Small buttons with an icon, at the head of a dock."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton


def tool_button(tip: str, name: str = "") -> QToolButton:
    """Make a button; its icon comes with the theme.

    Parameters
    ----------
    tip
        What it does, as its tool tip says.
    name
        For screen readers, when it is not the tip.
    """
    button = QToolButton()
    button.setToolTip(tip)
    button.setAccessibleName(name or tip)
    button.setProperty("fit", "small")
    return button
