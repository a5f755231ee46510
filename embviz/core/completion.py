"""What a word that is being typed may become: every variant with its row, and what Enter will do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.resolve import find, joined_pieces
from embviz.core.typed_form import typed_form

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable

MOST = 50
"""So many rows are offered; nobody reads further."""


@dataclass(frozen=True)
class Completion:
    """One thing that can be chosen while typing.

    Attributes
    ----------
    shown
        For the eye: ``␣cat``.
    detail
        Its id, or how many words these are.
    words
        The texts that mean exactly this.
    """

    shown: str
    detail: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Completions:
    """What a typed text may become.

    Attributes
    ----------
    text
        As typed.
    items
        Variants of the word, best first, then longer words.
    outcome
        What the text itself means, a few words: ``␣cat, token 2644``.
    """

    text: str
    items: tuple[Completion, ...] = ()
    outcome: str = ""


def complete(table: EmbeddingTable, text: str, limit: int = MOST) -> Completions:
    """Return what a text that is being typed may become; takes milliseconds, more in large vocabularies."""
    if not text.strip():
        return Completions(text)
    vocabulary = table.vocabulary
    items = [
        Completion(vocabulary.shown(row.id), str(row.id), (typed_form(vocabulary, row.id),))
        for row in vocabulary.complete(text, limit)
    ]
    pieces = find(table, text)
    several = tuple(dict.fromkeys(text.split()))
    if len(pieces) != 1 and len(several) > 1:
        items.insert(0, Completion(", ".join(several), f"{len(several)} words", several))
    if len(pieces) == 1:
        outcome = f"{vocabulary.shown(pieces[0].id)}, token {pieces[0].id}"
    elif pieces:
        outcome = f"{len(pieces)} tokens, {joined_pieces(table, [piece.id for piece in pieces])}"
    else:
        outcome = "not in this table"
    return Completions(text, tuple(items), outcome)
