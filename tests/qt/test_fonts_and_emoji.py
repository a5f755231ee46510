"""The shipped fonts, widths of text, and emoji."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QFontMetricsF, QImage, QPainter

from embviz.core.page import Weight
from embviz.qt.emoji import color_runs, emoji, has_color_glyphs
from embviz.qt.fonts import TextMeasure, font, load_fonts
from embviz.qt.painter import Look
from embviz.qt.painter.text import draw_text
from embviz.qt.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def measure():
    return TextMeasure()


def has_emoji():
    return has_color_glyphs("🐱")


def test_text_is_set_in_the_shipped_inter_in_four_weights():
    assert QFontInfo(font(14)).family() == "Inter"
    assert {QFontDatabase.weight("Inter", style) for style in QFontDatabase.styles("Inter")} >= set(Weight)
    widths = {weight: QFontMetricsF(font(100, weight)).horizontalAdvance("Hamburg") for weight in Weight}
    assert len(set(widths.values())) == 4


def test_loading_the_fonts_again_changes_nothing():
    before = QFontDatabase.families()
    load_fonts()
    assert QFontDatabase.families() == before


def test_an_arrow_typed_with_two_characters_stays_two_characters(measure):
    assert measure.width("->", 10) == pytest.approx(measure.width("-", 10) + measure.width(">", 10), rel=0.02)


def test_tabular_digits_are_all_as_wide():
    metrics = QFontMetricsF(font(100, tabular=True))
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1
    plain = QFontMetricsF(font(100))
    assert plain.horizontalAdvance("1") < plain.horizontalAdvance("0")


def test_widths_are_proportional_to_size_and_agree_with_qt(measure):
    for weight in Weight:
        assert measure.width("princess", 37, weight) == pytest.approx(
            QFontMetricsF(font(37, weight)).horizontalAdvance("princess"), rel=0.01
        )
    assert measure.width("cat", 12.7) == pytest.approx(12.7 * measure.width("cat", 1))


def test_shortened_text_fits_and_is_the_longest_that_does(measure):
    text = "Donaudampfschifffahrtsgesellschaft"
    short = measure.elide(text, 12, 90)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert measure.width(short, 12) <= 90 < measure.width(text[: len(short)] + "…", 12)
    assert measure.elide("cat", 12, 90) == "cat"
    assert measure.elide("cat", 12, 0) == "…"


@pytest.mark.parametrize("size", [9.4, 12.0, 13.7, 29.53, 142.2])
def test_text_is_painted_as_wide_as_it_was_measured(size, measure):
    image = QImage(1400, 260, QImage.Format.Format_RGB32)
    image.fill("#FFFFFF")
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_text(painter, Look(LIGHT, measure), 20, 180, "HHHHHHHH", size, Weight.BOLD, "#000000")
    painter.end()
    dark = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(260, 1400, 4)[..., 0] < 128
    columns = np.flatnonzero(dark.any(axis=0))
    bearing = 0.15 * size
    assert columns[-1] - columns[0] == pytest.approx(
        measure.width("HHHHHHHH", size, Weight.BOLD), abs=bearing + 2
    )


@pytest.mark.parametrize("text", ["cat", "猫", "שלום", "→", "−", "★", "日本語テキスト", "␣the"])
def test_ordinary_text_has_no_colours_of_its_own(text):
    assert not has_color_glyphs(text)


def test_text_is_cut_where_emoji_begin_and_end():
    if not has_emoji():
        pytest.skip("this machine has no font with colour emoji")
    assert color_runs("a 👩‍🚀 b") == (("a ", False), ("👩‍🚀", True), (" b", False))
    assert color_runs("cat") == (("cat", False),)
    assert "".join(part for part, _ in color_runs("🇫🇷🐱x")) == "🇫🇷🐱x"


def test_emoji_keep_their_colours_and_what_follows_does_not_lie_on_them(measure):
    if not has_emoji():
        pytest.skip("this machine has no font with colour emoji")
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill("#FFFFFF")
    painter = QPainter(image)
    draw_text(painter, Look(LIGHT, measure), 10, 70, "🐱H", 41.3, Weight.MEDIUM, "#0000FF")
    painter.end()
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(100, 300, 4)[..., :3].astype(int)
    blue = (pixels[..., 0] > 200) & (pixels[..., 1] < 60) & (pixels[..., 2] < 60)
    yellow = (pixels[..., 2] > 180) & (pixels[..., 0] < 120)
    assert yellow.sum() > 100
    assert np.flatnonzero(blue.any(axis=0)).min() > np.flatnonzero(yellow.any(axis=0)).max()
    assert emoji("🐱").width > 0.8
