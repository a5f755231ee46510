"""The Table dock: what it says, and that its bars do not lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QScrollArea

from embviz.core.histogram import histogram_of
from embviz.core.rows import ArrayRows
from embviz.core.snapshot import Snapshot, TableSource
from embviz.core.spelling import TokenScheme
from embviz.core.table import EmbeddingTable, OutputTable
from embviz.core.table_facts import measure_table, with_baseline
from embviz.core.vocabulary import Vocabulary
from embviz.qt.panels.table import TablePanel
from embviz.qt.theme import DARK, LIGHT
from embviz.qt.widgets.histogram_view import HistogramView
from embviz.qt.widgets.share_bar import ShareBar
from embviz.qt.widgets.size_table import BARS, SizeTable


def a_table(**fields):
    rows = np.random.default_rng(1).normal(size=(400, 16)).astype(np.float32)
    vocabulary = Vocabulary([f"w{place}" for place in range(400)], scheme=TokenScheme.PLAIN)
    fields = {"name": "little", "dtype": "F32", "tensor_name": "wte.weight", "tied": True} | fields
    return EmbeddingTable(source="here", vectors=ArrayRows(rows), vocabulary=vocabulary, **fields)


@pytest.fixture
def panel(qtbot):
    made = TablePanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 900)
    made.show()
    return made


def show(panel, table, *, facts=True, source=None):
    measured = with_baseline(measure_table(table)) if facts else None
    panel.render_snapshot(None, Snapshot(table=table, source=TableSource(source), facts=measured))


def words(panel):
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel)]


def test_size_share_and_facts_are_said_with_thousands_separators(panel):
    show(panel, a_table(model_parameters=12_800), source="/models/little")
    assert panel.formula.text() == "400 × 16 = 6,400"
    assert panel.share_text.text().replace("\u00a0", " ") == (
        "The table holds 50.0 % of the model’s 12,800 parameters. "
        "The model uses it twice: to read tokens and to predict them."
    )
    said = words(panel)
    for text in ("little", "/models/little", "F32", "yes", "wte.weight", "none"):
        assert text in said


def test_before_it_is_measured_what_is_known_is_said_and_that_the_rest_is_coming(panel):
    table = a_table()
    show(panel, table, facts=False)
    assert "The rows are being measured …" in words(panel)
    assert not panel.norms.isVisibleTo(panel)
    show(panel, table)
    assert "The rows are being measured …" not in words(panel)
    assert panel.norms.isVisibleTo(panel)
    assert panel.pairs.isVisibleTo(panel)
    lengths = np.linalg.norm(np.asarray(table.vectors).astype(float), axis=1)
    assert panel.norm_row.value.text() == f"{lengths.mean():.2f} ± {lengths.std():.2f}"


def test_measurements_of_another_table_are_not_shown(panel):
    facts = measure_table(a_table())
    panel.render_snapshot(None, Snapshot(table=a_table(name="other"), facts=facts))
    assert not panel.norms.isVisibleTo(panel)
    assert "The rows are being measured …" in words(panel)


def test_without_a_table_the_dock_says_what_to_do(panel):
    show(panel, a_table())
    panel.render_snapshot(None, Snapshot())
    assert words(panel) == [
        "No table is open. Choose File → Open table, or drop a model’s folder on the window."
    ]


def test_an_unknown_share_has_no_bar(panel):
    show(panel, a_table(model_parameters=None))
    assert not panel.share_bar.isVisibleTo(panel)
    assert "not known" in panel.share_text.text()


def test_the_share_bar_is_filled_exactly_as_far_as_the_share(qtbot):
    bar = ShareBar(LIGHT)
    qtbot.addWidget(bar)
    bar.resize(500, 12)
    bar.show_shares(0.31)
    picture = bar.grab().toImage()
    ratio = picture.width() / 500
    filled = sum(
        picture.pixelColor(x, picture.height() // 2).name().upper() == LIGHT.accent
        for x in range(picture.width())
    )
    assert filled / ratio == pytest.approx(155, abs=1)


def test_an_untied_models_output_table_is_a_second_part_of_the_bar(panel):
    rows = ArrayRows(np.ones((400, 16), dtype=np.float32))
    table = a_table(tied=False, output=OutputTable(rows, "lm_head.weight", "F32"), model_parameters=64_000)
    show(panel, table)
    first, second = panel.share_bar.parts()
    assert first.width() == pytest.approx(panel.share_bar.width() * 0.1)
    assert second.width() == pytest.approx(panel.share_bar.width() * 0.1)
    assert second.left() == first.right()


def test_bars_of_known_sizes_are_in_proportion_from_zero(qtbot):
    table = SizeTable(LIGHT)
    qtbot.addWidget(table)
    table.resize(332, 220)
    table.show_table(a_table(model_parameters=12_800))
    parameters = [size.parameters for size in table.sizes]
    lengths = [table.bar_rect(row).width() for row in range(len(table.sizes))]
    full = lengths[parameters.index(max(parameters))]
    for count, length in zip(parameters, lengths, strict=True):
        assert length == pytest.approx(full * count / max(parameters))
    gpt2 = next(row for row, size in enumerate(table.sizes) if size.name == "GPT-2 small")
    llama = next(row for row, size in enumerate(table.sizes) if size.name == "Llama 3 8B")
    assert table.share_rect(gpt2).width() / table.share_rect(llama).width() == pytest.approx(
        (38_597_376 / 124_439_808) / (525_336_576 / 8_030_261_248)
    )
    assert table.share_rect(next(r for r, s in enumerate(table.sizes) if s.name == "BERT-base")) is None


def test_the_loaded_table_is_marked_where_it_belongs_and_each_row_has_its_sentence(qtbot):
    table = SizeTable(LIGHT)
    qtbot.addWidget(table)
    table.resize(332, 240)
    table.show_table(a_table())
    assert table.sizes[0].loaded
    picture = table.grab().toImage()
    ratio = picture.width() / 332
    inside = table.row_rect(0)
    color = picture.pixelColor(round(3 * ratio), round((inside.top() + 12) * ratio))
    assert color.name().upper() == LIGHT.accent_soft
    assert (
        table.tip_at(inside.center().y()) == "little: 400 × 16 = 6,400 parameters. This is the loaded table."
    )
    assert table.tip_at(5) == BARS
    assert "GPT-2 XL: 50,257 × 1,600 = 80.4" in table.accessibleDescription()


def test_bars_of_a_histogram_are_in_proportion_and_the_mark_stands_at_its_value(qtbot):
    view = HistogramView(DARK, "numbers")
    qtbot.addWidget(view)
    view.resize(216, 92)
    histogram = histogram_of(np.array([0.0, 0.1, 0.2, 0.3, 5.0, 10.0]), 10)
    view.show_histogram(histogram, 2.5, "mean 2.50")
    heights = [bar.height() for bar in view.bar_rects()]
    assert heights[0] == pytest.approx(4 * heights[9])
    assert heights[5] == pytest.approx(heights[9])
    assert heights[1] == 0
    assert view.place_of(2.5) == pytest.approx(8 + 200 * 0.25)
    picture = view.grab().toImage()
    ratio = picture.width() / 216
    mark = picture.pixelColor(round(view.place_of(2.5) * ratio), round(40 * ratio))
    assert mark.lightness() > 150
    assert view.accessibleDescription() == "6 numbers from 0 to 10.0; mean 2.50"


def test_no_row_is_wider_than_the_dock_whatever_the_names(qtbot, panel):
    name = "model" * 40
    show(panel, a_table(name=name, tensor_name="language_model." * 12), source="/models/" + name)
    area = panel.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.widget().width() <= area.viewport().width())
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()


def test_in_a_wide_dock_the_known_sizes_stand_beside_the_tables_own(panel):
    show(panel, a_table())
    assert panel._beside.direction() is QBoxLayout.Direction.TopToBottom
    panel.resize(900, 700)
    assert panel._beside.direction() is QBoxLayout.Direction.LeftToRight


def test_notices_are_listed_as_they_are_written(panel):
    rows = np.ones((3, 2), dtype=np.float32)
    rows[1] = 0
    vocabulary = Vocabulary(["a", "<b>x</b>", "c"], scheme=TokenScheme.PLAIN)
    table = EmbeddingTable(
        name="<i>name</i>", source="here", vectors=ArrayRows(rows), vocabulary=vocabulary, dtype="F32"
    )
    show(panel, table)
    assert any(text.startswith("•  One row (id 1) holds nothing but zeros") for text in words(panel))
    assert "<i>name</i>" in words(panel)
    for label in panel.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText


def test_what_has_not_changed_is_not_drawn_again(panel):
    table = a_table()
    old = Snapshot(table=table)
    panel.render_snapshot(None, old)
    panel.formula.setText("left alone")
    panel.render_snapshot(old, replace(old, status="something else"))
    assert panel.formula.text() == "left alone"
