"""The diverging colour scale: centred at 0, and safe for colour-blind viewers."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.heat import LEVELS, MISSING_LEVEL, ZERO_LEVEL
from embviz.qt.heat_colors import heat_colors, heat_image, zero_color
from embviz.qt.theme import DARK, LIGHT
from tests.qt.color_vision import DEFICIENCIES

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def lab(theme, sight):
    """CIE L*a*b* (D65) of all levels as somebody with this sight sees them."""
    numbers = np.array(heat_colors(theme.dark, theme.line)[:LEVELS])
    parts = np.stack([(numbers >> 16) & 255, (numbers >> 8) & 255, numbers & 255], axis=1) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ sight.T, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = seen @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


@BOTH
@pytest.mark.parametrize("sight", DEFICIENCIES.values(), ids=DEFICIENCIES)
def test_both_signs_are_told_apart_by_everybody(theme, sight):
    colors = lab(theme, sight)
    for offset in (32, 64, 96, 127):
        apart = np.linalg.norm(colors[ZERO_LEVEL + offset] - colors[ZERO_LEVEL - offset])
        assert apart > 20


@BOTH
@pytest.mark.parametrize("sight", DEFICIENCIES.values(), ids=DEFICIENCIES)
def test_lightness_goes_one_way_from_zero_to_either_end(theme, sight):
    lightness = lab(theme, sight)[:, 0]
    sign = 1 if theme.dark else -1
    assert (np.diff(lightness[ZERO_LEVEL:]) * sign > -0.3).all()
    assert (np.diff(lightness[: ZERO_LEVEL + 1]) * sign < 0.3).all()
    assert abs(lightness[0] - lightness[ZERO_LEVEL]) > 50
    assert abs(lightness[-1] - lightness[ZERO_LEVEL]) > 50


@BOTH
def test_zero_is_nearly_the_ground(theme):
    ground, zero = (
        [int(color[place : place + 2], 16) for place in (1, 3, 5)]
        for color in (theme.panel, zero_color(theme))
    )
    assert max(abs(a - b) for a, b in zip(ground, zero, strict=True)) <= 12


@BOTH
def test_a_picture_has_the_colour_of_each_level(qapp, theme):
    levels = np.array([[0, ZERO_LEVEL, 254], [MISSING_LEVEL, 10, 200]], dtype=np.uint8)
    image = heat_image(levels, theme)
    colors = heat_colors(theme.dark, theme.line)
    for y in range(2):
        for x in range(3):
            assert image.pixel(x, y) == colors[levels[y, x]]
    assert image.pixelColor(0, 1).name().upper() == theme.line
