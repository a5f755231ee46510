"""Pairwise cosines against plain loops, in the order by group and by similarity."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from embviz.core.comparison import MOST_WORDS, WordOrder, compare
from embviz.core.resolve import SplitPolicy
from embviz.core.words import MapWord, WordGroup, read_groups
from embviz.errors import EmbvizError


def map_words(count, groups=1):
    return tuple(MapWord(f"w{place}", (place,), f"w{place}", place % groups) for place in range(count))


def test_cosines_equal_a_plain_loop_and_are_symmetric(make_table):
    rows = np.random.default_rng(1).standard_normal((12, 5)).astype(np.float32)
    found = compare(make_table(rows), map_words(12))
    wide = rows.astype(np.float64)
    for i in range(12):
        for j in range(12):
            product = math.fsum(float(x) for x in wide[i] * wide[j])
            length = math.sqrt(
                math.fsum(float(x) for x in wide[i] ** 2) * math.fsum(float(x) for x in wide[j] ** 2)
            )
            assert found.cosines[i, j] == pytest.approx(product / length, abs=1e-14)
    assert (found.cosines == found.cosines.T).all()
    assert (np.diag(found.cosines) == 1).all()
    off = [found.cosines[i, j] for i in range(12) for j in range(12) if i != j]
    assert found.mean == pytest.approx(np.mean(off))


def test_groups_stand_together_in_their_own_order(make_table):
    table = make_table(np.random.default_rng(2).standard_normal((7, 4)))
    found = compare(table, map_words(7, groups=3))
    assert [word.text for word in found.words] == ["w0", "w3", "w6", "w1", "w4", "w2", "w5"]
    assert found.boundaries == (3, 5)
    assert found.cosines[0, 1] == pytest.approx(compare(table, map_words(7)).cosines[0, 3], abs=1e-15)


def test_clustering_brings_near_words_together(make_table):
    """Three bundles of four directions each, listed in turn."""
    generator = np.random.default_rng(3)
    centers = np.eye(3)
    rows = np.array([centers[place % 3] + 0.05 * generator.standard_normal(3) for place in range(12)])
    found = compare(make_table(rows), map_words(12), order=WordOrder.SIMILARITY)
    bundles = [word.ids[0] % 3 for word in found.words]
    assert len([1 for before, after in itertools.pairwise(bundles) if before != after]) == 2
    assert found.boundaries == ()
    assert sorted(word.ids[0] for word in found.words) == list(range(12))


def test_pairs_come_with_the_most_alike_first(make_table):
    found = compare(make_table([[1, 0], [1, 0.1], [0, 1]]), map_words(3))
    assert found.pairs() == [(0, 1), (1, 2), (0, 2)]


def test_the_known_cosines_of_the_bundled_table(bundled):
    reading = read_groups(bundled, [WordGroup("x", ("king", "queen", "three", "four", "hot"))])
    found = compare(bundled, reading.words)
    assert round(float(found.cosines[0, 1]), 3) == 0.619
    assert round(float(found.cosines[2, 3]), 3) == 0.864
    assert round(found.reference, 2) == 0.30
    assert found.reference_of == "common words"
    reference = bundled.pair_reference()
    assert found.percentiles[0, 1] == pytest.approx(reference.percentile(float(found.cosines[0, 1])))
    assert found.odd[0].text == "hot"


def test_a_mean_of_pieces_is_compared_like_a_row(bundled):
    reading = read_groups(bundled, [WordGroup("x", ("hippopotamus", "cat"))], split=SplitPolicy.MEAN)
    found = compare(bundled, reading.words)
    rows = bundled.vectors.take(np.array(reading.words[0].ids)).astype(np.float64).mean(axis=0)
    cat = bundled.vectors[2644].astype(np.float64)
    assert found.cosines[0, 1] == pytest.approx(rows @ cat / np.linalg.norm(rows) / np.linalg.norm(cat))


@pytest.mark.parametrize(
    ("count", "code"), [(0, "too-few-words"), (1, "too-few-words"), (201, "too-many-words")]
)
def test_too_few_and_too_many_words_are_refused(make_table, count, code):
    assert MOST_WORDS == 200
    table = make_table(np.random.default_rng(4).standard_normal((201, 3)))
    with pytest.raises(EmbvizError) as caught:
        compare(table, map_words(count))
    assert caught.value.code == code


def test_without_the_common_direction_words_and_random_pairs_are_shifted(bundled):
    reading = read_groups(bundled, [WordGroup("x", ("king", "queen", "red"))])
    found = compare(bundled, reading.words, common_removed=True)
    rows = np.array([bundled.vectors[word.id].astype(np.float64) for word in reading.words])
    king, queen, _ = bundled.common_direction().removed_from(rows)
    expected = king @ queen / np.linalg.norm(king) / np.linalg.norm(queen)
    assert found.cosines[0, 1] == pytest.approx(expected, abs=1e-12)
    assert found.reference == bundled.shifted_reference().mean
    assert found.common_removed
