"""Writing the map to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.snapshot import Activity
from embviz.errors import Notice
from embviz.qt import intents

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle


class FigureControl:
    """Exports."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Handlers = {
            intents.ExportFigure: self._on_export_figure,
            intents.CopyFigure: self._on_copy_figure,
        }

    def _on_export_figure(self, intent: intents.ExportFigure) -> None:
        desk = self._desk
        snapshot = desk.now
        if snapshot.result is None:
            desk.notice(Notice("nothing-to-export", "There is no map yet to export. Add words first."))
            return

        def work(_handle: JobHandle) -> Path:
            return desk.services.export(snapshot, intent.path, intent.options)

        def done(path: Path) -> None:
            desk.change(status=f"Saved {path}")

        # Under a key of its own: another figure, asked for meanwhile, must not take its place.
        key = f"export {intent.path}"
        desk.run(Activity(key, "Writing the figure", stoppable=False), work, done)

    def _on_copy_figure(self, intent: intents.CopyFigure) -> None:
        desk = self._desk
        snapshot = desk.now
        if snapshot.result is None:
            desk.notice(Notice("nothing-to-export", "There is no map yet to copy. Add words first."))
            return

        def work(_handle: JobHandle) -> object:
            return desk.services.clipboard_parts(snapshot, intent.options)

        def done(parts: object) -> None:
            desk.services.copy(parts)
            desk.change(status="Copied: picture, drawing and text")

        desk.run(Activity("copy", "Copying the figure", stoppable=False), work, done)
