"""The totals in words: each beside what a random picture would get."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.caution_report import CautionReport, RandomPicture
from embviz.core.caution_totals import total_lines
from embviz.core.distortion import estimate, measure
from embviz.core.mapping import MapResult
from embviz.core.projections.base import Layout
from embviz.core.request import MapRequest
from embviz.core.stability import Stability
from embviz.core.words import MapWord

RANDOM = np.random.default_rng(2)
VECTORS, POSITIONS = RANDOM.normal(size=(48, 9)), RANDOM.normal(size=(48, 2))
REPORT = CautionReport(RandomPicture(0.5, 0.52, 0.0, 0.25, 46.5, 44.4), None)


def result(distortion, shares=(0.2, 0.09)):
    words = tuple(MapWord(f"w{place}", (place,), f"w{place}", 0) for place in range(48))
    return MapResult(MapRequest(), words, ("all",), Layout(POSITIONS, axis_shares=shares), distortion, ())


def by_name(found, report=REPORT, stability=None, **changes):
    lines = total_lines(result(found, **changes), report, stability)
    return {line.name: (line.here, line.random) for line in lines}


def test_each_total_of_a_perfect_map_stands_beside_that_of_a_random_one():
    plane = RANDOM.normal(size=(48, 2))
    found = measure(plane, plane, metric="euclidean")
    assert by_name(found) == {
        "neighbours kept, of 5": ("5.0", "0.5"),
        "beside two false neighbours": ("0", "47"),
        "cut off from two true ones": ("0", "44"),
        "trustworthiness": ("1.00", "0.52"),
        "continuity": ("1.00", "0.52"),
        "all neighbourhood sizes": ("1.00", "0.00"),
        "differences shown": ("29\u00a0%", "25\u00a0%"),
    }


def test_totals_that_were_estimated_have_their_margins():
    found = by_name(estimate(VECTORS, POSITIONS, anchors=30))
    for name in ("neighbours kept, of 5", "beside two false neighbours", "trustworthiness"):
        assert " ± " in found[name][0]
        assert " ± " not in found[name][1]


def test_what_is_not_worked_out_yet_is_left_open():
    found = by_name(measure(VECTORS, POSITIONS), report=None)
    assert found["beside two false neighbours"][1] == ""
    assert found["differences shown"][1] == ""
    assert found["neighbours kept, of 5"][1] == "0.5"


def test_a_method_without_axes_has_no_share():
    assert "differences shown" not in by_name(measure(VECTORS, POSITIONS), shares=None)


def test_a_checked_map_says_how_many_neighbours_stay_and_how_many_would_by_chance():
    stability = Stability((0, 1), 5, np.zeros((2, 48, 2)), np.full(48, 0.86), np.zeros(48))
    found = by_name(measure(VECTORS, POSITIONS), stability=stability)
    # Two lists of 5 among 47 share 25/47 of a word by chance: a ninth of them.
    assert found["neighbours that stay"] == ("86\u00a0%", "11\u00a0%")


def test_neighbourhoods_of_one_word_flag_nothing():
    found = by_name(measure(VECTORS[:48], POSITIONS, k=1))
    assert "beside two false neighbours" not in found


def test_a_map_that_was_not_measured_has_no_totals():
    assert total_lines(result(None), None, None) == ()


@pytest.mark.parametrize("name", ["trustworthiness", "continuity"])
def test_a_random_picture_has_the_same_trustworthiness_as_continuity(name):
    assert by_name(measure(VECTORS, POSITIONS))[name][1] == "0.52"
