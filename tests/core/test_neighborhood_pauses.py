"""A search that lets others go first in the middle, and can be ended there."""

from __future__ import annotations

import pytest

from embviz.core.neighborhood import NeighborhoodOptions, neighborhood
from embviz.core.words import read_groups
from embviz.errors import Stopped
from embviz.io.sets import open_set


@pytest.fixture(scope="module")
def words(bundled):
    return read_groups(bundled, open_set("48-words").groups).words


def test_pauses_change_nothing_of_the_list(bundled, words):
    pauses = []
    paused = neighborhood(bundled, words[:3], NeighborhoodOptions(), pause=lambda: pauses.append(1))
    assert len(pauses) >= 4
    plain = neighborhood(bundled, words[:3], NeighborhoodOptions())
    assert paused.rows == plain.rows
    assert paused.odd_one_out == plain.odd_one_out


def test_what_a_pause_raises_ends_the_search(bundled, words):
    def stop():
        raise Stopped

    with pytest.raises(Stopped):
        neighborhood(bundled, words[:1], NeighborhoodOptions(), pause=stop)
