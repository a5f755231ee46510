"""The Analogy dock by real events: typing, completing, examples, lists, both halves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from embviz.core.analogy_state import AnalogyPage, AnalogyRequest, AnalogyState, AnalogyWay
from embviz.core.direction_state import DirectionState
from embviz.core.directions import directions
from embviz.core.examples import Outcome, sort_examples
from embviz.core.snapshot import Snapshot
from embviz.io.analogies import analogy_examples
from embviz.io.pairs import open_pair_list
from embviz.qt.intents import (
    AddText,
    AddToken,
    AskAnalogy,
    ChooseAnalogyPage,
    ChoosePairs,
    CompleteTerm,
    DrawAnalogy,
    Hover,
    PastePairs,
    SetDirections,
)
from embviz.qt.panels.analogy import AnalogyPanel
from embviz.qt.panels.paste_dialog import PasteDialog
from embviz.qt.theme import LIGHT


class Dock:
    """The panel alone, shown states by hand; what it asks for is kept."""

    def __init__(self, panel, table):
        self.panel = panel
        self.now = Snapshot(table=table)
        self.asked = []
        panel.intent.connect(self.asked.append)
        panel.render_snapshot(None, self.now)

    def show(self, **changes):
        old, self.now = self.now, replace(self.now, **changes)
        self.panel.render_snapshot(old, self.now)

    def show_analogy(self, expression="", expected="", found=None, **changes):
        request = AnalogyRequest(expression, expected)
        self.show(analogy=replace(AnalogyState(request=request, found=found), **changes))

    def last(self, kind):
        return next(one for one in reversed(self.asked) if isinstance(one, kind))

    def of(self, kind):
        return [one for one in self.asked if isinstance(one, kind)]


@pytest.fixture
def dock(qtbot, bundled):
    panel = AnalogyPanel(LIGHT)
    qtbot.addWidget(panel)
    panel.resize(360, 620)
    panel.show()
    panel.activateWindow()
    return Dock(panel, bundled)


def type_in(line, text):
    line.setFocus()
    line.clear()
    QTest.keyClicks(line, text)


def test_enter_asks_for_what_was_typed_and_asks_only_once(dock):
    line = dock.panel.page.expression
    type_in(line, "king - man + woman")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dock.of(AskAnalogy) == [AskAnalogy(AnalogyRequest("king - man + woman"))]
    dock.show_analogy("king - man + woman")
    QTest.keyClick(line, Qt.Key.Key_Return)
    dock.panel.page.expected.setFocus()
    assert len(dock.of(AskAnalogy)) == 1


def test_the_expected_word_goes_with_the_expression_and_leaves_with_it(dock):
    page = dock.panel.page
    type_in(page.expression, "king - man + woman")
    type_in(page.expected, "queen")
    QTest.keyClick(page.expected, Qt.Key.Key_Return)
    assert dock.last(AskAnalogy).request == AnalogyRequest("king - man + woman", "queen")
    dock.show_analogy("king - man + woman", "queen")
    type_in(page.expression, "Paris - France + Germany")
    QTest.keyClick(page.expression, Qt.Key.Key_Return)
    assert dock.last(AskAnalogy).request == AnalogyRequest("Paris - France + Germany", "")


def test_the_word_under_the_cursor_is_completed_and_the_rest_stays(qtbot, dock):
    from embviz.core.completion import complete

    line = dock.panel.page.expression
    type_in(line, "king - que")
    assert dock.last(CompleteTerm).text == "que"
    dock.show_analogy(completions=complete(dock.now.table, "que"))
    assert line.popup.isVisible()
    shown = [line.popup.view.model().index(row, 0).data() for row in range(3)]
    assert any(text.startswith("␣que") for text in shown)
    while line.popup.current is None or line.popup.current.shown != "␣question":
        QTest.keyClick(line, Qt.Key.Key_Down)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert not line.popup.isVisible()
    assert line.text() == "king - question"
    assert not dock.of(AskAnalogy)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dock.of(AskAnalogy)


def test_escape_closes_the_completions_and_keeps_the_text(dock):
    from embviz.core.completion import complete

    line = dock.panel.page.expression
    type_in(line, "kin")
    dock.show_analogy(completions=complete(dock.now.table, "kin"))
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert not line.popup.isVisible()
    assert line.text() == "kin"


def test_both_lists_mark_inputs_and_answer_and_the_card_says_why(dock, bundled):
    found = bundled.analogy("Paris - France + Germany = Berlin", k=10)
    dock.show_analogy("Paris - France + Germany", "Berlin", found)
    page = dock.panel.page
    assert [row.shown for row in page.included.rows[:3]] == ["␣Paris", "␣Berlin", "␣Germany"]
    assert [row.is_input for row in page.included.rows[:3]] == [True, False, True]
    assert [row.is_answer for row in page.excluded.rows[:2]] == [True, False]
    assert "only because the inputs were excluded" in page.card.text
    assert page.expression.text() == "Paris - France + Germany"
    assert page.included.height() >= 5 * page.included.row_height()
    spoken = page.included.rows[0].spoken
    assert spoken == "1. ␣Paris, an input: 0.72, token 7042"


def test_hovering_a_row_lights_its_point_and_a_double_click_adds_it(dock, bundled):
    found = bundled.analogy("Paris - France + Germany", k=10)
    dock.show_analogy("Paris - France + Germany", "", found)
    view = dock.panel.page.excluded
    center = view.visualRect(view.model().index(0, 0)).center()
    QTest.mouseMove(view.viewport(), center)
    berlin = found.excluded[0].id
    assert dock.last(Hover).key == (berlin,)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=center)
    assert dock.last(AddToken).token_id == berlin
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert dock.last(AddToken).token_id == found.excluded[1].id


def test_ways_folding_and_drawing_are_asked_for(dock):
    page = dock.panel.page
    dock.show_analogy("king - man")
    page._way.setCurrentIndex(2)
    page._way.activated.emit(2)
    assert dock.last(AskAnalogy).request.way is AnalogyWay.COSMUL
    QTest.mouseClick(page._fold, Qt.MouseButton.LeftButton)
    assert dock.last(AskAnalogy).request.fold_variants
    QTest.mouseClick(page._draw, Qt.MouseButton.LeftButton)
    assert dock.last(DrawAnalogy) == DrawAnalogy(False)


def test_a_split_word_offers_the_mean_of_its_pieces(dock, bundled):
    from embviz.errors import EmbvizError

    with pytest.raises(EmbvizError) as caught:
        bundled.analogy("hippopotamus - man")
    dock.show_analogy("hippopotamus - man", complaint=caught.value)
    page = dock.panel.page
    assert page._complaint.text() == "“hippopotamus” is 3 tokens: ␣hipp·opotam·us."
    QTest.mouseClick(page._means, Qt.MouseButton.LeftButton)
    assert dock.last(AskAnalogy).request.mean_of_pieces


def test_examples_stand_in_three_menus_with_their_counts(dock, bundled):
    menu = dock.panel.examples
    assert [action.text() for action in menu.actions()] == ["Trying them on this table …"]
    examples = sort_examples(bundled, analogy_examples())
    dock.show_analogy(examples=examples)
    titles = [action.text() for action in menu.actions()]
    works = sum(one.outcome is Outcome.WORKS for one in examples)
    assert titles[0] == f"Work: {works}"
    assert len(titles) == 3
    first = menu.actions()[0].menu().actions()[0]
    assert first.text() == "king − man + woman = queen"
    first.trigger()
    assert dock.last(AskAnalogy).request == AnalogyRequest("king − man + woman", "queen")
    assert dock.panel.page.expression.text() == "king − man + woman"


# -- directions --------------------------------------------------------------------------------------------


def test_the_other_half_is_one_click_away(dock):
    segment = dock.panel._segments[AnalogyPage.DIRECTIONS]
    QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
    assert dock.last(ChooseAnalogyPage).page is AnalogyPage.DIRECTIONS
    # Rendering alone turns the page.
    assert dock.panel.page.isVisible()
    dock.show_analogy(page=AnalogyPage.DIRECTIONS)
    assert dock.panel.directions.isVisible()
    assert not dock.panel.page.isVisible()


def test_pairs_show_their_sentences_ranks_and_cosines(dock, bundled):
    pairs = open_pair_list("capitals")
    found = directions(bundled, (*pairs.pairs[:6], ("cat", "hippopotamus")))
    dock.show(
        analogy=AnalogyState(page=AnalogyPage.DIRECTIONS),
        directions=DirectionState(pairs=pairs, found=found),
    )
    page = dock.panel.directions
    assert "mean cosine of" in page.card.text
    assert [row.cells[0] for row in page.table.rows[:2]] == ["France → Paris", "Germany → Berlin"]
    place = found.found[0]
    assert page.table.rows[0].cells[2] == f"{place.excluded} ({place.included})"
    assert page.table.rows[-1].cells == ("cat → hippopotamus", "", "left out")
    assert "3 tokens" in page.table.rows[-1].tip
    page.findChild(QScrollArea).ensureWidgetVisible(page.heat_map)
    center = page.heat_map.cell_rect(0, 1).center().toPoint()
    QTest.mouseMove(page.heat_map, center)
    assert "Germany → Berlin" in page._pointed.text()
    QTest.mouseMove(page.heat_map, QPoint(0, 0))
    QTest.mouseClick(page._means, Qt.MouseButton.LeftButton)
    assert dock.last(SetDirections).options.mean_of_pieces
    page._add.click()
    text = dock.last(AddText).text.splitlines()
    assert text[:2] == ["# countries", "France"]
    assert "# capitals" in text
    assert dock.of(Hover) == []


def test_the_menu_of_lists_is_filled_when_it_opens(dock):
    page = dock.panel.directions
    page._fill_menu()
    titles = [action.text() for action in page.menu.actions() if action.text()]
    assert titles[:2] == ["Country and capital", "Singular and plural"]
    assert titles[-1] == "Score a file of questions …"
    page.menu.actions()[1].trigger()
    assert dock.last(ChoosePairs).name == "plurals"


def test_pairs_can_be_typed_and_what_cannot_be_read_is_said_at_once(qtbot, dock, monkeypatch):
    dialog = PasteDialog((("France", "Paris"),))
    qtbot.addWidget(dialog)
    assert dialog.text == "France, Paris"
    assert dialog.complaint == ""
    dialog.lines.setPlainText("France Paris\nonly-one")
    assert "line 2" in dialog.complaint
    dialog.lines.setPlainText("")
    assert dialog.complaint == ""

    def accept(self):
        self.lines.setPlainText("a b\nc d")
        return PasteDialog.DialogCode.Accepted

    monkeypatch.setattr(PasteDialog, "exec", accept)
    dock.panel.directions.ask_pairs()
    assert dock.last(PastePairs).text == "a b\nc d"


def test_commands_turn_to_their_half_and_take_the_keys(dock):
    dock.panel.perform("directions")
    assert dock.last(ChooseAnalogyPage).page is AnalogyPage.DIRECTIONS
    dock.show_analogy(page=AnalogyPage.DIRECTIONS)
    dock.panel.perform("arithmetic")
    assert dock.last(ChooseAnalogyPage).page is AnalogyPage.ARITHMETIC
    dock.show_analogy()
    dock.panel.perform("arithmetic")
    assert dock.panel.page.expression.hasFocus()
    assert len(dock.of(ChooseAnalogyPage)) == 2
