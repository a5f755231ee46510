"""Opening tables through the controller, with a real store and real jobs but made-up work."""

from __future__ import annotations

import pytest

from embviz.core.snapshot import MOST_RECENT, TableSource
from embviz.core.words import WordGroup
from embviz.qt import intents
from embviz.qt.controller import Controller
from embviz.qt.store import Store
from tests.qt.fakes import ANIMALS, FakeServices, small_table


@pytest.fixture
def services():
    made = FakeServices()
    made.tables["other"] = small_table("other", ("cat", "dog", "fox", "hen", "owl", "bee"))
    made.tables["birds"] = small_table("birds", ("hen", "owl", "jay"))
    yield made
    made.let_go()
    made.opening_gate.set()


@pytest.fixture
def desk(qtbot, jobs, services):
    class Desk:
        store = Store()
        controller = Controller(store, jobs, services)

        def do(self, intent):
            self.controller.handle(intent)
            self.settle()

        def settle(self):
            qtbot.waitUntil(lambda: not jobs.keys, timeout=10_000)

        @property
        def now(self):
            return self.store.snapshot

    return Desk()


@pytest.fixture
def opened(desk):
    desk.controller.open(None, ("animals",))
    desk.settle()
    return desk


def texts(snapshot):
    return tuple(word.text for word in snapshot.words)


def said(snapshot):
    return [notice.text for notice in snapshot.notices]


def test_the_old_table_stays_until_the_new_one_is_ready_and_progress_is_said(qtbot, opened, services):
    before = opened.now
    services.opening_gate.clear()
    opened.controller.handle(intents.OpenTable("other"))
    qtbot.waitUntil(lambda: opened.now.activities and opened.now.activities[0].detail != "")
    activity = opened.now.activities[0]
    assert (activity.title, activity.detail, activity.share) == (
        "Opening “other”",
        "Reading the tokens",
        0.6,
    )
    assert opened.now.table is before.table
    assert opened.now.result is before.result
    services.opening_gate.set()
    opened.settle()
    assert opened.now.table.name == "other"
    assert opened.now.source == TableSource("other")
    assert opened.now.activities == ()


def test_stop_keeps_the_old_table(qtbot, opened, services):
    before = opened.now
    services.opening_gate.clear()
    opened.controller.handle(intents.OpenTable("other"))
    qtbot.waitUntil(lambda: bool(opened.now.activities))
    opened.controller.handle(intents.StopJob("table"))
    services.opening_gate.set()
    qtbot.wait(50)
    assert opened.now.table is before.table
    assert opened.now.result is before.result
    assert opened.now.status == "Stopped."
    assert opened.now.recent == ()


def test_words_that_the_new_table_lacks_are_all_named_and_stay_on_the_list(opened):
    opened.do(intents.OpenTable("other"))
    assert texts(opened.now) == ("cat", "dog")
    assert said(opened.now) == [
        "other lacks 4 of the 6 words on the list: “cow”, “horse”, “sheep”, “lion”. "
        "They stay on the list and are not drawn."
    ]
    assert opened.now.document.groups[0].words == ANIMALS
    opened.do(intents.OpenTable(None))
    assert texts(opened.now) == ANIMALS
    assert opened.now.notices == ()


def test_a_table_that_knows_none_of_the_words_is_shown_with_an_empty_map_and_the_words_stay(opened):
    opened.do(intents.ChooseMethod("tsne"))
    opened.do(intents.OpenTable("birds"))
    assert opened.now.table.name == "birds"
    assert texts(opened.now) == ()
    assert opened.now.document.groups[0].words == ANIMALS
    assert said(opened.now)[0].startswith("birds lacks all 6 words on the list.")
    assert len(opened.now.past) == 1
    opened.do(intents.OpenTable("other"))
    assert texts(opened.now) == ("cat", "dog")
    assert opened.now.result.request.method == "tsne"


def test_a_failed_opening_is_said_and_what_was_said_of_it_goes_with_the_next_one(opened):
    before = opened.now
    opened.do(intents.OpenTable("nowhere"))
    assert opened.now.table is before.table
    assert opened.now.result is before.result
    assert opened.now.recent == ()
    assert said(opened.now) == ["There is no file nowhere. Check the name."]
    opened.do(intents.OpenTable("other"))
    assert not any("nowhere" in text for text in said(opened.now))


