"""Opening the table that a command was told to use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.cli.output import print_notices

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def open_model(source: str | None) -> EmbeddingTable:
    """Open ``--model SOURCE``, the bundled table without it, and say what has to be said about it."""
    from embviz.io.tables import open_table

    table = open_table(source)
    print_notices(table.opening_notices)
    return table
