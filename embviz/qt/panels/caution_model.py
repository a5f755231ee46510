"""The words of a map with what they keep, as a Qt table model that sorts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from embviz.core.wording import half_up, percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.core.mapping import MapResult
    from embviz.core.snapshot import WordKey
    from embviz.core.stability import Stability
    from embviz.core.words import MapWord

COLUMNS = ("word", "kept", "false", "missing", "stable", "shown")
WordRole = Qt.ItemDataRole.UserRole
"""The `MapWord` of a row."""
FlaggedRole = Qt.ItemDataRole.UserRole + 1
"""Whether a count flags the word."""

HELP = {
    "word": "The words of the map. Click a heading to sort by it.",
    "kept": "How many of the {k} words that look nearest truly are.",
    "false": "How many of the {k} words that look nearest are far away in truth. "
    "From {least} on the word has the solid arc above.",
    "missing": "How many of the {k} words that truly are nearest look far away. "
    "From {least} on the word has the dashed arc below.",
    "stable": "Share of its {k} neighbours on the map that two runs agree on.",
    "shown": "Share of what sets the word apart from the mean of all that these axes show.",
}

FIRST_ORDER = {
    "word": Qt.SortOrder.AscendingOrder,
    "kept": Qt.SortOrder.AscendingOrder,
    "false": Qt.SortOrder.DescendingOrder,
    "missing": Qt.SortOrder.DescendingOrder,
    "stable": Qt.SortOrder.AscendingOrder,
    "shown": Qt.SortOrder.AscendingOrder,
}
"""How a column is sorted when it is first clicked: the worst on top."""

_Index = QModelIndex | QPersistentModelIndex
_INDENT = "\u2002\u2002"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class CautionModel(QAbstractTableModel):
    """Every word that was measured; at first the worst shown stand on top."""

    def __init__(self) -> None:
        super().__init__()
        self._result: MapResult | None = None
        self._stability: Stability | None = None
        self._order: NDArray[np.intp] = np.empty(0, dtype=np.intp)
        self._sorted: tuple[str, Qt.SortOrder] = ("kept", FIRST_ORDER["kept"])

    def show_result(self, result: MapResult | None, stability: Stability | None) -> None:
        """Show the words of a map, sorted as before."""
        self.beginResetModel()
        self._result, self._stability = result, stability
        self._order = self._ordered()
        self.endResetModel()

    def word(self, row: int) -> MapWord:
        """Word of a row."""
        assert self._result is not None
        return self._result.words[int(self._order[row])]

    def rows_of(self, keys: set[WordKey]) -> list[int]:
        """Rows in which words with these keys stand."""
        if self._result is None or not keys:
            return []
        words = self._result.words
        return [row for row, place in enumerate(self._order.tolist()) if words[place].ids in keys]

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        place, column = int(self._order[index.row()]), COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(place, column)
        if role == WordRole:
            return self.word(index.row())
        if role == FlaggedRole:
            return self._flagged(place, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._help(column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column != "word":
            return _RIGHT
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            by, order = self._sorted
            arrow = "" if by != column else "↑" if order is Qt.SortOrder.AscendingOrder else "↓"
            return f"{_INDENT if column == 'word' else ''}{column}{arrow}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._help(column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter if column == "word" else _RIGHT
        return None

    def sort_by(self, column: int) -> None:
        """Sort by a column, worst first; by the same one again the other way round."""
        by, order = self._sorted
        wanted = FIRST_ORDER[COLUMNS[column]]
        if by == COLUMNS[column] and order is wanted:
            down = wanted is Qt.SortOrder.AscendingOrder
            wanted = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        self.sort(column, wanted)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        places = [int(self._order[index.row()]) for index in before]
        self._sorted = (COLUMNS[column], order)
        self._order = self._ordered()
        at = np.empty(0 if self._result is None else len(self._result.words), dtype=np.intp)
        at[self._order] = np.arange(self._order.size)
        after = [
            self.index(int(at[place]), index.column()) for place, index in zip(places, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _ordered(self) -> NDArray[np.intp]:
        """Places of the measured words as they are sorted; equal ones the worst first, then as on the map."""
        result = self._result
        if result is None or result.distortion is None:
            return np.empty(0, dtype=np.intp)
        found = result.distortion
        places = found.measured.astype(np.intp)
        column, order = self._sorted
        values = self._values(column)[places]
        if order is Qt.SortOrder.DescendingOrder:
            values = -values
        wrong = -(found.false + found.missing)[places].round(9)
        lengths = result.layout.kept_length
        shown = np.zeros(places.size) if lengths is None else lengths[places]
        keys = (places, shown, wrong, found.kept[places].round(9), np.nan_to_num(values, nan=np.inf).round(9))
        return places[np.lexsort(keys)]

    def _values(self, column: str) -> NDArray[np.float64]:
        """What a column is sorted by, one number for each word of the map."""
        assert self._result is not None
        assert self._result.distortion is not None
        found, count = self._result.distortion, len(self._result.words)
        if column == "word":
            texts = [word.text.casefold() for word in self._result.words]
            ranks = {text: rank for rank, text in enumerate(sorted(set(texts)))}
            return np.array([ranks[text] for text in texts], dtype=np.float64)
        if column == "stable":
            return np.full(count, np.nan) if self._stability is None else self._stability.agreement
        if column == "shown":
            lengths = self._result.layout.kept_length
            return np.full(count, np.nan) if lengths is None else lengths
        return np.asarray(getattr(found, column))

    def _text(self, place: int, column: str) -> str:
        if column == "word":
            assert self._result is not None
            return self._result.words[place].text
        value = float(self._values(column)[place])
        if np.isnan(value):
            return ""
        if column in ("stable", "shown"):
            return percent(value).replace("less than 1", "<1").replace("more than 99", ">99")
        # Ties share a place: then a count is no whole number.
        return f"{half_up(value, 1):.1f}".removesuffix(".0")

    def _flagged(self, place: int, column: str) -> bool:
        assert self._result is not None
        found = self._result.distortion
        if found is None or column not in ("false", "missing"):
            return False
        return bool((found.false_flagged if column == "false" else found.missing_flagged)[place])

    def _help(self, column: str) -> str:
        found = None if self._result is None else self._result.distortion
        if found is None:
            return ""
        return HELP[column].format(k=found.k, least=found.thresholds.flagged_from)
