"""Choosing rows as numpy does."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.rows import ArrayRows

TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)


@pytest.mark.parametrize(
    "index", [2, -1, np.uint8(3), slice(1, 3), slice(None, None, -2), [3, 0, 3], np.array([], dtype=int)]
)
def test_rows_are_those_of_numpy(index):
    rows = ArrayRows(TABLE)[index]
    assert rows.tolist() == TABLE[index].tolist()
    assert rows.dtype == np.float32


def test_a_mask_must_fit_and_a_truth_is_no_row():
    rows = ArrayRows(TABLE)
    mask = np.array([True, False, True, False])
    assert rows[mask].tolist() == TABLE[mask].tolist()
    for wrong in (np.array([True, False]), True):
        with pytest.raises(IndexError, match="a mask of a table of 4 rows"):
            rows[wrong]
