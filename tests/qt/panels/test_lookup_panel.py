"""The Lookup dock, driven by mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from embviz.core.heat import LEVELS
from embviz.core.row_view import row_view
from embviz.core.rows import ArrayRows
from embviz.core.sentence import DEFAULT_SENTENCE, sentence_rows
from embviz.core.snapshot import LookupPage, Snapshot
from embviz.core.spelling import TokenScheme
from embviz.core.table import EmbeddingTable, OutputTable
from embviz.core.vocabulary import Vocabulary
from embviz.qt.heat_colors import heat_colors
from embviz.qt.intents import AddToken, ChooseLookupPage, LookAt, TypeSentence
from embviz.qt.panels.lookup import LookupPanel
from embviz.qt.panels.piece_model import PieceRole, mark_style
from embviz.qt.panels.piece_views import LINES, flow_lines
from embviz.qt.theme import DARK, LIGHT


@pytest.fixture
def panel(qtbot):
    made = LookupPanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 460)
    made.show()
    made.asked = []
    made.intent.connect(made.asked.append)
    return made


def snapshot_of(table, text=DEFAULT_SENTENCE, token_id=None, **fields):
    return Snapshot(
        table=table,
        sentence=text,
        sentence_rows=sentence_rows(table, text),
        row_view=None if token_id is None else row_view(table, token_id),
        **fields,
    )


def spelled_table(**fields):
    """␣cat and cat are two rows; dim 40."""
    tokens = ["Ġcat", "cat", "ĠCat", "Ġdog", "<b>x</b>"]
    rows = np.random.default_rng(2).normal(size=(5, 40)).astype(np.float32)
    vocabulary = Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL)
    return EmbeddingTable(
        name="spelled", source="here", vectors=ArrayRows(rows), vocabulary=vocabulary, dtype="F32", **fields
    )


def press(view, row):
    """A real click on a piece."""
    view.scrollTo(view.model().index(row, 0))
    place = view.visualRect(view.model().index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def chips(panel):
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def labels(widget):
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def test_the_default_sentence_is_shown_as_chips_with_ids_and_equal_marks(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled))
    assert panel.line.text() == "The cat sat on the mat. The cat slept."
    assert chips(panel) == [
        *("The", "␣cat", "␣sat", "␣on", "␣the", "␣mat", ".", "␣The", "␣cat", "␣slept", "."),
    ]
    ids = [panel.model.index(row, 0).data(PieceRole).id for row in range(11)]
    assert ids[:3] == [504, 2644, 2643]
    assert "“The” and “␣The”: two tokens, two rows, cosine 0.81." in panel.notes.text()
    assert "11 tokens × 576 numbers" in labels(panel)
    assert panel.asked == []


def test_typing_asks_for_each_text_as_it_is_typed(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, ""))
    QTest.keyClicks(panel.line, "a <b>")
    assert panel.asked == [TypeSentence(text) for text in ("a", "a ", "a <", "a <b", "a <b>")]


def test_drawing_while_somebody_types_does_not_move_the_cursor(panel, bundled):
    snapshot = snapshot_of(bundled, "The cat")
    panel.render_snapshot(None, snapshot)
    panel.line.setCursorPosition(3)
    panel.render_snapshot(snapshot, replace(snapshot, status="other"))
    assert panel.line.cursorPosition() == 3


def test_a_click_on_a_chip_or_a_row_looks_at_its_token(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, token_id=2644))
    press(panel.chips, 4)
    assert panel.asked[-1] == LookAt(260)
    press(panel.rows, 5)
    assert panel.asked[-1] == LookAt(1171)


def test_the_keys_walk_from_chip_to_chip_and_enter_opens_the_row(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, token_id=504))
    panel.chips.setFocus()
    QTest.keyClick(panel.chips, Qt.Key.Key_Right)
    assert panel.asked == [LookAt(2644)]
    QTest.keyClick(panel.chips, Qt.Key.Key_Return)
    assert panel.asked[-1] == ChooseLookupPage(LookupPage.ROW)
    panel.rows.setFocus()
    QTest.keyClick(panel.rows, Qt.Key.Key_Down)
    assert panel.asked[-1] == LookAt(2644)


def test_the_two_pages_are_chosen_by_buttons(panel, bundled):
    snapshot = snapshot_of(bundled, token_id=2644)
    panel.render_snapshot(None, snapshot)
    assert panel.rows.isVisibleTo(panel)
    panel.buttons.button(1).click()
    assert panel.asked == [ChooseLookupPage(LookupPage.ROW)]
    panel.render_snapshot(snapshot, replace(snapshot, lookup_page=LookupPage.ROW))
    assert panel.page.isVisibleTo(panel)
    assert not panel.rows.isVisibleTo(panel)


def test_all_equal_tokens_are_lit_not_only_the_one_that_was_clicked(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, token_id=2644))
    delegate = panel.rows.itemDelegate()
    lit = [row for row in range(11) if delegate.is_looked_at(panel.model.pieces[row])]
    assert lit == [1, 8]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_strip_has_the_exact_colour_of_each_number(panel, theme):
    table = spelled_table()
    panel.apply_theme(theme)
    panel.resize(600, 460)
    snapshot = snapshot_of(table, "cat dog Cat")
    panel.render_snapshot(None, snapshot)
    view = panel.rows
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    limit, colors = snapshot.sentence_rows.limit, heat_colors(theme.dark, theme.line)
    half = LEVELS // 2
    for row in range(3):
        strip = view.itemDelegate().strip_rect(view.visualRect(panel.model.index(row, 0)).toRectF())
        values = snapshot.sentence_rows.rows[row]
        for at in (0, 7, 20, 39):
            level = half + round(max(-1.0, min(1.0, float(values[at]) / limit)) * half)
            x = strip.left() + strip.width() * (at + 0.5) / 40
            seen = picture.pixel(round(x * ratio), round(strip.center().y() * ratio))
            assert abs(colors.index(seen) - level) <= 1


def test_equal_tokens_have_equal_rows_of_pixels(panel, bundled):
    panel.resize(360, 600)
    panel.render_snapshot(None, snapshot_of(bundled))
    view = panel.rows
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()

    def pixels(row):
        strip = view.itemDelegate().strip_rect(view.visualRect(panel.model.index(row, 0)).toRectF())
        y = round(strip.center().y() * ratio)
        start, stop = round(strip.left() * ratio) + 1, round(strip.right() * ratio) - 1
        return [picture.pixel(x, y) for x in range(start, stop)]

    assert pixels(1) == pixels(8)
    assert pixels(6) == pixels(10)
    assert pixels(0) != pixels(7)  # The and ␣The


def test_the_tool_tip_of_the_strip_names_the_numbers_under_the_pointer(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled))
    view, index = panel.rows, panel.model.index(1, 0)
    rect = view.visualRect(index).toRectF()
    delegate = view.itemDelegate()
    strip = delegate.strip_rect(rect)
    row = bundled.vectors[2644]
    text = delegate.number_at(index, rect, strip.left() + 0.2)
    assert text.startswith("␣cat, number")
    assert " of 576: " in text
    assert f"−{abs(row[0]):.3f}" in text
    assert delegate.number_at(index, rect, rect.left() + 3) == ""
    last = delegate.number_at(index, rect, strip.right() - 0.2)
    assert f"{row[575]:.3f}".replace("-", "−") in last


def test_one_row_is_shown_as_numbers_with_its_norm_and_its_other_spellings(panel, bundled):
    bundled.pair_reference()
    panel.render_snapshot(None, snapshot_of(bundled, token_id=2644, lookup_page=LookupPage.ROW))
    said = labels(panel.page)
    row = bundled.vectors[2644].astype(float)
    assert "␣cat" in said
    assert "token 2644" in said
    assert panel.page.first.text().startswith(f"−{abs(row[0]):.3f}   {row[1]:.3f}")
    assert panel.page.last.text().endswith(f"{row[-1]:.3f}")
    assert f"Norm {np.linalg.norm(row):.2f}" in panel.page.norm.text()
    spellings = {one.shown: round(one.cosine, 2) for one in panel.page.variants.spellings.variants}
    assert spellings["cat"] == 0.64
    assert spellings["␣Cat"] == 0.73
    assert "random pairs, 0.30" in panel.page.variants_text.text()
    assert "The model is tied: it predicts this token with this same row." in said


def test_a_click_on_another_spelling_looks_at_its_row(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, token_id=2644, lookup_page=LookupPage.ROW))
    variants = panel.page.variants
    place = variants.visualRect(variants.spellings.index(0, 0)).center()
    QTest.mouseClick(variants.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert panel.asked[-1] == LookAt(9786)


def test_an_untied_models_token_shows_its_other_row_and_the_cosine(panel):
    rows = np.random.default_rng(9).normal(size=(5, 40)).astype(np.float32)
    table = spelled_table(tied=False, output=OutputTable(ArrayRows(rows), "lm_head.weight", "F32"))
    panel.render_snapshot(None, snapshot_of(table, "cat", 0, lookup_page=LookupPage.ROW))
    a, b = table.vectors[0].astype(float), rows[0].astype(float)
    cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert panel.page.twin.isVisibleTo(panel.page)
    assert "“lm_head.weight”" in panel.page.twin_text.text()
    assert f"cosine {cosine:.2f}".replace("-", "−") in panel.page.twin_text.text()


def test_the_one_in_the_one_hot_picture_stands_where_the_row_is(panel, bundled):
    panel.resize(360, 900)
    panel.render_snapshot(None, snapshot_of(bundled, token_id=0, lookup_page=LookupPage.ROW))
    picture = panel.page.picture
    top = picture.place_y()
    picture.show_row(row_view(bundled, 49_151), 1.0)
    bottom = picture.place_y()
    picture.show_row(row_view(bundled, 49_151 // 3), 1.0)
    assert (picture.place_y() - top) / (bottom - top) == pytest.approx(1 / 3, abs=0.001)
    one_hot, table, row = picture.parts()
    assert one_hot.top() < top < bottom < one_hot.bottom()
    assert one_hot.right() < table.left() < table.right() < row.left()
    assert row.right() <= picture.width()


def test_the_token_is_added_to_the_map_by_a_button_that_rests_when_it_is_there(panel, bundled):
    snapshot = snapshot_of(bundled, token_id=2644, lookup_page=LookupPage.ROW)
    panel.render_snapshot(None, snapshot)
    panel.page.add.click()
    assert panel.asked[-1] == AddToken(2644)


def test_a_word_without_a_row_is_shown_and_cannot_be_looked_at(panel):
    table = spelled_table()
    panel.render_snapshot(None, snapshot_of(table, "cat emu"))
    assert chips(panel) == ["␣cat", "emu"]
    assert "no tokenizer with this table" in panel.notes.text()
    assert "1 has no row: “emu”." in panel.notes.text()
    press(panel.chips, 1)
    assert panel.asked == []
    panel.grab()


def test_a_token_that_looks_like_html_is_shown_as_it_is(panel):
    table = spelled_table()
    panel.render_snapshot(None, snapshot_of(table, "#4", 4, lookup_page=LookupPage.ROW))
    assert chips(panel) == ["<b>x</b>"]
    tip = panel.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip
    for label in panel.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText


def test_the_chips_take_three_lines_at_most_and_the_rest_scrolls(qtbot, panel, bundled):
    panel.resize(360, 800)
    panel.render_snapshot(None, snapshot_of(bundled, "cat"))
    one = panel.chips.maximumHeight()
    panel.render_snapshot(None, snapshot_of(bundled, "the cat sat on the mat " * 40))
    assert panel.model.rowCount() == 241
    assert panel.chips.maximumHeight() == LINES * one
    qtbot.waitUntil(lambda: panel.chips.verticalScrollBar().maximum() > 0)
    panel.chips.scrollToBottom()
    panel.grab()


@pytest.mark.parametrize("width", [330, 347, 360, 381, 402, 450])
def test_all_lines_that_qt_makes_are_in_sight_when_there_are_few(qtbot, panel, bundled, width):
    panel.resize(width, 800)
    panel.render_snapshot(None, snapshot_of(bundled))
    view, last = panel.chips, panel.model.index(10, 0)
    qtbot.waitUntil(lambda: view.visualRect(last).isValid())
    assert view.visualRect(last).bottom() < view.viewport().height()
    assert view.verticalScrollBar().maximum() == 0


def test_in_a_low_dock_the_chips_leave_room_for_the_rows(qtbot, panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled, "the cat sat on the mat " * 9))
    panel.resize(360, 800)
    qtbot.waitUntil(lambda: panel.chips.height() == panel.chips.maximumHeight())
    high = panel.chips.height()
    panel.resize(360, 320)
    qtbot.waitUntil(lambda: panel.chips.height() < high / 2)
    assert panel.notes.geometry().top() >= panel.chips.geometry().bottom()


def test_lines_are_counted_as_they_flow():
    assert flow_lines([40, 40, 40], 100, 9) == 2
    assert flow_lines([40, 60, 40], 100, 9) == 2
    assert flow_lines([200, 10], 100, 9) == 2
    assert flow_lines([10] * 1000, 100, 3) == 3
    assert flow_lines([60, 60], 100, 1) == 1


def test_sixty_four_marks_differ_and_beyond_there_are_none():
    marks = {(style.color, style.shape) for style in map(mark_style, range(64))}
    assert len(marks) == 64
    assert mark_style(64) is None
    assert mark_style(None) is None


def test_a_piece_says_what_it_is_and_where_else_it_stands(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled))
    said = panel.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "␣cat is token 2644, stored as “Ġcat”. It stands 2 times (places 2, 9): equal rows."


def test_without_a_table_nothing_can_be_typed(panel):
    panel.render_snapshot(None, Snapshot())
    assert not panel.isEnabled()
    assert panel.model.rowCount() == 0


def test_the_pointer_over_a_row_lights_it_and_asks_for_nothing(panel, bundled):
    panel.render_snapshot(None, snapshot_of(bundled))
    place = panel.rows.visualRect(panel.model.index(3, 0)).center()
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(panel.rows.viewport().mapToGlobal(QPoint(place))),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(panel.rows.viewport(), event)
    assert panel.asked == []
