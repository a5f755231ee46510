"""Turns intents into new snapshots and jobs. The only place that writes to the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from embviz.core import snapshot as steps
from embviz.qt import intents
from embviz.qt.control.analogy import AnalogyControl
from embviz.qt.control.caution import CautionControl
from embviz.qt.control.comparison import ComparisonControl
from embviz.qt.control.desk import Desk, Handlers
from embviz.qt.control.directions import DirectionControl
from embviz.qt.control.facts import FactsControl
from embviz.qt.control.figures import FigureControl
from embviz.qt.control.hub import HubControl
from embviz.qt.control.lookup import LookupControl
from embviz.qt.control.maps import MapControl, MapWatchers
from embviz.qt.control.neighbors import NeighborControl
from embviz.qt.control.selection import SelectionControl
from embviz.qt.control.tables import TableControl
from embviz.qt.control.word_lists import WordListControl
from embviz.qt.control.words import WordControl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.errors import Notice
    from embviz.qt.jobs import Jobs
    from embviz.qt.services import Services
    from embviz.qt.store import Store


class Controller(QObject):
    """Sends each intent to the part that acts on it.

    Parameters
    ----------
    store, jobs
        State, and the helper that runs things off the UI thread.
    services
        What the controller needs from outside: opening tables, reading words, drawing, writing figures.
        Tests give fakes.
    """

    def __init__(self, store: Store, jobs: Jobs, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk = Desk(store, jobs, services)
        self._cautions = CautionControl(desk)
        self._neighbors = neighbors = NeighborControl(desk, self._on_focus_changed)
        self._comparison = ComparisonControl(desk, neighbors.select)
        self._analogy = AnalogyControl(desk)
        self._directions = DirectionControl(desk)
        watchers = MapWatchers(self._cautions, self._analogy, self._directions)
        maps = MapControl(desk, self._on_selection_changed, watchers)
        word_lists = WordListControl(desk, maps.edit)
        self._lookup, self._facts = LookupControl(desk), FactsControl(desk)
        self._tables = TableControl(desk, maps.draw, self._on_table_opened, word_lists.load)
        parts = (
            neighbors,
            maps,
            self._tables,
            self._lookup,
            WordControl(desk, maps.edit),
            word_lists,
            SelectionControl(desk, maps.edit),
            FigureControl(desk),
            HubControl(desk),
            self._cautions,
            self._comparison,
            self._analogy,
            self._directions,
        )
        self._handlers: Handlers = {
            intents.ChooseTool: lambda intent: desk.change(tool=intent.tool),
            intents.ChooseTheme: lambda intent: desk.change(theme=intent.theme),
            intents.FoldCaution: lambda intent: desk.change(caution_folded=intent.folded),
            intents.SetAnimated: lambda intent: desk.change(animated=intent.animated),
            intents.SetZoom: lambda intent: desk.change(zoom=min(2.0, max(0.75, intent.zoom))),
            intents.Tell: lambda intent: desk.notice(intent.notice),
            intents.DismissNotice: self._on_dismiss_notice,
            intents.PanelSeen: self._on_panel_seen,
        }
        for part in parts:
            self._handlers |= part.handlers

    def _on_dismiss_notice(self, intent: intents.DismissNotice) -> None:
        self._desk.put(steps.dismissed(self._desk.now, intent.notice))

    def _on_focus_changed(self) -> None:
        """Another word is hovered or selected."""
        self._cautions.focus_changed()
        self._comparison.refresh()

    def _on_selection_changed(self) -> None:
        """A new map has dropped words from the selection, or shows other vectors."""
        self._neighbors.refresh()
        self._comparison.refresh()

    def _on_panel_seen(self, intent: intents.PanelSeen) -> None:
        seen = self._desk.now.in_sight
        now = seen | {intent.name} if intent.seen else seen - {intent.name}
        if now != seen:
            self._desk.change(in_sight=now)
            self._refresh_seen()

    def _on_table_opened(self) -> None:
        """Another table is there."""
        self._analogy.table_opened()
        self._directions.table_opened()
        self._refresh_seen()

    def _refresh_seen(self) -> None:
        """Work out what panels in sight still lack of the present table."""
        self._lookup.refresh()
        self._facts.refresh()

    def handle(self, intent: intents.Intent) -> None:
        """Act on what a widget asked for."""
        with self._desk.jobs.courtesy.during("intent"), self._desk.store.together():
            self._handlers[type(intent)](intent)

    def open(self, source: str | None, words: tuple[str, ...]) -> None:
        """Open the first table with its words (sets or files)."""
        self._tables.open(source, words)

    def warm_up(self) -> None:
        """Load what will be needed soon."""
        self._tables.warm_up()
        self._cautions.wake_up()

    def tell(self, notices: Iterable[Notice]) -> None:
        """Show notices that came up outside."""
        self._desk.notice(*notices)
