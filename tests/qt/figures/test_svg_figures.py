"""SVG files, read again as plain XML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.page import ThemeName
from embviz.qt.figures import figure_from_map, svg
from embviz.qt.theme import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def root(figure_of_48):
    return ElementTree.fromstring(svg.render(figure_of_48))


def texts(root):
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def filled(root, color):
    """Shapes filled with a colour; the generator writes it on the group around them."""
    return [
        shape
        for group in root.iter(f"{SVG}g")
        if group.get("fill", "").lower() == color.lower()
        for shape in group
        if shape.tag in {f"{SVG}path", f"{SVG}ellipse", f"{SVG}rect"}
    ]


def stroked(root, color):
    return [
        (group, shape)
        for group in root.iter(f"{SVG}g")
        if group.get("stroke", "").lower() == color.lower()
        for shape in group
        if shape.tag == f"{SVG}path"
    ]


def test_it_is_svg_1_1_in_true_millimetres(root, figure_of_48):
    assert root.tag == f"{SVG}svg"
    assert root.get("version") == "1.1"
    assert float(root.get("width").removesuffix("mm")) == pytest.approx(160, abs=0.01)
    assert float(root.get("height").removesuffix("mm")) == pytest.approx(figure_of_48.height_mm, abs=0.01)
    left, top, width, height = map(float, root.get("viewBox").split())
    assert (left, top) == (0, 0)
    assert width / height == pytest.approx(160 / figure_of_48.height_mm, rel=1e-3)


def test_all_48_words_are_there_as_text(root, map_of_48):
    words = [word.text for word in map_of_48.words]
    assert len(words) == 48
    written = texts(root)
    for word in words:
        assert written.count(word) == 1


def test_every_point_is_a_shape_in_its_groups_colour_and_the_legend_has_one_more(root, styles):
    for style in styles:
        assert len(filled(root, LIGHT.groups[style.color])) == 8 + 1


def test_every_flagged_word_has_its_arc_and_missing_ones_are_dashed(root, map_of_48):
    distortion = map_of_48.distortion
    false, missing = stroked(root, LIGHT.false), stroked(root, LIGHT.missing)
    # Two more of each stand in the legend and in the caption.
    assert len(false) == distortion.false_flagged.sum() + 2
    assert len(missing) == distortion.missing_flagged.sum() + 2
    assert all(group.get("stroke-dasharray") is None for group, _ in false)
    assert all(group.get("stroke-dasharray") for group, _ in missing)


def test_axes_legend_and_caption_are_text(root, map_of_48):
    written = texts(root)
    assert any(re.fullmatch(r"PC1: \d+\.\d % →", text) for text in written)
    assert any(re.fullmatch(r"PC2: \d+\.\d % →", text) for text in written)
    assert "royalty & people" in written
    page = " ".join(" ".join(written).split())
    for sentence in map_of_48.caution:
        for run in sentence.runs:
            for word in run.text.split():
                assert word in page


def test_all_text_falls_back_on_other_families_and_keeps_its_width(root):
    for text in root.iter(f"{SVG}text"):
        families = text.get("font-family")
        assert families.startswith("Inter, 'Helvetica Neue', Helvetica, Arial, ")  # none is wider than Inter
        assert families.endswith("sans-serif")
        assert float(text.get("textLength")) > 0


def test_runs_of_one_line_of_the_caption_are_one_text(root):
    line = next(text for text in root.iter(f"{SVG}text") if "These two axes show" in "".join(text.itertext()))
    assert len({span.get("font-weight") for span in line}) == 2


def test_text_of_a_model_is_written_as_text(invented):
    words = ["<b>bold</b>", "a & b", "a->b", '"quoted"', "tab\tand\x00null", "猫", "🐱"]
    result = invented(words, [[place % 3, place // 3] for place in range(7)], caution=())
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    written = texts(ElementTree.fromstring(svg.render(figure)))
    for word in ("<b>bold</b>", "a & b", "a->b", '"quoted"', "tab\ufffdand\ufffdnull", "猫", "🐱"):
        assert word in written


def test_what_the_figure_says_goes_with_the_file(root, figure_of_48):
    assert root.findtext(f"{SVG}desc") == figure_of_48.description


def test_dark_and_transparent_figures_have_their_grounds(figure_of_48):
    dark = ElementTree.fromstring(svg.render(replace(figure_of_48, theme=ThemeName.DARK)))
    assert filled(dark, DARK.map)
    clear = ElementTree.fromstring(svg.render(replace(figure_of_48, transparent=True)))
    assert not filled(clear, LIGHT.map)
    assert not stroked(clear, LIGHT.map)


def test_the_plot_is_clipped(root):
    assert root.find(f".//{SVG}clipPath") is not None
