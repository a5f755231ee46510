"""The vectors that maps are drawn from."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.mapping import VectorMode
from embviz.core.vectors import map_vectors, raw_vectors
from embviz.core.words import MapWord, SplitPolicy, WordGroup, read_groups
from embviz.errors import EmbvizError, Stopped


def word(*ids):
    return MapWord("w", ids, "w", 0, "mean" if len(ids) > 1 else None)


def test_raw_vectors_are_the_rows_as_stored(make_table):
    table = make_table(np.array([[3, 4], [1, 0]], dtype=np.float32))
    vectors = map_vectors(table, [word(1), word(0)], VectorMode.RAW)
    assert vectors.dtype == np.float64
    assert vectors.tolist() == [[1, 0], [3, 4]]


def test_unit_vectors_have_length_one(make_table):
    table = make_table(np.array([[3, 4], [1e-30, 0]], dtype=np.float32))
    np.testing.assert_allclose(map_vectors(table, [word(0), word(1)]), [[0.6, 0.8], [1, 0]], rtol=1e-15)


def test_a_word_of_pieces_is_the_mean_of_the_raw_rows(make_table):
    table = make_table(np.array([[4, 0], [0, 2], [0, 1]], dtype=np.float32))
    assert raw_vectors(table, [word(0, 1), word(2)]).tolist() == [[2, 1], [0, 1]]
    unit = map_vectors(table, [word(0, 1)])
    np.testing.assert_allclose(unit, [np.array([2, 1]) / np.sqrt(5)], rtol=1e-15)


def test_the_mean_of_hippopotamus_is_that_of_its_three_rows(bundled):
    groups = [WordGroup("words", ("hippopotamus",))]
    words = read_groups(bundled, groups, split=SplitPolicy.MEAN).words
    expected = bundled.vectors[[19165, 21179, 376]].astype(np.float64).mean(axis=0)
    np.testing.assert_allclose(map_vectors(bundled, words, VectorMode.RAW)[0], expected, rtol=1e-14)


def test_the_common_direction_is_the_mean_and_the_first_principal_component(make_table):
    # About the mean (10, 20, 30) the rows spread along (0, 3, 4)/5, less along (1, 0, 0), least across both.
    axis, side, thin = np.array([0, 0.6, 0.8]), np.array([1, 0, 0]), np.array([0, -0.8, 0.6])
    spread = [5 * axis, -5 * axis, 2 * side, -2 * side, thin, -thin]
    rows = np.array([10, 20, 30]) + np.array([*spread, [500, 500, 500]])
    table = make_table(rows, control=[6])  # a hidden row counts for nothing
    common = table.common_direction()
    np.testing.assert_allclose(common.mean, [10, 20, 30], atol=1e-6)
    np.testing.assert_allclose(np.abs(common.axis @ axis), 1, atol=1e-9)
    left = map_vectors(table, [word(2), word(3), word(4)], VectorMode.COMMON_REMOVED)
    np.testing.assert_allclose(left, [side, -side, thin], atol=1e-6)


def test_rows_without_a_direction_are_no_part_of_what_is_common(make_table):
    rows = np.array([[1, 0], [-1, 0], [0, 0.5], [0, -0.5], [0, 0], [np.nan, 1]], dtype=np.float32)
    common = make_table(rows + np.array([2, 2]) * (rows != 0).any(axis=1, keepdims=True)).common_direction()
    np.testing.assert_allclose(common.mean, [2, 2], atol=1e-7)
    np.testing.assert_allclose(np.abs(common.axis), [1, 0], atol=1e-7)


def test_the_common_direction_of_the_bundled_table_is_an_eigenvector_and_the_strongest(bundled):
    rows = np.asarray(bundled.vectors)[~bundled.vocabulary.hidden].astype(np.float64)
    common = bundled.common_direction()
    np.testing.assert_allclose(common.mean, rows.mean(axis=0), rtol=0, atol=1e-12)
    rows -= common.mean
    image = (rows @ common.axis) @ rows
    strength = float(common.axis @ image)
    np.testing.assert_allclose(image, strength * common.axis, rtol=0, atol=1e-9 * strength)
    # Power iteration from anywhere comes close to the strongest direction, and never passes it.
    other = np.random.default_rng(0).normal(size=rows.shape[1])
    for _ in range(3):
        other /= np.linalg.norm(other)
        other = (rows @ other) @ rows
    assert 0.5 * strength < np.linalg.norm(other) <= strength * (1 + 1e-12)


def test_what_is_left_has_length_one_and_no_part_along_the_axis(bundled):
    words = read_groups(bundled, [WordGroup("words", ("cat", "dog", "king"))]).words
    vectors = map_vectors(bundled, words, VectorMode.COMMON_REMOVED)
    np.testing.assert_allclose((vectors**2).sum(axis=1), 1, rtol=1e-14)
    np.testing.assert_allclose(vectors @ bundled.common_direction().axis, 0, atol=1e-14)


def test_a_word_s_vector_does_not_depend_on_the_others(bundled):
    words = read_groups(bundled, [WordGroup("words", ("cat", "dog", "king", "queen", "red"))]).words
    for mode in VectorMode:
        together = map_vectors(bundled, words, mode)
        alone = [map_vectors(bundled, [one], mode)[0] for one in words]
        assert np.array_equal(together, alone)


def test_a_word_of_which_nothing_is_left_is_refused_by_name(make_table):
    table = make_table(np.array([[1], [2], [4]], dtype=np.float32))
    with pytest.raises(EmbvizError, match="Nothing is left of “w”") as caught:
        map_vectors(table, [word(0)], VectorMode.COMMON_REMOVED)
    assert caught.value.code == "zero-row"


def test_no_words_have_no_vectors(make_table):
    table = make_table(np.eye(3, dtype=np.float32))
    for mode in VectorMode:
        assert map_vectors(table, [], mode).shape == (0, 3)


def test_looking_for_the_common_direction_can_be_stopped_and_begun_again(make_table):
    table = make_table(np.random.default_rng(0).normal(size=(50, 4)).astype(np.float32))

    def stop(share):
        raise Stopped

    with pytest.raises(Stopped):
        table.common_direction(progress=stop)
    shares = []
    table.common_direction(progress=shares.append)
    assert shares == sorted(shares)
    assert table.common_direction() is table.common_direction()
