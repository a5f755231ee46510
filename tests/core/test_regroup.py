"""A finished map whose groups change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embviz.core.mapping import MapRequest, MapResult
from embviz.core.projections.base import Layout
from embviz.core.regroup import regrouped
from embviz.core.words import MapWord

WORDS = (MapWord("cat", (1,), "cat", 0), MapWord("dog", (2,), "dog", 0), MapWord("one", (3,), "one", 1))


@pytest.fixture
def result():
    return MapResult(MapRequest(), WORDS, ("animals", "numbers"), Layout(np.zeros((3, 2))), None, ())


def test_a_word_in_another_group_keeps_its_place_on_the_map(result):
    words = (WORDS[0], WORDS[2], replace(WORDS[1], group=1))
    after = regrouped(result, words, ("beasts", "numbers"))
    assert after.layout is result.layout
    assert [(word.text, word.group) for word in after.words] == [("cat", 0), ("dog", 1), ("one", 1)]
    assert after.group_names == ("beasts", "numbers")


def test_other_words_or_other_labels_need_another_map(result):
    assert regrouped(result, WORDS[:2], ("a", "b")) is None
    assert regrouped(result, (*WORDS[:2], MapWord("two", (4,), "two", 1)), ("a", "b")) is None
    assert regrouped(result, (replace(WORDS[0], text="␣cat"), *WORDS[1:]), ("a", "b")) is None
