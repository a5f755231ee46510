"""Colours that can be read: contrasts by the formula of WCAG 2.1, worked out here."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QPalette

from embviz.core.page import Ink, ThemeName
from embviz.qt.theme import DARK, LIGHT, THEMES, application_palette

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def luminance(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@BOTH
def test_all_text_is_legible_on_its_ground(theme):
    for color in (theme.ink, theme.second, theme.third, *theme.group_texts, theme.false, theme.missing):
        assert contrast(color, theme.map) >= 4.5
    for ground in (theme.window, theme.panel, theme.strip):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.second, ground) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.strip_icon, theme.strip) >= 4.5


@BOTH
def test_arcs_and_lines_stand_out_from_the_map(theme):
    for color in (theme.false, theme.missing, theme.true):
        assert contrast(color, theme.map) >= 3


@BOTH
def test_there_are_eight_groups_and_every_colour_is_one(theme):
    assert len(theme.groups) == len(theme.group_texts) == 8
    assert len(set(theme.groups)) == 8
    for value in vars(theme).values():
        for color in value if isinstance(value, tuple) else [value]:
            if not isinstance(color, ThemeName):
                assert re.fullmatch("#[0-9A-F]{6}", color)


@BOTH
def test_the_applications_palette_has_the_themes_colours(theme):
    palette = application_palette(theme)
    assert palette.color(QPalette.ColorRole.Window).name().upper() == theme.window
    assert palette.color(QPalette.ColorRole.Text).name().upper() == theme.ink
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name().upper() == theme.third


@BOTH
def test_every_ink_has_a_colour(theme):
    assert len({theme.text(ink) for ink in Ink}) == len(Ink)


def test_every_theme_is_found_by_its_name():
    assert set(THEMES) == set(ThemeName)
    assert all(theme.name is name for name, theme in THEMES.items())
    assert DARK.dark
    assert not LIGHT.dark
