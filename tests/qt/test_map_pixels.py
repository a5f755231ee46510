"""Exact colours on the map, in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from embviz.app import build_window
from embviz.core.snapshot import SelectMode
from embviz.qt.intents import Select, SetAnimated
from embviz.qt.theme import DARK, LIGHT
from tests.qt.driving import place_of

GROUPS = {"cat": 0, "seven": 1, "Japan": 2, "purple": 3, "man": 4, "laptop": 5}


@pytest.fixture(params=["light", "dark"])
def window(qtbot, request):
    made = build_window(theme=request.param)
    qtbot.addWidget(made)
    made.controller.handle(SetAnimated(False))
    made.resize(1200, 800)
    made.show()
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=30_000)
    yield made
    made.close()


def theme_of(window):
    return DARK if window.theme.dark else LIGHT


def picture(window):
    return window.map_view.grab().toImage()


def colour_at(image, place, ratio):
    return QColor(image.pixel(round(place.x() * ratio), round(place.y() * ratio))).name().upper()


def count(image, centre, colour, reach, ratio):
    """How many dots within ``reach`` pixels of a place have exactly a colour."""
    wanted = QColor(colour).rgb()
    x0, y0 = centre.x(), centre.y()
    return sum(
        image.pixel(x, y) == wanted
        for x in range(max(0, round((x0 - reach) * ratio)), min(image.width(), round((x0 + reach) * ratio)))
        for y in range(max(0, round((y0 - reach) * ratio)), min(image.height(), round((y0 + reach) * ratio)))
    )


def test_every_group_has_its_colour_in_the_middle_of_its_markers(window):
    image, view = picture(window), window.map_view
    ratio = view.devicePixelRatioF()
    theme = theme_of(window)
    found = {word: colour_at(image, place_of(view, word), ratio) for word in GROUPS}
    assert found == {word: theme.groups[slot].upper() for word, slot in GROUPS.items()}


def test_the_ground_is_the_themes_and_nothing_of_the_other_theme_is_left(window):
    image, theme = picture(window), theme_of(window)
    other = LIGHT if theme is DARK else DARK
    assert QColor(image.pixel(2, 2)).name().upper() == theme.map.upper()
    total = image.width() * image.height() // 9
    wrong = sum(
        QColor(image.pixel(x, y)).name().upper() == other.map.upper()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    )
    assert wrong / total < 0.001


def test_a_selected_word_has_a_ring_of_ink_and_another_has_none(window):
    theme, view = theme_of(window), window.map_view
    ratio = view.devicePixelRatioF()
    place = place_of(view, "man")
    before = count(picture(window), place, theme.ink, 14, ratio)
    key = next(word.ids for word in window.store.snapshot.words if word.text == "man")
    window.controller.handle(Select((key,), SelectMode.REPLACE))
    image = picture(window)
    assert before == 0
    assert count(image, place, theme.ink, 14, ratio) > 30
    assert count(image, place_of(view, "one"), theme.ink, 14, ratio) == 0


def test_a_flagged_word_has_its_arc_colours_and_an_unflagged_one_has_none(window):
    theme, view = theme_of(window), window.map_view
    ratio, image = view.devicePixelRatioF(), picture(window)
    # "king" keeps none of its neighbours; "man" stands alone and is not flagged.
    assert count(image, place_of(view, "king"), theme.false, 12, ratio) > 15
    assert count(image, place_of(view, "king"), theme.missing, 12, ratio) > 8
    assert count(image, place_of(view, "man"), theme.false, 12, ratio) == 0
    assert count(image, place_of(view, "man"), theme.missing, 12, ratio) == 0
