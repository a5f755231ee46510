"""The centre of the window: the map, the noise control beside it when asked for, and the legend below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from embviz.core.noise import pane_headings
from embviz.qt.caution_strip import SentenceView
from embviz.qt.noise_bar import NoiseBar
from embviz.qt.noise_view import NoiseView
from embviz.qt.widgets.arc_legend import ArcLegend

if TYPE_CHECKING:
    from embviz.core.caution import Sentence
    from embviz.core.snapshot import Snapshot
    from embviz.qt.jobs import Jobs
    from embviz.qt.map_view import MapView
    from embviz.qt.theme import Theme
    from embviz.qt.turns import Turns


class MapStage(QWidget):
    """Holds the map and what belongs beside it.

    Signals
    -------
    intent
        What the user asks for beside the map, which has a signal of its own.
    """

    intent = Signal(object)

    def __init__(
        self, map_view: MapView, theme: Theme, jobs: Jobs, turns: Turns, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.map_view = map_view
        self.legend = ArcLegend(theme)
        self.noise: NoisePane | None = None
        self._theme, self._zoom, self._jobs, self._turns = theme, 1.0, jobs, turns
        self._heading = _Heading(theme)
        self._heading.hide()
        real = QWidget()
        column = _column(real)
        column.addWidget(self._heading)
        column.addWidget(map_view, 1)
        self._row = _row()
        self._row.addWidget(real, 1)
        self._column = _column(self)
        self._column.addLayout(self._row, 1)
        self._column.addWidget(self.legend)

    def fit(self) -> None:
        """Show all points."""
        self.map_view.fit()
        if self.noise is not None:
            self.noise.view.fit()

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours; the map takes them itself."""
        self._theme = theme
        self.legend.apply_theme(theme)
        self._heading.apply_theme(theme)
        if self.noise is not None:
            self.noise.apply_theme(theme)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._zoom = zoom
        self.legend.apply_zoom(zoom)
        self._heading.apply_zoom(zoom)
        if self.noise is not None:
            self.noise.apply_zoom(zoom)

    def show_legend(self, new: Snapshot) -> None:
        """Show what is on the map; to be called after the map itself was drawn."""
        measured = new.result is not None and new.result.distortion is not None
        self.legend.setVisible(measured and new.overlay)
        plot = self.map_view.plot
        self.legend.show_lines({line.kind for line in plot.lines} if plot is not None else ())

    def make_noise(self, _old: Snapshot | None, new: Snapshot) -> None:
        """Make the pane of the noise control when it is first wanted; `render_noise` shows and draws it."""
        if not new.noise_shown or self.noise is not None:
            return
        self.noise = noise = NoisePane(self._theme, self._jobs, self._turns)
        noise.apply_zoom(self._zoom)
        noise.bar.intent.connect(self.intent)
        noise.view.intent.connect(self.intent)
        for widget in (noise, noise.bar):
            widget.hide()
        self._row.addWidget(noise, 1)
        self._column.insertWidget(0, noise.bar)

    def render_noise(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed of the noise control."""
        if self.noise is None:
            return
        shown = new.noise_shown
        for widget in (self._heading, self.noise, self.noise.bar):
            widget.setVisible(shown)
        if shown:
            if old is not None and not old.noise_shown:
                old = None
            self.noise.render_snapshot(old, new)
            self._show_headings(new)

    def _show_headings(self, new: Snapshot) -> None:
        assert self.noise is not None
        result, noise = new.result, new.noise
        if result is None or noise is None:
            for heading in (self._heading, self.noise.heading):
                heading.show_sentences(())
            return
        real, shuffled = pane_headings(result, noise.result)
        self._heading.show_sentences((real,))
        self.noise.heading.show_sentences((shuffled,))


class NoisePane(QFrame):
    """The noise control with its heading; its bar stands above both panes."""

    def __init__(self, theme: Theme, jobs: Jobs, turns: Turns) -> None:
        super().__init__()
        self.bar = NoiseBar(theme)
        self.heading = _Heading(theme)
        self.view = NoiseView(theme, jobs, turns)
        rule = QFrame()
        rule.setFixedWidth(1)
        rule.setProperty("ground", "rule")
        column = _column()
        column.addWidget(self.heading)
        column.addWidget(self.view, 1)
        row = _row(self)
        row.addWidget(rule)
        row.addLayout(column, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        for part in (self.bar, self.heading, self.view):
            part.apply_theme(theme)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self.heading.apply_zoom(zoom)
        self.view.apply_zoom(zoom)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed."""
        self.bar.render_snapshot(new)
        self.view.render_snapshot(old, new)


class _Heading(QFrame):
    """A sentence above a pane, on the ground of the map."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("ground", "map")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentences = SentenceView(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 0)
        layout.addWidget(self._sentences)

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
        return self._sentences.accessibleName()

    def show_sentences(self, sentences: tuple[Sentence, ...]) -> None:
        """Show these."""
        self._sentences.show_sentences(sentences)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._sentences.apply_theme(theme)

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""
        self._sentences.apply_zoom(zoom)


def _column(parent: QWidget | None = None) -> QVBoxLayout:
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def _row(parent: QWidget | None = None) -> QHBoxLayout:
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
