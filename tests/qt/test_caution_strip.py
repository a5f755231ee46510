"""The caution strip never hides a line of what it says."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from embviz.core.caution import sentence
from embviz.qt.caution_strip import SentenceView
from embviz.qt.intents import OpenTable, SetZoom
from embviz.qt.theme import LIGHT
from tests.qt.driving import run_events, wait_for_looks


@pytest.mark.parametrize("widths", [(900, 400, 700, 300), (300, 900)])
def test_the_sentences_have_room_for_all_their_lines_after_every_change_of_width(qtbot, widths):
    holder = QWidget()
    qtbot.addWidget(holder)
    view = SentenceView(LIGHT)
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(view)
    view.show_sentences((sentence("These two axes show less than one would think. " * 6),))
    holder.resize(widths[0], 300)
    holder.show()
    for width in widths:
        holder.resize(width, 300)
        QTest.qWait(20)
        assert view.width() == width
        assert view.height() == view.heightForWidth(width)


def test_sentences_that_changed_while_the_strip_was_hidden_are_laid_out_when_it_comes_back(qtbot, window):
    area, view = window.strip.area, window.strip.area.widget()
    window.resize(1440, 700)
    window.controller.handle(SetZoom(1.5))
    wait_for_looks(qtbot, window)
    assert area.more_below
    window.controller.handle(OpenTable(None))
    qtbot.waitUntil(lambda: not window.strip.isVisible(), timeout=10_000)
    qtbot.waitUntil(lambda: window.strip.isVisible() and not window.jobs.keys, timeout=20_000)
    run_events(50)
    assert view.height() == view.heightForWidth(view.width()) > area.height()
