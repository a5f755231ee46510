"""Label placement for the interactive map: off the UI thread, a moment after the last zoom."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from embviz.core.labels import place
from embviz.qt.fonts import TextMeasure
from embviz.qt.painter import label_task

if TYPE_CHECKING:
    from embviz.core.figure import PlacedLabels, PlotDescription, PlotFrame
    from embviz.errors import EmbvizError
    from embviz.qt.jobs import JobHandle, Jobs

PAUSE_MS = 110
"""Zooming and panning keep the labels' offsets; they are placed anew so long after the last of it."""


class LabelPlacer(QObject):
    """Asks for labels in a job; only the answer to the newest question is told.

    Signals
    -------
    placed
        The plot that was asked about, and its `PlacedLabels`.
    """

    placed = Signal(object, object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._measure = TextMeasure()
        self._lock = threading.Lock()
        self._asked: tuple[PlotDescription, PlotFrame, float] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timer_timeout)

    def ask(self, plot: PlotDescription, frame: PlotFrame, *, factor: float, at_once: bool) -> None:
        """Place the labels of a plot in a frame, now or a moment after the last question."""
        self._asked = (plot, frame, factor)
        self._timer.start(0 if at_once else PAUSE_MS)

    def _on_timer_timeout(self) -> None:
        if self._asked is None:
            return
        plot, frame, factor = self._asked
        lock, measure = self._lock, self._measure

        def work(_handle: JobHandle) -> PlacedLabels:
            # Measuring thousands of words takes longer than a frame; a measure serves one thread at a time.
            with lock:
                task = label_task(plot, frame, measure, factor=factor)
            return place(task)

        def done(labels: PlacedLabels) -> None:
            self.placed.emit(plot, labels)

        def failed(_error: EmbvizError) -> None:
            """Leave the labels where they are; the error itself is logged by the jobs."""

        self._jobs.start("labels", work, on_done=done, on_failed=failed)
