"""The neighbour list as a Qt table model; what is painted is the delegate's business."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from embviz.core.quantities import signed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from embviz.core.neighborhood import Neighborhood, NeighborRow

COLUMNS = ("rank", "token", "score", "back", "percentile")
RowRole = Qt.ItemDataRole.UserRole
"""The `NeighborRow` behind an index."""
GroupRole = Qt.ItemDataRole.UserRole + 1
"""Place of the group that shows this token on the map, or None."""

HELP = {
    "rank": "Place in the list over the whole vocabulary. Filters hide tokens and do not renumber: "
    "gaps are honest.",
    "token": "The token as stored; ␣ is the space that begins a word.",
    "score": "Similarity to the selected word in all dimensions. The tick marks the mean of random pairs "
    "of common words.",
    "back": "The rank of the selected word in this token’s own list: 1 means that each is the "
    "other’s nearest.",
    "percentile": "Share of random pairs of common words that are less alike than this one.",
}

_Index = QModelIndex | QPersistentModelIndex


def short_count(number: int) -> str:
    """A rank in at most three places: 72, 639, 7k, 49k."""
    return str(number) if number < 1000 else f"{number // 1000}k"


def percentile_text(percentile: float) -> str:
    """One decimal, and never a rounded 100."""
    if percentile > 99.9:
        return ">99.9"
    if percentile < 0.1:
        return "<0.1"
    return f"{percentile:.1f}"


class NeighborModel(QAbstractTableModel):
    """Rows of a `Neighborhood`; empty until one is given."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[NeighborRow, ...] = ()
        self._metric = "cosine"
        self._groups: Mapping[int, int] = {}

    def show_list(self, found: Neighborhood | None, groups: Mapping[int, int]) -> None:
        """Show a list; ``groups`` maps ids on the map to their group's place."""
        self.beginResetModel()
        self._rows = () if found is None else found.rows
        self._metric = "cosine" if found is None else found.options.metric
        self._groups = groups
        self.endResetModel()

    @property
    def rows(self) -> tuple[NeighborRow, ...]:
        """What is shown."""
        return self._rows

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == RowRole:
            return row
        if role == GroupRole:
            return self._groups.get(row.id)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(row, COLUMNS[index.column()])
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tool_tip(row, COLUMNS[index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole and COLUMNS[index.column()] != "token":
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def cell(self, row: NeighborRow, column: str) -> str:
        """Text of one cell."""
        if column == "rank":
            return str(row.rank)
        if column == "token":
            return row.shown
        if column == "score":
            return signed(row.score)
        if column == "back":
            return "" if row.back_rank is None else short_count(row.back_rank)
        return "" if row.percentile is None else percentile_text(row.percentile)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return {"rank": "#", "score": self.score_title}.get(column, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return HELP[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = column in ("token", "score")
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    @property
    def score_title(self) -> str:
        """Name of the measure, as the column head reads."""
        return {"cosine": "cosine", "dot": "dot product", "euclidean": "distance"}[self._metric]

    def _tool_tip(self, row: NeighborRow, column: str) -> str:
        if column == "back" and row.back_rank is not None:
            return f"{HELP['back']} Here: {row.back_rank:,}."
        if column == "token":
            return f"token {row.id}"
        if column == "score":
            return signed(row.score, 5)
        return HELP[column]
