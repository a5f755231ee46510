"""What cannot be measured is refused in words."""

import numpy as np
import pytest

from embviz.core.distortion import Thresholds, measure
from embviz.errors import EmbvizError

VECTORS = np.random.default_rng(0).normal(size=(9, 4))
POSITIONS = np.random.default_rng(1).normal(size=(9, 2))


def refusal(*args, **kwargs):
    with pytest.raises(EmbvizError) as caught:
        measure(*args, **kwargs)
    assert caught.value.hint
    return caught.value.code


@pytest.mark.parametrize("n", [0, 1, 4])
def test_fewer_than_five_words(n):
    assert refusal(VECTORS[:n], POSITIONS[:n]) == "too-few-words"


@pytest.mark.parametrize("k", [0, -1, 5, 100, 2.0, True])
def test_a_neighbourhood_that_is_not_a_whole_number_below_half_of_the_words(k):
    assert refusal(VECTORS, POSITIONS, k=k) == "bad-k"


def test_the_largest_neighbourhood_is_just_below_half():
    assert measure(VECTORS, POSITIONS, k=4).k == 4
    assert refusal(VECTORS[:8], POSITIONS[:8], k=4) == "bad-k"
    assert measure(VECTORS, POSITIONS, k=np.int64(3)).k == 3


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_row_without_a_direction_under_cosine(bad):
    vectors = VECTORS.copy()
    vectors[3] = bad
    assert refusal(vectors, POSITIONS) == "zero-row"


def test_a_zero_row_is_a_place_like_any_other_under_euclidean():
    vectors = VECTORS.copy()
    vectors[3] = 0
    assert measure(vectors, POSITIONS, metric="euclidean").count == 9


@pytest.mark.parametrize(
    ("high", "low"),
    [
        (VECTORS, POSITIONS[:8]),
        (VECTORS[0], POSITIONS),
        (VECTORS, POSITIONS[:, 0]),
        (VECTORS, np.zeros((9, 3))),
        (VECTORS, np.zeros((9, 0))),
        (VECTORS, np.full((9, 2), np.nan)),
        (VECTORS[None], POSITIONS),
        (np.zeros((9, 0)), POSITIONS),
        ([[1.0, 2.0], [3.0]], POSITIONS),
        ([["a", "b"]] * 9, POSITIONS),
    ],
)
def test_shapes_that_do_not_fit(high, low):
    assert refusal(high, low) == "shape"


def test_rows_that_are_not_finite_under_euclidean():
    vectors = VECTORS.copy()
    vectors[3, 0] = np.inf
    assert refusal(vectors, POSITIONS, metric="euclidean") == "shape"


def test_a_metric_that_does_not_exist():
    assert refusal(VECTORS, POSITIONS, metric="manhattan") == "shape"


def test_lists_and_whole_numbers_are_taken_too():
    whole = np.arange(18).reshape(9, 2)
    assert measure(whole.tolist(), whole, metric="euclidean").kept_mean == 2


def test_thresholds_are_settings():
    # Whatever is not kept is false, and missing.
    strict = measure(VECTORS, POSITIONS, thresholds=Thresholds(1.0, 2.0, 1.0, 1))
    assert strict.false == pytest.approx(2 - strict.kept)
    assert strict.missing == pytest.approx(2 - strict.kept)
    assert strict.missing_words == int((strict.kept < 2).sum())
