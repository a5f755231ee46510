"""Rows of a table that is not here yet: an output table, which is as long as the table itself."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.rows import Float32, Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from embviz.io.hub.store import Store
    from embviz.io.tables.stored import StoredTensor

_FEW = 16


class LaterRows(Rows):
    """Rows that are fetched when they are asked for.

    A few rows are fetched by themselves; who wants more fetches the whole table, once. Everything may raise
    `EmbvizError` as `embviz.io.hub.store.Store` does. Any thread may ask.

    Parameters
    ----------
    tensor
        The table, two-dimensional and readable.
    store
        Where it is fetched from.
    """

    def __init__(self, tensor: StoredTensor, store: Store) -> None:
        self._tensor = tensor
        self._store = store
        self._rows: Rows | None = None
        self._lock = threading.Lock()
        self._single: dict[int, Float32] = {}

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (self._tensor.shape[0], self._tensor.shape[1])

    @property
    def whole(self) -> Float32 | None:
        """The whole matrix, when it has been fetched and lies in memory as float32."""
        return None if self._rows is None else self._rows.whole

    def prepared(self, progress: Callable[[float], None]) -> Rows:
        """Fetch the table where that has not been done, and return it."""
        with self._lock:
            if self._rows is None:
                self._rows = self._store.apart(self._tensor.rows, lambda share, _text: progress(share))
                self._single.clear()
            return self._rows

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        # A table in several tensors, or one of packed numbers, has no rows to be fetched singly.
        if self._rows is None and self._tensor.open_rows is None and len(ids) <= _FEW:
            return self._take_few([int(row) for row in ids])
        return self.prepared(_unheard).take(ids)

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self.prepared(_unheard).span(start, stop)

    def _take_few(self, ids: list[int]) -> Float32:
        with self._lock:
            missing = [row for row in dict.fromkeys(ids) if row not in self._single]
            if missing:
                fetched = self._store.rows(self._tensor.name, missing).rows()[:]
                self._single.update(zip(missing, fetched, strict=True))
            rows = [self._single[row] for row in ids]
        return np.stack(rows) if rows else np.empty((0, self.shape[1]), dtype=np.float32)


def _unheard(_share: float) -> None:
    """Report progress to nobody."""
