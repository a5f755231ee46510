"""One token's row: its numbers, its twin in the output table, and the rows of its other spellings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.cosines import cosine
from embviz.core.histogram import Histogram, histogram_of
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable
    from embviz.core.vocabulary import TokenKind

Float32 = NDArray[np.float32]

MOST_VARIANTS = 8
_BINS = 36


@dataclass(frozen=True)
class Variant:
    """Another token that is the same word but for case and leading space.

    ``cosine`` is that of the two rows, NaN when one has no direction.
    """

    id: int
    shown: str
    cosine: float


@dataclass(frozen=True, eq=False)
class OutputTwin:
    """The token's row of an untied model's output table.

    Attributes
    ----------
    tensor_name
        Of the output table.
    vector
        float32, (d,), read-only.
    norm
        Its length.
    cosine
        Of the two rows; None where the two tables are not equally wide, NaN when a row has no direction.
    """

    tensor_name: str
    vector: Float32
    norm: float
    cosine: float | None


@dataclass(frozen=True, eq=False)
class RowView:
    """One row of a table, looked at closely.

    Attributes
    ----------
    table
        Whose row it is.
    id
        Which.
    token, shown
        Stored token (empty without one), and as it is shown.
    kind
        What the row stands for.
    vector
        float32, (d,), read-only.
    norm
        Euclidean length.
    values
        Histogram of the row's finite numbers; None when there are none.
    output
        None for tied models and where there is no output table, or none with this row.
    output_trouble
        Why the row of the output table could not be read, when it is still on the hub; empty otherwise.
    variants
        Other spellings that are rows of their own, best known first.
    reference
        Mean cosine of random pairs, None where it was not worked out yet.
    """

    table: EmbeddingTable
    id: int
    token: str
    shown: str
    kind: TokenKind
    vector: Float32
    norm: float
    values: Histogram | None
    output: OutputTwin | None
    variants: tuple[Variant, ...]
    reference: float | None = None
    output_trouble: str = ""


def row_view(table: EmbeddingTable, token_id: int) -> RowView:
    """Look at one row; ``token_id`` must be in 0..V−1."""
    vector = _read_only(table.vectors[token_id])
    reference = table.known_pair_reference
    twin, trouble = None, ""
    try:
        twin = _twin(table, token_id, vector)
    except EmbvizError as error:
        # The rest of the row can be looked at without it.
        trouble = str(error)
    return RowView(
        table=table,
        id=token_id,
        token=table.tokens[token_id] or "",
        shown=table.vocabulary.shown(token_id),
        kind=table.vocabulary.kind(token_id),
        vector=vector,
        norm=_norm(vector),
        values=histogram_of(vector, _BINS),
        output=twin,
        output_trouble=trouble,
        variants=_variants(table, token_id, vector),
        reference=None if reference is None else reference.mean,
    )


def _twin(table: EmbeddingTable, token_id: int, vector: Float32) -> OutputTwin | None:
    output = table.output
    if output is None or token_id >= len(output.vectors):
        return None
    other = _read_only(output.vectors[token_id])
    same_width = other.shape == vector.shape
    return OutputTwin(output.tensor_name, other, _norm(other), cosine(vector, other) if same_width else None)


def _variants(table: EmbeddingTable, token_id: int, vector: Float32) -> tuple[Variant, ...]:
    vocabulary = table.vocabulary
    if not vocabulary.is_normal(token_id):
        return ()
    core = vocabulary.form(token_id)[1]
    if not any(character.isalpha() for character in core):
        return ()
    found = [one.id for one in vocabulary.lookup(core) if one.id != token_id][:MOST_VARIANTS]
    if not found:
        return ()
    rows = table.vectors.take(np.array(found, dtype=np.int64))
    return tuple(
        Variant(id_, vocabulary.shown(id_), cosine(vector, row)) for id_, row in zip(found, rows, strict=True)
    )


def _norm(vector: Float32) -> float:
    wide = vector.astype(np.float64)
    return float(np.sqrt((wide * wide).sum()))


def _read_only(vector: Float32) -> Float32:
    # A view of a memory map may be handed out; its flags are its own, so the map is not touched.
    view = vector.view()
    view.setflags(write=False)
    return view
