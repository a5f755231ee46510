"""Numbers as the docks write them."""

from __future__ import annotations

import math

import pytest

from embviz.core.quantities import (
    exact_share,
    mean_and_spread,
    measured,
    short_count,
    signed,
    whole_share,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (38_597_376, "38.6 M"),
        (80_411_200, "80.4 M"),
        (23_440_896, "23.4 M"),
        (525_336_576, "525.3 M"),
        (1_050_673_152, "1.05 B"),
        (999_949, "999,949"),
        (999_950, "1.0 M"),
        (999_949_999, "999.9 M"),
        (12_345, "12,345"),
    ],
)
def test_large_counts_are_short_and_small_ones_whole(number, text):
    assert short_count(number).replace("\u00a0", " ") == text


def test_a_count_that_is_known_in_round_numbers_has_no_digits_after_the_point():
    assert short_count(18_944_000, about=True).replace("\u00a0", " ") == "19 M"


def test_shares_never_call_something_nothing():
    assert [whole_share(x).replace("\u00a0", " ") for x in (0.31017, 0.0654, 0.0149, 0.0994, 0.0996)] == [
        "31 %",
        "6.5 %",
        "1.5 %",
        "9.9 %",
        "10 %",
    ]
    assert exact_share(0.31017).replace("\u00a0", " ") == "31.0 %"
    assert exact_share(0.0001).replace("\u00a0", " ") == "under 0.1 %"
    assert exact_share(0.0).replace("\u00a0", " ") == "0.0 %"


def test_three_digits_count_whatever_the_size():
    assert [measured(x) for x in (3.2022, 41.23, 412.3, 0.0471234, 0.00123, 0.0, 12_345.6)] == [
        "3.20",
        "41.2",
        "412",
        "0.0471",
        "0.00123",
        "0",
        "12,346",
    ]
    assert measured(1e-7) == "1.00e−07"
    assert measured(-0.5) == "−0.500"
    assert measured(math.nan) == "–"


def test_the_spread_has_the_digits_of_the_mean():
    assert mean_and_spread(3.2022, 0.5775) == "3.20 ± 0.58"
    assert mean_and_spread(0.04712, 0.0013) == "0.0471 ± 0.0013"
    assert mean_and_spread(412.3, 20.4) == "412 ± 20"
    assert mean_and_spread(1e-8, 2e-9) == "1.00e−08 ± 2.00e−09"


def test_a_signed_number_has_a_true_minus_and_zero_has_none():
    assert [signed(x, 2) for x in (-0.124, 0.3, -0.001, math.nan)] == ["−0.12", "0.30", "0.00", "–"]
