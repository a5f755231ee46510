"""The panels, one dock a file. A new panel is one new file and one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.qt.panels.analogy import AnalogyPanel
from embviz.qt.panels.caution import CautionPanel
from embviz.qt.panels.compare import ComparePanel
from embviz.qt.panels.lookup import LookupPanel
from embviz.qt.panels.neighbors import NeighborsPanel
from embviz.qt.panels.table import TablePanel
from embviz.qt.panels.words import WordsPanel

if TYPE_CHECKING:
    from embviz.qt.panels.base import Panel

PANELS: dict[str, type[Panel]] = {
    "words": WordsPanel,
    "neighbours": NeighborsPanel,
    "compare": ComparePanel,
    "lookup": LookupPanel,
    "analogy": AnalogyPanel,
    "caution": CautionPanel,
    "table": TablePanel,
}
"""In the order in which their tabs and menu entries stand."""
