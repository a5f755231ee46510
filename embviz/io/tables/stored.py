"""Tensors as a checkpoint stores them, whatever file they lie in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.rows import ArrayRows, Rows
from embviz.errors import EmbvizError, Notice
from embviz.io.tables.packed_rows import FLOAT8_VALUES, LookupRows
from embviz.io.tables.plain import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_READABLE = frozenset({"F64", "F32", "F16", "BF16", "I8", *FLOAT8_VALUES})


@dataclass(frozen=True, eq=False)
class StoredTensor:
    """One tensor of a checkpoint; its data are touched only by ``raw`` and ``rows``.

    Attributes
    ----------
    name
        In the file.
    shape
        Of the numbers it stands for.
    dtype
        As safetensors names it: ``F32``, ``BF16``, …; ``MLX4`` for MLX's packed tables.
    file_name
        For messages.
    raw
        Gives the array as stored: bfloat16 as uint16 bits, 8-bit floats as uint8 bits.
    open_rows
        Gives the rows, for tensors that are more than one array; None for the plain case.
    notices
        What the user should know when this tensor is shown.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    file_name: str
    raw: Callable[[], NDArray[Any]]
    open_rows: Callable[[], Rows] | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def count(self) -> int:
        """Number of numbers in it."""
        return math.prod(self.shape)

    @property
    def is_table(self) -> bool:
        """True for two dimensions, neither of them empty."""
        return len(self.shape) == 2 and 0 not in self.shape

    @property
    def is_readable(self) -> bool:
        """True when its type can be read as numbers."""
        return self.open_rows is not None or self.dtype in _READABLE

    def rows(self) -> Rows:
        """Rows of a two-dimensional tensor.

        Raises
        ------
        EmbvizError
            ``unsupported-dtype``, or ``no-table`` for another number of dimensions.
        """
        if not self.is_table:
            raise EmbvizError(
                f"The tensor {quoted(self.name)} of “{self.file_name}” is not a table of rows and columns.",
                code="no-table",
                hint="Choose a tensor with two dimensions.",
            )
        if self.open_rows is not None:
            return self.open_rows()
        if self.dtype not in _READABLE:
            raise EmbvizError(
                f"The table {quoted(self.name)} of “{self.file_name}” is stored as {quoted(self.dtype, 20)}, "
                "which cannot be read.",
                code="unsupported-dtype",
                hint="Use a copy of the model in F32, F16 or BF16.",
            )
        stored = self.raw()
        if self.dtype in FLOAT8_VALUES:
            return LookupRows(stored, FLOAT8_VALUES[self.dtype]())
        return ArrayRows(stored, bfloat16=self.dtype == "BF16")


def same_rows(first: Rows, second: Rows) -> bool:
    """Whether two tables hold the same bits, read as float32; stops at the first block that differs."""
    if first.shape != second.shape:
        return False
    if isinstance(first, ArrayRows) and isinstance(second, ArrayRows) and first.is_same_memory(second):
        return True
    # A few rows first: tables that differ differ everywhere.
    for start, stop in [(0, min(16, len(first))), *_blocks(len(first), 4096)]:
        ours, theirs = first.span(start, stop), second.span(start, stop)
        if not np.array_equal(ours.view(np.uint32), theirs.view(np.uint32)):
            return False
    return True


def _blocks(rows: int, size: int) -> list[tuple[int, int]]:
    return [(start, min(start + size, rows)) for start in range(0, rows, size)]
