"""PySide6 6.12.0 on Python 3.11 loses references to None in every painted frame, and then the process."""

from __future__ import annotations

import sys

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMainWindow

from embviz.core.mapping import MapRequest, MapResult
from embviz.core.projections.base import Layout
from embviz.core.snapshot import Document, Snapshot, mapped
from embviz.core.words import MapWord, WordGroup
from embviz.qt.map_view import MapView
from embviz.qt.theme import LIGHT
from embviz.qt.turns import Turns
from tests.qt.driving import wheel

FRAMES = 1000


def test_a_thousand_painted_frames_survive_and_none_keeps_its_references(qtbot, jobs):
    positions = np.random.default_rng(0).normal(size=(48, 2))
    words = tuple(MapWord(f"word{i}", (i,), f"word{i}", 0) for i in range(48))
    result = MapResult(MapRequest(), words, ("words",), Layout(positions, (0.5, 0.3)), None, ())
    document = Document(groups=(WordGroup("words", tuple(word.text for word in words)),))
    window = QMainWindow()
    qtbot.addWidget(window)
    view = MapView(LIGHT, jobs, Turns())
    window.setCentralWidget(view)
    window.resize(400, 300)
    with qtbot.waitExposed(window):
        window.show()
    view.render_snapshot(None, mapped(Snapshot(document=document, animated=False), result, document))
    begun, paint = [], view.item._paint_parts
    view.item._paint_parts = lambda ratio: (begun.append(1), paint(ratio))[1]
    before = sys.getrefcount(None)
    for frame in range(FRAMES):
        wheel(view, QPointF(200, 150), 12 if frame % 2 else -12)
        view.item.paint_aside(1.0)
        view.viewport().repaint()
    assert len(begun) >= FRAMES
    if sys.version_info < (3, 12):
        # Lost at about 175 a frame; what caches and signals gain or lose is far less.
        assert sys.getrefcount(None) > before - FRAMES
