"""The Words dock under real keys and mouse events, with a real controller and made-up maps."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu

from embviz.core.snapshot import SelectMode
from embviz.core.words import SplitPolicy, WordGroup, WordState
from embviz.qt import intents
from embviz.qt.controller import Controller
from embviz.qt.panels.words import WordsPanel
from embviz.qt.services import ProgramServices
from embviz.qt.store import Store
from embviz.qt.theme import LIGHT
from tests.qt.driving import drag_to
from tests.qt.fakes import FakeServices

LEFT = Qt.MouseButton.LeftButton
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
GROUPS = (WordGroup("animals", ("cat", "dog", "cow")), WordGroup("numbers", ("one", "two", "three")))


class Dock:
    """A panel with everything behind it."""

    def __init__(self, qtbot, jobs, services):
        self.qtbot, self.jobs = qtbot, jobs
        self.store = Store()
        self.controller = Controller(self.store, jobs, services)
        self.panel = WordsPanel(LIGHT)
        self.panel.intent.connect(self.controller.handle)
        self.store.changed.connect(self.panel.render_snapshot)
        qtbot.addWidget(self.panel)
        self.panel.resize(228, 700)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.panel.activateWindow()
        self.tree, self.line, self.model = self.panel.tree, self.panel.line, self.panel.model

    def settle(self):
        QApplication.processEvents()  # an editor in a row hands its text over later
        self.qtbot.waitUntil(lambda: not self.jobs.keys, timeout=20_000)

    def do(self, intent):
        self.controller.handle(intent)
        self.settle()

    def undo(self):
        self.do(intents.Undo())

    @property
    def now(self):
        return self.store.snapshot

    @property
    def words(self):
        return {group.name: group.words for group in self.now.document.groups}

    @property
    def selected(self):
        return [word.text for word in self.now.selected_words]

    @property
    def marked(self):
        groups, words = self.tree.chosen()
        tops = [self.model.index(group, 0).data() for group in groups]
        return tops + [self.model.word_index(*place).data() for place in words]

    def index(self, text):
        for group, (name, words) in enumerate(self.words.items()):
            if name == text:
                return self.model.index(group, 0)
            if text in words:
                return self.model.word_index(group, words.index(text))
        raise AssertionError(text)

    def rect(self, text):
        self.tree.scrollTo(self.index(text))
        return self.tree.visualRect(self.index(text))

    def click(self, text, modifier=Qt.KeyboardModifier.NoModifier):
        place = self.rect(text).center() - QPoint(20, 0)
        QTest.mouseClick(self.tree.viewport(), LEFT, modifier, place)
        self.settle()

    def click_in(self, rect):
        QTest.mouseClick(self.tree.viewport(), LEFT, pos=rect.center().toPoint())
        self.settle()

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.tree, key, modifier)
        self.settle()

    def type(self, text, *, enter=True):
        self.line.setFocus()
        QTest.keyClicks(self.line, text)
        if enter:
            QTest.keyClick(self.line, Qt.Key.Key_Return)
        self.settle()


@pytest.fixture
def dock(qtbot, jobs, bundled):
    services = FakeServices()
    services.tables[None] = bundled
    services.groups["start"] = GROUPS
    made = Dock(qtbot, jobs, services)
    made.services = services
    made.controller.open(None, ("start",))
    made.settle()
    yield made
    made.panel.close()


# ---- typing ------------------------------------------------------------------------------------------


def test_a_typed_word_goes_to_the_current_group_and_is_selected(dock):
    dock.click("numbers")
    dock.type("four")
    assert dock.words["numbers"] == ("one", "two", "three", "four")
    assert dock.selected == ["four"]
    assert dock.line.text() == ""
    dock.type("five, six")
    assert dock.words["numbers"][-2:] == ("five", "six")
    dock.undo()
    dock.undo()
    assert dock.words["numbers"] == ("one", "two", "three")


def test_without_a_current_group_a_new_one_is_made_and_becomes_the_target(dock):
    assert dock.line.placeholderText() == "Add words …"
    dock.type("red")
    dock.type("blue")
    assert dock.words["words"] == ("red", "blue")
    dock.click("animals")
    assert dock.line.placeholderText() == "Add words to animals …"


def test_typing_offers_every_variant_and_choosing_one_adds_just_that_row(dock):
    dock.click("animals")
    dock.type("king", enter=False)
    popup = dock.line.popup
    dock.qtbot.waitUntil(popup.isVisible)
    assert popup.outcome == "Enter: ␣king, token 4197"
    shown = [popup.view.model().index(row, 0).data() for row in range(4)]
    assert shown[0] == "␣king"
    place = shown.index("king")
    for _ in range(place + 1):
        QTest.keyClick(dock.line, Qt.Key.Key_Down)
    assert popup.current.shown == "king"
    QTest.keyClick(dock.line, Qt.Key.Key_Return)
    dock.settle()
    (word,) = dock.now.selected_words
    assert dock.now.table.vocabulary.shown(word.id) == "king"
    assert not popup.isVisible()


def test_a_variant_is_chosen_by_mouse_and_the_words_before_it_come_along(dock):
    dock.click("animals")
    dock.type("lion, tig", enter=False)
    popup = dock.line.popup
    dock.qtbot.waitUntil(popup.isVisible)
    rows = [popup.view.model().index(row, 0) for row in range(popup.view.model().rowCount())]
    tiger = next(row for row in rows if row.data() == "␣tiger")
    popup.view.scrollTo(tiger)
    QTest.mouseClick(popup.view.viewport(), LEFT, pos=popup.view.visualRect(tiger).center())
    dock.settle()
    assert dock.words["animals"] == ("cat", "dog", "cow", "lion", "tiger")
    assert dock.line.hasFocus()


def test_the_list_goes_with_escape_with_the_word_and_with_the_focus(dock):
    for leave in (
        lambda: QTest.keyClick(dock.line, Qt.Key.Key_Escape),
        lambda: [QTest.keyClick(dock.line, Qt.Key.Key_Backspace) for _ in "cat"],
        dock.tree.setFocus,
    ):
        dock.line.setText("")
        dock.type("cat", enter=False)
        dock.qtbot.waitUntil(dock.line.popup.isVisible)
        leave()
        dock.settle()
        assert not dock.line.popup.isVisible()


def test_escape_closes_the_list_then_empties_the_line_then_goes_back_to_the_tree(dock):
    dock.type("cat", enter=False)
    dock.qtbot.waitUntil(dock.line.popup.isVisible)
    QTest.keyClick(dock.line, Qt.Key.Key_Escape)
    assert dock.line.text() == "cat"
    QTest.keyClick(dock.line, Qt.Key.Key_Escape)
    assert dock.line.text() == ""
    QTest.keyClick(dock.line, Qt.Key.Key_Escape)
    assert dock.tree.hasFocus()


def test_late_completions_of_a_word_that_has_changed_are_not_shown(dock):
    dock.services.completion_gate.clear()
    dock.line.setFocus()
    QTest.keyClicks(dock.line, "cat")
    QTest.keyClick(dock.line, Qt.Key.Key_Return)
    dock.services.completion_gate.set()
    dock.settle()
    assert not dock.line.popup.isVisible()


def test_several_lines_are_pasted_at_once_with_headings(dock):
    dock.click("animals")
    QGuiApplication.clipboard().setText("lion\ntiger\n# colours\nred, blue\n")
    dock.line.setFocus()
    QTest.keyClick(dock.line, Qt.Key.Key_V, CTRL)
    dock.settle()
    assert dock.words["animals"][-2:] == ("lion", "tiger")
    assert dock.words["colours"] == ("red", "blue")
    assert dock.line.text() == ""
    dock.undo()
    assert list(dock.words) == ["animals", "numbers"]


def test_a_pasted_line_can_still_be_changed_before_enter(dock):
    QGuiApplication.clipboard().setText("lion, tiger")
    dock.line.setFocus()
    QTest.keyClick(dock.line, Qt.Key.Key_V, CTRL)
    assert dock.line.text() == "lion, tiger"
    assert "words" not in dock.words


def test_words_are_copied_cut_and_pasted_in_the_tree(dock):
    dock.click("dog")
    dock.click("cow", CTRL)
    dock.key(Qt.Key.Key_X, CTRL)
    assert QGuiApplication.clipboard().text() == "dog\ncow"
    assert dock.words["animals"] == ("cat",)
    dock.click("numbers")
    dock.key(Qt.Key.Key_V, CTRL)
    assert dock.words["numbers"] == ("one", "two", "three", "dog", "cow")
    assert dock.marked == ["dog", "cow"]
    dock.click("numbers")
    dock.key(Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "# numbers\none\ntwo\nthree\ndog\ncow"


# ---- groups ------------------------------------------------------------------------------------------


def editor(dock):
    return next(line for line in dock.tree.findChildren(QLineEdit) if line.isVisible())


def test_a_group_is_renamed_with_f2_and_by_double_click(dock):
    dock.click("animals")
    QTest.keyClick(dock.tree, Qt.Key.Key_F2)
    QTest.keyClicks(editor(dock), "beasts")
    QTest.keyClick(editor(dock), Qt.Key.Key_Return)
    dock.settle()
    assert list(dock.words) == ["beasts", "numbers"]
    assert dock.tree.currentIndex().data() == "beasts"
    assert dock.tree.isExpanded(dock.index("beasts"))
    assert dock.marked == ["beasts"]
    dock.click("numbers")
    QTest.mouseDClick(dock.tree.viewport(), LEFT, pos=dock.rect("numbers").center() - QPoint(40, 0))
    QTest.keyClicks(editor(dock), "figures")
    QTest.keyClick(editor(dock), Qt.Key.Key_Return)
    dock.settle()
    assert list(dock.words) == ["beasts", "figures"]
    dock.undo()
    dock.undo()
    assert list(dock.words) == ["animals", "numbers"]


def test_escape_leaves_a_name_as_it_was(dock):
    dock.click("animals")
    QTest.keyClick(dock.tree, Qt.Key.Key_F2)
    QTest.keyClicks(editor(dock), "beasts")
    QTest.keyClick(editor(dock), Qt.Key.Key_Escape)
    dock.settle()
    assert list(dock.words) == ["animals", "numbers"]
    assert dock.now.past == ()


def test_a_word_is_retyped_with_f2(dock):
    dock.click("dog")
    QTest.keyClick(dock.tree, Qt.Key.Key_F2)
    QTest.keyClicks(editor(dock), "wolf")
    QTest.keyClick(editor(dock), Qt.Key.Key_Return)
    dock.settle()
    assert dock.words["animals"] == ("cat", "wolf", "cow")
    assert dock.selected == ["wolf"]


def test_a_new_group_can_be_named_at_once(dock):
    dock.panel.perform("new-group")
    QTest.keyClicks(editor(dock), "colours")
    QTest.keyClick(editor(dock), Qt.Key.Key_Return)
    dock.settle()
    assert list(dock.words) == ["animals", "numbers", "colours"]
    dock.type("red")
    assert dock.words["colours"] == ("red",)


def test_the_box_and_the_space_key_leave_a_group_out_and_bring_it_back(dock):
    box = dock.panel.delegate.box_rect(dock.rect("numbers").toRectF())
    dock.click_in(box)
    assert [group.visible for group in dock.now.document.groups] == [True, False]
    assert "one" not in {word.text for word in dock.now.words}
    dock.tree.setCurrentIndex(dock.index("numbers"))
    dock.key(Qt.Key.Key_Space)
    assert dock.now.document.groups[1].visible


def test_alt_and_arrows_move_groups_and_words(dock):
    dock.click("animals")
    dock.key(Qt.Key.Key_Down, ALT)
    assert list(dock.words) == ["numbers", "animals"]
    assert dock.tree.currentIndex().data() == "animals"
    assert dock.tree.isExpanded(dock.index("animals"))
    assert dock.marked == ["animals"]
    dock.key(Qt.Key.Key_Up, ALT)
    assert list(dock.words) == ["animals", "numbers"]
    dock.click("cow")
    dock.key(Qt.Key.Key_Up, ALT)
    assert dock.words["animals"] == ("cat", "cow", "dog")
    dock.key(Qt.Key.Key_Down, ALT)
    dock.key(Qt.Key.Key_Down, ALT)
    assert dock.words == {"animals": ("cat", "dog"), "numbers": ("cow", "one", "two", "three")}
    assert dock.tree.currentIndex().data() == "cow"
    assert dock.marked == ["cow"]


def test_delete_takes_words_or_groups_away(dock):
    dock.click("dog")
    dock.key(Qt.Key.Key_Delete)
    assert dock.words["animals"] == ("cat", "cow")
    dock.click("numbers")
    dock.key(Qt.Key.Key_Delete)
    assert list(dock.words) == ["animals"]
    dock.undo()
    dock.undo()
    assert dock.words == {group.name: group.words for group in GROUPS}


def test_colour_and_glyph_are_picked_from_a_click_on_the_glyph(dock):
    dock.click_in(dock.panel.delegate.glyph_rect(dock.rect("animals").toRectF()))
    picker = dock.panel.commands.picker
    assert picker.isVisible()
    QTest.mouseClick(picker.colors.button(6), LEFT)
    QTest.mouseClick(picker.shapes.button(3), LEFT)
    group = dock.now.document.groups[0]
    assert (group.color, group.shape) == (6, 3)
    assert picker.colors.checkedId() == 6
    QTest.keyClick(picker, Qt.Key.Key_Escape)
    assert not picker.isVisible()
    dock.undo()
    dock.undo()
    assert dock.now.document.groups[0] == GROUPS[0]


def test_colour_and_glyph_are_picked_by_keys(dock):
    dock.click("numbers")
    dock.panel.perform("style")
    picker = dock.panel.commands.picker
    focused = picker.colors.button(1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(focused, key)
        focused = picker.focusWidget()
    assert focused is picker.colors.button(6)
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert dock.now.document.groups[1].color == 6
    picker.close()


# ---- dragging ----------------------------------------------------------------------------------------


def test_words_are_dragged_into_another_group_where_the_line_shows(dock, monkeypatch):
    dock.click("cat")
    dock.click("cow", CTRL)
    target = dock.rect("two")
    marks = []
    start = dock.rect("cow").center()
    way = [dock.rect("dog").center(), target.topLeft() + QPoint(30, 3)]
    took = drag_to(
        monkeypatch, dock.tree, [start, *way], watch=lambda _place: marks.append(dock.tree.drop_mark)
    )
    dock.settle()
    assert took
    assert marks[-1].y() == target.top()
    assert marks[-1].height() == 0
    assert dock.tree.drop_mark is None
    assert dock.words == {"animals": ("dog",), "numbers": ("one", "cat", "cow", "two", "three")}
    assert dock.marked == ["cat", "cow"]
    dock.undo()
    assert dock.words == {group.name: group.words for group in GROUPS}


def test_words_are_dragged_onto_a_folded_group(dock, monkeypatch):
    dock.tree.collapse(dock.index("numbers"))
    took = drag_to(monkeypatch, dock.tree, [dock.rect("dog").center(), dock.rect("numbers").center()])
    dock.settle()
    assert took
    assert dock.words["numbers"] == ("one", "two", "three", "dog")
    assert not dock.tree.isExpanded(dock.index("numbers"))


def test_a_group_is_dragged_below_another(dock, monkeypatch):
    below = dock.rect("three").bottomLeft() + QPoint(60, 40)
    took = drag_to(monkeypatch, dock.tree, [dock.rect("animals").center(), below])
    dock.settle()
    assert took
    assert list(dock.words) == ["numbers", "animals"]


def test_text_from_elsewhere_is_dropped_between_words(dock):
    from PySide6.QtCore import QMimeData, QPointF
    from PySide6.QtGui import QDragEnterEvent, QDropEvent

    data = QMimeData()
    data.setText("wolf")
    place = dock.rect("dog").topLeft() + QPoint(30, 2)
    actions, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(dock.tree.viewport(), QDragEnterEvent(place, actions, data, LEFT, none))
    QApplication.sendEvent(dock.tree.viewport(), QDropEvent(QPointF(place), actions, data, LEFT, none))
    dock.settle()
    assert dock.words["animals"] == ("cat", "wolf", "dog", "cow")


# ---- what stays --------------------------------------------------------------------------------------


def test_what_is_folded_current_and_in_sight_survives_edits(dock):
    words = tuple(dict.fromkeys(f"w{number}" for number in range(60)))
    dock.do(intents.AddWords(words, 1))
    dock.tree.collapse(dock.index("animals"))
    dock.tree.setCurrentIndex(dock.index("w40"))
    dock.settle()
    bar = dock.tree.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    dock.do(intents.AddWords(("zebra",), 1))
    dock.do(intents.StyleGroup(0, color=4))
    dock.do(intents.AddWords(("fox",), 0))
    dock.do(intents.RemoveWords(((1, 62),)))
    assert not dock.tree.isExpanded(dock.index("animals"))
    assert dock.tree.isExpanded(dock.index("numbers"))
    assert dock.tree.currentIndex().data() == "w40"
    assert bar.value() == before


def test_new_groups_are_unfolded_as_long_as_all_headings_are_in_sight(dock):
    many = tuple(WordGroup(f"g{place}", tuple(f"w{place}x{n}" for n in range(10))) for place in range(5))
    dock.services.groups["many"] = (*many, WordGroup("last", ("cat",)))
    dock.do(intents.LoadWords("many"))
    unfolded = [dock.tree.isExpanded(dock.model.index(place, 0)) for place in range(6)]
    # 600 pixels or so: six headings of 30 and one or two groups of ten words of 23.
    assert unfolded[0]
    assert not unfolded[4]
    height = 6 * 30 + 230 * sum(unfolded[:5]) + 23 * unfolded[5]
    assert height <= dock.tree.viewport().height()


# ---- selection ---------------------------------------------------------------------------------------


def test_selecting_here_selects_on_the_map_and_back(dock):
    dock.click("dog")
    assert dock.selected == ["dog"]
    dock.click("two", CTRL)
    assert dock.selected == ["dog", "two"]
    keys = {word.text: word.ids for word in dock.now.words}
    dock.do(intents.Select((keys["cow"], keys["one"])))
    assert dock.marked == ["cow", "one"]
    dock.do(intents.Select((keys["one"],), SelectMode.REMOVE))
    assert dock.marked == ["cow"]


def test_selecting_a_group_selects_its_words_and_the_group_stays_marked(dock):
    dock.click("numbers")
    assert dock.selected == ["one", "two", "three"]
    assert dock.marked == ["numbers"]
    dock.key(Qt.Key.Key_Escape)
    assert dock.selected == []
    assert dock.marked == []


def test_words_without_a_point_can_be_marked_and_stay_so_after_an_edit_elsewhere(dock):
    dock.type("hippopotamus")
    dock.click("hippopotamus")
    assert dock.selected == []
    assert dock.marked == ["hippopotamus"]
    dock.do(intents.StyleGroup(0, color=3))
    assert dock.marked == ["hippopotamus"]
    dock.key(Qt.Key.Key_Delete)
    assert dock.words["words"] == ()


def test_a_folded_group_tells_how_many_of_its_words_are_selected(dock):
    dock.tree.collapse(dock.index("numbers"))
    keys = {word.text: word.ids for word in dock.now.words}
    dock.do(intents.Select((keys["one"], keys["three"], keys["cat"])))
    assert [dock.model.branch(place).picked for place in (0, 1)] == [1, 2]


# ---- split words -------------------------------------------------------------------------------------


def open_menu():
    return next(
        menu for menu in QApplication.topLevelWidgets() if isinstance(menu, QMenu) and menu.isVisible()
    )


def choose(menu, text):
    action = next(
        action for action in menu.actions() if action.text().replace("&", "").split("\t")[0] == text
    )
    action.trigger()
    menu.close()


def test_the_control_in_a_split_words_row_offers_the_three_choices(dock):
    dock.type("hippopotamus")
    index = dock.index("hippopotamus")
    rect = dock.panel.delegate.pill_rect(dock.rect("hippopotamus").toRectF(), dock.model.row(index))
    dock.click_in(rect)
    menu = open_menu()
    assert [action.text() for action in menu.actions()] == ["Skip", "Mean of pieces", "Pieces"]
    assert [action.isChecked() for action in menu.actions()] == [True, False, False]
    choose(menu, "Mean of pieces")
    dock.settle()
    assert dock.now.reading.entries[2][0].state is WordState.MEAN
    assert dock.selected == ["hippopotamus"]


def test_one_click_chooses_for_all_split_words(dock):
    bar = dock.panel.split_bar
    assert not bar.isVisible()
    dock.type("hippopotamus, teapot")
    assert bar.isVisible()
    assert bar.buttons[SplitPolicy.SKIP].isChecked()
    QTest.mouseClick(bar.buttons[SplitPolicy.PIECES], LEFT)
    dock.settle()
    assert {entry.state for entry in dock.now.reading.entries[2]} == {WordState.PIECES}
    assert bar.buttons[SplitPolicy.PIECES].isChecked()
    dock.do(intents.ChooseSplit(SplitPolicy.MEAN, ("teapot",)))
    assert not any(button.isChecked() for button in bar.buttons.values())


# ---- menus and files ---------------------------------------------------------------------------------


def context_menu(dock, text):
    dock.click(text)
    place = dock.rect(text).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, dock.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(dock.tree.viewport(), event)
    return open_menu()


def test_words_are_moved_by_their_menu(dock):
    menu = context_menu(dock, "dog")
    move = next(action.menu() for action in menu.actions() if action.text() == "&Move to")
    assert [action.isEnabled() for action in move.actions()[:2]] == [False, True]
    choose(move, "numbers")
    menu.close()
    dock.settle()
    assert dock.words["numbers"] == ("one", "two", "three", "dog")


def test_the_menu_key_opens_the_menu_of_the_current_row(dock):
    dock.click("animals")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(dock.tree, event)
    menu = open_menu()
    texts = [action.text().replace("&", "").split("\t")[0] for action in menu.actions()]
    assert texts[:4] == ["Rename", "Colour and glyph …", "Leave out of the map", "Draw only this"]
    choose(menu, "Draw only this")
    dock.settle()
    assert [group.visible for group in dock.now.document.groups] == [True, False]


def test_names_with_ampersands_and_tags_are_shown_as_they_are(dock):
    dock.do(intents.RenameGroup(1, "R&D <b>x</b>"))
    menu = context_menu(dock, "dog")
    move = next(action.menu() for action in menu.actions() if action.text() == "&Move to")
    assert move.actions()[1].text() == "R&&D <b>x</b>"
    menu.close()


def dock_menu(dock):
    menu = dock.panel.menu_button.menu()
    menu.aboutToShow.emit()
    return menu


def test_the_menu_in_the_heading_offers_every_ready_made_set_to_show_and_to_add(dock):
    from embviz.io.sets import SET_NAMES

    dock.services.read_words = ProgramServices().read_words
    menu = dock_menu(dock)
    show, add = (
        next(action.menu() for action in menu.actions() if action.text() == text)
        for text in ("S&how word set", "&Add word set")
    )
    assert len(show.actions()) == len(add.actions()) == len(SET_NAMES)
    choose(add, "Family and people")
    dock.settle()
    assert list(dock.words) == ["animals", "numbers", "he", "she", "either"]


@pytest.mark.parametrize("suffix", [".toml", ".json", ".csv", ".txt"])
def test_lists_are_saved_and_opened_through_the_dialogs_in_every_form(dock, monkeypatch, tmp_path, suffix):
    dock.services.read_words = ProgramServices().read_words
    path = tmp_path / f"list{suffix}"
    before = dock.words
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    choose(dock_menu(dock), "Save word list …")
    dock.settle()
    dock.do(intents.RemoveWords(groups=(0, 1)))
    assert dock.words == {}
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    choose(dock_menu(dock), "Open word list …")
    dock.settle()
    assert dock.words == before
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
    dock.do(intents.RemoveWords(((0, 0),)))
    choose(dock_menu(dock), "Add word lists …")
    dock.settle()
    assert dock.words == {"animals": ("dog", "cow", "cat"), "numbers": ("one", "two", "three")}


def test_a_name_without_a_suffix_gets_that_of_the_chosen_form(dock, monkeypatch, tmp_path):
    chosen = "CSV (*.csv *.tsv)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "list"), chosen))
    dock.panel.perform("save-words")
    dock.settle()
    assert (tmp_path / "list.csv").read_text(encoding="utf-8").startswith("word,group\n")


def test_a_dialog_that_is_closed_asks_for_nothing(dock, monkeypatch):
    before = dock.now
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    for name in ("open-words", "add-lists", "save-words"):
        dock.panel.perform(name)
    assert dock.now is before


def test_tool_tips_show_words_from_files_as_they_are(dock):
    from PySide6.QtGui import QHelpEvent
    from PySide6.QtWidgets import QToolTip

    dock.type("<b>bold</b>")
    place = dock.rect("<b>bold</b>").center() - QPoint(40, 0)
    event = QHelpEvent(QEvent.Type.ToolTip, place, dock.tree.viewport().mapToGlobal(place))
    QApplication.sendEvent(dock.tree.viewport(), event)
    assert "&lt;b&gt;bold&lt;/b&gt;" in QToolTip.text()
    QToolTip.hideText()
