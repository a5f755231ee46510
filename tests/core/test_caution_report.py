"""What a random picture gets, pairs for the Shepard plot, and the lists of one word on maps of any size."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from embviz.core import distortion
from embviz.core.caution_report import caution_report
from embviz.core.describe import ring_shares
from embviz.core.mapping import MapResult, draw
from embviz.core.projections.base import Layout
from embviz.core.request import MapRequest, VectorMode
from embviz.core.shepard import MOST_PAIRS, shepard
from embviz.core.word_lists import known_lists, reference_mode, word_lists
from embviz.core.words import MapWord
from embviz.errors import Stopped

RANDOM = np.random.default_rng(11)


@pytest.fixture
def drawn(make_table):
    """Draw the first n rows of a table of random ones."""

    def draw_first(n, d=12):
        rows = (RANDOM.normal(size=(n, d)) + 0.5).astype(np.float32)
        table = make_table(rows)
        words = [MapWord(f"w{place}", (place,), f"w{place}", 0) for place in range(n)]
        return table, draw(rows.astype(np.float64), words, ("all",), MapRequest())

    return draw_first


def test_beside_each_total_stands_what_a_random_picture_gets(drawn):
    table, result = drawn(48, d=30)
    random = caution_report(table, result).random
    assert random.kept == pytest.approx(25 / 47)
    assert random.trustworthiness == pytest.approx(0.519681, abs=1e-6)
    assert random.rnx_auc == 0
    # 48 words in 30 dimensions: a plane is 2 of 30 directions.
    assert random.variance_share == pytest.approx(2 / 30)
    # Of 47 others at most 7 are true enough; a word is spared only when four of five are.
    assert random.false_words > 45
    assert random.missing_words > 40


def test_a_random_pictures_axes_are_those_that_the_words_span(drawn):
    table, result = drawn(9, d=30)
    assert caution_report(table, result).random.variance_share == pytest.approx(2 / 8)


def test_a_random_picture_is_the_same_every_time(drawn):
    table, result = drawn(20)
    assert caution_report(table, result).random == caution_report(table, result).random


def test_the_report_of_a_map_that_was_not_measured_is_none(drawn):
    table, result = drawn(4)
    assert caution_report(table, result) is None


def test_a_report_can_be_stopped(drawn):
    table, result = drawn(20)

    def stop(_share):
        raise Stopped

    with pytest.raises(Stopped):
        caution_report(table, result, progress=stop)


def test_every_pair_is_in_the_shepard_plot_with_its_two_distances(drawn):
    table, result = drawn(12)
    found = shepard(table, result)
    rows = np.asarray(table.vectors).astype(float)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    places = result.layout.positions
    diagonal = np.linalg.norm(np.ptp(places, axis=0))
    pairs = list(combinations(range(12), 2))
    assert found.total == len(pairs) == found.pairs.true.size
    assert not found.thinned
    assert found.pairs.true == pytest.approx([1 - units[i] @ units[j] for i, j in pairs], abs=1e-6)
    assert found.pairs.drawn == pytest.approx(
        [np.linalg.norm(places[i] - places[j]) / diagonal for i, j in pairs], abs=1e-12
    )


def test_a_words_own_pairs_are_all_there(drawn):
    table, result = drawn(12)
    others, pairs = shepard(table, result).of_word(4)
    assert others.tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    rows = np.asarray(table.vectors).astype(float)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert pairs.true == pytest.approx(1 - units[others] @ units[4], abs=1e-6)


def test_many_pairs_are_thinned_and_none_is_drawn_twice(drawn):
    table, result = drawn(300)
    found = shepard(table, result)
    assert found.thinned
    assert found.pairs.true.size == MOST_PAIRS
    assert found.total == 300 * 299 // 2
    assert len(set(zip(found.pairs.true.tolist(), found.pairs.drawn.tolist(), strict=True))) == MOST_PAIRS


def test_a_map_of_raw_vectors_is_judged_by_cosines():
    assert reference_mode(VectorMode.RAW) is VectorMode.UNIT
    assert reference_mode(VectorMode.COMMON_REMOVED) is VectorMode.COMMON_REMOVED


def estimated(result, vectors, anchors):
    found = distortion.estimate(vectors, result.layout.positions, anchors=anchors)
    return replace(result, distortion=found)


@pytest.mark.parametrize("mode", [VectorMode.UNIT, VectorMode.COMMON_REMOVED])
def test_lists_of_a_word_that_was_no_anchor_are_exact(make_table, mode):
    rows = (RANDOM.normal(size=(400, 8)) + 1).astype(np.float32)
    table = make_table(rows)
    words = tuple(MapWord(f"w{place}", (place,), f"w{place}", 0) for place in range(400))
    positions = RANDOM.normal(size=(400, 2))
    vectors = rows.astype(float)
    if mode is VectorMode.COMMON_REMOVED:
        vectors = table.common_direction().removed_from(vectors)
    request = MapRequest(vectors=mode)
    result = MapResult(request, words, ("all",), Layout(positions), None, ())
    whole = replace(result, distortion=distortion.measure(vectors, positions))
    large = estimated(result, vectors, 60)
    word = next(place for place in range(400) if place not in set(large.distortion.anchors.tolist()))
    assert known_lists(large.distortion, word) is None
    found, wanted = word_lists(table, large, word), known_lists(whole.distortion, word)
    for ours, theirs in ((found.looks, wanted.looks), (found.truly, wanted.truly)):
        assert [n.word for n in ours] == [n.word for n in theirs]
        assert [n.true_rank for n in ours] == [n.true_rank for n in theirs]
        assert [n.cosine for n in ours] == pytest.approx([n.cosine for n in theirs], abs=1e-6)


def test_lists_of_a_measured_word_are_at_hand(drawn):
    table, result = drawn(20)
    assert [n.word for n in word_lists(table, result, 3).looks] == [
        n.word for n in result.distortion.looks_nearest(3)
    ]


def test_a_map_that_was_not_measured_has_no_lists(drawn):
    table, result = drawn(4)
    assert word_lists(table, result, 0) is None


def flat(n, seed):
    """Vectors of unit length whose chords a plane shows without fault: points near the top of a sphere."""
    plane = 1e-3 * np.random.default_rng(seed).normal(size=(n, 2))
    return plane, np.column_stack([plane, np.sqrt(1.0 - np.square(plane).sum(axis=1))])


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.5])
def test_a_perfect_map_has_no_flag_however_it_is_turned(turn):
    plane, vectors = flat(60, 1)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    found = distortion.measure(vectors, 37.0 * plane @ matrix)
    assert found.kept_mean > 4.99
    assert (found.false_words, found.missing_words) == (0, 0)
    false, missing = ring_shares(found)
    assert not false.any()
    assert not missing.any()


def test_a_random_map_has_nearly_all_words_flagged():
    random = np.random.default_rng(5)
    found = distortion.measure(random.normal(size=(48, 30)), random.normal(size=(48, 2)))
    false, missing = ring_shares(found)
    assert np.count_nonzero(false) >= 46
    assert np.count_nonzero(missing) >= 44
