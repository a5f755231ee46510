"""What a word that is being typed may become, on the bundled table."""

from __future__ import annotations

import pytest

from embviz.core.completion import complete
from embviz.core.spelling import TokenScheme


def test_every_variant_of_a_word_is_offered_with_its_id_and_means_exactly_its_row(bundled):
    found = complete(bundled, "cat")
    variants = {item.shown: int(item.detail) for item in found.items[:6]}
    # The ids of the bundled table.
    assert (variants["␣cat"], variants["cat"], variants["␣Cat"]) == (2644, 9786, 9497)
    assert found.items[0].shown == "␣cat"
    for item in found.items:
        (word,) = item.words
        assert bundled.vocabulary.best(word).id == int(item.detail)


def test_longer_words_follow_the_variants(bundled):
    assert any(item.shown == "␣Catholic" for item in complete(bundled, "cat").items)


def test_it_is_said_what_enter_will_do(bundled):
    assert complete(bundled, "cat").outcome == "␣cat, token 2644"
    assert complete(bundled, "paris").outcome == "␣Paris, token 7042"
    assert complete(bundled, "hippopotamus").outcome == "3 tokens, ␣hipp·opotam·us"


def test_several_words_can_be_added_as_such(bundled):
    first = complete(bundled, "cat dog fox").items[0]
    assert (first.shown, first.detail, first.words) == ("cat, dog, fox", "3 words", ("cat", "dog", "fox"))


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_is_offered_for_nothing(bundled, text):
    found = complete(bundled, text)
    assert (found.items, found.outcome) == ((), "")


def test_a_word_that_the_table_lacks_is_said_to_be_lacking(make_table):
    table = make_table([[1.0, 0.0], [0.0, 1.0]], ["cat", "dog"], scheme=TokenScheme.PLAIN)
    found = complete(table, "fox")
    assert (found.items, found.outcome) == ((), "not in this table")


def test_no_more_are_offered_than_asked_for(bundled):
    assert len(complete(bundled, "a", limit=7).items) == 7
