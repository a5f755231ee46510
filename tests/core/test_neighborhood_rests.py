"""A search that lets others go first in the middle, and can be ended there."""

from __future__ import annotations

import pytest

from embviz.core.neighborhood import NeighborhoodOptions, neighborhood
from embviz.core.rests import resting
from embviz.core.words import read_groups
from embviz.errors import Stopped
from embviz.io.sets import open_set


@pytest.fixture(scope="module")
def words(bundled):
    return read_groups(bundled, open_set("48-words").groups).words


def test_rests_change_nothing_of_the_list(bundled, words):
    rests = []
    with resting(lambda: rests.append(1)):
        rested = neighborhood(bundled, words[:3], NeighborhoodOptions())
    assert len(rests) >= 4
    plain = neighborhood(bundled, words[:3], NeighborhoodOptions())
    assert rested.rows == plain.rows
    assert rested.odd_one_out == plain.odd_one_out


def test_what_a_rest_raises_ends_the_search(bundled, words):
    def stop():
        raise Stopped

    with pytest.raises(Stopped), resting(stop):
        neighborhood(bundled, words[:1], NeighborhoodOptions())
