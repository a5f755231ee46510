"""Pages: everything is there, and nothing lies on anything else or beyond the edge."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from embviz.core.caution import Emphasis, Run, Sentence
from embviz.core.figure import Shape, group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.page import Ink, ThemeName, Weight
from embviz.qt.figures import MapExtras, figure_from_map
from embviz.qt.fonts import TextMeasure
from embviz.qt.painter import axis_room

SIZES = [
    (80, 60),
    (80, None),
    (160, None),
    (160, 100),
    (254, 143),
    (420, 297),
    (297, 420),
    (60, 200),
    (400, 60),
]


@pytest.fixture
def measure(qapp):
    return TextMeasure()


def text_boxes(figure, measure):
    """Boxes of the page's texts: from the tops of capitals to a little below the base line."""
    return [
        (
            text.x,
            text.baseline - 0.73 * text.size,
            text.x + measure.width(text.text.rstrip(), text.size, text.weight),
            text.baseline + 0.2 * text.size,
        )
        for text in figure.texts
    ]


def sign_boxes(figure):
    boxes = []
    for arc in figure.arcs:
        top = arc.y if arc.missing else arc.y - arc.radius
        boxes.append((arc.x - arc.radius, top, arc.x + arc.radius, top + arc.radius))
    boxes += [(sign.x - 5, sign.y - 5, sign.x + 5, sign.y + 5) for sign in figure.markers]
    return boxes


def overlap(first, second):
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across > 0.5 and down > 0.5


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]} x {size[1] or 'free'}")
def sized(request, qapp, map_of_48, styles):
    """The map of 48 words with all texts, on pages of many sizes."""
    width, height = request.param
    options = FigureOptions(
        width_mm=width, height_mm=height, title="Six groups of words", note="SmolLM2-135M-Instruct"
    )
    return request.param, figure_from_map(map_of_48, styles, options)


def test_nothing_lies_on_anything_else_or_beyond_the_edge_at_any_size(sized, measure):
    (width, height), figure = sized
    assert figure.width_mm == pytest.approx(width)
    if height is not None:
        assert figure.height_mm == pytest.approx(height)
    frame = figure.panes[0].frame
    left, below = axis_room(figure.panes[0].plot.axes, frame, measure)
    plot = (frame.left - left, frame.top, frame.right, frame.bottom + below)
    boxes = [plot, *text_boxes(figure, measure), *sign_boxes(figure)]
    for box in boxes:
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= figure.width
        assert box[3] <= figure.height
    crossing = [pair for pair in itertools.combinations(boxes, 2) if overlap(*pair)]
    assert crossing == []


def test_every_point_lies_in_the_plot(sized):
    pane = sized[1].panes[0]
    pixels = pane.frame.to_pixels(pane.plot.points.positions)
    assert (pixels[:, 0] > pane.frame.left).all()
    assert (pixels[:, 0] < pane.frame.right).all()
    assert (pixels[:, 1] > pane.frame.top).all()
    assert (pixels[:, 1] < pane.frame.bottom).all()


def test_all_48_words_have_labels_on_the_usual_page(figure_of_48):
    assert figure_of_48.hidden == 0
    assert figure_of_48.panes[0].plot.labels.shown.all()


def test_the_usual_page_is_160_mm_wide_and_as_high_as_its_map_asks(figure_of_48):
    assert figure_of_48.width_mm == pytest.approx(160)
    assert 100 < figure_of_48.height_mm < 160


def test_the_plot_has_a_good_part_of_every_page_that_is_not_a_strip(sized):
    (width, height), figure = sized
    if height != 60 or width == 80:
        assert figure.panes[0].frame.height > 0.36 * figure.height


def test_the_caption_says_all_that_the_map_says(figure_of_48, map_of_48):
    caption = "".join(
        text.text if text.text.endswith(" ") else text.text + " " for text in figure_of_48.texts
    )
    caption = " ".join(caption.replace(" ;", ";").split())
    for sentence in map_of_48.caution:
        assert " ".join(str(sentence).split()) in caption
    assert figure_of_48.description == " ".join(str(sentence) for sentence in map_of_48.caution)


def test_both_arcs_stand_in_the_caption_and_in_the_legend(figure_of_48):
    assert sorted(arc.missing for arc in figure_of_48.arcs) == [False, False, True, True]


def test_the_legend_names_every_group_with_its_marker(figure_of_48, styles):
    texts = [text.text for text in figure_of_48.texts]
    assert [text for text in texts if text in {style.name for style in styles}] == [
        style.name for style in styles
    ]
    assert [(sign.shape, sign.color) for sign in figure_of_48.markers] == [
        (style.shape, style.color) for style in styles
    ]
    assert "looks close to what is not" in texts
    assert "is close to what looks far" in texts


