"""Selection, hover, and the neighbour list of what is selected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from embviz.core import snapshot as steps
from embviz.core.neighborhood import Neighborhood, neighborhood
from embviz.core.snapshot import Activity
from embviz.core.wording import count
from embviz.errors import Notice
from embviz.io.atomic import write_text
from embviz.io.exports import NEIGHBORHOOD_FORMATS
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY = "neighbours"


class NeighborControl:
    """Keeps the list true to the selection.

    Parameters
    ----------
    focus_changed
        Called when another word is hovered or selected.
    """

    def __init__(self, desk: Desk, focus_changed: Callable[[], None]) -> None:
        self._desk = desk
        self._focus_changed = focus_changed
        self.handlers: Handlers = {
            intents.Select: self.select,
            intents.SelectAll: self._on_select_all,
            intents.Hover: self._on_hover,
            intents.SetNeighborhood: self._on_set_neighborhood,
            intents.CopyNeighbors: self._on_copy_neighbors,
            intents.ExportNeighbors: self._on_export_neighbors,
        }

    def refresh(self) -> None:
        """List the neighbours of what is selected now."""
        desk = self._desk
        snapshot = desk.now
        words, table = snapshot.selected_words, snapshot.table
        options = replace(snapshot.neighborhood_options, common_removed=snapshot.common_removed)
        if table is None or not words:
            desk.stop(KEY)
            if desk.now.neighborhood is not None:
                desk.change(neighborhood=None)
            return
        on_map = frozenset(word.id for word in snapshot.words if word.id is not None)

        def work(handle: JobHandle) -> Neighborhood:
            return neighborhood(table, words, options, on_map=on_map, progress=handle.report)

        def done(found: Neighborhood) -> None:
            desk.change(neighborhood=found)

        desk.run(Activity(KEY, "Searching the whole vocabulary"), work, done)

    def select(self, intent: intents.Select) -> None:
        """Change the selection."""
        if self._desk.put(steps.selected(self._desk.now, intent.keys, intent.mode)):
            self.refresh()
            self._focus_changed()

    def _on_select_all(self, _intent: intents.SelectAll) -> None:
        self.select(intents.Select(tuple(word.ids for word in self._desk.now.words)))

    def _on_hover(self, intent: intents.Hover) -> None:
        if intent.key != self._desk.now.hover:
            self._desk.change(hover=intent.key)
            self._focus_changed()

    def _on_set_neighborhood(self, intent: intents.SetNeighborhood) -> None:
        if intent.options != self._desk.now.neighborhood_options:
            self._desk.change(neighborhood_options=intent.options)
            self.refresh()

    def _on_copy_neighbors(self, intent: intents.CopyNeighbors) -> None:
        found = self._desk.now.neighborhood
        if found is None:
            return
        if intent.rows:
            found = replace(found, rows=tuple(found.rows[place] for place in intent.rows))
        QGuiApplication.clipboard().setText(NEIGHBORHOOD_FORMATS[".tsv"](found))
        self._desk.change(status=f"Copied {count(len(found.rows), 'neighbour', 'neighbours')}")

    def _on_export_neighbors(self, intent: intents.ExportNeighbors) -> None:
        desk, found = self._desk, self._desk.now.neighborhood
        if found is None:
            return
        write = NEIGHBORHOOD_FORMATS.get(intent.path.suffix.lower())
        if write is None:
            known = ", ".join(NEIGHBORHOOD_FORMATS)
            text = f"A list cannot be written as “{intent.path.name}”. Choose an ending of {known}."
            desk.notice(Notice("unknown-format", text))
            return

        def work(_handle: JobHandle) -> Path:
            write_text(intent.path, write(found))
            return intent.path

        def done(path: Path) -> None:
            desk.change(status=f"Saved {path}")

        desk.run(Activity(f"export {intent.path}", "Writing the list", stoppable=False), work, done)
