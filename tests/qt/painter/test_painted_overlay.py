"""Arithmetic over a plot, probed pixel by pixel in both themes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor

from embviz.core.figure import Arrow, Axes, Ghost, Overlay
from embviz.qt.theme import DARK, LIGHT
from tests.qt.painter.test_painted_plot import FRAME, HEIGHT, WIDTH, painted, plot

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def with_overlay(overlay, positions=((0.0, 0.0),)):
    return replace(plot(positions, axes=Axes(numbered=True)), overlay=overlay)


def color_of(text):
    return np.array(QColor(text).getRgb()[:3])


def colored(image, color):
    """Where an image, (h, w, 3), has nearly this colour: (n, 2) of x, y."""
    near = np.abs(image.astype(int) - color_of(color)).sum(axis=2) < 24
    return np.argwhere(near)[:, ::-1]


def changed(before, after):
    """Where two images differ: (n, 2) of x, y."""
    return np.argwhere((before != after).any(axis=2))[:, ::-1]


@THEMES
def test_an_arrow_is_a_line_of_the_accent_with_a_head_at_its_end(qapp, theme):
    arrow = Arrow((-1.5, 1.0), (1.5, 1.0))
    found = colored(painted(with_overlay(Overlay((arrow,))), theme=theme), theme.accent)
    # From 100 to 400 less the gaps at both ends, one unit above the middle.
    assert found[:, 0].min() > 55
    assert found[:, 0].max() < 345
    assert abs(found[:, 1].mean() - 50) < 1.5
    height_at = [np.ptp(found[found[:, 0] == x][:, 1]) + 1 for x in (150, 250)]
    assert max(height_at) <= 3
    head = found[found[:, 0] > 332]
    assert np.ptp(head[:, 1]) >= 4


def test_dashed_and_dotted_lines_have_gaps_and_no_more_head_than_asked_for(qapp):
    def length(**options):
        arrow = Arrow((-1.5, 0.9), (1.5, 0.9), head=False, **options)
        places = changed(painted(with_overlay(None)), painted(with_overlay(Overlay((arrow,)))))
        return len(set(places[:, 0].tolist()))

    solid = length()
    assert solid > 250
    assert 0.3 * solid < length(dashed=True) < 0.85 * solid
    assert length(dotted=True) < 0.85 * solid


def test_an_arrow_between_places_that_nearly_coincide_is_not_drawn(qapp):
    arrow = Arrow((-1.0, 1.0), (-0.95, 1.0))
    assert not len(colored(painted(with_overlay(Overlay((arrow,)))), LIGHT.accent))


@THEMES
def test_a_sum_is_a_ring_with_a_dot_and_lies_above_the_points(qapp, theme):
    image = painted(with_overlay(Overlay(target=(0.0, 0.0))), theme=theme)
    assert (image[150, 200] == color_of(theme.accent)).all()
    found = colored(image, theme.accent)
    assert 9 <= np.ptp(found[:, 0]) + 1 <= 16
    assert abs(found.mean(axis=0) - (200, 150)).max() < 1


@THEMES
def test_an_absent_word_is_a_hollow_circle_with_its_name(qapp, theme):
    image = painted(with_overlay(Overlay(ghosts=(Ghost((-1.0, 1.0), "Berlin"),))), theme=theme)
    assert (image[50, 100] == color_of(theme.map)).all()
    assert (image[50, 97] != image[50, 100]).any()
    right = colored(image, theme.accent)
    assert np.count_nonzero(right[:, 0] > 106) > 20


def test_a_name_that_would_leave_the_plot_stands_on_the_other_side(qapp):
    image = painted(with_overlay(Overlay(ghosts=(Ghost((1.9, 1.0), "Budapest"),))))
    found = colored(image, LIGHT.accent)
    assert found[:, 0].min() < 360


@THEMES
def test_the_note_stands_in_a_pill_at_the_foot_in_the_middle(qapp, theme):
    overlay = Overlay(title="king − man", note="12 % lies in the plane")
    empty, noted = (painted(with_overlay(one), theme=theme) for one in (None, overlay))
    places = changed(empty, noted)
    left, right = places[:, 0].min(), places[:, 0].max()
    assert abs((left + right) / 2 - WIDTH / 2) < 2
    assert places[:, 1].min() > HEIGHT - 45
    assert places[:, 1].max() < HEIGHT - 8


def test_a_long_expression_is_cut_and_the_pill_stays_within_the_plot(qapp):
    overlay = Overlay(title=" + ".join(["hippopotamus"] * 20), note="12 % of this offset lies in the plane")
    empty, noted = painted(with_overlay(None)), painted(with_overlay(overlay))
    places = changed(empty, noted)
    assert places[:, 0].min() > 0
    assert places[:, 0].max() < WIDTH - 1


def test_an_area_is_tinted_and_nothing_else_is(qapp):
    corners = ((-1.0, -0.5), (1.0, -0.5), (1.0, -1.0), (-1.0, -1.0))
    places = changed(painted(with_overlay(None)), painted(with_overlay(Overlay(area=corners))))
    assert places.min(axis=0).tolist() == pytest.approx([100, 200], abs=2)
    assert places.max(axis=0).tolist() == pytest.approx([300, 250], abs=2)
    image = painted(with_overlay(Overlay(area=corners)))
    assert image[222, 225].mean() > 224
    assert FRAME.width == WIDTH
