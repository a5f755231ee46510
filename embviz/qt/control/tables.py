"""Opening tables; the old one stays until the new one is ready."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.snapshot import Activity
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.table import EmbeddingTable
    from embviz.core.words import WordGroup
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

Opened = tuple["EmbeddingTable", "tuple[WordGroup, ...] | None"]


class TableControl:
    """Opens tables, and draws the present words in them."""

    def __init__(self, desk: Desk, draw: Callable[[], None]) -> None:
        self._desk = desk
        self._draw = draw
        self._warmed = False
        self.handlers: Handlers = {intents.OpenTable: lambda intent: self.open(intent.source, None)}

    def open(self, source: str | None, words: tuple[str, ...] | None) -> None:
        """Open a table and then show these words (sets or files); None keeps the present ones."""
        desk = self._desk

        def work(handle: JobHandle) -> Opened:
            groups = None if words is None else desk.services.read_words(words)
            return desk.services.open_table(source, handle.report), groups

        def done(opened: Opened) -> None:
            table, groups = opened
            document = desk.now.document
            # Keys are row ids, and mean nothing in another table.
            document = replace(document, isolated=None, groups=document.groups if groups is None else groups)
            desk.change(table=table, document=document, selection=(), hover=None, neighborhood=None)
            desk.notice(*desk.services.opening_notices(table))
            self._draw()
            if self._warmed:
                self.warm_up()

        desk.run(Activity("table", "Opening the table"), work, done)

    def warm_up(self) -> None:
        """Load what will be needed soon; a failure shows itself when the thing is needed.

        Asked for when the first map is on the screen; tables that are opened later follow by themselves.
        """
        self._warmed = True
        desk, table = self._desk, self._desk.now.table
        if table is None:
            return

        def work(handle: JobHandle) -> None:
            desk.services.warm_up(table, handle.report)

        desk.jobs.start("warm-up", work, on_done=lambda _done: None, on_failed=lambda _error: None)
