"""Rows of a table, read on demand as float32 whatever the type they are stored in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]
Index = slice | NDArray[np.integer[Any]] | list[int]


class Rows(ABC):
    """A V × d matrix that stays where and as it is stored; what is asked for is handed out as float32.

    An int gives a row (d,); a slice or an array of ids gives (n, d); ``np.asarray`` gives all (V, d).
    Negative and out-of-range ids behave as in numpy.
    """

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """V and d."""

    @abstractmethod
    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids, each in 0..V−1: float32, (n, d), freshly made."""

    @abstractmethod
    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d); a view when the table is stored so."""

    @property
    def whole(self) -> Float32 | None:
        """The whole matrix as float32 where it lies in memory (or in a memory map) so, else None."""
        return None

    def prepared(self, progress: Callable[[float], None]) -> Rows:  # noqa: ARG002 - for rows elsewhere
        """Return the rows to read many of, fetched first where they are not on this machine yet.

        ``progress`` is told the share fetched, 0..1, and may raise `embviz.errors.Stopped`.
        """
        return self

    def __len__(self) -> int:
        return self.shape[0]

    @overload
    def __getitem__(self, index: int) -> Float32: ...
    @overload
    def __getitem__(self, index: Index) -> Float32: ...
    def __getitem__(self, index: int | Index) -> Float32:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1:
                return self.span(start, max(start, stop))
            return self.take(np.arange(start, stop, step, dtype=np.int64))
        ids = np.asarray(index)
        if ids.dtype == np.bool_:
            if ids.shape != (len(self),):
                raise IndexError(f"a mask of a table of {len(self)} rows has as many values")
            ids = np.flatnonzero(ids)
        if ids.size == 0:
            return np.empty((0, self.shape[1]), dtype=np.float32)
        if not np.issubdtype(ids.dtype, np.integer):
            raise TypeError("rows are chosen by id: an int, a slice or an array of ints")
        ids = ids.astype(np.int64)
        ids = np.where(ids < 0, ids + len(self), ids)
        if ids.min() < 0 or ids.max() >= len(self):
            raise IndexError(f"row out of range for a table of {len(self)} rows")
        rows = self.take(ids.reshape(-1))
        return rows[0] if ids.ndim == 0 else rows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        rows = self.span(0, len(self))
        if dtype is not None and np.dtype(dtype) != rows.dtype:
            return rows.astype(dtype)
        return rows.copy() if copy else rows

    def blocks(self, size: int = 4096) -> Iterator[tuple[int, Float32]]:
        """Walk through the table: (first id, float32 block of at most ``size`` rows)."""
        for start in range(0, len(self), size):
            yield start, self.span(start, min(start + size, len(self)))


def mean_rows(rows: Rows, words: Sequence[Sequence[int]]) -> Float64:
    """Return, for the ids of each of n words, the mean of their rows: float64, (n, d).

    The mean of a single row is the row itself. Every word has at least one id.
    """
    lengths = np.array([len(ids) for ids in words], dtype=np.int64)
    ids = np.array([id_ for word in words for id_ in word], dtype=np.int64)
    taken = rows.take(ids).astype(np.float64)
    if len(ids) == len(words):
        return taken
    starts = np.cumsum(lengths) - lengths
    means: Float64 = np.add.reduceat(taken, starts, axis=0) / lengths[:, None]
    return means


def mean_row(rows: Rows, ids: Sequence[int]) -> Float64:
    """Return the mean of some rows, of a single one the row itself: float64, (d,)."""
    mean: Float64 = mean_rows(rows, [ids])[0]
    return mean


class ArrayRows(Rows):
    """Rows of a numpy array, memory-mapped or not, of float32, float16, float64 or bfloat16.

    Parameters
    ----------
    array
        V × d. bfloat16, which numpy does not know, is given as uint16 bits with ``bfloat16=True``.
    """

    def __init__(self, array: NDArray[Any], *, bfloat16: bool = False) -> None:
        if array.ndim != 2:
            raise ValueError("a table has two dimensions")
        self.array = array
        self.bfloat16 = bfloat16

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (int(self.array.shape[0]), int(self.array.shape[1]))

    @property
    def whole(self) -> Float32 | None:
        """The whole matrix where it lies in memory as float32, else None."""
        aligned = self.array.dtype == np.float32 and self.array.flags.aligned
        return self.array if aligned and not self.bfloat16 else None

    def is_same_memory(self, other: ArrayRows) -> bool:
        """Whether both read the same numbers in the same place."""
        ours, theirs = self.array.__array_interface__, other.array.__array_interface__
        same = all(ours[key] == theirs[key] for key in ("data", "shape", "typestr", "strides"))
        return same and self.bfloat16 == other.bfloat16

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        return self._float32(self.array[ids])

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self._float32(self.array[start:stop])

    def _float32(self, stored: NDArray[Any]) -> Float32:
        if self.bfloat16:
            # A bfloat16 is the upper half of a float32.
            return (stored.astype(np.uint32) << np.uint32(16)).view(np.float32)
        # A float64 beyond float32's range becomes infinite, which the table's notices say of its row.
        with np.errstate(over="ignore"):
            return stored.astype(np.float32, copy=False)
