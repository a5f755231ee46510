"""What holds for every panel of the registry, whatever it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit

from embviz.core.snapshot import SelectMode, Snapshot, mapped, selected
from embviz.core.words import WordGroup, read_groups
from embviz.qt.panels import PANELS
from embviz.qt.panels.base import Area, Panel
from embviz.qt.theme import DARK, LIGHT
from tests.qt.fakes import ANIMALS, FakeServices, small_table

INNER = ("qt_spinbox_lineedit", "qt_toolbar_ext_button", "qt_tableview_cornerbutton")
"""Parts that Qt makes for itself."""


@pytest.fixture(params=list(PANELS))
def panel(qtbot, request):
    made = PANELS[request.param](LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 500)
    made.show()
    return made


def a_snapshot(words):
    """A table of these words, all of them on the map, the first one selected."""
    services = FakeServices()
    table, groups = small_table(words=words), (WordGroup(words[0], words),)
    empty = Snapshot(table=table)
    document = replace(empty.document, groups=groups)
    reading = read_groups(table, groups)
    result = services.draw(table, reading.words, document, lambda *_: None)
    ready = mapped(replace(empty, document=document, reading=reading), result, document)
    return selected(ready, [ready.words[0].ids], SelectMode.REPLACE)


@pytest.fixture
def full():
    """An ordinary snapshot."""
    return a_snapshot(ANIMALS)


def test_it_has_a_name_a_title_and_a_place(panel):
    assert isinstance(panel, Panel)
    assert PANELS[panel.name] is type(panel)
    assert panel.title
    assert panel.area in Area


def test_it_draws_the_empty_state_the_full_state_and_back_without_asking_for_anything(panel, full):
    asked = []
    panel.intent.connect(asked.append)
    empty = Snapshot()
    panel.render_snapshot(None, empty)
    panel.grab()
    panel.render_snapshot(empty, full)
    panel.grab()
    panel.render_snapshot(full, empty)
    panel.grab()
    assert asked == []


def test_it_takes_both_themes_and_any_size_of_type(panel, full):
    asked = []
    panel.intent.connect(asked.append)
    for theme in (DARK, LIGHT):
        panel.apply_theme(theme)
        for zoom in (0.75, 1.0, 2.0):
            panel.apply_zoom(zoom)
            panel.render_snapshot(None, full)
            panel.grab()
    assert asked == []


def test_what_can_be_pressed_or_typed_in_has_a_name_and_a_tip(panel, full):
    panel.render_snapshot(None, full)
    nameless = [
        widget
        for kind in (QAbstractButton, QComboBox, QLineEdit)
        for widget in panel.findChildren(kind)
        if widget.objectName() not in INNER
        and not (
            widget.accessibleName() or widget.property("text") or getattr(widget, "placeholderText", str)()
        )
    ]
    assert nameless == []
    without_tip = [
        widget.text() or widget.accessibleName()
        for widget in panel.findChildren(QAbstractButton)
        if not widget.toolTip() and widget.isVisibleTo(panel) and widget.objectName() not in INNER
    ]
    assert without_tip == []


def test_words_that_look_like_html_are_shown_as_they_are(panel):
    """Words and names come from models and files."""
    panel.render_snapshot(None, a_snapshot(("<b>bold</b>", "<img src=x>", "&amp;", "a<br>b", "<i>", "</i>")))
    guessing = [
        label.text()
        for label in panel.findChildren(QLabel)
        if "<" in label.text() and label.textFormat() != Qt.TextFormat.PlainText
    ]
    assert guessing == []


def test_no_word_is_so_long_that_it_widens_the_column(panel, full):
    panel.render_snapshot(None, full)
    panel.ensurePolished()
    usual = panel.minimumSizeHint().width()
    long_words = tuple("rindfleischetikettierung" * 20 + str(number) for number in range(6))
    many = a_snapshot(long_words)
    panel.render_snapshot(full, selected(many, [word.ids for word in many.words], SelectMode.REPLACE))
    assert panel.minimumSizeHint().width() <= usual + 40
