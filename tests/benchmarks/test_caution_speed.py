"""How long all that is said of a map takes: ``pytest tests/benchmarks --benchmark-enable``.

The cautions shall be ready in 50 ms for 48 words and in 300 ms for 500; of more than 2,000 words they are
estimated from anchors.
"""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.caution_report import caution_report
from embviz.core.caution_totals import total_lines
from embviz.core.describe import describe, focused
from embviz.core.figure import group_styles
from embviz.core.pair_reference import common_words
from embviz.core.pipeline import draw_noise_of_words, draw_words
from embviz.core.request import MapRequest
from embviz.core.word_lists import word_lists
from embviz.core.words import MapWord

SIZES = (48, 500, 5000)


@pytest.fixture(scope="module")
def words_of(bundled):
    ids = common_words(bundled.vocabulary)

    def of(count):
        return tuple(
            MapWord(bundled.vocabulary.read_text(one), (one,), bundled.tokens[one], 0) for one in ids[:count]
        )

    return of


@pytest.fixture(scope="module")
def map_of(bundled, words_of):
    made = {}

    def of(count):
        if count not in made:
            made[count] = draw_words(bundled, words_of(count), ["all"], MapRequest())
        return made[count]

    return of


@pytest.mark.parametrize("count", SIZES)
def test_a_map_with_all_that_is_said_of_it(benchmark, bundled, words_of, count):
    styles = group_styles(["all"])

    def draw_and_judge():
        result = draw_words(bundled, words_of(count), ["all"], MapRequest())
        lists = word_lists(bundled, result, 3)
        plot = focused(describe(result, styles), lists, 3)
        return total_lines(result, caution_report(bundled, result), None), plot

    lines, plot = benchmark.pedantic(draw_and_judge, rounds=3 if count > 1000 else 9, warmup_rounds=1)
    assert plot.lines
    assert ("±" in lines[0].here) is (count > 2000)


@pytest.mark.parametrize("count", SIZES)
def test_the_report_alone(benchmark, bundled, map_of, count):
    report = benchmark.pedantic(
        caution_report, args=(bundled, map_of(count)), rounds=3 if count > 1000 else 9, warmup_rounds=1
    )
    assert report.shepard.pairs.true.size == min(20_000, count * (count - 1) // 2)


def test_the_neighbours_of_the_word_under_the_pointer_among_five_thousand(benchmark, bundled, map_of):
    result = map_of(5000)
    measured = set(result.distortion.anchors.tolist())
    word = next(place for place in range(5000) if place not in measured)
    assert benchmark(word_lists, bundled, result, word).looks


def test_the_noise_control_of_48_words(benchmark, bundled, map_of):
    result = map_of(48)
    noise = benchmark(draw_noise_of_words, bundled, result.words, ["all"], result.request)
    assert noise.result.distortion.kept_mean < result.distortion.kept_mean


def test_a_search_without_the_common_direction(benchmark, bundled):
    search = bundled.shifted_search()
    query = search.rows[2644].astype(np.float64)
    assert benchmark(search.top, query, 10, leave_out=(2644,))[0].id == 9497
