"""Choosing rows as numpy does."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.rows import ArrayRows, mean_row, mean_rows

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


def test_the_mean_of_a_words_rows_and_of_one_row_the_row_itself():
    rows = ArrayRows(TABLE)
    assert mean_rows(rows, [(1,), (0, 2, 3), (3,)]).tolist() == [
        [3.0, 4.0, 5.0],
        [5.0, 6.0, 7.0],  # (0 + 6 + 9) / 3 and so on
        [9.0, 10.0, 11.0],
    ]
    assert mean_rows(rows, [(2,), (0,)]).tolist() == TABLE[[2, 0]].tolist()
    assert mean_rows(rows, [(2,)]).dtype == np.float64
    assert mean_rows(rows, []).shape == (0, 3)
    assert mean_row(rows, (0, 1)).tolist() == [1.5, 2.5, 3.5]
