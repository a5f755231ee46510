"""The rows of the Words dock: what comes, goes and stays when the document changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, Qt, QUrl
from PySide6.QtTest import QAbstractItemModelTester

from embviz.core import edits
from embviz.core.snapshot import Document, Snapshot
from embviz.core.words import WordGroup, read_groups
from embviz.qt.panels.word_model import WordModel

GROUPS = (WordGroup("animals", ("cat", "dog", "cow")), WordGroup("numbers", ("one", "two")))


@pytest.fixture
def model(qapp):
    made = WordModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.show_words(Snapshot(document=Document(groups=GROUPS)))
    yield made
    tester.deleteLater()


def rows(model):
    tops = [model.index(place, 0) for place in range(model.rowCount())]
    return {
        top.data(): [model.index(row, 0, top).data() for row in range(model.rowCount(top))] for top in tops
    }


def show(model, document):
    return model.show_words(Snapshot(document=document))


def changes(model):
    """Rows that come and go from now on."""
    seen = []
    model.rowsInserted.connect(lambda parent, first, last: seen.append(("+", parent.data(), first, last)))
    model.rowsRemoved.connect(lambda parent, first, last: seen.append(("-", parent.data(), first, last)))
    model.modelReset.connect(lambda: seen.append(("reset",)))
    return seen


def test_it_shows_groups_and_their_words(model):
    assert rows(model) == {"animals": ["cat", "dog", "cow"], "numbers": ["one", "two"]}
    assert model.place(model.word_index(1, 1)) == (1, 1)
    assert model.place(model.index(1, 0)) == (1, None)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda d: edits.words_added(d, 0, ["fox"], 1), [("+", "animals", 1, 1)]),
        (lambda d: edits.words_removed(d, [(0, 0), (0, 1)]), [("-", "animals", 0, 1)]),
        (
            lambda d: edits.words_moved(d, [(0, 1)], 1, 1),
            [("-", "animals", 1, 1), ("+", "numbers", 1, 1)],
        ),
        (lambda d: edits.group_added(d, "new", ["x"]), [("+", None, 2, 2)]),
        (lambda d: edits.group_removed(d, 0), [("-", None, 0, 0)]),
        (lambda d: edits.group_renamed(d, 0, "beasts"), []),
        (lambda d: edits.group_recolored(d, 0, 5), []),
        (lambda d: edits.group_shown(d, 0, False), []),
    ],
)
def test_only_rows_that_change_come_and_go(model, edit, expected):
    seen = changes(model)
    after = edit(Document(groups=GROUPS))
    show(model, after)
    assert seen == expected
    assert rows(model) == {group.name: list(group.words) for group in after.groups}


def test_groups_in_another_order_are_said_to_be_new_in_their_places(model):
    assert show(model, edits.group_moved(Document(groups=GROUPS), 0, 1)) == (1,)
    assert list(rows(model)) == ["numbers", "animals"]


def test_another_list_of_as_many_groups_is_not_taken_for_new_names(model):
    assert show(model, Document(groups=(WordGroup("a", ("x",)), WordGroup("b", ("y",))))) == (0, 1)
    assert rows(model) == {"a": ["x"], "b": ["y"]}


def test_indexes_of_rows_that_stay_follow_them(model):
    two = QPersistentModelIndex(model.word_index(1, 1))
    document = edits.words_moved(Document(groups=GROUPS), [(0, 0)], 1, 0)
    show(model, document)
    assert (two.data(), two.row(), two.parent().row()) == ("two", 2, 1)
    show(model, edits.group_removed(document, 0))
    assert (two.data(), two.parent().row()) == ("two", 0)


def test_many_scattered_changes_are_one(model):
    words = tuple(f"w{number}" for number in range(100))
    document = Document(groups=(WordGroup("animals", words),))
    show(model, document)
    seen = changes(model)
    show(model, edits.words_removed(document, [(0, place) for place in range(0, 100, 2)]))
    assert seen == [("-", "animals", 0, 99), ("+", "animals", 0, 49)]


def test_equal_words_of_a_list_are_rows_of_their_own(model):
    show(model, Document(groups=(WordGroup("animals", ("cat", "cat", "dog", "cat")),)))
    assert rows(model) == {"animals": ["cat", "cat", "dog", "cat"]}
    show(model, Document(groups=(WordGroup("animals", ("cat", "dog", "cat")),)))
    assert rows(model) == {"animals": ["cat", "dog", "cat"]}


def test_what_became_of_words_is_told_row_by_row_and_does_not_flicker(model, bundled):
    document = Document(groups=GROUPS)
    snapshot = Snapshot(document=document, table=bundled, reading=read_groups(bundled, GROUPS))
    model.show_words(snapshot)
    assert model.row(model.word_index(0, 0)).detail == "2644"
    told = []
    model.dataChanged.connect(lambda first, last: told.append((first.data(), last.data())))
    longer = edits.words_added(document, 0, ["hippopotamus"], 0)
    model.show_words(replace(snapshot, document=longer))
    # The reading lags behind: what is known of the others stays.
    assert model.row(model.word_index(0, 0)).detail == ""
    assert model.row(model.word_index(0, 1)).detail == "2644"
    told.clear()
    model.show_words(replace(snapshot, document=longer, reading=read_groups(bundled, longer.groups)))
    assert told == [("hippopotamus", "hippopotamus")]
    heights = [model.word_index(0, row).data(Qt.ItemDataRole.SizeHintRole).height() for row in (0, 1)]
    assert heights == [41, 23]


def test_screen_readers_are_told_what_is_painted(model, bundled):
    groups = (WordGroup("animals", ("cat", "paris", "hippopotamus"), visible=False),)
    reading = read_groups(bundled, groups)
    model.show_words(Snapshot(document=Document(groups=groups), table=bundled, reading=reading))
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 0).data(role) == "animals, 3 words, left out of the map"
    assert model.word_index(0, 1).data(role) == "paris, taken as ␣Paris, token 7042"
    assert model.word_index(0, 2).data(role) == "hippopotamus, 3 tokens, left out of the map"


def test_places_of_points_are_found_by_their_keys(model, bundled):
    groups = (WordGroup("a", ("cat", "hippopotamus")), WordGroup("b", ("dog",)))
    reading = read_groups(bundled, groups)
    model.show_words(Snapshot(document=Document(groups=groups), table=bundled, reading=reading))
    assert model.places_of([(2767,), (2644,), (1,)]) == [(0, 0), (1, 0)]


# ---- drag and drop -----------------------------------------------------------------------------------


def dropped(model, data, row, parent, action=Qt.DropAction.MoveAction):
    asked = []
    model.words_dropped.connect(lambda *what: asked.append(("words", *what)))
    model.group_dropped.connect(lambda *what: asked.append(("group", *what)))
    model.text_dropped.connect(lambda *what: asked.append(("text", *what)))
    model.files_dropped.connect(lambda *what: asked.append(("files", *what)))
    assert model.canDropMimeData(data, action, row, 0, parent)
    taken = model.dropMimeData(data, action, row, 0, parent)
    return asked, taken


def test_words_are_dropped_between_words_or_into_a_group(model):
    data = model.mimeData([model.word_index(0, 2), model.word_index(0, 0)])
    assert dropped(model, data, 1, model.index(1, 0)) == ([("words", ((0, 0), (0, 2)), 1, 1)], True)
    assert dropped(model, data, -1, model.index(1, 0))[0][0] == ("words", ((0, 0), (0, 2)), 1, None)
    # On a word: before it. Beside all groups: into the last.
    assert dropped(model, data, -1, model.word_index(1, 1))[0][0] == ("words", ((0, 0), (0, 2)), 1, 1)
    assert dropped(model, data, -1, QModelIndex())[0][0] == ("words", ((0, 0), (0, 2)), 1, None)


def test_dropping_removes_nothing_by_itself(model):
    before = rows(model)
    dropped(model, model.mimeData([model.word_index(0, 0)]), 0, model.index(1, 0))
    assert rows(model) == before


@pytest.mark.parametrize(("row", "to"), [(2, 1), (-1, 1), (0, 0), (1, 0)])
def test_a_group_is_dropped_between_groups(model, row, to):
    data = model.mimeData([model.index(0, 0)])
    assert dropped(model, data, row, QModelIndex()) == ([("group", 0, to)], True)


def test_a_group_cannot_be_dropped_into_a_group(model):
    data = model.mimeData([model.index(0, 0)])
    assert dropped(model, data, 0, model.index(1, 0)) == ([], False)


def test_text_and_files_from_elsewhere_can_be_dropped(model):
    text = QMimeData()
    text.setText("fox")
    assert dropped(model, text, 1, model.index(0, 0)) == ([("text", "fox", 0, 1)], True)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/list.toml")])
    assert dropped(model, files, -1, QModelIndex())[0] == [("files", ("/tmp/list.toml",))]


def test_places_from_another_window_are_read_as_text(model, qapp):
    other = WordModel()
    show(other, Document(groups=(WordGroup("x", ("fox", "hen")),)))
    data = other.mimeData([other.word_index(0, 0), other.word_index(0, 1)])
    assert dropped(model, data, -1, model.index(0, 0))[0] == [("text", "fox\nhen", 0, None)]


@pytest.mark.parametrize(
    "body", [b"", b"nonsense", b"{}", b'{"owner": "x", "words": [[9, 9]], "group": null}', b"[1]"]
)
def test_a_spoilt_drag_is_no_drag(model, body):
    data = QMimeData()
    data.setData("application/x-embviz-words", body)
    assert model.dragged(data) is None
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, 0, 0, QModelIndex())


def test_copied_rows_are_a_word_list_in_plain_text(model):
    assert model.text_of([(0, 0), (0, 2)]) == "cat\ncow"
    assert model.text_of([(1, None), (0, 1), (1, 0)]) == "dog\n# numbers\none\ntwo"
