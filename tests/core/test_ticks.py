"""Round numbers along an axis."""

from __future__ import annotations

import pytest

from embviz.core.ticks import round_step, ticks


@pytest.mark.parametrize(
    ("least", "step"),
    [
        (1, 1),
        (1.01, 2),
        (2.5, 5),
        (5, 5),
        (6, 10),
        (0.03, 0.05),
        (0.0011, 0.002),
        (730, 1000),
        (0.1 + 0.2, 0.5),
    ],
)
def test_steps_are_one_two_or_five_times_a_power_of_ten(least, step):
    assert round_step(least) == pytest.approx(step)


def test_a_step_that_is_right_but_for_rounding_is_taken():
    assert round_step(0.2 * (1 + 1e-12)) == pytest.approx(0.2)


def test_ticks_lie_within_the_range_and_have_a_true_minus():
    assert [text for _, text in ticks(-0.45, 0.41, 0.2)] == ["−0.4", "−0.2", "0", "0.2", "0.4"]


def test_both_ends_count_when_they_are_round():
    assert [value for value, _ in ticks(-1, 1, 1)] == [-1, 0, 1]


def test_all_numbers_have_the_same_decimals_but_zero():
    assert [text for _, text in ticks(-0.5, 1, 0.5)] == ["−0.5", "0", "0.5", "1.0"]


def test_large_steps_have_no_decimals():
    assert [text for _, text in ticks(0, 250, 100)] == ["0", "100", "200"]


def test_a_range_between_two_round_numbers_has_no_tick():
    assert ticks(0.11, 0.19, 0.2) == ()
