"""The Table and Lookup docks in the whole window, by real mouse and keys."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from embviz.core.snapshot import LookupPage
from embviz.qt.intents import OpenTable


def raised(qtbot, window, name):
    """Bring a dock to the front."""
    window.docks.docks[name].raise_()
    qtbot.waitUntil(lambda: name in window.store.snapshot.in_sight, timeout=5_000)
    return window.panels[name]


def test_a_typed_sentence_becomes_tokens_and_a_clicked_one_its_row(qtbot, window):
    panel = raised(qtbot, window, "lookup")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 11, timeout=10_000)
    panel.line.selectAll()
    QTest.keyClicks(panel.line, "The cat sat")
    qtbot.waitUntil(lambda: [piece.id for piece in panel.model.pieces] == [504, 2644, 2643], timeout=10_000)
    assert window.store.snapshot.sentence == "The cat sat"
    place = panel.chips.visualRect(panel.model.index(1, 0)).center()
    QTest.mouseClick(panel.chips.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(
        lambda: (row := window.store.snapshot.row_view) is not None and row.id == 2644, timeout=10_000
    )
    panel.buttons.button(1).click()
    assert window.store.snapshot.lookup_page is LookupPage.ROW
    assert panel.page.heading.whole == "␣cat"
    assert not panel.page.add.isEnabled()  # cat is on the map
    variants = panel.page.variants
    place = variants.visualRect(variants.spellings.index(0, 0)).center()
    panel.page.ensureWidgetVisible(variants)
    QTest.mouseClick(variants.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.store.snapshot.row_view.id == 9786, timeout=10_000)
    assert panel.page.heading.whole == "cat"
    panel.page.add.click()
    qtbot.waitUntil(lambda: (9786,) in {word.ids for word in window.store.snapshot.words}, timeout=10_000)


def test_what_is_behind_another_tab_is_not_worked_out(qtbot, window):
    assert "lookup" not in window.store.snapshot.in_sight
    assert window.store.snapshot.sentence_rows is None
    assert window.store.snapshot.facts is None


def test_the_table_is_measured_when_its_dock_is_brought_to_the_front(qtbot, window):
    panel = raised(qtbot, window, "table")
    qtbot.waitUntil(
        lambda: window.store.snapshot.facts is not None and window.store.snapshot.facts.baseline is not None,
        timeout=60_000,
    )
    assert panel.formula.text() == "49,152 × 576 = 28,311,552"
    assert panel.norms.isVisible()
    lengths = np.linalg.norm(np.asarray(window.store.snapshot.table.vectors).astype(float), axis=1)
    assert panel.norm_row.value.text() == f"{lengths.mean():.2f} ± {lengths.std():.2f}"
    assert "the mean is 0.44" in panel.pair_row.sentence.text()


def test_both_docks_follow_to_a_table_of_word_vectors(qtbot, window, tmp_path):
    path = tmp_path / "few.vec"
    path.write_text("3 2\nThe 1 2\ncat 3 1\nslept 2 2\n", encoding="utf-8")
    panel = raised(qtbot, window, "lookup")
    qtbot.waitUntil(lambda: panel.model.rowCount() == 11, timeout=10_000)
    window.controller.handle(OpenTable(str(path)))
    qtbot.waitUntil(lambda: window.store.snapshot.table.dim == 2, timeout=10_000)
    qtbot.waitUntil(lambda: "A table of whole words" in panel.notes.text(), timeout=10_000)
    assert [piece.shown for piece in panel.model.pieces if piece.id is not None] == [
        *("The", "cat", "The", "The", "cat", "slept"),
    ]
    table = raised(qtbot, window, "table")
    qtbot.waitUntil(table.norms.isVisible, timeout=10_000)
    assert table.formula.text() == "3 × 2 = 6"
    assert not table.share_bar.isVisible()
