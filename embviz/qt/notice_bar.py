"""The bar at the top of the window: what happened, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from embviz.qt.icons import icon
from embviz.qt.intents import DismissNotice
from embviz.qt.widgets.warning_icon import WarningIcon

if TYPE_CHECKING:
    from embviz.core.snapshot import Snapshot
    from embviz.qt.theme import Theme


class NoticeBar(QFrame):
    """Shows the newest notice; more are counted, and come up as the newer ones are closed."""

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Notices")
        self._icon = WarningIcon()
        self._text = QLabel()
        # What a notice quotes comes from files: Qt must not guess HTML in it.
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._more = QPushButton()
        self._more.setProperty("role", "link")
        self._more.setToolTip("Close all notices")
        self._more.clicked.connect(self._on_more_clicked)
        self._close = QToolButton()
        self._close.setProperty("fit", "tiny")
        self._close.setToolTip("Close this notice")
        self._close.setAccessibleName("Close this notice")
        self._close.clicked.connect(self._on_close_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._more)
        layout.addWidget(self._close)
        self._shown: Snapshot | None = None
        self._zoom = 1.0
        self.apply_theme(theme)

    @property
    def text(self) -> str:
        """What the bar says; empty when there is nothing to say."""
        return self._text.text()

    def height_for(self, width: int) -> int:
        """Height that the text needs in a bar of this width."""
        more = self._more.sizeHint().width() + 10 if not self._more.isHidden() else 0
        room = width - 14 - 8 - self._icon.sizeHint().width() - self._close.sizeHint().width() - 2 * 10 - more
        return max(self._text.heightForWidth(room) + 16, 34)

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icons in new colours."""
        self._theme = theme
        self._close.setIcon(icon("close", theme.second))
        self._icon.show_in(self._theme, self._zoom)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self._icon.show_in(self._theme, self._zoom)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show the newest notice; the window hides the bar when there is none."""
        if old is not None and old.notices is new.notices:
            return
        self._shown = new
        self._text.setText(new.notices[-1].text if new.notices else "")
        more = len(new.notices) - 1
        self._more.setVisible(more > 0)
        self._more.setText(f"{more} more · close all")

    def _on_close_clicked(self) -> None:
        if self._shown is not None and self._shown.notices:
            self.intent.emit(DismissNotice(self._shown.notices[-1]))

    def _on_more_clicked(self) -> None:
        self.intent.emit(DismissNotice(None))
