"""The controller with a real store and real jobs, but made-up work."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.snapshot import SelectMode
from embviz.core.words import WordGroup
from embviz.errors import EmbvizError
from embviz.qt import intents
from embviz.qt.controller import Controller
from embviz.qt.store import Store
from tests.qt.fakes import ANIMALS, FakeServices, small_table


@pytest.fixture
def services():
    made = FakeServices()
    yield made
    made.let_go()


@pytest.fixture
def desk(qtbot, jobs, services):
    """A controller whose first map is there."""

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

        def key(self, text):
            return next(word.ids for word in self.now.words if word.text == text)

    made = Desk()
    made.controller.open(None, ("animals",))
    made.settle()
    return made


def texts(snapshot):
    return tuple(word.text for word in snapshot.words)


def test_opening_draws_the_words_and_leaves_nothing_running(desk):
    assert texts(desk.now) == ANIMALS
    assert desk.now.activities == ()
    assert desk.now.notices == ()


def test_a_table_that_cannot_be_opened_leaves_everything_as_it_was(desk):
    before = desk.now
    desk.do(intents.OpenTable("nowhere"))
    assert desk.now.table is before.table
    assert desk.now.result is before.result
    assert [notice.text for notice in desk.now.notices] == ["There is no file nowhere. Check the name."]


def test_another_table_draws_the_same_words_and_says_what_it_lacks(desk, services):
    services.tables["other"] = small_table("other", ("cat", "dog", "fox", "hen", "owl", "bee"))
    desk.do(intents.OpenTable("other"))
    assert desk.now.table.name == "other"
    assert texts(desk.now) == ("cat", "dog")
    assert any("cow" in notice.text for notice in desk.now.notices)


def test_words_of_which_the_table_knows_none_are_refused_and_the_old_ones_stay(desk, services):
    services.groups["birds"] = (WordGroup("birds", ("hen", "owl")),)
    desk.do(intents.LoadWords("birds"))
    assert desk.now.document.groups[0].name == "animals"
    assert texts(desk.now) == ANIMALS
    assert "None of these 2 words" in desk.now.notices[-1].text
    assert not desk.now.past


def test_a_list_that_cannot_be_read_is_a_notice(desk):
    desk.do(intents.LoadWords("nothing"))
    assert texts(desk.now) == ANIMALS
    assert "There is no word set nothing." in desk.now.notices[-1].text


def test_choosing_a_method_draws_with_it_and_undo_goes_back(desk, services):
    desk.do(intents.ChooseMethod("tsne"))
    assert desk.now.result.request.method == "tsne"
    desk.do(intents.Undo())
    assert desk.now.result.request.method == "pca"
    desk.do(intents.Redo())
    assert desk.now.result.request.method == "tsne"
    assert [method for method, _ in services.drawn] == ["pca", "tsne", "pca", "tsne"]


def test_a_run_that_fails_is_a_notice_and_the_request_goes_back(desk, services):
    before = desk.now.result
    services.fail_drawing = EmbvizError("The perplexity is too high.", code="perplexity-too-high")
    desk.do(intents.ChooseMethod("tsne"))
    assert desk.now.result is before
    assert desk.now.document.request.method == "pca"
    assert desk.now.notices[-1].code == "perplexity-too-high"


def test_frames_are_live_while_it_runs_and_gone_when_it_is_stopped(qtbot, desk, services):
    before = desk.now.result
    services.hold()
    desk.controller.handle(intents.ChooseMethod("tsne"))
    qtbot.waitUntil(lambda: desk.now.live is not None)
    assert desk.now.activities[0].share == 0.5
    desk.controller.handle(intents.StopJob())
    assert desk.now.live is None
    assert desk.now.status == "Stopped."
    assert desk.now.activities == ()
    services.let_go()
    qtbot.wait(60)
    assert desk.now.result is before
    assert desk.now.document.request.method == "pca"


def test_isolating_draws_only_the_selected_and_show_all_brings_the_rest_back(desk):
    desk.do(intents.Select((desk.key("cat"), desk.key("cow"))))
    desk.do(intents.Isolate())
    assert texts(desk.now) == ("cat", "cow")
    desk.do(intents.ShowAll())
    assert texts(desk.now) == ANIMALS
    desk.do(intents.Undo())
    assert texts(desk.now) == ("cat", "cow")


def test_removing_the_selected_takes_the_typed_words_off_their_group(desk):
    desk.do(intents.Select((desk.key("dog"),)))
    desk.do(intents.RemoveSelected())
    assert "dog" not in desk.now.document.groups[0].words
    assert texts(desk.now) == tuple(word for word in ANIMALS if word != "dog")
    assert desk.now.selection == ()


def test_removing_every_word_leaves_an_empty_map_and_no_error(desk):
    desk.do(intents.SelectAll())
    desk.do(intents.RemoveSelected())
    assert texts(desk.now) == ()
    assert not desk.now.notices
    desk.do(intents.Undo())
    assert texts(desk.now) == ANIMALS


def test_selecting_lists_neighbours_and_selecting_nothing_clears_the_list(desk):
    desk.do(intents.Select((desk.key("cat"),)))
    assert [word.text for word in desk.now.neighborhood.words] == ["cat"]
    desk.do(intents.Select((desk.key("dog"),), SelectMode.ADD))
    assert [word.text for word in desk.now.neighborhood.words] == ["cat", "dog"]
    desk.do(intents.Select(()))
    assert desk.now.neighborhood is None


def test_true_neighbours_come_onto_the_map_in_a_group_of_their_own(desk, services):
    services.groups["two"] = (WordGroup("two", ("cat", "dog")),)
    desk.do(intents.LoadWords("two"))
    desk.do(intents.Select((desk.key("cat"),)))
    desk.do(intents.AddNeighbors())
    rows = np.asarray(desk.now.table.vectors, dtype=np.float64)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    nearest = [ANIMALS[place] for place in np.argsort(-(units @ units[0]))]
    order = [word for word in nearest if word not in ("cat", "dog")]
    assert desk.now.document.groups[1].name == "near cat"
    assert list(desk.now.document.groups[1].words) == order
    desk.do(intents.Select((desk.key("cat"),)))
    desk.do(intents.AddNeighbors())
    assert len(desk.now.document.groups) == 2
    assert desk.now.notices[-1].code == "no-neighbors"


def test_a_token_added_from_a_list_is_on_the_map_once(desk):
    desk.do(intents.Select((desk.key("dog"),)))
    desk.do(intents.RemoveSelected())
    token = desk.now.table.vocabulary.best("dog").id
    desk.do(intents.AddToken(token))
    desk.do(intents.AddToken(token))
    assert texts(desk.now).count("dog") == 1
    assert desk.now.document.groups[-1].name == "added"


def test_a_file_that_cannot_be_written_is_a_notice(desk, tmp_path, services):
    desk.do(intents.ExportFigure(tmp_path / "no" / "x.png"))
    assert desk.now.notices[-1].code == "cannot-write"
    desk.do(intents.ExportFigure(tmp_path / "x.png"))
    assert services.exported == [tmp_path / "x.png"]
    assert "x.png" in desk.now.status


def test_every_intent_has_a_handler(desk):
    kinds = {
        kind for kind in vars(intents).values() if isinstance(kind, type) and issubclass(kind, intents.Intent)
    }
    assert kinds - {intents.Intent} == set(desk.controller._handlers)


def test_why_a_map_could_not_be_drawn_is_no_longer_said_once_there_is_one(desk, services):
    services.fail_drawing = EmbvizError("t-SNE needs at least five words.", code="too-few-words")
    desk.do(intents.ChooseMethod("tsne"))
    assert [notice.code for notice in desk.now.notices] == ["too-few-words"]
    services.fail_drawing = None
    desk.do(intents.RemoveWords(((0, 0),)))
    assert desk.now.notices == ()


def test_figures_asked_for_one_after_the_other_are_all_written(desk, services, tmp_path):
    paths = [tmp_path / f"map.{suffix}" for suffix in ("png", "svg", "pdf", "csv", "json")]
    for path in paths:
        desk.controller.handle(intents.ExportFigure(path))
    desk.settle()
    assert sorted(services.exported) == sorted(paths)
