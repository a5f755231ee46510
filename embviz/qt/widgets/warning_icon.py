"""The sign before a caution or a notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

from embviz.qt.icons import pixmap

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_SIDE = 18


class WarningIcon(QLabel):
    """A triangle in the theme's colour, as large as the text."""

    def show_in(self, theme: Theme, zoom: float) -> None:
        """Take colours and size of type."""
        self.setPixmap(pixmap("warning", theme.strip_icon, round(_SIDE * zoom), self.devicePixelRatioF()))