def test_what_hangs_on_row_ids_is_let_go_also_in_what_undo_brings_back(opened):
    keys = tuple(word.ids for word in opened.now.words[:2])
    opened.do(intents.Select(keys))
    opened.do(intents.Isolate())
    opened.do(intents.ChooseMethod("tsne"))
    assert opened.now.past[-1].isolated == frozenset(keys)
    opened.do(intents.OpenTable("other"))
    now = opened.now
    assert (now.selection, now.hover, now.neighborhood) == ((), None, None)
    assert now.document.isolated is None
    assert all(document.isolated is None for document in now.past)
    assert len(now.past) == 2


def test_words_that_are_typed_while_a_table_opens_are_drawn_in_it(qtbot, opened, services):
    services.opening_gate.clear()
    opened.controller.handle(intents.OpenTable("other"))
    qtbot.waitUntil(lambda: bool(opened.now.activities))
    opened.controller.handle(intents.AddWords(("fox",), 0))
    services.opening_gate.set()
    opened.settle()
    assert texts(opened.now) == ("cat", "dog", "fox")


def test_opened_tables_are_remembered_newest_first_each_once_and_at_most_eight(opened, services):
    for place in range(MOST_RECENT + 2):
        services.tables[f"t{place}"] = small_table(f"t{place}")
        opened.do(intents.OpenTable(f"t{place}"))
    assert opened.now.recent == tuple(f"t{place}" for place in range(9, 1, -1))
    opened.do(intents.OpenRecent("t5"))
    assert opened.now.recent == ("t5", "t9", "t8", "t7", "t6", "t4", "t3", "t2")
    opened.do(intents.OpenTable(None))
    assert opened.now.recent[0] == "t5"
    opened.do(intents.ForgetRecent())
    assert opened.now.recent == ()


def test_a_recent_table_that_is_gone_is_said_and_forgotten_and_the_old_one_stays(opened, services):
    opened.do(intents.OpenTable("other"))
    opened.do(intents.OpenTable("birds"))
    del services.tables["other"]
    opened.do(intents.OpenRecent("other"))
    assert opened.now.table.name == "birds"
    assert opened.now.recent == ("birds",)
    assert said(opened.now)[-1] == ("“other” is no longer there. It was taken off the list of recent tables.")


def test_a_recent_table_that_is_there_but_broken_is_not_forgotten(opened, services):
    opened.do(intents.OpenTable("other"))
    services.is_there = lambda _source: True
    del services.tables["other"]
    opened.do(intents.OpenTable("birds"))
    opened.do(intents.OpenRecent("other"))
    assert opened.now.recent == ("birds", "other")
    assert "There is no file other." in said(opened.now)[-1]


def test_another_tensor_of_the_same_file_is_shown_and_the_token_table_comes_back(opened, services):
    services.tables["other", "wpe"] = small_table("positions", ("p0", "p1", "p2"))
    opened.do(intents.OpenTable("other"))
    opened.do(intents.ChooseTensor("wpe"))
    assert opened.now.table.name == "positions"
    assert opened.now.source == TableSource("other", "wpe")
    assert opened.now.document.groups[0].words == ANIMALS
    opened.do(intents.ChooseTensor(None))
    assert opened.now.table.name == "other"
    assert texts(opened.now) == ("cat", "dog")
    assert services.tensors == [None, None, "wpe", None]
    assert opened.now.recent == ("other",)


def test_a_dropped_folder_is_opened(opened):
    opened.do(intents.OpenPaths(("other",)))
    assert opened.now.table.name == "other"
    assert texts(opened.now) == ("cat", "dog")


def test_dropped_word_lists_are_loaded_and_undo_brings_the_old_words_back(opened, services):
    services.groups["more"] = (WordGroup("more", ("cow", "lion")),)
    services.groups["less"] = (WordGroup("less", ("cat",)),)
    opened.do(intents.OpenPaths(("more", "less")))
    assert [group.name for group in opened.now.document.groups] == ["more", "less"]
    assert texts(opened.now) == ("cow", "lion", "cat")
    opened.do(intents.Undo())
    assert texts(opened.now) == ANIMALS


