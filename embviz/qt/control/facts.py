"""The Table dock: a table is measured when the dock is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.snapshot import Activity

if TYPE_CHECKING:
    from embviz.core.table_facts import TableFacts
    from embviz.qt.control.desk import Desk
    from embviz.qt.jobs import JobHandle

KEY = "facts"
PANEL = "table"
"""Name of the panel; while it is out of sight nothing is measured for it."""


class FactsControl:
    """Measures the present table once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def refresh(self) -> None:
        """Measure the table, unless that is done, under way or not wanted."""
        desk, now = self._desk, self._desk.now
        table = now.table
        if table is None or PANEL not in now.in_sight or desk.jobs.runs(KEY):
            return
        if now.facts is not None and (now.facts.baseline is not None or now.facts.pairs is None):
            return

        def work(handle: JobHandle) -> TableFacts:
            return desk.services.measure_table(table, handle.report)

        def show(facts: TableFacts) -> None:
            if desk.now.facts is not facts:
                desk.change(facts=facts)

        desk.run(Activity(KEY, "Measuring the table"), work, show, on_progress=show)
