"""From a finished map to what is drawn of it."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.describe import describe, focused, label_text, lined
from embviz.core.distortion import measure
from embviz.core.figure import GroupStyle, LineKind, Shape, group_styles
from embviz.core.mapping import MapRequest, MapResult
from embviz.core.projections.base import Layout
from embviz.core.word_lists import known_lists
from embviz.core.words import MapWord

# Case 6 of the definitions of distortion: two rhombs far apart, and a point above the first one.
NEAR = [(0, 0), (1, 0), (0, 1.2), (1.3, 1.1), (0.4, 0.6), (2, 0.3)]
SPACE = np.array(
    [(x, y, 0) for x, y in NEAR] + [(x + 10, y, 0) for x, y in NEAR] + [(0.6, 0.5, 30)], dtype=float
)


def result(words=None, **changes):
    high, low = SPACE, SPACE[:, :2].copy()
    words = words or tuple(
        MapWord(f"w{place}", (place,), f"w{place}", place % 2) for place in range(len(high))
    )
    fields = {
        "request": MapRequest(),
        "words": words,
        "group_names": ("even", "odd"),
        "layout": Layout(low, axis_shares=(0.196, 0.0953)),
        "distortion": measure(high, low, k=3, metric="euclidean"),
        "caution": (),
    } | changes
    return MapResult(**fields)


STYLES = group_styles(["even", "odd"])


def test_every_word_becomes_a_point_in_the_style_of_its_group():
    styles = (GroupStyle("even", 4, Shape.STAR), GroupStyle("odd", 1, Shape.PLUS))
    points = describe(result(), styles).points
    assert points.texts == tuple(f"w{place}" for place in range(13))
    assert points.shapes.tolist()[:2] == [Shape.STAR, Shape.PLUS]
    assert points.colors.tolist()[:2] == [4, 1]
    assert not points.hollow.any()


def test_flagged_words_have_half_rings_as_long_as_their_share_and_others_none():
    points = describe(result(), STYLES).points
    # The last point has three false neighbours of three; those of A have one each and are not flagged.
    assert points.false_share.tolist() == [0.0] * 12 + [1.0]
    distortion = result().distortion
    flagged = distortion.missing >= 2
    assert points.missing_share == pytest.approx(np.where(flagged, distortion.missing / 3, 0))


def test_rings_can_be_left_out_and_few_words_have_none():
    for points in (
        describe(result(), STYLES, rings=False).points,
        describe(result(distortion=None), STYLES).points,
    ):
        assert not points.false_share.any()
        assert not points.missing_share.any()


def test_selected_words_are_marked():
    points = describe(result(), STYLES, selected={(3,), (99,)}).points
    assert np.flatnonzero(points.selected).tolist() == [3]


def test_axes_of_pca_say_their_shares_and_those_of_t_sne_nothing():
    axes = describe(result(), STYLES).axes
    assert (axes.x_title, axes.y_title) == ("PC1: 19.6 %", "PC2: 9.5 %")
    assert axes.numbered
    axes = describe(result(layout=Layout(SPACE[:, :2])), STYLES).axes
    assert (axes.x_title, axes.y_title) == ("", "")
    assert not axes.numbered


def test_a_mean_of_pieces_is_hollow_and_called_one():
    words = tuple(MapWord(f"w{place}", (place,), "", 0) for place in range(12))
    mean = MapWord("hippopotamus", (19165, 21179, 376), "␣hipp·opotam·us", 0, combined="mean")
    points = describe(result((*words, mean)), STYLES).points
    assert points.texts[-1] == "hippopotamus (mean of 3 pieces)"
    assert points.hollow.tolist() == [False] * 12 + [True]


def test_a_lit_word_leads_to_its_nearest_words_and_all_others_fade():
    distortion = result().distortion
    plot = focused(describe(result(), STYLES), known_lists(distortion, 12), 12)
    kinds = {line.end: line.kind for line in plot.lines}
    looks = {neighbor.word for neighbor in distortion.looks_nearest(12)}
    assert {end for end, kind in kinds.items() if kind is LineKind.FALSE} == looks
    assert all(line.start == 12 for line in plot.lines)
    assert set(np.flatnonzero(~plot.points.faded)) == {12, *kinds}


def test_a_true_neighbour_that_looks_near_has_one_line():
    plot = focused(describe(result(), STYLES), known_lists(result().distortion, 0), 0)
    assert len({line.end for line in plot.lines}) == len(plot.lines)
    assert LineKind.TRUE in {line.kind for line in plot.lines}


def test_a_lit_word_of_a_map_that_was_not_measured_has_no_lines():
    plot = focused(describe(result(distortion=None), STYLES), None, 5)
    assert plot.lines == ()
    assert np.flatnonzero(~plot.points.faded).tolist() == [5]


def test_lines_alone_fade_nothing():
    found = result()
    lists = known_lists(found.distortion, 12)
    plot = describe(found, STYLES, lists=lists)
    assert plot.lines == lined(describe(found, STYLES), lists).lines == focused(plot, lists, 12).lines
    assert len(plot.lines) >= 3
    assert not plot.points.faded.any()


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("cat", "cat"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("a->b", "a->b"),
        ("two\u00a0words\u3000", "two words "),
        ("a\tb\nc", "a\ufffdb\ufffdc"),
        ("\u202eevil", "\ufffdevil"),
        ("\u2028", "\ufffd"),
        ("👩‍🚀", "👩‍🚀"),
        ("猫", "猫"),
        ("x" * 41, "x" * 39 + "…"),
        ("x" * 40, "x" * 40),
    ],
)
def test_labels_show_text_as_it_is_but_for_what_cannot_be_written(text, label):
    assert label_text(MapWord(text, (1,), text, 0)) == label
