"""Numbers as levels of a colour scale."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from embviz.core.heat import MISSING_LEVEL, ZERO_LEVEL, folded, levels


def test_zero_is_the_middle_and_both_limits_are_the_ends():
    values = np.array([-2.0, -1.0, 0.0, 1.0, 5.0, np.inf, -np.inf, np.nan], dtype=np.float32)
    assert levels(values, 1.0).tolist() == [0, 0, ZERO_LEVEL, 254, 254, 254, 0, MISSING_LEVEL]


def test_equal_sizes_of_both_signs_are_equally_far_from_the_middle():
    values = np.linspace(0.0, 1.0, 101, dtype=np.float32)
    up = levels(values, 0.7).astype(int) - ZERO_LEVEL
    down = ZERO_LEVEL - levels(-values, 0.7).astype(int)
    assert (up == down).all()


@pytest.mark.parametrize(("dim", "columns"), [(7, 3), (576, 332), (4096, 250), (10, 9)])
def test_of_numbers_that_share_a_column_the_largest_in_size_stays(dim, columns):
    values = np.random.default_rng(5).normal(size=dim).astype(np.float32)
    starts = [place * dim // columns for place in range(columns)] + [dim]
    expected = [max(values[start:stop].tolist(), key=abs) for start, stop in pairwise(starts)]
    assert folded(values, columns).tolist() == pytest.approx(expected)


def test_a_row_that_fits_is_left_alone():
    values = np.arange(5, dtype=np.float32)
    assert folded(values, 5) is values


def test_a_column_is_missing_only_where_all_its_numbers_are():
    values = np.array([np.nan, -3.0, np.nan, np.nan], dtype=np.float32)
    found = folded(values, 2)
    assert found[0] == -3.0
    assert np.isnan(found[1])
