"""What is asked of the words, done by the controller with made-up maps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embviz.core.words import SplitPolicy, WordGroup, WordState
from embviz.io.wordlists import read_word_list
from embviz.qt import intents
from embviz.qt.control.maps import drawn_words
from embviz.qt.controller import Controller
from embviz.qt.services import ProgramServices
from embviz.qt.store import Store
from tests.qt.driving import run_events
from tests.qt.fakes import FakeServices


@pytest.fixture
def services():
    made = FakeServices()
    made.groups["animals"] = (WordGroup("animals", ("cat", "dog", "cow")), WordGroup("more", ("horse",)))
    yield made
    made.let_go()


class Desk:
    """A controller, and what a test asks of it."""

    def __init__(self, qtbot, jobs, services):
        self.store = Store()
        self.controller = Controller(self.store, jobs, services)
        self.settle = lambda: qtbot.waitUntil(lambda: not jobs.keys, timeout=20_000)

    def do(self, intent):
        self.controller.handle(intent)
        self.settle()

    @property
    def now(self):
        return self.store.snapshot

    @property
    def words(self):
        return {group.name: group.words for group in self.now.document.groups}

    @property
    def selected(self):
        return {word.text for word in self.now.selected_words}

    @property
    def notices(self):
        return [notice.code for notice in self.now.notices]


@pytest.fixture
def desk(qtbot, jobs, services):
    made = Desk(qtbot, jobs, services)
    made.controller.open(None, ("animals",))
    made.settle()
    return made


def test_typed_words_go_into_the_group_and_are_selected_on_the_map(desk):
    desk.do(intents.AddText("sheep, lion", 1))
    assert desk.words["more"] == ("horse", "sheep", "lion")
    assert desk.selected == {"sheep", "lion"}
    desk.do(intents.Undo())
    assert desk.words["more"] == ("horse",)
    assert desk.selected == set()


def test_words_that_go_into_no_group_get_one_of_their_own_and_the_next_ones_join_them(desk):
    desk.do(intents.AddText("sheep"))
    desk.do(intents.AddText("lion"))
    assert desk.words["words"] == ("sheep", "lion")


def test_headings_in_pasted_text_begin_groups_or_join_those_of_that_name(desk):
    desk.do(intents.AddText("sheep\n# more\nlion\n# new\n", 0))
    assert desk.words == {
        "animals": ("cat", "dog", "cow", "sheep"),
        "more": ("horse", "lion"),
        "new": (),
    }
    desk.do(intents.Undo())
    assert desk.words == {"animals": ("cat", "dog", "cow"), "more": ("horse",)}


def test_a_word_that_is_there_already_is_shown_where_it_is(desk):
    desk.do(intents.AddText("dog", 0))
    assert desk.words["animals"] == ("cat", "dog", "cow")
    assert desk.selected == {"dog"}
    assert desk.now.past == ()


def test_words_that_are_added_are_seen_even_in_a_hidden_group_or_an_isolated_map(desk):
    desk.do(intents.SetGroupVisible(1, False))
    desk.do(intents.Select((desk.now.words[0].ids,)))
    desk.do(intents.Isolate())
    desk.do(intents.AddText("lion", 1))
    assert {"lion", "dog", "horse"} <= {word.text for word in desk.now.words}


def test_a_whole_book_is_not_taken_for_a_list_of_words(desk):
    desk.do(intents.AddText("\n".join(f"w{number}" for number in range(10_001)), 0))
    assert desk.words["animals"] == ("cat", "dog", "cow")
    assert desk.now.notices[-1].text == "These are 10,001 words; at most 10,000 are taken at once."


def test_a_word_moved_to_another_group_keeps_its_place_and_costs_no_run(desk, services):
    before, runs = desk.now.result, len(services.drawn)
    desk.do(intents.MoveWords(((0, 1), (0, 2)), 1, 0))
    assert desk.words == {"animals": ("cat",), "more": ("dog", "cow", "horse")}
    assert len(services.drawn) == runs
    assert desk.now.result.layout is before.layout
    assert {word.text: word.group for word in desk.now.words} == {"cat": 0, "dog": 1, "cow": 1, "horse": 1}
    desk.do(intents.Undo())
    assert len(services.drawn) == runs
    assert {word.text: word.group for word in desk.now.words} == {"cat": 0, "dog": 0, "cow": 0, "horse": 1}


def test_words_are_moved_to_a_new_group(desk):
    desk.do(intents.MoveWords(((0, 1),), None))
    assert desk.words == {"animals": ("cat", "cow"), "more": ("horse",), "words": ("dog",)}


def test_colour_glyph_name_and_order_of_groups_cost_no_run(desk, services):
    runs = len(services.drawn)
    result = desk.now.result
    desk.do(intents.StyleGroup(0, color=5))
    desk.do(intents.StyleGroup(0, shape=3))
    assert desk.now.result is result
    desk.do(intents.RenameGroup(0, " big  beasts "))
    assert desk.now.result.group_names == ("big beasts", "more")
    desk.do(intents.MoveGroup(0, 1))
    group = desk.now.document.groups[1]
    assert (group.name, group.color, group.shape) == ("big beasts", 5, 3)
    assert len(services.drawn) == runs
    for _ in range(4):
        desk.do(intents.Undo())
    assert desk.now.document.groups[0] == WordGroup("animals", ("cat", "dog", "cow"))
    assert len(services.drawn) == runs


def test_run_draws_again_even_where_nothing_has_changed(desk, services):
    runs = len(services.drawn)
    desk.do(intents.RunMap())
    assert len(services.drawn) == runs + 1


def test_an_edit_taken_back_while_it_is_drawn_leaves_the_finished_map(qtbot, desk, services):
    result = desk.now.result
    services.hold()
    desk.controller.handle(intents.AddText("lion", 0))
    qtbot.waitUntil(lambda: desk.now.live is not None, timeout=10_000)
    desk.controller.handle(intents.Undo())
    services.let_go()
    desk.settle()
    assert desk.now.result is result
    assert desk.now.live is None
    assert desk.now.activities == ()


@pytest.mark.parametrize(
    "edit",
    [
        intents.AddText("lion", 0),
        intents.RemoveWords(((0, 0),)),
        intents.MoveWords(((0, 0),), None),
        intents.RemoveWords((), (0,)),
    ],
)
@pytest.mark.parametrize("pause", [0, 5])
def test_an_edit_taken_back_before_it_is_read_leaves_the_finished_map(desk, edit, pause):
    before, result = desk.now.document, desk.now.result
    desk.controller.handle(edit)
    assert desk.now.document != before
    run_events(pause)
    desk.controller.handle(intents.Undo())
    desk.settle()
    assert desk.now.document == before
    assert [len(group) for group in desk.now.reading.entries] == [len(group.words) for group in before.groups]
    assert desk.now.result.words == result.words
    assert desk.now.result.group_names == result.group_names
    desk.do(intents.ChooseMethod("tsne"))
    assert {word.ids for word in desk.now.result.words} == {word.ids for word in result.words}


def test_words_of_groups_that_are_gone_are_not_drawn_while_the_others_are_read(desk):
    reading, document = desk.now.reading, desk.now.document
    fewer = replace(document, groups=document.groups[:1])
    drawn = drawn_words(reading, fewer)
    assert drawn == tuple(word for word in reading.words if word.group == 0)


def test_a_run_goes_on_while_its_groups_are_recoloured(qtbot, desk, services):
    services.hold()
    desk.controller.handle(intents.ChooseMethod("tsne"))
    qtbot.waitUntil(lambda: desk.now.live is not None, timeout=10_000)
    desk.controller.handle(intents.StyleGroup(0, color=5))
    services.let_go()
    desk.settle()
    assert [method for method, _ in services.drawn].count("tsne") == 1
    assert desk.now.result.request.method == "tsne"
    assert desk.now.drawn == desk.now.document
    desk.do(intents.Undo())
    assert [method for method, _ in services.drawn].count("tsne") == 1
    assert desk.now.document.request.method == "tsne"


def test_a_group_is_not_given_the_name_of_another(desk):
    desk.do(intents.RenameGroup(0, "more"))
    assert list(desk.words) == ["animals", "more"]
    assert desk.now.notices[-1].text == "There is a group “more” already."


def test_a_word_is_retyped_in_its_place(desk):
    desk.do(intents.RetypeWord(0, 1, " lion "))
    assert desk.words["animals"] == ("cat", "lion", "cow")
    assert desk.selected == {"lion"}
    desk.do(intents.RetypeWord(0, 1, "cow"))
    assert desk.words["animals"] == ("cat", "lion", "cow")
    assert desk.now.notices[-1].text == "“cow” is in “animals” already."


def test_words_and_groups_are_removed_together_and_come_back_together(desk):
    desk.do(intents.RemoveWords(((0, 0),), (1,)))
    assert desk.words == {"animals": ("dog", "cow")}
    desk.do(intents.Undo())
    assert desk.words == {"animals": ("cat", "dog", "cow"), "more": ("horse",)}


def test_removing_all_that_is_isolated_brings_the_others_back(desk):
    desk.do(intents.Select(tuple(word.ids for word in desk.now.words if word.text in ("cat", "dog"))))
    desk.do(intents.Isolate())
    desk.do(intents.RemoveWords(((0, 0),)))
    assert [word.text for word in desk.now.words] == ["dog"]
    desk.do(intents.RemoveWords(((0, 0),)))
    assert [word.text for word in desk.now.words] == ["cow", "horse"]


def test_words_that_are_left_out_are_removed_at_once(desk):
    desk.do(intents.AddText("unicorn, cat", 1))
    assert desk.words["more"] == ("horse", "unicorn", "cat")
    desk.do(intents.RemoveLeftOut())
    assert desk.words == {"animals": ("cat", "dog", "cow"), "more": ("horse",)}


def test_groups_are_shown_alone(desk):
    desk.do(intents.ShowOnlyGroups((1,)))
    assert [word.text for word in desk.now.words] == ["horse"]


def test_notices_of_words_go_when_the_words_do_and_do_not_come_back_once_closed(desk):
    desk.do(intents.AddText("unicorn", 0))
    assert desk.notices == ["unknown-words"]
    desk.do(intents.DismissNotice())
    desk.do(intents.AddText("lion", 0))
    assert desk.notices == []
    desk.do(intents.AddText("griffin", 0))
    assert [notice.text for notice in desk.now.notices] == [
        "2 words are not in this table and were left out: “unicorn” and “griffin”."
    ]
    desk.do(intents.Undo())
    desk.do(intents.Undo())
    desk.do(intents.Undo())
    assert desk.notices == []


def test_completions_come_for_the_last_key_only(qtbot, desk, services):
    services.completion_gate.clear()
    for text in ("c", "ca", "cat"):
        desk.controller.handle(intents.CompleteWord(text))
    services.completion_gate.set()
    desk.settle()
    assert desk.now.completions.text == "cat"
    assert desk.now.completions.outcome == "cat, token 0"
    desk.do(intents.CompleteWord(""))
    assert desk.now.completions is None


def test_lists_are_added_beside_the_words_or_shown_instead(desk, services):
    services.groups["zoo"] = (WordGroup("more", ("lion",)), WordGroup("zoo", ("sheep",)))
    desk.do(intents.AddWordLists(("zoo",)))
    assert desk.words == {"animals": ("cat", "dog", "cow"), "more": ("horse", "lion"), "zoo": ("sheep",)}
    desk.do(intents.LoadWords("zoo"))
    assert desk.words == {"more": ("lion",), "zoo": ("sheep",)}
    desk.do(intents.Undo())
    desk.do(intents.Undo())
    assert desk.words == {"animals": ("cat", "dog", "cow"), "more": ("horse",)}


def test_a_list_that_cannot_be_read_is_one_notice_and_nothing_is_lost(desk, services, tmp_path):
    services.read_words = ProgramServices().read_words
    bad = tmp_path / "bad.json"
    bad.write_text('{"a": 5}', encoding="utf-8")
    before = desk.now.document
    for intent in (intents.AddWordLists((str(bad),)), intents.LoadWords(str(bad))):
        desk.do(intent)
        assert desk.now.document is before
    assert [notice.text.split(". ")[0] for notice in desk.now.notices] == [
        "bad.json: the words of group “a” are not a list"
    ]


@pytest.mark.parametrize("suffix", [".toml", ".json", ".csv", ".txt"])
def test_words_go_to_a_file_and_come_back_in_every_form(desk, services, tmp_path, suffix):
    services.groups["odd"] = (
        WordGroup("a, b", ("cat", '"quoted"', "#2", "New York", "a,b", "␣cat")),
        WordGroup("Ärger & more", ("naïve", "猫", "dog")),
    )
    desk.do(intents.LoadWords("odd"))
    services.read_words = ProgramServices().read_words
    before = desk.words
    path = tmp_path / f"list{suffix}"
    desk.do(intents.SaveWords(path))
    assert desk.now.status == f"Saved {path.name}."
    assert {group.name: group.words for group in read_word_list(path)} == before
    desk.do(intents.RemoveWords(groups=(0, 1)))
    assert desk.words == {}
    desk.do(intents.LoadWords(str(path)))
    assert desk.words == before


def test_colours_and_glyphs_survive_in_toml(desk, services, tmp_path):
    services.read_words = ProgramServices().read_words
    desk.do(intents.StyleGroup(0, color=6, shape=2))
    desk.do(intents.SaveWords(tmp_path / "list.toml"))
    desk.do(intents.LoadWords(str(tmp_path / "list.toml")))
    assert (desk.now.document.groups[0].color, desk.now.document.groups[0].shape) == (6, 2)


def test_a_group_without_words_is_not_lost_in_silence(desk, tmp_path):
    desk.do(intents.AddGroup())
    desk.do(intents.SaveWords(tmp_path / "list.csv"))
    assert desk.now.notices[-1].text == (
        "1 group has no words, and CSV no place for that: “new group”. Save as TOML or JSON."
    )


def test_a_list_that_cannot_be_written_is_a_notice(desk, tmp_path):
    desk.do(intents.SaveWords(tmp_path / "no" / "list.toml"))
    assert desk.notices == ["cannot-write"]
    desk.do(intents.SaveWords(tmp_path / "list.xyz"))
    assert desk.notices == ["cannot-write", "bad-word-list"]


def test_split_words_are_skipped_averaged_or_drawn_in_pieces(qtbot, jobs, bundled):
    services = FakeServices()
    services.tables[None] = bundled
    services.groups["animals"] = (WordGroup("w", ("cat", "hippopotamus", "teapot")),)
    desk = Desk(qtbot, jobs, services)
    desk.controller.open(None, ("animals",))
    desk.settle()

    def states():
        return [entry.state for entry in desk.now.reading.entries[0]]

    assert states() == [WordState.ROW, WordState.SPLIT, WordState.SPLIT]
    desk.do(intents.ChooseSplit(SplitPolicy.MEAN, ("hippopotamus",)))
    assert states() == [WordState.ROW, WordState.MEAN, WordState.SPLIT]
    assert desk.selected == {"hippopotamus"}
    (word,) = desk.now.selected_words
    assert (word.ids, word.combined) == ((19165, 21179, 376), "mean")
    desk.do(intents.ChooseSplit(SplitPolicy.PIECES))
    assert states() == [WordState.ROW, WordState.PIECES, WordState.PIECES]
    assert [word.text for word in desk.now.words][1:4] == ["␣hipp", "opotam", "us"]
    desk.do(intents.Undo())
    desk.do(intents.Undo())
    assert states() == [WordState.ROW, WordState.SPLIT, WordState.SPLIT]
