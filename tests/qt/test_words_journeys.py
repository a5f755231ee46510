"""Words in the whole window: typed, dragged, taken back, by mouse and by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from shiboken6 import isValid

from embviz.app import build_window
from embviz.core.words import WordState
from embviz.qt.intents import LoadWords, MoveWords, OpenTable, RenameGroup, SelectAll
from tests.qt.driving import drag_to, place_of, wheel

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot):
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=20_000)
    qtbot.waitUntil(lambda: not made.store.snapshot.activities, timeout=20_000)
    yield made
    made.close()


def words(window):
    return {group.name: group.words for group in window.store.snapshot.document.groups}


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.store.snapshot.activities, timeout=20_000)


def test_a_word_is_typed_by_keys_alone_seen_on_the_map_and_taken_back(qtbot, window):
    window.map_view.setFocus()
    QTest.keyClick(window.map_view, Qt.Key.Key_L, CTRL)
    line = window.panels["words"].line
    assert line.hasFocus()
    QTest.keyClicks(line, "wolf")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "wolf" in {word.text for word in window.store.snapshot.words}, timeout=20_000)
    settle(qtbot, window)
    plot = window.map_view.plot
    at = plot.points.texts.index("wolf")
    assert plot.points.selected[at]
    assert window.map_view.frame_now().left < place_of(window.map_view, "wolf").x()
    assert window.panels["neighbours"].model.rowCount() > 0
    # The line is empty, so Undo is the window's.
    QTest.keyClick(line, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(window.store.snapshot.words) == 48, timeout=20_000)
    assert "wolf" not in window.map_view.plot.points.texts


def test_undo_in_a_line_with_text_changes_the_text_alone(qtbot, window):
    line = window.panels["words"].line
    line.setFocus()
    QTest.keyClicks(line, "wolf")
    QTest.keyClick(line, Qt.Key.Key_Z, CTRL)
    assert line.text() == ""
    assert window.store.snapshot.past == ()


def test_a_word_is_dragged_to_another_group_and_keeps_its_place_on_the_map(qtbot, window, monkeypatch):
    panel, view = window.panels["words"], window.map_view
    tree, model = panel.tree, panel.model
    before, color = place_of(view, "dog"), view.plot.points.colors[view.plot.points.texts.index("dog")]
    start = tree.visualRect(model.word_index(0, 1)).center()
    target = tree.visualRect(model.word_index(1, 2))
    assert drag_to(monkeypatch, tree, [start, start + QPoint(0, 40), target.topLeft() + QPoint(20, 2)])
    settle(qtbot, window)
    assert words(window)["numbers"][:4] == ("one", "two", "dog", "three")
    assert view.plot.points.colors[view.plot.points.texts.index("dog")] != color
    assert place_of(view, "dog").x() == pytest.approx(before.x(), abs=1.5)
    assert place_of(view, "dog").y() == pytest.approx(before.y(), abs=1.5)
    QTest.keyClick(tree, Qt.Key.Key_Z, CTRL)
    settle(qtbot, window)
    assert words(window)["animals"][:2] == ("cat", "dog")


def test_what_was_zoomed_to_stays_while_groups_change(qtbot, window):
    view = window.map_view
    wheel(view, place_of(view, "dog"), 240)
    before = view.frame_now()
    window.controller.handle(RenameGroup(0, "beasts"))
    settle(qtbot, window)
    window.controller.handle(MoveWords(((0, 1),), 1))
    settle(qtbot, window)
    assert window.store.snapshot.result.group_names[0] == "beasts"
    assert view.frame_now() == before


def test_split_words_come_onto_the_map_with_one_click(qtbot, window):
    window.controller.handle(LoadWords("split-words"))
    qtbot.waitUntil(lambda: words(window).get("names") is not None, timeout=20_000)
    settle(qtbot, window)
    panel = window.panels["words"]
    assert len(window.store.snapshot.words) == 0
    (mean,) = [button for button in panel.split_bar.buttons.values() if button.text() == "Mean"]
    QTest.mouseClick(mean, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.store.snapshot.words) == 38, timeout=20_000)
    assert {entry.state for group in window.store.snapshot.reading.entries for entry in group} == {
        WordState.MEAN
    }
    assert window.map_view.plot.points.hollow.all()


def test_every_command_of_the_words_has_a_key_or_a_menu_and_works_from_there(qtbot, window):
    window.actions_["new-group"].trigger()
    assert list(words(window))[-1] == "new group"
    assert window.panels["words"].tree.currentIndex().data() == "new group"
    window.actions_["undo"].trigger()
    assert list(words(window))[-1] == "technology"
    for name in ("add-words", "new-group", "open-words", "save-words"):
        assert window.actions_[name].shortcut().toString()
        assert window.actions_[name].shortcut().toString() in window.actions_[name].toolTip()


def test_a_menu_command_brings_the_dock_to_the_front_in_a_narrow_window(qtbot, window):
    window.resize(1024, 768)
    qtbot.wait(50)
    window.docks.docks["neighbours"].raise_()
    window.actions_["add-words"].trigger()
    assert window.panels["words"].line.isVisible()
    assert window.panels["words"].line.hasFocus()


def test_a_table_that_arrives_does_not_undo_what_is_being_typed(qtbot, window, tmp_path):
    path = tmp_path / "few.vec"
    path.write_text("3 2\nThe 1 2\ncat 3 1\nslept 2 2\n", encoding="utf-8")
    panel = window.panels["words"]
    index = panel.model.word_index(0, 0)
    panel.tree.setCurrentIndex(index)
    panel.tree.edit(index)
    editor = panel.tree.viewport().findChild(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, "rhino")
    window.controller.handle(OpenTable(str(path)))
    qtbot.waitUntil(lambda: window.store.snapshot.table.dim == 2, timeout=20_000)
    settle(qtbot, window)
    assert editor.text() == "rhino"
    QTest.keyClicks(editor, "ceros")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: words(window)["animals"][0] == "rhinoceros", timeout=10_000)


def test_rows_that_are_removed_leave_no_items_that_only_python_believes_in(qtbot, window):
    """Such items, clones for one, crash the program as soon as something else lies where they lay."""
    model = window.panels["words"].model
    tops = [model.item(group) for group in range(model.rowCount())]
    items = tops + [top.child(word) for top in tops for word in range(top.rowCount())]
    assert len(items) == 6 + 48
    assert all(isValid(item) for item in items)
    window.controller.handle(SelectAll())
    window.actions_["remove"].trigger()
    qtbot.waitUntil(lambda: not window.store.snapshot.words, timeout=20_000)
    assert [item for item in items[6:] if isValid(item)] == []
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: len(window.store.snapshot.words) == 48, timeout=20_000)
