"""Cautions, noise control, stability and the common direction, with made-up maps and real jobs."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from embviz.core.caution_report import CautionReport, RandomPicture
from embviz.core.distortion import estimate
from embviz.core.mapping import VectorMode
from embviz.core.projections.tsne import TsneParameters
from embviz.core.snapshot import has_noise
from embviz.core.word_lists import WordLists
from embviz.errors import EmbvizError
from embviz.qt import intents
from embviz.qt.control.caution import NOISE, STABILITY
from embviz.qt.controller import Controller
from embviz.qt.store import Store
from tests.qt.fakes import FakeServices


class MeasuringServices(FakeServices):
    """Maps of which something was measured, but only of some words, as of large maps."""

    def __init__(self):
        super().__init__()
        self.reports = []
        self.listed = []
        self.references = []
        self.fail_noise = None

    def draw(self, table, words, document, report):
        result = super().draw(table, words, document, report)
        if len(words) < 5:
            return result
        random = np.random.default_rng(3)
        found = estimate(random.normal(size=(len(words), 4)), result.layout.positions, anchors=4)
        return replace(result, distortion=found)

    def draw_noise(self, table, words, document, report):
        if self.fail_noise is not None:
            raise self.fail_noise
        while not self.gate.wait(0.005):
            report(0.5, None)
        return super().draw_noise(table, words, document, report)

    def report(self, table, result, report):
        self.reports.append(result)
        return CautionReport(RandomPicture(0.5, 0.5, 0.0, None, 5.0, 5.0), None)

    def word_lists(self, table, result, word, report):
        self.listed.append(word)
        return WordLists(word, (), ())

    def reference(self, table, shifted, report):
        self.references.append(shifted)
        return ("shifted" if shifted else "plain", table.name)


@pytest.fixture
def services():
    made = MeasuringServices()
    yield made
    made.let_go()


@pytest.fixture
def desk(qtbot, jobs, services):
    class Desk:
        store = Store()
        controller = Controller(store, jobs, services)

        def do(self, *asked):
            for intent in asked:
                self.controller.handle(intent)
            self.settle()

        def settle(self):
            qtbot.waitUntil(lambda: not jobs.keys, timeout=10_000)

        @property
        def now(self):
            return self.store.snapshot

        def key(self, place):
            return self.now.words[place].ids

    made = Desk()
    made.controller.open(None, ("animals",))
    made.settle()
    return made


def test_the_switch_takes_the_cautions_off_the_map_and_puts_them_back(desk):
    assert desk.now.overlay
    desk.do(intents.ShowOverlay())
    assert not desk.now.overlay
    assert desk.now.result.caution is not None
    desk.do(intents.ShowOverlay())
    assert desk.now.overlay
    desk.do(intents.ShowOverlay(shown=True))
    assert desk.now.overlay


# ---- report and random pairs -----------------------------------------------------------------------


def test_nothing_is_worked_out_before_the_first_map_is_on_the_screen(desk, services):
    assert services.reports == []
    assert services.references == []
    desk.controller.warm_up()
    desk.settle()
    assert services.reports == [desk.now.result]
    assert desk.now.report is not None
    assert desk.now.reference == ("plain", "small")


def test_every_new_map_gets_a_report_of_its_own(desk, services):
    desk.controller.warm_up()
    desk.do(intents.ChooseMethod("tsne"))
    assert services.reports[-1] is desk.now.result
    assert len(services.reports) == 2
    assert desk.now.report is not None


def test_moving_a_word_to_another_group_keeps_the_report(desk, services):
    desk.controller.warm_up()
    desk.settle()
    report, count = desk.now.report, len(services.reports)
    desk.do(intents.MoveWords(((0, 0),), None))
    assert desk.now.report is report
    assert len(services.reports) == count


def test_random_pairs_are_counted_once_for_each_kind_of_vectors(desk, services):
    desk.controller.warm_up()
    desk.settle()
    desk.do(intents.ChooseMethod("tsne"))
    assert services.references == [False]
    desk.do(intents.RemoveCommon())
    assert services.references == [False, True]
    assert desk.now.reference == ("shifted", "small")


# ---- one word on a large map -------------------------------------------------------------------------


def test_neighbours_of_a_word_that_was_not_measured_are_looked_for_under_the_pointer(desk, services):
    measured = set(desk.now.result.distortion.anchors.tolist())
    other = next(place for place in range(6) if place not in measured)
    desk.do(intents.Hover(desk.key(other)))
    assert services.listed == [other]
    assert desk.now.lists.word == other
    desk.do(intents.Hover(desk.key(min(measured))))
    assert services.listed == [other]


def test_lists_of_the_last_map_are_let_go_with_it(desk):
    measured = set(desk.now.result.distortion.anchors.tolist())
    other = next(place for place in range(6) if place not in measured)
    desk.do(intents.Select((desk.key(other),)))
    assert desk.now.lists is not None
    desk.do(intents.Select(()), intents.ChooseMethod("tsne"))
    assert desk.now.lists is None


# ---- noise -----------------------------------------------------------------------------------------


def test_one_click_draws_the_same_words_under_the_same_request(desk, services):
    desk.do(intents.ShowNoise())
    request, words = services.noises[-1]
    assert request == desk.now.result.request
    assert words == tuple(word.text for word in desk.now.words)
    assert has_noise(desk.now)


def test_without_the_control_no_noise_is_drawn(desk, services):
    desk.do(intents.ChooseMethod("tsne"))
    assert services.noises == []


def test_another_perplexity_draws_both(desk, services):
    desk.do(intents.ChooseMethod("tsne"), intents.ShowNoise())
    chosen = TsneParameters(perplexity=1.5)
    desk.do(intents.ChooseParameters(chosen, 7))
    assert desk.now.result.request.parameters == chosen
    assert desk.now.noise.result.request == desk.now.result.request
    assert services.noises[-1][0].seed == 7
    assert has_noise(desk.now)


def test_both_are_drawn_at_the_same_time(desk, services, jobs):
    desk.do(intents.ShowNoise())
    services.hold()
    desk.controller.handle(intents.ChooseMethod("tsne"))
    assert {"map", NOISE} <= set(jobs.keys)
    services.let_go()
    desk.settle()
    assert has_noise(desk.now)


def test_a_stopped_map_stops_its_noise_and_the_finished_pair_stays(desk, services, jobs):
    desk.do(intents.ShowNoise())
    before = desk.now.result, desk.now.noise
    services.hold()
    desk.controller.handle(intents.ChooseMethod("tsne"))
    desk.controller.handle(intents.StopJob("map"))
    services.let_go()
    desk.settle()
    assert (desk.now.result, desk.now.noise) == before
    assert has_noise(desk.now)


def test_a_map_of_one_word_has_no_noise_control_and_leaves_none_of_the_map_before(desk):
    desk.do(intents.ShowNoise())
    desk.do(intents.Select((desk.now.words[0].ids,)), intents.Isolate())
    assert len(desk.now.words) == 1
    assert desk.now.noise is None
    desk.do(intents.ShowAll())
    assert has_noise(desk.now)


def test_a_map_that_fails_leaves_the_finished_pair(desk, services):
    desk.do(intents.ShowNoise())
    before = desk.now.result, desk.now.noise
    failure = EmbvizError("The perplexity is too high.", code="perplexity-too-high")
    services.fail_drawing = services.fail_noise = failure
    desk.do(intents.ChooseMethod("tsne"))
    assert (desk.now.result, desk.now.noise) == before
    assert desk.now.noise_shown
    assert [notice.code for notice in desk.now.notices] == ["perplexity-too-high"]


def test_words_in_another_group_are_so_on_both_maps_without_a_new_run(desk, services):
    desk.do(intents.ShowNoise())
    count = len(services.noises)
    desk.do(intents.MoveWords(((0, 0),), None))
    assert len(services.noises) == count
    assert has_noise(desk.now)
    assert desk.now.noise.result.group_names == desk.now.result.group_names


def test_another_selection_of_words_is_drawn_as_noise_too(desk, services):
    desk.do(intents.ShowNoise())
    desk.do(intents.Select(tuple(desk.key(place) for place in range(5))), intents.Isolate())
    assert len(services.noises[-1][1]) == 5
    assert has_noise(desk.now)


def test_the_control_put_away_is_not_drawn_any_more(desk, services):
    desk.do(intents.ShowNoise(), intents.ShowNoise())
    count = len(services.noises)
    desk.do(intents.ChooseMethod("tsne"))
    assert not desk.now.noise_shown
    assert len(services.noises) == count


def test_asked_for_again_it_is_there_at_once(desk, services):
    desk.do(intents.ShowNoise())
    desk.do(intents.ShowNoise())
    count = len(services.noises)
    desk.do(intents.ShowNoise())
    assert len(services.noises) == count


def test_all_steps_of_one_drag_are_one_edit(desk):
    desk.do(intents.ChooseMethod("tsne"))
    past = len(desk.now.past)
    for value in (1.2, 1.3, 1.4):
        desk.do(intents.ChooseParameters(TsneParameters(value), 0, dragged=True))
    desk.do(intents.ChooseParameters(TsneParameters(1.5), 0))
    assert len(desk.now.past) == past + 2
    desk.do(intents.Undo(), intents.Undo())
    assert desk.now.document.request.parameters is None


# ---- stability -------------------------------------------------------------------------------------


def test_stability_is_checked_on_demand_and_forgotten_with_the_map(desk, services):
    desk.do(intents.CheckStability())
    assert services.checked == [desk.now.result]
    assert desk.now.stability.agreement_mean == 1
    desk.do(intents.ChooseMethod("tsne"))
    assert desk.now.stability is None


def test_a_new_map_stops_the_check_of_the_old_one(desk, services, jobs):
    started = []

    def check(table, result, report):
        started.append(result)
        while True:
            report(0.1, None)

    services.check_stability = check
    desk.controller.handle(intents.CheckStability())
    assert jobs.runs(STABILITY)
    desk.controller.handle(intents.ChooseMethod("tsne"))
    assert not jobs.runs(STABILITY)
    desk.settle()
    assert desk.now.stability is None


def test_a_check_can_be_stopped(desk, services, jobs):
    def check(table, result, report):
        while True:
            report(0.1, None)

    services.check_stability = check
    desk.controller.handle(intents.CheckStability())
    desk.controller.handle(intents.StopJob(STABILITY))
    desk.settle()
    assert desk.now.stability is None
    assert desk.now.status == "Stopped."
    assert desk.now.activities == ()


# ---- common direction ------------------------------------------------------------------------------


def test_removing_the_common_direction_is_off_at_first_and_holds_for_map_and_list(desk):
    assert not desk.now.common_removed
    desk.do(intents.Select((desk.key(0),)))
    assert not desk.now.neighborhood.options.common_removed
    desk.do(intents.RemoveCommon())
    assert desk.now.result.request.vectors is VectorMode.COMMON_REMOVED
    assert desk.now.neighborhood.options.common_removed
    assert desk.now.neighborhood.changed is not None
    desk.do(intents.Undo())
    assert not desk.now.neighborhood.options.common_removed
    assert desk.now.neighborhood.changed is None


def test_a_shifted_map_that_fails_leaves_the_plain_list(desk, services):
    desk.do(intents.Select((desk.key(0),)))
    services.fail_drawing = EmbvizError("No.", code="no")
    desk.do(intents.RemoveCommon())
    assert not desk.now.common_removed
    assert desk.now.document.request.vectors is VectorMode.UNIT
    assert not desk.now.neighborhood.options.common_removed


# ---- the report as a file --------------------------------------------------------------------------


def test_the_report_is_written_with_what_is_known(desk, tmp_path):
    desk.controller.warm_up()
    desk.do(intents.CheckStability(), intents.ShowNoise())
    desk.settle()
    path = tmp_path / "report.json"
    desk.do(intents.ExportReport(path))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["stability"]["agreement"] == 1
    assert written["noise"]["shuffle_seed"] == 0
    assert written["totals"]["false_words"]["random"] == 5
    assert desk.now.status == f"Saved {path}"


def test_an_unknown_form_of_report_is_a_notice(desk, tmp_path):
    desk.do(intents.ExportReport(tmp_path / "report.xls"))
    assert "Choose an ending of .csv, .json." in desk.now.notices[-1].text
