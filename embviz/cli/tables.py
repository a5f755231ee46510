"""Opening the table that a command was told to use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.cli.output import Meter, print_notices

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def open_model(source: str | None) -> EmbeddingTable:
    """Open ``--model SOURCE``, the bundled table without it, and say what has to be said about it."""
    table = open_watched(source)
    print_notices(table.opening_notices)
    return table


def open_watched(source: str | None) -> EmbeddingTable:
    """Open a table and say nothing but, on a terminal, how far that is: one from the hub takes its time."""
    from embviz.io.tables import open_table

    with Meter("Opening") as meter:
        return open_table(source, progress=lambda share, _text: meter.show(share))
