"""Our own icons: all there, on one grid, in any colour at any ratio."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QIcon, QImage

from embviz.qt.icons import icon, pixmap, style_sheet_image
from embviz.qt.theme import DARK, LIGHT
from embviz.resources import resource

pytestmark = pytest.mark.usefixtures("qapp")

NAMES = sorted(path.stem for path in resource("icons").glob("*.svg"))
NEEDED = (
    "select-box",
    "lasso",
    "pan",
    "fit",
    "undo",
    "redo",
    "run",
    "stop",
    "warning",
    "moon",
    "sun",
    "system",
    "export",
    "copy",
    "share",
    "chevron-down",
    "chevron-right",
    "check",
    "close",
    "plus",
    "trash",
    "eye",
    "eye-off",
    "search",
    "menu-dots",
    "folder-open",
    "image",
)
# The program's own picture and those for style sheets have colours of their own.
PLAIN = [name for name in NAMES if name != "embviz" and not name.endswith(("-light", "-dark"))]


def drawn(picture):
    """Red, green, blue and opacity, (rows, columns, 4)."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4).copy()


def test_every_icon_that_the_window_needs_is_there():
    assert set(NEEDED) <= set(NAMES)


@pytest.mark.parametrize("name", PLAIN)
def test_every_icon_is_drawn_on_a_grid_of_24(name):
    root = ElementTree.parse(resource("icons", f"{name}.svg")).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == "0 0 24 24"


@pytest.mark.parametrize("name", PLAIN)
def test_an_icon_has_the_colour_asked_for_and_no_other(name):
    dots = drawn(pixmap(name, "#0F6E63", 24, 2.0))
    inked = dots[dots[..., 3] == 255][:, :3]
    assert len(inked) > 10
    assert (inked == (0x0F, 0x6E, 0x63)).all()


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
def test_an_icon_is_sharp_at_every_ratio(ratio):
    picture = pixmap("undo", "#1D2329", 20, ratio)
    assert picture.width() == round(20 * ratio)
    assert picture.devicePixelRatio() == ratio


def test_icons_of_buttons_show_their_states():
    made = icon("lasso", "#1D2329", checked="#0F6E63", disabled="#68717A")
    looks = {
        drawn(made.pixmap(20, mode, state)).tobytes()
        for mode, state in (
            (QIcon.Mode.Normal, QIcon.State.Off),
            (QIcon.Mode.Normal, QIcon.State.On),
            (QIcon.Mode.Disabled, QIcon.State.Off),
        )
    }
    assert len(looks) == 3


PICTURES = (
    "tick",
    "combo-arrow",
    "branch-open",
    "branch-closed",
    "spin-up",
    "spin-down",
    "tabs-left",
    "tabs-right",
)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_pictures_of_style_sheets_exist_in_both_themes(theme):
    for name in PICTURES:
        assert resource("icons", f"{name}-{theme.name.value}.svg").is_file()
        assert style_sheet_image(name, theme).endswith(f"{name}-{theme.name.value}.svg")
