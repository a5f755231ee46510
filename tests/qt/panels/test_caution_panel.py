"""The Caution dock: its table, its pages, its buttons."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from embviz.core.caution_report import caution_report
from embviz.core.distortion import estimate
from embviz.core.mapping import MapRequest, draw
from embviz.core.rows import ArrayRows
from embviz.core.snapshot import Activity, Snapshot
from embviz.core.spelling import TokenScheme
from embviz.core.stability import Stability
from embviz.core.table import EmbeddingTable
from embviz.core.vocabulary import Vocabulary
from embviz.core.words import MapWord
from embviz.qt import intents
from embviz.qt.panels.caution import CautionPanel
from embviz.qt.panels.caution_model import COLUMNS, CautionModel
from embviz.qt.theme import DARK, LIGHT

N = 24
ROWS = np.random.default_rng(6).normal(size=(N, 9)).astype(np.float32)
NAMES = [f"w{place:02d}" for place in range(N)]
WORDS = tuple(MapWord(name, (place,), name, place % 3) for place, name in enumerate(NAMES))


@pytest.fixture(scope="module")
def table():
    vocabulary = Vocabulary(NAMES, scheme=TokenScheme.PLAIN)
    return EmbeddingTable("small", "here", ArrayRows(ROWS), vocabulary, "F32")


@pytest.fixture(scope="module")
def result():
    return draw(ROWS.astype(np.float64), WORDS, ("a", "b", "c"), MapRequest())


@pytest.fixture(scope="module")
def full(table, result):
    return Snapshot(table=table, result=result, report=caution_report(table, result))


@pytest.fixture
def panel(qtbot):
    made = CautionPanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 420)
    made.show()
    yield made
    made.close()


@pytest.fixture
def asked(panel):
    found = []
    panel.intent.connect(found.append)
    return found


def shown_words(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def column(model, name):
    return [model.index(row, COLUMNS.index(name)).data() for row in range(model.rowCount())]


# ---- the table ---------------------------------------------------------------------------------------


def test_every_word_has_its_counts_and_the_worst_stands_first(result):
    model = CautionModel()
    model.show_result(result, None)
    assert sorted(shown_words(model)) == NAMES
    worst = result.distortion.worst(result.layout.kept_length)
    assert model.word(0) == WORDS[worst]
    for row, text in enumerate(shown_words(model)):
        place = NAMES.index(text)
        assert float(column(model, "kept")[row]) == result.distortion.kept[place]
        assert float(column(model, "false")[row]) == result.distortion.false[place]
        assert float(column(model, "missing")[row]) == result.distortion.missing[place]


@pytest.mark.parametrize("name", ["kept", "false", "missing"])
def test_a_heading_sorts_by_its_column_worst_first_and_then_the_other_way(result, name):
    model = CautionModel()
    model.show_result(result, None)
    model.sort(0)
    model.sort_by(COLUMNS.index(name))
    values = [float(value) for value in column(model, name)]
    assert values == sorted(values, reverse=name != "kept")
    model.sort_by(COLUMNS.index(name))
    values = [float(value) for value in column(model, name)]
    assert values == sorted(values, reverse=name == "kept")


def test_words_are_sorted_as_people_do_and_shares_as_numbers(result):
    model = CautionModel()
    model.show_result(result, None)
    model.sort_by(COLUMNS.index("word"))
    assert shown_words(model) == NAMES
    model.sort_by(COLUMNS.index("shown"))
    lengths = [result.layout.kept_length[NAMES.index(text)] for text in shown_words(model)]
    assert lengths == sorted(lengths)


def test_a_chosen_row_stays_with_its_word_when_the_table_is_sorted(panel, full):
    panel.render_snapshot(None, replace(full, selection=((5,),)))
    panel.model.sort_by(COLUMNS.index("missing"))
    (index,) = panel.table.selectionModel().selectedRows()
    assert panel.model.word(index.row()).text == "w05"


def test_stability_fills_a_column_of_its_own(panel, full):
    at = COLUMNS.index("stable")
    panel.render_snapshot(None, full)
    assert panel.table.isColumnHidden(at)
    agreement = np.linspace(0.2, 1.0, N)
    stability = Stability((0, 1), 5, np.zeros((2, N, 2)), agreement, np.zeros(N))
    panel.render_snapshot(full, replace(full, stability=stability))
    assert not panel.table.isColumnHidden(at)
    panel.model.sort_by(at)
    assert shown_words(panel.model) == NAMES
    assert column(panel.model, "stable")[0] == "20\u00a0%"


def test_kept_length_is_shown_where_there_are_axes(panel, full, result):
    at = COLUMNS.index("shown")
    panel.render_snapshot(None, full)
    assert not panel.table.isColumnHidden(at)
    bare = replace(result, layout=replace(result.layout, kept_length=None))
    panel.render_snapshot(full, replace(full, result=bare))
    assert panel.table.isColumnHidden(at)


def test_of_a_large_map_only_measured_words_are_listed_and_that_is_said(panel, full, result):
    found = estimate(ROWS, result.layout.positions, anchors=10)
    panel.render_snapshot(None, replace(full, result=replace(result, distortion=found), report=None))
    assert panel.model.rowCount() == 10
    assert panel._note.text() == "10 of the 24 words were measured."
    assert "±" in panel.totals._cells[4].text()


# ---- mouse -------------------------------------------------------------------------------------------


def place_of_row(panel, row):
    return panel.table.visualRect(panel.model.index(row, 0)).center()


def test_a_click_selects_the_word_on_the_map(panel, full, asked):
    panel.render_snapshot(None, full)
    asked.clear()
    where = place_of_row(panel, 2)
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    selections = [intent for intent in asked if isinstance(intent, intents.Select)]
    assert selections[-1] == intents.Select((panel.model.word(2).ids,))


def test_a_click_on_a_heading_sorts(panel, full):
    panel.render_snapshot(None, full)
    header = panel.table.horizontalHeader()
    at = COLUMNS.index("missing")
    x = header.sectionViewportPosition(at) + header.sectionSize(at) // 2
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2))
    values = [float(value) for value in column(panel.model, "missing")]
    assert values == sorted(values, reverse=True)
    assert panel.model.headerData(at, Qt.Orientation.Horizontal) == "missing↓"


def test_the_pointer_over_a_row_hovers_its_word_once(panel, full, asked):
    panel.render_snapshot(None, full)
    asked.clear()
    for step in (0, 3):
        QTest.mouseMove(panel.table.viewport(), place_of_row(panel, 1) + QPoint(step, 0))
    hovers = [intent.key for intent in asked if isinstance(intent, intents.Hover)]
    assert hovers == [panel.model.word(1).ids]


# ---- pages -------------------------------------------------------------------------------------------


def test_the_word_page_lists_both_kinds_of_neighbours_with_places_cosines_and_pairs(panel, full, result):
    panel.show_page(1)
    panel.render_snapshot(None, replace(full, selection=((7,),)))
    looks, truly = panel.word_page.looks.near, panel.word_page.truly.near
    expected = result.distortion.looks_nearest(7)
    assert [row.text for row in looks.rows] == [NAMES[near.word] for near in expected]
    assert [row.cosine for row in looks.rows] == [near.cosine for near in expected]
    assert all(row.pairs.endswith("of pairs") for row in (*looks.rows, *truly.rows))
    assert [row.wrong for row in looks.rows] == [near.verdict.value == "false" for near in expected]
    assert truly.rows[0].text == NAMES[result.distortion.truly_nearest(7)[0].word]


def test_without_a_word_in_focus_the_word_page_says_what_to_do(panel, full):
    panel.show_page(1)
    panel.render_snapshot(None, replace(full, selection=((7,), (8,))))
    assert panel.word_page._hint.isVisible()
    assert not panel.word_page.looks.isVisible()


def test_totals_stand_beside_those_of_a_random_picture(panel, full):
    panel.show_page(2)
    panel.render_snapshot(None, full)
    texts = [cell.text() for cell in panel.totals._cells if cell.isVisible()]
    assert texts[:3] == ["", "here", "random picture"]
    assert texts[3] == "neighbours kept, of 5"
    assert texts[5] == "1.1"  # 25/23
    assert "differences shown" in texts


def test_the_stability_is_one_sentence(panel, full):
    stability = Stability((0, 1, 2, 3, 4), 5, np.zeros((5, N, 2)), np.full(N, 0.86), np.full(N, 0.4))
    panel.show_page(2)
    panel.render_snapshot(None, replace(full, stability=stability))
    assert panel.totals.sentence.text() == (
        "Five runs from five starts: positions moved by 40 % of the map’s radius; "
        "86 % of neighbours stayed. Stable is not the same as true."
    )


def test_the_box_asks_for_the_common_direction_to_be_removed(panel, full, asked):
    panel.show_page(2)
    panel.render_snapshot(None, full)
    assert not panel.totals.common.isChecked()
    panel.totals.common.click()
    assert asked[-1] == intents.RemoveCommon(True)


def test_every_pair_is_a_dot_and_those_of_the_word_in_focus_are_lit(panel, full, result):
    panel.show_page(3)
    panel.render_snapshot(None, replace(full, selection=((7,),)))
    plot = panel.distances.plot
    assert len(plot.dots.getData()[0]) == N * (N - 1) // 2
    lit = {kind: len(item.getData()[0]) for kind, item in plot.lit.items()}
    assert sum(lit.values()) == N - 1
    false = sum(near.verdict.value == "false" for near in result.distortion.looks_nearest(7))
    assert lit[next(kind for kind in lit if kind is not None and kind.value == "false")] == false
    panel.render_snapshot(replace(full, selection=((7,),)), full)
    assert sum(len(item.getData()[0]) for item in plot.lit.values()) == 0


def test_the_plot_wears_the_colours_of_the_theme(panel, full):
    panel.show_page(3)
    panel.render_snapshot(None, full)
    panel.apply_theme(DARK)
    panel.render_snapshot(None, full)
    assert panel.distances.plot.backgroundBrush().color().name().upper() == DARK.panel


# ---- buttons -----------------------------------------------------------------------------------------


def test_noise_and_stability_are_asked_for_with_one_click_each(panel, full, asked):
    panel.render_snapshot(None, full)
    asked.clear()
    panel.noise.click()
    panel.stability.click()
    assert asked == [intents.ShowNoise(True), intents.CheckStability()]


def test_while_a_check_runs_its_button_shows_how_far_it_is_and_stops_it(panel, full, asked):
    running = replace(full, activities=(Activity("stability", "Drawing", 0.4),))
    panel.render_snapshot(None, running)
    assert panel.stability.text() == "Stop checking  40 %"
    asked.clear()
    panel.stability.click()
    assert asked == [intents.StopJob("stability")]


def test_nothing_can_be_asked_of_a_map_that_was_not_measured(panel, table):
    few = draw(ROWS[:3].astype(np.float64), WORDS[:3], ("a", "b", "c"), MapRequest())
    panel.render_snapshot(None, Snapshot(table=table, result=few))
    assert not panel.noise.isEnabled()
    assert not panel.stability.isEnabled()
    assert panel.model.rowCount() == 0
    assert panel._note.text() == "Five words or more can be measured."
