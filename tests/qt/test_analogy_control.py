"""The controller's part of the Analogy dock, with a real store and jobs on a small table."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from embviz.core.analogy_state import AnalogyPage, AnalogyRequest, AnalogyWay
from embviz.core.direction_state import DirectionOptions
from embviz.core.examples import Outcome
from embviz.core.rows import ArrayRows
from embviz.core.spelling import TokenScheme
from embviz.core.table import EmbeddingTable
from embviz.core.vocabulary import Vocabulary
from embviz.core.words import WordGroup
from embviz.qt import intents
from embviz.qt.controller import Controller
from embviz.qt.map_plot import shown_arithmetic
from embviz.qt.services import ProgramServices
from embviz.qt.store import Store
from tests.qt.fakes import FakeServices

WORDS = ("king", "queen", "man", "woman", "boy", "girl", "Paris", "France", "Berlin", "Germany")


def royal_table(name="royal", words=WORDS):
    """Words in which royalty, gender, youth and being a capital are directions of their own."""
    traits = {
        "king": (3, 1, 0, 0, 0), "queen": (3, -1, 0, 0, 0), "man": (0, 1, 1, 0, 0),
        "woman": (0, -1, 1, 0, 0), "boy": (0, 1, 2, 0, 0.5), "girl": (0, -1, 2, 0, 0.5),
        "Paris": (0, 0, 0, 2, 1), "France": (0, 0, 0, 0, 1), "Berlin": (0, 0, 0, 2, 2),
        "Germany": (0, 0, 0, 0, 2),
    }  # fmt: skip
    noise = np.random.default_rng(0).normal(scale=0.05, size=(len(words), 5))
    rows = (np.array([traits[word] for word in words]) + noise).astype(np.float32)
    vocabulary = Vocabulary(list(words), scheme=TokenScheme.PLAIN)
    return EmbeddingTable(name=name, source=name, vectors=ArrayRows(rows), vocabulary=vocabulary, dtype="F32")


class Services(FakeServices):
    """Small tables, but maps that are really drawn."""

    def __init__(self):
        super().__init__()
        self.tables = {None: royal_table(), "other": royal_table("other", WORDS[:6])}
        self.groups = {"words": (WordGroup("people", WORDS[:6]), WordGroup("places", WORDS[6:]))}

    draw = ProgramServices.draw


@pytest.fixture
def desk(qtbot, jobs):
    class Desk:
        store = Store()
        services = Services()
        controller = Controller(store, jobs, services)

        def do(self, intent):
            self.controller.handle(intent)
            self.settle()
            return self.store.snapshot

        def ask(self, expression, expected="", **options):
            return self.do(intents.AskAnalogy(AnalogyRequest(expression, expected, **options))).analogy

        def settle(self):
            qtbot.waitUntil(lambda: not jobs.keys, timeout=20_000)

        @property
        def now(self):
            return self.store.snapshot

    made = Desk()
    made.controller.open(None, ("words",))
    made.settle()
    return made


def test_an_expression_is_worked_out_and_drawn(desk):
    state = desk.ask("king - man + woman", "queen")
    assert state.found.excluded[0].token == "queen"
    assert state.found.expected.text == "queen"
    assert state.complaint is None
    assert state.drawing.overlay.target is not None
    assert shown_arithmetic(desk.now) is state.drawing
    assert desk.now.activities == ()


def test_what_is_expected_may_be_typed_into_the_expression(desk):
    state = desk.ask("king - man + woman = queen")
    assert (state.request.expression, state.request.expected) == ("king - man + woman", "queen")
    assert state.found.expected.id == 1


def test_a_mistake_is_said_in_the_dock_and_not_in_the_bar(desk):
    state = desk.ask("king -")
    assert state.found is None
    assert state.complaint.code == "bad-expression"
    assert state.drawing is None
    assert desk.now.notices == ()
    state = desk.ask("")
    assert (state.found, state.complaint) == (None, None)


@pytest.mark.parametrize("way", list(AnalogyWay))
def test_every_way_of_putting_terms_together_is_worked_out(desk, way):
    state = desk.ask("king - man + woman", way=way)
    assert state.found.options.method is way.method
    assert state.found.options.normalize is (way is AnalogyWay.NORMALIZED)
    assert state.found.excluded[0].token == "queen"


def test_a_later_question_takes_the_place_of_an_earlier_one(desk):
    desk.controller.handle(intents.AskAnalogy(AnalogyRequest("king - man")))
    desk.controller.handle(intents.AskAnalogy(AnalogyRequest("Paris - France + Germany")))
    desk.settle()
    assert desk.now.analogy.found.excluded[0].token == "Berlin"
    assert desk.now.analogy.drawing.overlay.title == "Paris − France + Germany"


def test_the_drawing_follows_the_map_and_can_be_left_off(desk):
    first = desk.ask("king - man + woman").drawing
    desk.do(intents.SetGroupVisible(1, False))
    second = desk.now.analogy.drawing
    assert second is not first
    assert second.result.layout is desk.now.result.layout
    desk.do(intents.DrawAnalogy(False))
    assert desk.now.analogy.drawing is None
    assert shown_arithmetic(desk.now) is None
    desk.do(intents.DrawAnalogy(True))
    assert shown_arithmetic(desk.now) is not None


def test_another_table_is_asked_the_same(desk):
    desk.ask("Paris - France + Germany")
    state = desk.do(intents.OpenTable("other")).analogy
    assert state.found is None
    assert "Paris" in state.complaint.message
    desk.ask("king - man + woman")
    state = desk.do(intents.OpenTable(None)).analogy
    assert state.found.excluded[0].token == "queen"


def test_examples_are_tried_when_they_are_wanted_and_again_on_another_table(desk):
    assert desk.now.analogy.examples is None
    examples = desk.do(intents.TryExamples()).analogy.examples
    assert any(one.outcome is not Outcome.IMPOSSIBLE for one in examples)
    assert any(one.outcome is Outcome.IMPOSSIBLE for one in examples)
    assert desk.do(intents.OpenTable("other")).analogy.examples is None


def test_the_term_under_way_is_completed(desk):
    desk.do(intents.CompleteTerm("que"))
    assert [item.words for item in desk.now.analogy.completions.items] == [("queen",)]
    assert desk.now.completions is None
    desk.do(intents.CompleteTerm(""))
    assert desk.now.analogy.completions is None


def test_an_analogy_is_copied_and_saved(desk, tmp_path):
    desk.ask("king - man + woman", "queen")
    desk.do(intents.CopyAnalogy())
    text = QGuiApplication.clipboard().text()
    assert text.startswith("king − man + woman\n")
    assert "inputs excluded" in text
    assert desk.now.analogy.found.diagnosis[0] in text
    desk.do(intents.ExportAnalogy(tmp_path / "x.json"))
    saved = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert saved["excluded"][0]["token"] == "queen"
    desk.do(intents.ExportAnalogy(tmp_path / "x.csv"))
    assert (tmp_path / "x.csv").read_text(encoding="utf-8").startswith("list,rank,id,token,text,score")


# -- directions --------------------------------------------------------------------------------------------

PAIRS = "king queen\nman woman\nboy girl\nParis Francexyz"


def test_pasted_pairs_are_compared_and_drawn_and_what_is_left_out_is_kept(desk):
    state = desk.do(intents.PastePairs(PAIRS)).directions
    assert len(state.found.pairs) == 3
    assert [one.pair for one in state.found.left_out] == [("Paris", "Francexyz")]
    assert state.found.parallel > 0.9
    assert len(state.drawing.overlay.arrows) == 3
    assert shown_arithmetic(desk.now) is None
    desk.do(intents.ChooseAnalogyPage(AnalogyPage.DIRECTIONS))
    assert shown_arithmetic(desk.now) is state.drawing
    desk.do(intents.DrawDirections(False))
    assert shown_arithmetic(desk.now) is None


def test_options_work_the_same_pairs_out_anew(desk):
    first = desk.do(intents.PastePairs(PAIRS)).directions.found
    second = desk.do(intents.SetDirections(DirectionOptions(normalize=True))).directions.found
    assert (first.normalized, second.normalized) == (False, True)


def test_pairs_that_cannot_be_used_are_a_complaint_in_the_dock(desk):
    state = desk.do(intents.ChoosePairs("tenses")).directions
    assert state.found is None
    assert state.complaint.code == "too-few-pairs"
    assert state.pairs.title == "Present and past"
    assert desk.now.notices == ()


def test_pairs_and_questions_come_from_files(desk, tmp_path):
    pairs = tmp_path / "mine.csv"
    pairs.write_text("from,to\nking,queen\nman,woman\n", encoding="utf-8")
    assert len(desk.do(intents.OpenPairs(pairs)).directions.found.pairs) == 2
    questions = tmp_path / "questions.txt"
    questions.write_text(": people\nman woman king queen\nman woman x y\n", encoding="utf-8")
    state = desk.do(intents.ScoreQuestions(questions)).directions
    assert (state.pairs, state.found, state.questions) == (None, None, "questions.txt")
    assert state.report.total.accuracy.excluded_1 == 1
    assert state.report.total.unknown == 1
    desk.do(intents.ExportDirections(tmp_path / "scores.csv"))
    assert "people,2,1" in (tmp_path / "scores.csv").read_text(encoding="utf-8")
    again = desk.do(intents.OpenTable("other")).directions
    assert again.report.total.accuracy.asked == 1
    desk.do(intents.PastePairs(PAIRS))
    assert desk.now.directions.report is None


def test_a_file_that_cannot_be_read_is_a_notice_and_the_pairs_stay(desk, tmp_path):
    before = desk.do(intents.PastePairs(PAIRS)).directions
    desk.do(intents.OpenPairs(tmp_path / "none.csv"))
    assert desk.now.notices[-1].code == "no-such-file"
    assert desk.now.directions.found is before.found


def test_directions_are_saved_with_what_was_left_out(desk, tmp_path):
    desk.do(intents.PastePairs(PAIRS))
    desk.do(intents.ExportDirections(tmp_path / "x.json"))
    saved = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert [one["left"]["text"] for one in saved["pairs"]] == ["king", "man", "boy"]
    assert saved["left_out"][0]["pair"] == ["Paris", "Francexyz"]
    assert np.array(saved["cosines"]).shape == (3, 3)
    desk.do(intents.ExportDirections(tmp_path / "x.csv"))
    lines = (tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    assert "is not in this table" in lines[4]