def test_a_table_and_its_words_can_be_dropped_together_and_the_words_undone(opened, services):
    services.groups["birds.txt"] = (WordGroup("birds", ("hen", "owl")),)
    opened.do(intents.OpenPaths(("birds.txt", "birds")))
    assert opened.now.table.name == "birds"
    assert texts(opened.now) == ("hen", "owl")
    opened.do(intents.Undo())
    assert opened.now.document.groups[0].words == ANIMALS


def test_of_several_tables_the_first_is_opened_and_that_is_said(opened):
    opened.do(intents.OpenPaths(("birds", "other")))
    assert opened.now.table.name == "birds"
    assert any("One table is shown at a time" in text for text in said(opened.now))


def test_when_the_first_table_cannot_be_opened_the_words_wait_for_the_next(desk):
    desk.controller.open("nowhere", ("animals",))
    desk.settle()
    assert desk.now.table is None
    assert said(desk.now) == ["There is no file nowhere. Check the name."]
    desk.do(intents.OpenTable("other"))
    assert texts(desk.now) == ("cat", "dog")
    assert desk.now.past == ()


def test_words_that_cannot_be_read_do_not_keep_the_table_from_opening(desk):
    desk.controller.open("other", ("no-such-list",))
    desk.settle()
    assert desk.now.table.name == "other"
    assert said(desk.now) == ["There is no word set no-such-list."]


def test_the_table_is_measured_only_while_its_dock_is_in_sight(opened, services):
    assert services.measured == []
    opened.do(intents.PanelSeen("table", True))
    assert services.measured == ["small"]
    assert opened.now.facts.table is opened.now.table
    assert opened.now.facts.baseline is not None
    opened.do(intents.PanelSeen("table", False))
    opened.do(intents.PanelSeen("table", True))
    assert services.measured == ["small"]
    opened.do(intents.OpenTable("other"))
    assert services.measured == ["small", "other"]
    assert opened.now.facts.table is opened.now.table
    opened.do(intents.PanelSeen("table", False))
    opened.do(intents.OpenTable("birds"))
    assert services.measured == ["small", "other"]
    assert opened.now.facts is None


def test_the_sentence_is_taken_apart_while_the_lookup_dock_is_in_sight(opened):
    assert opened.now.sentence_rows is None
    opened.do(intents.PanelSeen("lookup", True))
    opened.do(intents.TypeSentence("a cat, a dog, a cat"))
    ids = [piece.id for piece in opened.now.sentence_rows.pieces]
    assert ids == [None, 0, None, None, 1, None, None, 0]
    assert opened.now.row_view.id == 0
    opened.do(intents.LookAt(1))
    assert opened.now.row_view.shown == "dog"
    opened.do(intents.TypeSentence("dog cow"))
    assert opened.now.row_view.shown == "dog"
    opened.do(intents.TypeSentence("cow"))
    assert opened.now.row_view.shown == "cow"
    opened.do(intents.OpenTable("other"))
    assert opened.now.sentence_rows.pieces[0].id is None
    assert opened.now.row_view is None


def test_a_row_beyond_the_table_is_not_looked_at(opened):
    opened.do(intents.LookAt(6))
    assert opened.now.row_view is None
    opened.do(intents.LookAt(5))
    assert opened.now.row_view.shown == "lion"


def test_nothing_that_was_worked_out_of_the_old_table_is_shown_of_the_new_one(qtbot, opened, services):
    keys = tuple(word.ids for word in opened.now.words[:3])
    opened.do(intents.Select(keys))
    opened.do(intents.ShowNoise(True))
    opened.do(intents.CheckStability())
    assert opened.now.comparison.found is not None
    services.hold()
    opened.controller.handle(intents.OpenTable("other"))
    qtbot.waitUntil(lambda: opened.now.table.name == "other", timeout=10_000)
    now = opened.now
    assert (now.result, now.neighborhood, now.comparison.found) == (None, None, None)
    assert (now.report, now.stability) == (None, None)
    assert now.noise is None or len(now.noise.result.words) == 2  # already of the new one
    services.let_go()
    opened.settle()
    assert texts(opened.now) == ("cat", "dog")
    assert opened.now.comparison.found is None
