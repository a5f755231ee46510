"""PNG files, read again by Pillow."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.page import ThemeName
from embviz.errors import EmbvizError
from embviz.qt.figures import figure_from_map, png
from embviz.qt.theme import DARK, LIGHT


def rgb(color):
    return tuple(int(color[place : place + 2], 16) for place in (1, 3, 5))


def read(figure, mode="RGB"):
    return np.asarray(Image.open(io.BytesIO(png.render(figure))).convert(mode))


@pytest.fixture(params=[ThemeName.LIGHT, ThemeName.DARK], ids=["light", "dark"])
def eight(request, invented):
    """Eight groups of one word each, far apart: the first has both rings, the second none."""
    positions = [[place % 4, place // 4] for place in range(8)]
    result = invented(
        [f"w{place}" for place in range(8)],
        positions,
        groups=list(range(8)),
        names=[f"group {place}" for place in range(8)],
        false=[5.0],
        missing=[5.0],
    )
    options = FigureOptions(theme=request.param, dots_per_inch=300)
    figure = figure_from_map(result, group_styles(result.group_names), options)
    return figure, LIGHT if request.param is ThemeName.LIGHT else DARK


def places(figure, pixels):
    """Points of the first plot in the picture's dots, and dots for each pixel of the page."""
    pane = figure.panes[0]
    scale = pixels.shape[1] / figure.width
    return pane.frame.to_pixels(pane.plot.points.positions) * scale, scale


def test_size_and_resolution_are_as_asked(figure_of_48):
    picture = Image.open(io.BytesIO(png.render(figure_of_48)))
    assert picture.size == (round(160 / 25.4 * 200), round(figure_of_48.height_mm / 25.4 * 200))
    assert picture.info["dpi"] == pytest.approx((200, 200), abs=0.02)


def test_a_size_in_pixels_is_met_exactly(invented):
    result = invented(["x", "y"], [[0, 0], [1, 1]])
    for width, height, dots in ((1920, 1080, 144), (1001, 333, 96), (640, 640, 72)):
        options = FigureOptions.in_pixels(width, height, dots_per_inch=dots)
        figure = figure_from_map(result, group_styles(result.group_names), options)
        assert Image.open(io.BytesIO(png.render(figure))).size == (width, height)


def test_what_the_figure_says_goes_with_the_file(figure_of_48):
    picture = Image.open(io.BytesIO(png.render(figure_of_48)))
    assert picture.text["Description"] == figure_of_48.description


def test_markers_have_exactly_their_groups_colours(eight):
    figure, theme = eight
    pixels = read(figure)
    at, _ = places(figure, pixels)
    for place, (x, y) in enumerate(at):
        assert tuple(pixels[round(y), round(x)]) == rgb(theme.groups[place])


def test_a_flagged_word_has_exactly_the_arcs_colours_and_an_unflagged_one_has_none(eight):
    figure, theme = eight
    pixels = read(figure)
    at, scale = places(figure, pixels)
    false, missing = rgb(theme.false), rgb(theme.missing)
    x, y = at[0]
    assert tuple(pixels[round(y - 8.8 * scale), round(x)]) == false
    assert tuple(pixels[round(y + 8.8 * scale), round(x)]) == missing
    x, y = at[1]
    reach = round(14 * scale)
    around = pixels[round(y) - reach : round(y) + reach, round(x) - reach : round(x) + reach].reshape(-1, 3)
    assert not (around == false).all(axis=1).any()
    assert not (around == missing).all(axis=1).any()


def test_the_solid_arc_is_above_and_the_dashed_one_below(eight):
    figure, theme = eight
    pixels = read(figure)
    at, scale = places(figure, pixels)
    x, y = at[0]
    angles = np.radians(np.arange(-75, 75.5, 0.5))
    radius = 8.8 * scale

    def along(sign, color):
        columns = np.round(x + radius * np.sin(angles)).astype(int)
        rows = np.round(y - sign * radius * np.cos(angles)).astype(int)
        return (np.abs(pixels[rows, columns].astype(int) - rgb(color)).sum(axis=1) < 60).astype(int)

    above, below = along(1, theme.false), along(-1, theme.missing)
    assert above.mean() == 1
    assert 0.3 < below.mean() < 0.85
    assert np.count_nonzero(np.diff(below)) >= 4


def test_the_ground_is_the_themes(eight):
    figure, theme = eight
    pixels = read(figure)
    assert tuple(pixels[0, 0]) == tuple(pixels[-1, -1]) == rgb(theme.map)


def test_a_transparent_figure_has_no_ground_and_no_halos(invented):
    result = invented(["x", "y"], [[0, 0], [1, 1]], false=[5.0], missing=[5.0])
    options = FigureOptions(transparent=True, dots_per_inch=150)
    figure = figure_from_map(result, group_styles(result.group_names), options)
    pixels = read(figure, "RGBA")
    assert pixels[0, 0, 3] == 0
    opaque = pixels[pixels[..., 3] == 255][:, :3]
    assert len(opaque)
    assert not (opaque == rgb(LIGHT.map)).all(axis=1).any()


def test_words_in_many_scripts_and_colour_emoji_make_no_trouble(invented):
    words = ["猫", "한국어", "שלום", "مرحبا", "नमस्ते", "🐱", "👩‍🚀 up", "x" * 200, "a\x00b", ""]
    result = invented(words, [[place % 4, place // 4] for place in range(10)])
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions(dots_per_inch=100))
    assert figure.panes[0].plot.labels.shown.all()
    assert read(figure).shape[1] == round(160 / 25.4 * 100)


def test_a_picture_of_too_many_dots_is_refused_in_words(invented):
    result = invented(["x"], [[0, 0]])
    options = FigureOptions(width_mm=1500, height_mm=1500, dots_per_inch=600)
    figure = figure_from_map(result, group_styles(result.group_names), options)
    with pytest.raises(EmbvizError) as caught:
        png.render(figure)
    assert caught.value.code == "too-large"