def test_groups_without_words_are_not_in_the_legend(invented):
    result = invented(["x", "y"], [[0, 0], [1, 1]], groups=[0, 2], names=("a", "empty", "c"))
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    assert [sign.shape for sign in figure.markers] == [Shape.CIRCLE, Shape.TRIANGLE_UP]


def test_legend_caption_and_rings_can_be_left_out(map_of_48, styles):
    options = FigureOptions(legend=False, caption=False, rings=False)
    figure = figure_from_map(map_of_48, styles, options)
    assert figure.texts == figure.arcs == figure.markers == ()
    assert not figure.panes[0].plot.points.false_share.any()


def test_arcs_that_are_not_drawn_are_not_explained(invented):
    words = [f"w{place}" for place in range(6)]
    positions = [[place, place % 2] for place in range(6)]
    result = invented(words, positions, false=[3.0], caution=())
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    assert [arc.missing for arc in figure.arcs] == [False]
    result = invented(words, positions, caution=())
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    assert figure.arcs == ()


def test_hidden_labels_are_counted_on_the_page(invented):
    words = [f"word{place}" for place in range(40)]
    result = invented(words, np.zeros((40, 2)))
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    labels = figure.panes[0].plot.labels
    assert figure.hidden == labels.hidden == 40 - labels.shown.sum() > 0
    page = " ".join(text.text for text in figure.texts)
    assert f"{figure.hidden} of 40 words stand without labels" in page


def test_selected_words_are_labelled_in_any_crowd(invented):
    words = [f"word{place}" for place in range(40)]
    result = invented(words, np.zeros((40, 2)))
    figure = figure_from_map(
        result, group_styles(result.group_names), FigureOptions(), extras=MapExtras({(0,), (39,)})
    )
    assert figure.panes[0].plot.labels.shown[[0, 39]].all()


@pytest.mark.parametrize("groups", [1, 9, 70])
def test_a_legend_of_many_groups_leaves_room_for_the_plot_and_counts_the_rest(groups, invented, measure):
    words = [f"w{place}" for place in range(groups)]
    angles = np.linspace(0, 6, groups)
    result = invented(
        words,
        np.column_stack([np.cos(angles), np.sin(angles)]),
        groups=list(range(groups)),
        names=[f"group {place}" for place in range(groups)],
    )
    options = FigureOptions(width_mm=90, height_mm=90)
    figure = figure_from_map(result, group_styles(result.group_names), options, measure=measure)
    named = len(figure.markers)
    rest = [text.text for text in figure.texts if text.text.startswith("and ")]
    assert rest == ([] if named == groups else [f"and {groups - named} more groups"])
    assert figure.panes[0].frame.height > 0.3 * figure.height
    assert all(box[2] <= figure.width for box in text_boxes(figure, measure))


def test_a_long_title_and_a_long_group_name_stay_on_the_page(invented, measure):
    result = invented(["x"], [[0, 0]], names=("name " * 60,))
    figure = figure_from_map(
        result,
        group_styles(result.group_names),
        FigureOptions(width_mm=80, title="A title of very many words " * 6),
        measure=measure,
    )
    assert all(box[2] <= figure.width for box in text_boxes(figure, measure))


def test_a_word_wider_than_the_page_is_broken(invented, measure):
    caution = (Sentence((Run("猫" * 300, Emphasis.STRONG),)),)
    result = invented(["x"], [[0, 0]], caution=caution)
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions(), measure=measure)
    assert "".join(text.text for text in figure.texts).count("猫") == 300
    assert all(box[2] <= figure.width for box in text_boxes(figure, measure))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_hardly_any_words_make_a_figure_too(count, invented):
    result = replace(invented(["x", "y"][:count], np.zeros((count, 2))), distortion=None)
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    assert figure.panes[0].plot.labels.shown.sum() == count


def test_emphasis_is_kept(figure_of_48):
    styles = {(text.weight, text.ink) for text in figure_of_48.texts}
    assert (Weight.SEMI_BOLD, Ink.FIRST) in styles
    assert (Weight.SEMI_BOLD, Ink.FALSE) in styles
    assert (Weight.SEMI_BOLD, Ink.MISSING) in styles


def test_the_same_map_makes_the_same_page(figure_of_48, map_of_48, styles):
    again = figure_from_map(map_of_48, styles, FigureOptions(dots_per_inch=200))
    assert again.texts == figure_of_48.texts
    assert np.array_equal(again.panes[0].plot.labels.offsets, figure_of_48.panes[0].plot.labels.offsets)


def test_theme_and_ground_are_handed_on(invented):
    result = invented(["x"], [[0, 0]])
    options = FigureOptions(theme=ThemeName.DARK, transparent=True)
    figure = figure_from_map(result, group_styles(result.group_names), options)
    assert figure.theme is ThemeName.DARK
    assert figure.transparent
