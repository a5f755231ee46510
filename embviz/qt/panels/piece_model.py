"""The pieces of a sentence as a Qt list model, for the chips and for the heat strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from embviz.core.figure import PALETTE_SIZE, GroupStyle, Shape
from embviz.core.wording import count, listed, quoted
from embviz.qt.widgets.tips import plain_tip

if TYPE_CHECKING:
    from embviz.core.rows import Float32
    from embviz.core.sentence import Piece, SentenceRows

Index = QModelIndex | QPersistentModelIndex

PieceRole = Qt.ItemDataRole.UserRole
"""`Piece`."""
MarkRole = Qt.ItemDataRole.UserRole + 1
"""`GroupStyle` of tokens that stand more than once, None for the others."""

_MARKS = PALETTE_SIZE * len(Shape)
_PLACES = 8


class PieceModel(QAbstractListModel):
    """One row a piece. Holds no truth: it is filled from snapshots."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence: SentenceRows | None = None
        self._places: dict[int, list[int]] = {}

    def show_sentence(self, sentence: SentenceRows | None) -> None:
        """Show other pieces."""
        self.beginResetModel()
        self.sentence = sentence
        self._places = {}
        for place, piece in enumerate(self.pieces):
            if piece.mark is not None:
                self._places.setdefault(piece.mark, []).append(place + 1)
        self.endResetModel()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What is shown."""
        return () if self.sentence is None else self.sentence.pieces

    def values(self, row: int) -> Float32:
        """Numbers of a piece's row of the table, (d,); NaN where it has none."""
        return np.empty(0, dtype=np.float32) if self.sentence is None else self.sentence.rows[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.pieces)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        piece = self.pieces[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return piece.shown
        if role == PieceRole:
            return piece
        if role == MarkRole:
            return mark_style(piece.mark)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.sentence_about(piece))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.sentence_about(piece)
        return None

    def sentence_about(self, piece: Piece) -> str:
        """Say what a piece is, and where else it stands."""
        if piece.id is None:
            return f"{quoted(piece.shown)} has no row in this table."
        stored = f", stored as {quoted(piece.token)}" if piece.token and piece.token != piece.shown else ""
        sentence = f"{piece.shown} is token {piece.id}{stored}."
        if piece.mark is None:
            return sentence
        places = self._places[piece.mark]
        named = listed([str(place) for place in places[:_PLACES]]) + (" …" if len(places) > _PLACES else "")
        return f"{sentence} It stands {count(len(places), 'time', 'times')} (places {named}): equal rows."


def mark_style(mark: int | None) -> GroupStyle | None:
    """Colour and glyph of equal tokens: sixty-four differ, beyond that there are none."""
    if mark is None or mark >= _MARKS:
        return None
    return GroupStyle("", mark % PALETTE_SIZE, Shape((mark + mark // PALETTE_SIZE) % len(Shape)))
