"""Where the picture lies, in the window: lines, card, legend, switch, noise control, stability, report."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from embviz.app import build_window
from embviz.core.figure import LineKind
from embviz.core.snapshot import has_noise
from embviz.qt.intents import CheckStability, ChooseMethod, ExportFigure, ExportReport, SetAnimated
from embviz.qt.services import ProgramServices
from embviz.qt.theme import DARK, LIGHT
from tests.qt.driving import click, drag, move, place_of


class OpenedServices(ProgramServices):
    """The real work on a table that is open already, so that each test need not unpack it again."""

    def __init__(self, table):
        self._table = table

    def open_table(self, source, report, tensor=None):
        return self._table


@pytest.fixture(params=["light"])
def window(qtbot, request, bundled):
    made = build_window(theme=request.param, services=OpenedServices(bundled))
    qtbot.addWidget(made)
    made.controller.handle(SetAnimated(False))
    made.resize(1440, 900)
    made.show()
    made.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: len(made.store.snapshot.words) == 48, timeout=30_000)
    yield made
    made.close()


def theme_of(window):
    return DARK if window.theme.dark else LIGHT


def dots(view, color):
    """How many dots of a view have exactly a colour."""
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), -1)
    return int(np.count_nonzero(rows == QColor(color).rgb()))


def wait_for_noise(qtbot, window):
    qtbot.waitUntil(lambda: has_noise(window.store.snapshot), timeout=60_000)
    qtbot.waitUntil(lambda: not window.jobs.runs("map"), timeout=60_000)


def nowhere(view):
    frame = view.frame_now()
    return QPointF(frame.left + 4, frame.bottom - 4)


@pytest.mark.parametrize("window", ["light", "dark"], indirect=True)
def test_the_switch_leaves_no_dot_of_either_arc_and_the_strip_stays(window):
    theme, view = theme_of(window), window.map_view
    assert dots(view, theme.false) > 200
    assert dots(view, theme.missing) > 40
    window.actions_["cautions"].trigger()
    assert (dots(view, theme.false), dots(view, theme.missing)) == (0, 0)
    assert not window.stage.legend.isVisible()
    assert window.strip.isVisible()
    assert "28 words" in window.strip.text
    window.actions_["cautions"].trigger()
    assert dots(view, theme.false) > 200


def test_a_selected_word_has_lines_that_stay_when_the_pointer_has_left(window):
    view = window.map_view
    click(view, place_of(view, "king"))
    move(view, nowhere(view))
    assert not view.card.isVisible()
    lines = view.plot.lines
    texts = view.plot.points.texts
    ends = {kind: {texts[line.end] for line in lines if line.kind is kind} for kind in LineKind}
    assert ends[LineKind.FALSE] == {"computer", "woman", "boy", "phone", "internet"}
    assert ends[LineKind.MISSING] == {"queen", "prince", "princess", "Spain", "lion"}
    assert not view.plot.points.faded.any()


def test_two_selected_words_have_no_lines(window):
    view = window.map_view
    click(view, place_of(view, "king"))
    click(view, place_of(view, "man"), Qt.KeyboardModifier.ShiftModifier)
    move(view, nowhere(view))
    assert view.plot.lines == ()


def test_the_card_says_of_false_neighbours_how_many_pairs_are_nearer(qtbot, window):
    view = window.map_view
    qtbot.waitUntil(lambda: window.store.snapshot.reference is not None, timeout=60_000)
    move(view, place_of(view, "king"))
    first = view.card.content.looks.rows[0]
    assert (first.text, first.place, first.pairs) == ("computer", "31st", "58\u00a0% of pairs")
    assert view.card.content.foot == (
        "Random pairs of common words have cosine 0.30, for all rows share a direction."
    )


def test_the_legend_explains_the_arcs_and_the_lines_of_the_word_in_focus(window):
    legend = window.stage.legend
    assert legend.isVisible()
    assert "looks close to what is not" in legend.accessibleName()
    assert "only looks near" not in legend.accessibleName()
    move(window.map_view, place_of(window.map_view, "king"))
    assert "only looks near" in legend.accessibleName()


def test_one_click_draws_noise_beside_the_map_and_each_pane_says_what_it_keeps(qtbot, window):
    window.panels["caution"].noise.click()
    wait_for_noise(qtbot, window)
    stage = window.stage
    assert stage.noise.isVisible()
    assert stage._heading.text == "Real vectors: kept 2.5 of 5 (a random picture: 0.5)"
    assert stage.noise.heading.text.startswith("Shuffled: kept 1.")
    assert stage.noise.heading.text.endswith("of 5 (a random picture: 0.5)")
    real, shuffled = window.map_view.geometry(), stage.noise.view.geometry()
    assert abs(real.width() - shuffled.width()) < 12


def test_dragging_the_perplexity_moves_both_and_is_one_edit(qtbot, window):
    window.controller.handle(ChooseMethod("tsne"))
    window.actions_["noise"].trigger()
    wait_for_noise(qtbot, window)
    before = window.store.snapshot
    slider = window.stage.noise.bar.slider
    assert slider.isVisible()
    assert (slider.value(), slider.maximum()) == (10, 15)
    slider.setSliderDown(True)
    for value in (6, 3, 2):
        slider.setValue(value)
        qtbot.wait(120)
    slider.setSliderDown(False)
    qtbot.waitUntil(
        lambda: (
            window.store.snapshot.result.request.parameters.perplexity == 2
            and has_noise(window.store.snapshot)
        ),
        timeout=60_000,
    )
    after = window.store.snapshot
    assert after.result is not before.result
    assert after.noise.result.request == after.result.request
    assert len(after.past) <= len(before.past) + 2


def test_points_of_noise_are_not_picked_and_dragging_pans_them(qtbot, window):
    window.actions_["noise"].trigger()
    wait_for_noise(qtbot, window)
    view = window.stage.noise.view
    frame = view.frame_now()
    x, y = frame.to_pixels(view.plot.points.positions)[0]
    click(view, QPointF(x, y))
    move(view, QPointF(x, y))
    assert window.store.snapshot.selection == ()
    assert window.store.snapshot.hover is None
    drag(view, [QPointF(x, y), QPointF(x + 40, y)])
    assert view.frame_now().origin_x == pytest.approx(frame.origin_x + 40, abs=2)


def test_put_away_the_map_has_the_whole_width_again(qtbot, window):
    width = window.map_view.width()
    window.actions_["noise"].trigger()
    wait_for_noise(qtbot, window)
    assert window.map_view.width() < width
    window.stage.noise.bar._close.click()
    qtbot.waitUntil(lambda: window.map_view.width() == width, timeout=5_000)
    assert not window.stage.noise.isVisible()


def test_the_pair_is_exported_as_one_figure(qtbot, window, tmp_path):
    window.actions_["noise"].trigger()
    wait_for_noise(qtbot, window)
    path = tmp_path / "pair.svg"
    window.controller.handle(ExportFigure(path))
    qtbot.waitUntil(path.exists, timeout=60_000)
    text = path.read_text(encoding="utf-8")
    assert "Shuffled" in text
    assert "Real vectors" in text


def test_stability_runs_in_the_background_and_is_one_sentence(qtbot, window):
    window.controller.handle(ChooseMethod("tsne"))
    qtbot.waitUntil(lambda: window.store.snapshot.result.request.method == "tsne", timeout=60_000)
    window.controller.handle(CheckStability())
    assert any(activity.key == "stability" for activity in window.store.snapshot.activities)
    qtbot.waitUntil(lambda: window.store.snapshot.stability is not None, timeout=120_000)
    window.docks.go_to("caution")
    said = window.panels["caution"].totals.sentence.text()
    assert said.startswith("Five runs from five starts: positions moved by ")
    assert said.endswith("Stable is not the same as true.")


def test_the_whole_session_is_shifted_and_the_list_says_what_that_changes(qtbot, window):
    view = window.map_view
    click(view, place_of(view, "king"))
    window.actions_["remove-common"].trigger()
    qtbot.waitUntil(
        lambda: (
            window.store.snapshot.neighborhood is not None
            and window.store.snapshot.neighborhood.options.common_removed
        ),
        timeout=120_000,
    )
    foot = window.panels["neighbours"]._foot.text()
    assert "Vectors were shifted. Cosines change: 1 of the five nearest entries (20 %) differs" in foot
    assert "18 % of the five-nearest entries differ from the raw list" in window.strip.text


def test_the_report_is_written_as_csv_and_json(qtbot, window, tmp_path):
    for name in ("report.csv", "report.json"):
        window.controller.handle(ExportReport(tmp_path / name))
        qtbot.waitUntil((tmp_path / name).exists, timeout=60_000)
        qtbot.waitUntil(lambda: not window.jobs.runs("export-report"), timeout=60_000)
    rows = list(csv.DictReader((tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 48
    king = next(row for row in rows if row["word"] == "king")
    assert king["looks_nearest"].startswith("computer; woman; boy")
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert found["totals"]["kept_mean"]["value"] == pytest.approx(2.458, abs=1e-3)
    assert found["totals"]["kept_mean"]["random"] == pytest.approx(0.532, abs=1e-3)


def test_a_click_in_the_dock_shows_the_lines_of_that_word_on_the_map(window):
    window.docks.docks["caution"].raise_()
    panel = window.panels["caution"]
    QTest.mouseClick(
        panel.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=panel.table.visualRect(panel.model.index(0, 0)).center() + QPoint(0, 0),
    )
    assert [word.text for word in window.store.snapshot.selected_words] == ["king"]
    assert window.map_view.plot.lines
