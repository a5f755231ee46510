"""The sentences that stand wherever a cosine is shown."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from embviz.core.neighborhood import Neighborhood, NeighborhoodOptions
from embviz.core.shared_direction import list_changes, shared_direction


def reference(mean, of="common words"):
    return SimpleNamespace(mean=mean, of=of)


def test_strangers_are_alike_because_all_rows_share_a_direction():
    assert shared_direction(reference(0.3041)) == (
        "Random pairs of common words have cosine 0.30, for all rows share a direction."
    )


def test_a_table_without_a_common_direction_is_not_said_to_have_one():
    assert shared_direction(reference(-0.004, "tokens")) == (
        "Random pairs of tokens have cosine 0.00: rows of this table share hardly any direction."
    )


def test_a_shifted_session_says_that_the_direction_is_gone():
    assert shared_direction(reference(-0.02), removed=True) == (
        "Random pairs of common words have cosine −0.02: the direction that all rows share is taken out."
    )


def listing(changed, compared):
    return Neighborhood((), NeighborhoodOptions(), (), 10, None, changed=changed, compared=compared)


@pytest.mark.parametrize(
    ("changed", "compared", "said"),
    [
        (2, 5, "2 of the five nearest entries (40 %) differ from the raw list."),
        (1, 5, "1 of the five nearest entries (20 %) differs from the raw list."),
        (0, 5, "0 of the five nearest entries (0 %) differ from the raw list."),
        (1, 3, "1 of the 3 nearest entries (33 %) differs from the raw list."),
    ],
)
def test_the_effect_on_a_list_is_said_in_numbers(changed, compared, said):
    assert list_changes(listing(changed, compared)) == f"Vectors were shifted. Cosines change: {said}"


def test_a_plain_list_has_no_effect_to_speak_of():
    assert list_changes(listing(None, 5)) == ""
    assert list_changes(listing(0, 0)) == ""
