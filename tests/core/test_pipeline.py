"""From words to a finished map: the window and the command line go the same way."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.pipeline import (
    check_map_stability,
    draw_groups,
    draw_noise_of_words,
    draw_words,
)
from embviz.core.request import MapRequest, VectorMode
from embviz.core.resolve import SplitPolicy
from embviz.core.words import WordGroup, read_groups
from embviz.errors import EmbvizError, Stopped

GROUPS = (
    WordGroup("animals", ("cat", "dog", "hippopotamus")),
    WordGroup("numbers", ("one", "two", "three", "cat")),
)


def test_words_read_before_or_on_the_way_give_the_same_map(bundled):
    reading = read_groups(bundled, GROUPS)
    apart = draw_words(bundled, reading.words, ["animals", "numbers"], MapRequest())
    whole = draw_groups(bundled, GROUPS, MapRequest())
    assert apart.words == whole.words
    assert np.array_equal(apart.layout.positions, whole.layout.positions)
    assert apart.caution == whole.caution


def test_notices_of_reading_come_before_those_of_drawing(bundled):
    few = (WordGroup("animals", ("cat", "hippopotamus", "dog")),)
    codes = [notice.code for notice in draw_groups(bundled, few, MapRequest()).notices]
    assert len(codes) == 2
    assert codes[-1] == "few-words"


def test_one_word_may_be_treated_otherwise_than_the_rest(bundled):
    result = draw_groups(bundled, GROUPS, MapRequest(), choices={"hippopotamus": SplitPolicy.MEAN})
    assert [word.combined for word in result.words] == [None, None, "mean", None, None, None]


def test_the_first_split_word_ends_the_work_where_that_is_asked_for(bundled):
    with pytest.raises(EmbvizError, match="hippopotamus") as caught:
        draw_groups(bundled, GROUPS, MapRequest(), split=SplitPolicy.ERROR)
    assert caught.value.code == "split-word"


@pytest.mark.parametrize("vectors", VectorMode)
def test_every_kind_of_vectors_gives_another_map_of_the_same_words(bundled, vectors):
    result = draw_groups(bundled, GROUPS, MapRequest(vectors=vectors))
    assert [word.text for word in result.words] == ["cat", "dog", "one", "two", "three"]
    assert result.request.vectors is vectors
    plain = draw_groups(bundled, GROUPS, MapRequest())
    assert np.array_equal(result.layout.positions, plain.layout.positions) == (vectors is VectorMode.UNIT)


def test_a_stop_in_the_middle_goes_through(bundled):
    def stop(_share, _positions):
        raise Stopped

    with pytest.raises(Stopped):
        draw_groups(bundled, GROUPS, MapRequest(), progress=stop)


MANY = (WordGroup("animals", ("cat", "dog", "horse", "cow", "sheep", "lion", "tiger", "rabbit")),)


@pytest.mark.parametrize("vectors", VectorMode)
def test_the_noise_control_has_the_words_and_the_request_of_the_map(bundled, vectors):
    result = draw_groups(bundled, MANY, MapRequest(vectors=vectors))
    noise = draw_noise_of_words(bundled, result.words, result.group_names, result.request).result
    assert noise.words == result.words
    assert noise.request == result.request
    assert not np.array_equal(noise.layout.positions, result.layout.positions)


def test_a_finished_map_is_the_first_run_of_its_stability_check(bundled):
    request = MapRequest("tsne", seed=3)
    result = draw_groups(bundled, MANY, request)
    found = check_map_stability(bundled, result)
    assert found.seeds == (3, 4, 5, 6, 7)
    centered = result.layout.positions - result.layout.positions.mean(axis=0)
    centered /= np.sqrt(np.square(centered).sum(axis=1).mean())
    assert np.allclose(found.aligned[0], centered)


def test_a_pca_map_is_the_same_from_every_start(bundled):
    found = check_map_stability(bundled, draw_groups(bundled, MANY, MapRequest()))
    assert found.agreement_mean == 1
    assert found.moved_mean == pytest.approx(0, abs=1e-9)
