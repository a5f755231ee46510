"""Opening tables as a person does: menus, dialogs, drag and drop, Stop."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from embviz.app import build_window
from embviz.qt.intents import OpenTable, SetAnimated
from embviz.qt.recent_menu import RecentMenu, entry_text
from embviz.qt.tensor_dialog import TensorDialog
from embviz.settings import Settings
from tests.io.tables.model_files import WORDS, byte_level_json, write_model
from tests.qt.fakes import FakeServices, small_table


@pytest.fixture
def model(tmp_path):
    """A model's folder whose vocabulary knows cat and dog, and which has a position table."""
    folder = tmp_path / "little & model"
    rows = len(byte_level_json(WORDS)["model"]["vocab"]) + 1  # and a special token
    random = np.random.default_rng(3)
    write_model(
        folder,
        {
            "transformer.wte.weight": random.normal(size=(rows, 8)).astype(np.float32),
            "transformer.wpe.weight": random.normal(size=(20, 8)).astype(np.float32),
        },
        config={"model_type": "gpt2", "vocab_size": rows, "n_embd": 8},
        tokenizer=byte_level_json(WORDS),
    )
    return folder


@pytest.fixture
def window(qtbot):
    made = build_window(theme="light")
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.controller.handle(SetAnimated(False))
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=20_000)
    yield made
    made.close()


