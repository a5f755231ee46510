"""What is going on, how far it is, and a way to stop it: the middle of the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from embviz.qt.icons import icon
from embviz.qt.intents import StopJob
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from embviz.core.snapshot import Activity, Snapshot
    from embviz.qt.theme import Theme


class ActivityBar(QWidget):
    """Shows the newest job, or the last status when nothing runs.

    Signals
    -------
    intent
        The job that shall stop.
    """

    intent = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._activity: Activity | None = None
        self._doing = QLabel()
        self._doing.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar()
        self._progress.setRange(0, 1000)
        self._progress.setTextVisible(False)
        self._progress.setFixedWidth(120)
        self.stop = QToolButton()
        self.stop.setProperty("role", "in-status")
        self.stop.setAccessibleName("Stop")
        self.stop.clicked.connect(self._on_stop_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._doing)
        layout.addWidget(self._progress)
        layout.addWidget(self.stop)
        layout.addStretch(1)
        self.apply_theme(theme)
        self._show(None, "")

    @property
    def text(self) -> str:
        """What is said."""
        return self._doing.text()

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in new colours."""
        self.stop.setIcon(icon("stop", theme.second))

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show the newest job."""
        if old is None or old.activities is not new.activities or old.status != new.status:
            self._show(new.activities[-1] if new.activities else None, new.status)

    def _show(self, activity: Activity | None, status: str) -> None:
        self._activity = activity
        # A bar without an end would be styled anew each time it comes, which takes longer than a frame.
        self._progress.setVisible(activity is not None and activity.share is not None)
        self.stop.setVisible(activity is not None and activity.stoppable)
        if activity is None:
            self._doing.setText(status)
            return
        detail = f": {activity.detail[:1].lower()}{activity.detail[1:]}" if activity.detail else ""
        self._doing.setText(f"{activity.title}{detail} …")
        self._progress.setValue(round(1000 * (activity.share or 0.0)))
        self.stop.setToolTip(plain_tip(f"Stop: {activity.title}"))

    def _on_stop_clicked(self) -> None:
        if self._activity is not None:
            self.intent.emit(StopJob(self._activity.key))
