import pytest

from embviz.core.wording import (
    count,
    decimal,
    estimated,
    estimated_decimal,
    half_up,
    listed,
    number_word,
    percent,
    quoted,
    shares,
)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.29, "29 %"),
        (0.175, "18 %"),
        (0.285, "29 %"),
        (0, "0 %"),
        (1, "100 %"),
        (1 - 1e-12, "100 %"),
        (0.004, "less than 1 %"),
        (0.996, "more than 99 %"),
    ],
)
def test_percents(share, text):
    assert percent(share) == text.replace(" %", "\u00a0%")


@pytest.mark.parametrize("share", [0.005, 0.295, 0.5, 0.715, 0.994])
def test_a_share_and_its_rest_add_up(share):
    assert sum(int(text.split("\u00a0")[0]) for text in shares(share)) == 100


def test_a_share_that_is_nearly_all_leaves_nearly_nothing():
    assert shares(0.998) == ("more than 99\u00a0%", "less than 1\u00a0%")
    assert shares(1.0) == ("100\u00a0%", "0\u00a0%")


@pytest.mark.parametrize(
    ("value", "text"), [(2.458, "2.5"), (2.45, "2.5"), (0, "0.0"), (0.05, "0.1"), (0.02, "under 0.1")]
)
def test_decimals(value, text):
    assert decimal(value) == text


@pytest.mark.parametrize(
    ("number", "margin", "text"),
    [
        (28, None, "28"),
        (2844, None, "2,844"),
        (2844, 123.4, "2,840 ± 120"),
        (28440, 1234, "28,400 ± 1,200"),
        (1997, 3.6, "1,997 ± 4"),
    ],
)
def test_estimates_leave_out_the_digits_that_are_not_known(number, margin, text):
    assert estimated(number, margin) == text


@pytest.mark.parametrize(
    ("value", "margin", "text"),
    [
        (2.458, None, "2.5"),
        (2.458, 0.07, "2.46 ± 0.07"),
        (2.458, 0.3, "2.5 ± 0.3"),
        (0.0214, 0.0042, "0.021 ± 0.004"),
        (2.0, 0.0, "2.0 ± 0.0"),
    ],
)
def test_estimated_means_have_as_many_digits_as_are_known(value, margin, text):
    assert estimated_decimal(value, margin) == text


def test_halves_are_rounded_away_from_zero_although_floats_fall_short():
    assert [half_up(x) for x in (0.5, 1.5, 2.5, -0.5, 17.5 - 1e-12)] == [1, 2, 3, -1, 18]
    assert half_up(0.285, 2) == 0.29


def test_words_for_numbers_and_things():
    assert [number_word(n) for n in (1, 2, 10, 11, 1200)] == ["one", "two", "ten", "11", "1,200"]
    assert [count(n, "word", "words") for n in (0, 1, 1204)] == ["0 words", "1 word", "1,204 words"]
    assert quoted("king") == "“king”"
    assert listed(["a", "b", "c"]) == "a, b, c"
    assert listed(["a", "b"], 2) == "a, b"
    assert listed(["a"] * 1002, 2) == "a, a and 1,000 more"