def dropping(kind, paths, window):
    """An event of files that are dragged over the middle of the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place = QPoint(window.width() // 2, window.height() // 2)
    where = place if kind is QDragEnterEvent else QPointF(place)
    event = kind(
        where,
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    return event, data


def drop(window, *paths):
    for kind in (QDragEnterEvent, QDropEvent):
        event, _data = dropping(kind, paths, window)
        QApplication.sendEvent(window, event)
        assert event.isAccepted()


def wait_for_table(qtbot, window, name):
    qtbot.waitUntil(
        lambda: window.store.snapshot.table.name == name and not window.store.snapshot.activities,
        timeout=20_000,
    )


def recent_menu(window):
    return next(menu for menu in window.findChildren(RecentMenu))


def test_a_dropped_folder_is_opened_and_its_lacking_words_are_said(qtbot, window, model):
    drop(window, model)
    wait_for_table(qtbot, window, "little & model")
    assert {word.text for word in window.store.snapshot.words} == {"cat", "dog", "king", "queen"}
    said = [notice.text for notice in window.store.snapshot.notices]
    assert any(text.startswith("44 words are several tokens") for text in said)
    assert window.windowTitle() == "little & model – embviz"
    assert sum(len(group.words) for group in window.store.snapshot.document.groups) == 48


def test_while_files_are_dragged_a_hint_says_what_a_drop_does(window, model, tmp_path):
    hint = window.findChild(type(window._drop_hint))
    event, data = dropping(QDragEnterEvent, [model], window)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()
    assert hint.isVisible()
    assert hint.text == "Drop to open “little & model”"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not hint.isVisible()
    event, data = dropping(QDragEnterEvent, [tmp_path / "birds.toml"], window)
    QApplication.sendEvent(window, event)
    assert hint.text == "Drop to show the words of “birds.toml”"
    assert data is not None


def test_dragged_text_is_not_taken_for_a_file(window):
    data = QMimeData()
    data.setText("cat")
    event = QDragEnterEvent(
        QPoint(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)
    assert not window._drop_hint.isVisible()


def test_the_map_leaves_drags_to_the_window(window):
    assert not window.map_view.acceptDrops()
    assert not window.map_view.viewport().acceptDrops()


def test_a_dropped_word_list_is_shown_and_undo_brings_the_words_back(qtbot, window, tmp_path):
    path = tmp_path / "birds.toml"
    path.write_text('[[group]]\nname = "birds"\nwords = ["duck", "eagle"]\n', encoding="utf-8")
    drop(window, path)
    qtbot.waitUntil(lambda: {w.text for w in window.store.snapshot.words} == {"duck", "eagle"})
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: len(window.store.snapshot.words) == 48)


def test_a_table_that_cannot_be_opened_changes_nothing_but_the_notice(qtbot, window, tmp_path):
    before = window.store.snapshot
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"\x00\x01")
    drop(window, broken)
    qtbot.waitUntil(lambda: bool(window.store.snapshot.notices), timeout=10_000)
    now = window.store.snapshot
    assert now.table is before.table
    assert now.result is before.result
    assert now.document is before.document
    assert "broken.safetensors" in window.notice_bar.text


def test_the_recent_menu_opens_what_was_opened_and_forgets_what_is_gone(qtbot, window, model, tmp_path):
    menu = recent_menu(window)
    assert not menu.menuAction().isEnabled()
    vectors = tmp_path / "few.vec"
    vectors.write_text("2 3\ncat 1 2 3\ndog 3 1 2\n", encoding="utf-8")
    drop(window, model)
    wait_for_table(qtbot, window, "little & model")
    drop(window, vectors)
    qtbot.waitUntil(lambda: window.store.snapshot.table.vocab_size == 2, timeout=10_000)
    said = [notice.text for notice in window.store.snapshot.notices]
    assert any(text.startswith("few lacks 46 of the 48 words on the list: “horse”") for text in said)
    assert [action.data() for action in menu.actions()[:2]] == [str(vectors), str(model)]
    assert menu.actions()[1].text().startswith("&2  little && model")
    menu.actions()[1].trigger()
    wait_for_table(qtbot, window, "little & model")
    vectors.unlink()
    assert menu.actions()[1].data() == str(vectors)
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: "no longer there" in window.notice_bar.text, timeout=10_000)
    assert window.store.snapshot.table.name == "little & model"
    assert window.store.snapshot.recent == (str(model),)
    assert window.layout_settings(Settings()).recent_tables == (str(model),)
    next(action for action in menu.actions() if action.text() == "&Clear this list").trigger()
    assert not menu.menuAction().isEnabled()


def test_recent_tables_of_the_settings_are_in_the_menu(qtbot):
    settings = Settings(recent_tables=tuple(f"/models/m{place}" for place in range(12)))
    made = build_window(settings, theme="dark", services=FakeServices())
    qtbot.addWidget(made)
    assert made.store.snapshot.recent == settings.recent_tables[:8]
    assert recent_menu(made).actions()[0].text() == "&1  m0  ·  models"
    made.close()


def test_long_names_are_cut_in_the_menu():
    text = entry_text("/models/" + "x" * 90)
    assert len(text) == 48
    assert text.endswith("…")


def test_ctrl_o_asks_for_a_file_and_opens_it(qtbot, window, tmp_path):
    vectors = tmp_path / "few.vec"
    vectors.write_text("2 3\ncat 1 2 3\ndog 3 1 2\n", encoding="utf-8")
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert "*.safetensors" in dialog.nameFilters()[0]
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(vectors))
    dialog.accept()
    qtbot.waitUntil(lambda: window.store.snapshot.table.vocab_size == 2, timeout=10_000)


def test_open_folder_asks_for_a_folder_and_cancelling_changes_nothing(window):
    before = window.store.snapshot
    window.actions_["open-folder"].trigger()
    dialog = window.findChild(QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.reject()
    assert window.store.snapshot is before


def test_another_tensor_is_chosen_by_typing_a_part_of_its_name(qtbot, window, model):
    assert not window.actions_["choose-tensor"].isEnabled()
    drop(window, model)
    wait_for_table(qtbot, window, "little & model")
    window.actions_["choose-tensor"].trigger()
    dialog = window.findChild(TensorDialog)
    assert dialog.list.model().index(0, 0).data() == "transformer.wpe.weight   ·   positions"
    QTest.keyClicks(dialog.line, "WPE")
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.store.snapshot.table.vocab_size == 20, timeout=10_000)
    assert window.store.snapshot.source.tensor == "transformer.wpe.weight"
    assert sum(len(group.words) for group in window.store.snapshot.document.groups) == 48
    window.actions_["choose-tensor"].trigger()
    dialog = next(one for one in window.findChildren(TensorDialog) if one.isVisible())
    assert "Shown now: transformer.wpe.weight." in dialog.findChild(type(window._count)).text()
    dialog.list.setCurrentIndex(dialog.list.model().index(0, 0))
    dialog.button.click()
    wait_for_table(qtbot, window, "little & model")
    qtbot.waitUntil(lambda: window.store.snapshot.source.tensor is None)
    assert {word.text for word in window.store.snapshot.words} == {"cat", "dog", "king", "queen"}


def test_a_part_of_a_name_that_no_tensor_has_leaves_nothing_to_choose(qtbot, window, model):
    drop(window, model)
    wait_for_table(qtbot, window, "little & model")
    window.actions_["choose-tensor"].trigger()
    dialog = window.findChild(TensorDialog)
    QTest.keyClicks(dialog.line, "nothing")
    assert not dialog.button.isEnabled()
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.reject()


def test_opening_is_stopped_in_the_status_bar_and_the_old_table_stays(qtbot):
    services = FakeServices()
    services.tables["slow"] = small_table("slow")
    made = build_window(theme="light", services=services)
    qtbot.addWidget(made)
    made.show()
    made.controller.open(None, ("animals",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 6)
    services.opening_gate.clear()
    made.controller.handle(OpenTable("slow"))
    qtbot.waitUntil(lambda: made.activity_bar.text == "Opening “slow”: reading the tokens …")
    assert made.actions_["stop-opening"].isEnabled()
    QTest.mouseClick(made.activity_bar.stop, Qt.MouseButton.LeftButton)
    services.opening_gate.set()
    assert made.store.snapshot.table.name == "small"
    assert made.activity_bar.text == "Stopped."
    assert not made.activity_bar.stop.isVisible()
    assert not made.actions_["stop-opening"].isEnabled()
    made.close()


def test_when_no_table_could_be_opened_the_map_says_what_to_do(qtbot):
    made = build_window(theme="light", services=FakeServices())
    qtbot.addWidget(made)
    made.show()
    made.controller.open("nowhere", ("animals",))
    qtbot.waitUntil(lambda: bool(made.store.snapshot.notices))
    assert made.map_view._empty.isVisible()
    assert made.map_view._empty.text().startswith("No table is open.")
    assert made.actions_["open-bundled"].isEnabled()
    made.actions_["open-bundled"].trigger()
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 6)
    assert not made.map_view._empty.isVisible()
    made.close()
