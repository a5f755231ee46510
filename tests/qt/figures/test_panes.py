"""Figures with the noise control beside the map, lines of a selected word, and what stability adds."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from embviz.core.caution import sentence
from embviz.core.figure import LineKind, no_labels
from embviz.core.figure_options import FigureOptions
from embviz.core.noise import draw_noise
from embviz.core.stability import check_stability
from embviz.core.word_lists import known_lists
from embviz.qt.figures import MapExtras, figure_from_map, png, svg
from embviz.qt.typesetting.legend import FALSE_TEXT, LINE_TEXTS, MISSING_TEXT


@pytest.fixture(scope="module")
def rows_of_48(bundled, map_of_48):
    return bundled.vectors[np.array([word.ids[0] for word in map_of_48.words])].astype(np.float64)


@pytest.fixture(scope="module")
def noise_of_48(map_of_48, rows_of_48):
    return draw_noise(rows_of_48, map_of_48.words, map_of_48.group_names, map_of_48.request)


@pytest.fixture(scope="module")
def pair(qapp, map_of_48, styles, noise_of_48):
    return figure_from_map(map_of_48, styles, FigureOptions(), extras=MapExtras(noise=noise_of_48))


def texts_of(figure):
    return " ".join(
        text.text.strip() for text in sorted(figure.texts, key=lambda t: (round(t.baseline), t.x))
    )


def overlap(first, second):
    across = min(first.right, second.right) - max(first.left, second.left)
    down = min(first.bottom, second.bottom) - max(first.top, second.top)
    return across > 0 and down > 0


def test_map_and_noise_stand_side_by_side_on_one_page(pair, map_of_48, noise_of_48):
    real, shuffled = pair.panes
    assert real.plot.points.positions is map_of_48.layout.positions
    assert shuffled.plot.points.positions is noise_of_48.result.layout.positions
    assert not overlap(real.frame, shuffled.frame)
    assert real.frame.right < shuffled.frame.left
    assert shuffled.frame.right <= pair.width
    assert (real.frame.top, real.frame.height) == (shuffled.frame.top, shuffled.frame.height)


def test_each_pane_says_how_much_it_keeps_and_what_a_random_picture_would(pair):
    text = texts_of(pair)
    assert "Real vectors : kept 2.5 of 5 (a random picture: 0.5)" in text
    assert re.search(r"Shuffled : kept 1\.\d of 5 \(a random picture: 0\.5\)", text)


def test_headings_stand_above_their_panes(pair):
    for pane in pair.panes:
        above = [
            text
            for text in pair.texts
            if text.baseline < pane.frame.top and pane.frame.left - 60 <= text.x <= pane.frame.right
        ]
        assert above
        assert all(text.baseline <= pane.frame.top for text in above)


def test_points_of_noise_are_no_words_and_have_no_labels(pair):
    real, shuffled = pair.panes
    assert real.plot.labels.shown.sum() > 40
    assert not shuffled.plot.labels.shown.any()
    assert shuffled.plot.points.false_share.any()


def test_the_caption_says_what_the_right_pane_is(pair):
    assert "On the right the columns of the vectors were" in texts_of(pair)
    assert "come from the method" in pair.description


def test_the_control_can_be_left_out(map_of_48, styles, noise_of_48):
    options = FigureOptions(noise=False)
    figure = figure_from_map(map_of_48, styles, options, extras=MapExtras(noise=noise_of_48))
    assert len(figure.panes) == 1
    assert "shuffled" not in figure.description


def test_the_pair_is_one_picture_and_one_drawing(pair):
    picture = png.render(pair)
    assert picture.startswith(b"\x89PNG")
    root = ElementTree.fromstring(svg.render(pair))
    written = " ".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "Shuffled" in written


def test_a_narrow_page_holds_both(map_of_48, styles, noise_of_48):
    options = FigureOptions(width_mm=85)
    figure = figure_from_map(map_of_48, styles, options, extras=MapExtras(noise=noise_of_48))
    for pane in figure.panes:
        assert pane.frame.width > 0.35 * figure.width
        assert 0 <= pane.frame.left < pane.frame.right <= figure.width
    assert max(text.baseline for text in figure.texts) <= figure.height


def lined_figure(map_of_48, styles, word="king", **options):
    place = next(place for place, one in enumerate(map_of_48.words) if one.text == word)
    lists = known_lists(map_of_48.distortion, place)
    extras = MapExtras({map_of_48.words[place].ids}, lists)
    return figure_from_map(map_of_48, styles, FigureOptions(**options), extras=extras)


def test_the_lines_of_a_selected_word_go_into_the_figure_and_its_legend(map_of_48, styles):
    figure = lined_figure(map_of_48, styles)
    (pane,) = figure.panes
    # "king": nothing that looks nearest is near, and nothing that is near looks so.
    assert {line.kind for line in pane.plot.lines} == {LineKind.FALSE, LineKind.MISSING}
    assert len(pane.plot.lines) == 10
    assert {line.kind for line in figure.lines} == {LineKind.FALSE, LineKind.MISSING}
    legend = {text.text for text in figure.texts}
    assert LINE_TEXTS[LineKind.FALSE] in legend
    assert LINE_TEXTS[LineKind.TRUE] not in legend


def test_without_rings_there_are_no_lines_either(map_of_48, styles):
    figure = lined_figure(map_of_48, styles, rings=False)
    assert figure.panes[0].plot.lines == ()
    assert figure.lines == ()
    assert FALSE_TEXT not in texts_of(figure)


def test_without_a_selected_word_the_legend_speaks_of_no_lines(figure_of_48):
    assert figure_of_48.lines == ()


@pytest.mark.parametrize("text", [FALSE_TEXT, MISSING_TEXT])
def test_each_arc_is_explained_in_six_words(text):
    assert len(text.split()) == 6


def test_a_stability_check_adds_its_sentence(map_of_48, styles, rows_of_48):
    stability = check_stability(rows_of_48, map_of_48.request, runs=2)
    figure = figure_from_map(map_of_48, styles, FigureOptions(), extras=MapExtras(stability=stability))
    assert figure.description.endswith(str(sentence(*stability.sentence.runs)))
    assert "Stable is not the same as true." in figure.description


def test_a_pane_without_words_has_no_labels_to_hide(pair):
    assert pair.hidden == pair.panes[0].plot.labels.hidden
    assert no_labels(3).hidden == 0
