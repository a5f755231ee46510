"""PDF files, read again by pypdf."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.qt.figures import figure_from_map, pdf


@pytest.fixture(scope="module")
def page(figure_of_48):
    reader = PdfReader(io.BytesIO(pdf.render(figure_of_48)))
    assert len(reader.pages) == 1
    return reader.pages[0]


def test_the_page_is_the_figure_in_whole_points(page, figure_of_48):
    box = page.mediabox
    assert (float(box.left), float(box.bottom)) == (0, 0)
    assert float(box.width) == round(160 / 25.4 * 72)
    assert float(box.height) == round(figure_of_48.height_mm / 25.4 * 72)


def test_all_48_words_can_be_copied(page, map_of_48):
    written = page.extract_text().split()
    for word in map_of_48.words:
        assert word.text in written


def test_the_caption_can_be_copied_with_its_spaces(page, map_of_48):
    written = " ".join(page.extract_text().split())
    for phrase in (
        "of the differences between the 48 words;",
        "sit beside at least two",
        "Worst: “king” looks",
    ):
        assert phrase in written


def test_every_font_is_embedded_and_is_ours(page):
    fonts = page["/Resources"]["/Font"]
    assert len(fonts) >= 2
    for name in fonts:
        descendant = fonts[name]["/DescendantFonts"][0].get_object()
        descriptor = descendant["/FontDescriptor"].get_object()
        assert "Inter" in str(descriptor["/FontName"])
        assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        assert "/ToUnicode" in fonts[name]


def test_nothing_is_a_picture(page):
    assert len(page.images) == 0


def test_an_arrow_typed_in_a_word_keeps_its_characters(invented):
    result = invented(["a->b", "x<=y"], [[0, 0], [1, 1]], caution=())
    figure = figure_from_map(result, group_styles(result.group_names), FigureOptions())
    written = PdfReader(io.BytesIO(pdf.render(figure))).pages[0].extract_text()
    assert "a->b" in written
    assert "x<=y" in written


def test_the_file_is_small(figure_of_48):
    assert len(pdf.render(figure_of_48)) < 80_000


@pytest.mark.parametrize(("width", "height"), [(80, 60), (420, 297)])
def test_other_sizes_are_met_to_half_a_point(width, height, invented):
    result = invented(["x", "y"], [[0, 0], [1, 1]])
    options = FigureOptions(width_mm=width, height_mm=height)
    figure = figure_from_map(result, group_styles(result.group_names), options)
    box = PdfReader(io.BytesIO(pdf.render(figure))).pages[0].mediabox
    assert float(box.width) == pytest.approx(width / 25.4 * 72, abs=0.5)
    assert float(box.height) == pytest.approx(height / 25.4 * 72, abs=0.5)
