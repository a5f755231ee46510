"""Arithmetic goes into every figure: the note as text, the arrows as drawn, its words lit."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from embviz.core.arithmetic import draw_arithmetic
from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.mapping import MapRequest
from embviz.core.pipeline import draw_groups
from embviz.io.sets import open_words
from embviz.qt.figures import RENDERERS, figure_from_map
from embviz.qt.figures.compose import MapExtras


@pytest.fixture(scope="module")
def drawn(bundled):
    groups = open_words("48-words")
    result = draw_groups(bundled, groups, MapRequest())
    drawing = draw_arithmetic(bundled, bundled.analogy("prince - man + woman"), result)
    return result, group_styles(result.group_names, groups), drawing


def test_an_svg_holds_expression_and_share_as_text(qapp, drawn):
    result, styles, drawing = drawn
    figure = figure_from_map(result, styles, FigureOptions(), extras=MapExtras(arithmetic=drawing))
    tree = ElementTree.fromstring(RENDERERS[".svg"](figure))
    text = " ".join("".join(tree.itertext()).replace("\u00a0", " ").split())
    assert "prince − man + woman" in text
    assert "only 12 % of this offset lies in the plane" in text
    plain = figure_from_map(result, styles, FigureOptions())
    assert "of this offset" not in RENDERERS[".svg"](plain).decode("utf-8").replace("\u00a0", " ")


def test_its_words_are_lit_unless_words_are_selected(qapp, drawn):
    result, styles, drawing = drawn
    alone = figure_from_map(result, styles, FigureOptions(), extras=MapExtras(arithmetic=drawing))
    points = alone.panes[0].plot.points
    lit = {text for text, faded in zip(points.texts, points.faded, strict=True) if not faded}
    assert lit == {"prince", "princess", "man", "woman"}
    chosen = MapExtras(selected=[result.words[0].ids], arithmetic=drawing)
    beside = figure_from_map(result, styles, FigureOptions(), extras=chosen)
    assert not beside.panes[0].plot.points.faded.any()
    assert beside.panes[0].plot.overlay is drawing.overlay


def test_the_frame_shows_the_sum_wherever_it_lies(qapp, drawn):
    result, styles, drawing = drawn
    figure = figure_from_map(result, styles, FigureOptions(), extras=MapExtras(arithmetic=drawing))
    pane = figure.panes[0]
    x, y = pane.frame.to_pixels(np.array([drawing.overlay.target]))[0]
    assert pane.frame.left < x < pane.frame.right
    assert pane.frame.top < y < pane.frame.bottom
    lowest = pane.frame.to_pixels(pane.plot.points.positions)[:, 1].max()
    assert lowest < pane.frame.bottom - pane.plot.foot
