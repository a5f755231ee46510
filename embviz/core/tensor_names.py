"""What a tensor probably is, by its name: for the list in which one is chosen by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable

_PARTS = re.compile(r"[^a-z0-9]+")
_LAYER = re.compile(r"(?:^|\.)(?:layers?|h|blocks?|blk)\.\d+\.")
_ROLES = (
    ("positions", frozenset({"wpe", "position", "positions", "positional", "pos"})),
    ("kinds of text", frozenset({"type", "segment"})),
    ("encoder’s table", frozenset({"encoder"})),
    ("decoder’s table", frozenset({"decoder"})),
)


def tensor_role(name: str, table: EmbeddingTable) -> str:
    """Return what a tensor of a table's file is, in a word or two; empty when its name does not tell."""
    if table.output is not None and name == table.output.tensor_name:
        return "output table"
    if _LAYER.search(name):
        return "inside a layer"
    parts = {part for part in _PARTS.split(name.lower()) if part}
    return next((role for role, words in _ROLES if parts & words), "")
