"""Opening a model from the hub, and what was downloaded, as a person does it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from embviz.app import build_window
from embviz.core.cached_table import CachedTable, HubAccess
from embviz.core.snapshot import TableSource
from embviz.errors import EmbvizError
from embviz.io.hub.ids import hub_source, meant_on_hub
from embviz.qt.cache_dialog import CacheDialog
from embviz.qt.hub_dialog import HubDialog
from embviz.qt.services import ProgramServices
from embviz.settings import Settings
from tests.qt.fakes import FakeServices, small_table

MODEL = "openai-community/gpt2"


@pytest.fixture
def services():
    made = FakeServices()
    made.tables[MODEL] = small_table(MODEL, ("cat", "dog", "fox"))
    made.cached = [
        CachedTable(MODEL, "huggingface.co", Path("one"), 154_389_504, 1_700_000_000.0, True),
        CachedTable("a/b", "huggingface.co", Path("two"), 12_300, 1_600_000_000.0, False),
    ]
    yield made
    made.opening_gate.set()
    made.let_go()


@pytest.fixture
def window(qtbot, services):
    made = build_window(Settings(recent_tables=("x/y", "/tmp/somewhere")), theme="light", services=services)
    qtbot.addWidget(made)
    made.show()
    made.controller.open(None, ("animals",))
    qtbot.waitUntil(lambda: made.store.snapshot.result is not None and not made.jobs.keys)
    yield made
    made.close()


@pytest.fixture
def shown(window, qtbot):
    """Open a dialog by its command; gives it."""

    def show(name, kind):
        window.actions_[name].trigger()
        dialog = window.findChild(kind)
        qtbot.waitUntil(lambda: window.store.snapshot.hub is not None)
        qtbot.waitUntil(lambda: window.store.snapshot.cached is not None and not window.jobs.keys)
        return dialog

    return show


def closed(window, kind):
    return lambda: not any(dialog.isVisible() for dialog in window.findChildren(kind))


def known(dialog):
    return [dialog.known.item(row).text() for row in range(dialog.known.count())]


def listed(dialog):
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items]


# Open from hub --------------------------------------------------------------------------------------------


def test_a_typed_model_is_opened_and_the_dialog_goes(qtbot, window, shown):
    dialog = shown("open-hub", HubDialog)
    assert not dialog.button.isEnabled()
    QTest.keyClicks(dialog.line, MODEL)
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.store.snapshot.table.name == MODEL)
    qtbot.waitUntil(closed(window, HubDialog))
    assert window.store.snapshot.source == TableSource(MODEL)
    assert window.store.snapshot.recent[0] == MODEL


def test_what_is_no_model_cannot_be_opened(shown):
    dialog = shown("open-hub", HubDialog)
    for text in ("", "a/b/c", "my model", "/tmp", "model.gguf"):
        dialog.line.setText(text)
        assert not dialog.button.isEnabled()
    dialog.line.setText(f"https://huggingface.co/{MODEL}/tree/main")
    assert dialog.button.isEnabled()
    dialog.reject()


def test_models_that_were_opened_before_are_offered(qtbot, window, shown):
    dialog = shown("open-hub", HubDialog)
    assert known(dialog) == ["x/y", f"{MODEL}   ·   on this computer", "a/b   ·   not yet whole"]
    QTest.keyClick(dialog.line, Qt.Key.Key_Down)
    assert dialog.line.text() == "x/y"
    QTest.keyClick(dialog.known, Qt.Key.Key_Down)
    assert dialog.line.text() == MODEL
    dialog.button.click()
    qtbot.waitUntil(lambda: window.store.snapshot.table.name == MODEL)
    qtbot.waitUntil(closed(window, HubDialog))


def test_what_was_typed_stays_when_the_list_gets_the_focus(shown):
    dialog = shown("open-hub", HubDialog)
    QTest.keyClicks(dialog.line, MODEL)
    QTest.keyClick(dialog.line, Qt.Key.Key_Tab)
    dialog.known.setFocus()
    assert dialog.line.text() == MODEL
    QTest.mouseClick(
        dialog.known.viewport(),
        Qt.MouseButton.LeftButton,
        pos=dialog.known.visualItemRect(dialog.known.item(0)).center(),
    )
    assert dialog.line.text() == "x/y"
    dialog.reject()


def test_progress_is_shown_and_stop_keeps_the_old_table(qtbot, window, shown, services):
    before = window.store.snapshot.table
    dialog = shown("open-hub", HubDialog)
    services.opening_gate.clear()
    dialog.line.setText(MODEL)
    dialog.button.click()
    qtbot.waitUntil(lambda: "Reading the tokens" in dialog.doing.text())
    assert dialog.progress.value() == 600
    assert dialog.stop.isVisible()
    assert not dialog.line.isEnabled()
    dialog.stop.click()
    assert dialog.isVisible()
    assert dialog.button.isVisible()
    assert dialog.line.text() == MODEL
    assert window.store.snapshot.activities == ()
    qtbot.wait(20)
    assert window.store.snapshot.table is before
    dialog.reject()


def test_closing_the_dialog_stops_the_download(qtbot, window, shown, services):
    dialog = shown("open-hub", HubDialog)
    services.opening_gate.clear()
    dialog.line.setText(MODEL)
    dialog.button.click()
    qtbot.waitUntil(lambda: window.jobs.runs("table"))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not window.jobs.runs("table")
    assert window.store.snapshot.activities == ()


def test_what_went_wrong_stands_in_the_dialog_and_goes_with_the_next_letter(qtbot, window, shown, services):
    dialog = shown("open-hub", HubDialog)
    for _ in range(2):
        dialog.line.setText("no/where")
        dialog.button.click()
        qtbot.waitUntil(dialog.complaint.isVisible)
        assert "There is no file no/where." in dialog.complaint.text()
        assert dialog.button.isVisible()
        QTest.keyClicks(dialog.line, "x")
        assert not dialog.complaint.isVisible()
    assert window.store.snapshot.table.name == "small"
    dialog.reject()


@pytest.mark.parametrize(
    ("access", "said"),
    [
        (HubAccess("huggingface.co", True, False, 20), "You are logged in at huggingface.co"),
        (HubAccess("huggingface.co", False, False, 20), "hf auth login"),
        (HubAccess("huggingface.co", True, True, 20), "HF_HUB_OFFLINE"),
    ],
)
def test_the_dialog_says_what_can_be_opened(shown, services, access, said):
    services.hub = access
    dialog = shown("open-hub", HubDialog)
    assert said in dialog.note.text()
    dialog.reject()


# Cached tables --------------------------------------------------------------------------------------------


def test_downloads_are_listed_with_what_they_take(shown):
    dialog = shown("cached-tables", CacheDialog)
    assert listed(dialog) == [(MODEL, "154 MB"), ("a/b", "12.3 kB (unfinished)")]
    assert dialog.total.text().startswith("2 tables from the hub, 154 MB")
    assert dialog.limit.value() == 20
    dialog.reject()


def test_a_download_is_opened(qtbot, window, shown):
    dialog = shown("cached-tables", CacheDialog)
    dialog.open_button.click()
    qtbot.waitUntil(lambda: window.store.snapshot.table.name == MODEL)
    qtbot.waitUntil(closed(window, CacheDialog))


def test_one_download_is_removed_and_then_all(qtbot, window, shown, services):
    dialog = shown("cached-tables", CacheDialog)
    dialog.remove.click()
    qtbot.waitUntil(lambda: len(listed(dialog)) == 1)
    assert [table.model for table in services.cached] == ["a/b"]
    dialog.clear.click()
    box = dialog.findChild(QMessageBox)
    assert "“a/b”" in box.text()
    next(button for button in box.findChildren(QPushButton) if button.text() == "Delete").click()
    qtbot.waitUntil(lambda: listed(dialog) == [])
    assert services.cached == []
    assert "Nothing was downloaded" in dialog.total.text()
    assert not any(button.isEnabled() for button in (dialog.clear, dialog.remove, dialog.open_button))
    dialog.reject()


def test_nothing_is_deleted_without_a_yes(shown, services):
    dialog = shown("cached-tables", CacheDialog)
    dialog.clear.click()
    dialog.findChild(QMessageBox).reject()
    assert len(services.cached) == 2
    dialog.reject()


def test_a_failure_to_remove_is_said_and_the_list_is_true(qtbot, window, shown, services):
    def fail(_tables):
        raise EmbvizError("It cannot be removed.", code="cache-unwritable", hint="Close it first.")

    dialog = shown("cached-tables", CacheDialog)
    services.remove_cached = fail
    dialog.remove.click()
    qtbot.waitUntil(lambda: any("cannot be removed" in n.text for n in window.store.snapshot.notices))
    qtbot.waitUntil(lambda: not window.jobs.keys)
    assert len(listed(dialog)) == 2
    dialog.reject()


def test_the_limit_is_kept(qtbot, window, shown, services):
    dialog = shown("cached-tables", CacheDialog)
    dialog.limit.setValue(7)
    qtbot.waitUntil(lambda: not window.jobs.keys)
    assert services.hub.limit_gb == 7
    assert window.layout_settings(Settings(cache_limit_gb=3)).cache_limit_gb == 7
    dialog.reject()


def test_the_limit_of_the_settings_stays_when_nobody_looked_at_it(window):
    assert window.layout_settings(Settings(cache_limit_gb=3)).cache_limit_gb == 3


# How models of the hub are remembered ---------------------------------------------------------------------


def test_a_model_is_remembered_by_its_id_and_a_folder_by_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    services = ProgramServices()
    assert services.lasting(MODEL) == MODEL
    assert services.lasting(f"https://huggingface.co/{MODEL}/tree/main") == MODEL
    assert services.is_there(MODEL)
    (tmp_path / "gpt2").mkdir()
    assert services.lasting("gpt2") == str(tmp_path / "gpt2")
    assert services.lasting("./nowhere/x") == str(tmp_path / "nowhere" / "x")
    assert not services.is_there(str(tmp_path / "nowhere"))
    # Asked for on the hub, it is meant there.
    assert meant_on_hub(hub_source("gpt2")) == "gpt2"
    assert services.lasting(hub_source("gpt2")) == "https://huggingface.co/gpt2"
