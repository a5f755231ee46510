"""What may be chosen about a figure."""

from __future__ import annotations

import dataclasses

import pytest

from embviz.core.figure_options import FigureOptions
from embviz.errors import EmbvizError


def test_labels_of_a_page_160_mm_wide_are_seven_points_high():
    label_mm = 12 * FigureOptions().mm_per_pixel
    assert label_mm / 25.4 * 72 == pytest.approx(7.1, abs=0.05)


def test_letters_grow_more_slowly_than_the_page():
    column, usual, poster = (FigureOptions(width_mm=width).mm_per_pixel for width in (80, 160, 420))
    assert column < usual < poster
    assert column / usual > 80 / 160
    assert poster / usual < 420 / 160


def test_a_scale_of_text_scales_all_of_it():
    assert FigureOptions(text_scale=1.5).mm_per_pixel == pytest.approx(1.5 * FigureOptions().mm_per_pixel)


def test_a_size_in_pixels_becomes_one_on_paper():
    options = FigureOptions.in_pixels(1920, 1080, dots_per_inch=96)
    assert options.width_mm == pytest.approx(508)
    assert options.height_mm == pytest.approx(285.75)
    assert FigureOptions.in_pixels(600).height_mm is None


@pytest.mark.parametrize(
    "change",
    [
        {"width_mm": 0.0},
        {"width_mm": float("nan")},
        {"width_mm": 1e9},
        {"height_mm": -3.0},
        {"dots_per_inch": 0.0},
        {"dots_per_inch": 1e6},
        {"text_scale": 0.0},
    ],
)
def test_sizes_that_make_no_figure_are_refused_in_words(change):
    with pytest.raises(EmbvizError) as caught:
        dataclasses.replace(FigureOptions(), **change)
    assert caught.value.code == "bad-size"
    assert caught.value.hint
