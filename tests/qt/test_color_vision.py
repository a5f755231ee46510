"""Arcs, lines and groups as people with a colour-vision deficiency see them.

Deficiencies are simulated after Machado, Oliveira & Fernandes (2009) at full severity; differences are ΔE00.
The least differences found: light theme 15.2 (two groups, tritanopia), dark theme 9.4 (two groups,
deuteranopia); between the two arcs 42.4 in either theme (dark, normal sight). About 2 is just noticed.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest

from embviz.qt.theme import DARK, LIGHT
from tests.qt.color_vision import DEFICIENCIES, difference, seen_as

EVERY_SIGHT = pytest.mark.parametrize("sight", list(DEFICIENCIES))
BOTH_THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])

# Of table 1 in Sharma, Wu & Dalal (2005), chosen to meet every branch of the formula.
KNOWN = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0010), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
]


@pytest.mark.parametrize(("first", "second", "wanted"), KNOWN)
def test_differences_are_those_of_the_published_table(first, second, wanted):
    assert difference(first, second) == pytest.approx(wanted, abs=6e-5)
    assert difference(second, first) == pytest.approx(wanted, abs=6e-5)


def test_grey_looks_the_same_to_everybody():
    for sight in DEFICIENCIES:
        assert difference(seen_as("#7F7F7F", "normal sight"), seen_as("#7F7F7F", sight)) < 0.5


def test_red_and_green_of_one_lightness_are_alike_without_the_green_cones():
    apart = difference(seen_as("#C04000", "normal sight"), seen_as("#6B7A00", "normal sight"))
    assert difference(seen_as("#C04000", "deuteranopia"), seen_as("#6B7A00", "deuteranopia")) < apart / 3


@BOTH_THEMES
@EVERY_SIGHT
def test_the_two_arcs_cannot_be_mistaken_for_one_another(theme, sight):
    assert difference(seen_as(theme.false, sight), seen_as(theme.missing, sight)) > 40


@BOTH_THEMES
@EVERY_SIGHT
def test_the_three_lines_differ(theme, sight):
    colors = [seen_as(color, sight) for color in (theme.true, theme.false, theme.missing)]
    assert min(difference(a, b) for a, b in combinations(colors, 2)) > 16


@BOTH_THEMES
@EVERY_SIGHT
def test_arcs_stand_out_from_the_ground(theme, sight):
    ground = seen_as(theme.map, sight)
    assert min(difference(seen_as(color, sight), ground) for color in (theme.false, theme.missing)) > 40


@pytest.mark.parametrize(("theme", "least"), [(LIGHT, 15.0), (DARK, 9.0)], ids=["light", "dark"])
@EVERY_SIGHT
def test_groups_differ_from_each_other_and_from_the_arcs(theme, least, sight):
    groups = [seen_as(color, sight) for color in theme.groups]
    arcs = [seen_as(color, sight) for color in (theme.false, theme.missing)]
    assert min(difference(a, b) for a, b in combinations(groups, 2)) >= least
    assert min(difference(a, b) for a, b in product(groups, arcs)) >= least
