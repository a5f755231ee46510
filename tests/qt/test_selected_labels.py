"""Labels of selected words: always there, and where that cannot be, it is said."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from embviz.app import build_window
from embviz.qt.intents import Select, SelectAll, SetAnimated
from tests.qt.driving import wheel


def word_file(folder, vocabulary, count):
    rows = [row for row in range(len(vocabulary)) if vocabulary.words[row]][:count]
    path = folder / "words.txt"
    path.write_text("\n".join(f"#{row}" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def crowded(qtbot, bundled, tmp_path):
    """The window on 1,200 words."""
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.controller.handle(SetAnimated(False))
    made.controller.open(None, (str(word_file(tmp_path, bundled.vocabulary, 1200)),))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 1200, timeout=60_000)
    yield made
    made.close()


def labels_of_selected(view):
    points = view.plot.points
    return int((view.plot.labels.shown & points.selected).sum()), int(points.selected.sum())


def test_all_of_two_hundred_selected_words_among_many_have_labels(qtbot, crowded):
    view = crowded.map_view
    crowded.controller.handle(Select(tuple(word.ids for word in crowded.store.snapshot.words[::6])))
    qtbot.waitUntil(lambda: labels_of_selected(view) == (200, 200), timeout=30_000)
    assert crowded._count.text() == "200 selected"


def test_where_there_is_no_room_for_all_it_is_said_and_zooming_in_helps(qtbot, crowded):
    view = crowded.map_view
    crowded.controller.handle(SelectAll())
    said = "1,200 selected  ·  no room for "
    qtbot.waitUntil(lambda: crowded._count.text().startswith(said), timeout=30_000)
    shown, selected = labels_of_selected(view)
    assert 100 < shown < selected == 1200
    assert crowded._count.text() == f"{said}{1200 - shown:,} labels"
    assert "Zoom in" in crowded._count.toolTip()
    pixels = view.frame_now().to_pixels(view.plot.points.positions)
    for _ in range(12):
        wheel(view, QPointF(*pixels[0].tolist()), 240)
    qtbot.waitUntil(lambda: crowded._count.text() == "1,200 selected", timeout=30_000)
    for _ in range(12):
        wheel(view, QPointF(*pixels[0].tolist()), -240)
    qtbot.waitUntil(lambda: crowded._count.text().startswith(said), timeout=30_000)
    crowded.controller.handle(Select(tuple(word.ids for word in crowded.store.snapshot.words[:3])))
    assert crowded._count.text() == "3 selected", "of the labels of another selection nothing is said"
    crowded.controller.handle(Select(()))
    assert crowded._count.text() == "1,200 words"
    assert crowded._count.toolTip() == ""
