"""The window at small sizes and at large text: nothing is cut that must be read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QToolButton

from embviz.app import build_window
from embviz.core.analogy_state import AnalogyRequest
from embviz.core.snapshot import Activity
from embviz.qt.fonts import font
from embviz.qt.intents import AskAnalogy, SetAnimated, SetZoom
from embviz.qt.style import style_sheet
from embviz.qt.theme import LIGHT
from embviz.qt.widgets.fitting_combo import FittingCombo
from embviz.qt.widgets.segment import Segment
from embviz.settings import Settings
from tests.qt.driving import run_events, wait_for_looks


@pytest.fixture(autouse=True)
def type_of_the_program(qapp):
    """What is measured depends on the typeface."""
    before = qapp.font()
    qapp.setFont(font(13))
    yield
    qapp.setFont(before)


@pytest.fixture
def shown(qtbot):
    """Builds a window of a size, and shows it at a size of text."""
    windows = []

    def show(width, height, zoom=1.0):
        window = build_window(theme="light")
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        if zoom != 1.0:
            window.controller.handle(SetZoom(zoom))
            wait_for_looks(qtbot, window)
        return window

    yield show
    for window in windows:
        window.close()


def with_words(qtbot, window):
    """The window with its map, and so with its cautions."""
    window.controller.handle(SetAnimated(False))
    window.controller.open(None, ("48-words",))
    qtbot.waitUntil(lambda: window.strip.isVisible() and not window.jobs.keys, timeout=20_000)
    return window


def combo(qtbot, zoom=1.0, texts=("cosine", "dot product", "Euclidean")):
    box = FittingCombo()
    box.setProperty("role", "small")
    box.addItems(texts)
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT, zoom))
    box.ensurePolished()
    return box


@pytest.mark.parametrize(
    ("size", "left", "right"),
    [((1440, 900), 228, 360), ((1280, 720), 208, 340), ((1024, 768), 330, 330)],
)
def test_docks_have_the_widths_that_were_chosen_for_the_window(qtbot, shown, size, left, right):
    window = shown(*size)

    def widths():
        # Docks behind other tabs lie off the window.
        return {name: dock.width() for name, dock in window.docks.docks.items() if dock.x() >= 0}

    wanted = {"words": left} if size[0] < 1100 else {"words": left, "neighbours": right, "analogy": right}
    qtbot.waitUntil(lambda: widths() == wanted)


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_the_window_is_as_large_as_it_was_asked_to_be(qtbot, shown, size):
    window = with_words(qtbot, shown(*size))
    assert (window.width(), window.height()) == size


def test_a_box_of_choices_has_room_for_all_and_gives_up_only_down_to_the_shortest(qtbot):
    box = combo(qtbot)
    metrics = box.fontMetrics()
    lost = metrics.horizontalAdvance("dot product") - metrics.horizontalAdvance("cosine")
    assert lost > 0
    assert box.sizeHint().width() - box.minimumSizeHint().width() == lost


def test_a_short_box_of_choices_shows_first_words_and_keeps_the_list(qtbot):
    box = combo(qtbot)
    whole = box.sizeHint().width()
    box.setCurrentIndex(1)
    box.set_short(True)
    assert box.shown == "dot"
    assert box.currentText() == "dot product"
    assert box.sizeHint().width() < whole
    box.set_short(False)
    assert (box.shown, box.sizeHint().width()) == ("dot product", whole)


@pytest.mark.parametrize("zoom", [0.75, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("small", [False, True])
def test_a_pressed_segment_has_room_for_its_bold_text(qtbot, zoom, small):
    segment = Segment("Arithmetic", 0, 2, small=small)
    qtbot.addWidget(segment)
    segment.setStyleSheet(style_sheet(LIGHT, zoom))
    segment.ensurePolished()
    bold = QFont(segment.font())
    bold.setWeight(QFont.Weight.DemiBold)
    # Text, padding at both sides, and borders.
    needed = QFontMetrics(bold).horizontalAdvance("Arithmetic") + 2 * (6 if small else 15) + 2
    assert segment.sizeHint().width() >= needed
    before = segment.sizeHint()
    segment.setChecked(True)
    assert segment.sizeHint() == before


@pytest.mark.parametrize("zoom", [0.75, 1.5, 2.0])
def test_icons_grow_with_the_text(qtbot, shown, zoom):
    window = shown(1440, 900, zoom)
    assert window.tool_bar.iconSize().width() == round(20 * zoom)
    for name in ("neighbours", "compare", "analogy", "caution"):
        buttons = [b for b in window.panels[name].findChildren(QToolButton) if b.property("fit") == "small"]
        assert buttons
        assert {button.iconSize().width() for button in buttons} == {round(17 * zoom)}


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_the_strip_shows_all_its_lines_at_the_usual_size_of_text(qtbot, shown, size):
    window = with_words(qtbot, shown(*size))
    area = window.strip.area
    qtbot.waitUntil(lambda: area.height() == area.widget().heightForWidth(area.width()))
    assert not area.more_below
    assert not area.more_above
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_at_large_text_the_map_has_most_of_the_centre(qtbot, shown, size):
    window = with_words(qtbot, shown(*size, 2.0))
    centre = window.centralWidget().height()
    qtbot.waitUntil(lambda: 0 < window.strip.height() <= 0.35 * centre)
    qtbot.waitUntil(lambda: window.map_view.height() >= 0.5 * centre)
    assert window.strip.area.more_below


def test_what_the_strip_cannot_show_is_reached_by_keys_and_wheel(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900, 2.0))
    area = window.strip.area
    qtbot.waitUntil(lambda: area.more_below)
    assert not area.more_above
    area.setFocus()
    QTest.keyClick(area, Qt.Key.Key_End)
    assert area.more_above
    assert not area.more_below
    QTest.keyClick(area, Qt.Key.Key_Home)
    assert not area.more_above
    QTest.keyClick(area, Qt.Key.Key_Down)
    assert area.more_above
    top = area.verticalScrollBar().value()
    viewport = area.viewport()
    middle = viewport.rect().center()
    turn = QWheelEvent(
        QPointF(middle),
        QPointF(viewport.mapToGlobal(middle)),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, turn)
    assert area.verticalScrollBar().value() > top


def test_a_strip_that_scrolls_ends_in_the_middle_of_a_line(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900, 2.0))
    area = window.strip.area
    line = 12 * 2.0 * 1.62
    qtbot.waitUntil(lambda: area.more_below and area.height() > 2 * line)
    assert 0.5 < area.height() / line % 1 < 0.7


def is_whole(bar, widget):
    """Whether all of a widget of the tool bar lies within the bar."""
    return widget.isVisible() and widget.x() >= 0 and widget.geometry().right() < bar.width()


@pytest.mark.parametrize("zoom", [0.75, 1.0, 1.5, 2.0])
def test_export_is_on_the_tool_bar_in_every_window(qtbot, shown, zoom):
    window = shown(1700, 900, zoom)
    bar = window.tool_bar
    export = next(b for b in bar.findChildren(QPushButton) if b.accessibleName() == "Export figure")
    texts = []
    for width in range(1700, 600, -100):
        window.resize(width, 900)
        # A window does not get narrower than what is in it.
        qtbot.waitUntil(lambda: bar.width() == window.width() and is_whole(bar, export))
        assert export.sizeHint().width() <= export.width()
        texts.append(export.text())
    assert texts[0] == "Export figure"
    window.resize(1700, 900)
    qtbot.waitUntil(lambda: export.text() == "Export figure" and is_whole(bar, export))


def test_a_narrow_tool_bar_drops_texts_first_and_then_what_the_menus_offer(qtbot, shown):
    window = shown(1440, 900)
    bar, undo = window.tool_bar, window.actions_["undo"]
    cautions, undo_button = (
        next(b for b in bar.findChildren(QToolButton) if b.defaultAction() is window.actions_[name])
        for name in ("cautions", "undo")
    )
    icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
    assert cautions.toolButtonStyle() != icon_only
    assert undo_button.isVisible()
    window.resize(1050, 900)
    qtbot.waitUntil(lambda: cautions.toolButtonStyle() == icon_only)
    assert cautions.toolTip()
    assert undo_button.isVisible()
    window.resize(860, 900)
    qtbot.waitUntil(lambda: not undo_button.isVisible())
    assert undo.isVisible()
    assert cautions.isVisible()


def test_the_focus_stays_in_the_tool_bar_when_the_text_grows(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900))
    vectors = window.tool_bar.findChild(FittingCombo)
    window.activateWindow()
    vectors.setFocus()
    qtbot.waitUntil(vectors.hasFocus)
    window.controller.handle(SetZoom(2.0))
    wait_for_looks(qtbot, window)
    qtbot.waitUntil(lambda: vectors.short)
    assert vectors.hasFocus()


def test_the_tool_bar_stays_as_it_is_while_run_and_stop_take_turns(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900))
    bar, still = window.tool_bar, window.store.snapshot
    drawing = replace(still, activities=(Activity("map", "Drawing the map"),))
    export = next(b for b in bar.findChildren(QPushButton) if b.accessibleName() == "Export figure")
    cautions = next(b for b in bar.findChildren(QToolButton) if b.text() == "Cautions")
    styles = set()
    for width in range(1120, 1070, -2):
        window.resize(width, 900)
        bar.render_snapshot(drawing, still)
        qtbot.waitUntil(lambda: bar.width() == window.width() and is_whole(bar, export))
        style = cautions.toolButtonStyle()
        bar.render_snapshot(still, drawing)
        window.resize(width, 901)
        qtbot.waitUntil(lambda: is_whole(bar, export))
        assert cautions.toolButtonStyle() == style
        styles.add(style)
    # The widths tried are those at which the texts go.
    assert len(styles) == 2


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
@pytest.mark.parametrize("zoom", [0.75, 1.0, 1.5, 2.0])
def test_both_lists_of_an_analogy_are_seen_from_rank_to_score(qtbot, shown, size, zoom):
    window = with_words(qtbot, shown(*size, zoom))
    window.docks.go_to("analogy")
    window.controller.handle(AskAnalogy(AnalogyRequest("king - man + woman", expected="queen")))
    page = window.panels["analogy"].page
    qtbot.waitUntil(lambda: bool(page.included.rows) and page.included.isVisible(), timeout=20_000)
    viewport = page.findChild(QScrollArea).viewport()

    def fits(view):
        left = view.mapTo(viewport, QPoint(0, 0)).x()
        wide_enough = view.width() >= round(124 * zoom) - 1
        return left >= 0 and left + view.width() <= viewport.width() and wide_enough

    qtbot.waitUntil(lambda: fits(page.included) and fits(page.excluded))


def test_the_second_list_of_an_analogy_stands_below_the_first_in_a_narrow_dock(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900))
    window.controller.handle(AskAnalogy(AnalogyRequest("king - man + woman", expected="queen")))
    page = window.panels["analogy"].page
    qtbot.waitUntil(lambda: bool(page.included.rows), timeout=20_000)
    qtbot.waitUntil(lambda: page.excluded.x() > page.included.x())
    assert page.excluded.y() == page.included.y()
    page.setFixedWidth(240)
    qtbot.waitUntil(lambda: page.excluded.x() == page.included.x())
    assert page.excluded.y() > page.included.y() + page.included.height()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768)])
def test_the_status_bar_is_whole_at_the_usual_size_of_text(qtbot, shown, size):
    window = with_words(qtbot, shown(*size))
    run_events(50)
    for label in (window._facts, window._hint):
        assert label.text() == label.whole
        assert label.contentsRect().width() >= label.fontMetrics().horizontalAdvance(label.whole)


def test_the_status_bar_says_that_it_is_cut_at_the_largest_text(qtbot, shown):
    window = with_words(qtbot, shown(1024, 768, 2.0))
    run_events(50)
    assert window._facts.text().startswith("SmolLM2")
    assert window._facts.text().endswith("…")
    assert window._facts.toolTip()


def test_the_strip_gets_the_height_of_its_new_width(qtbot, shown):
    window = with_words(qtbot, shown(1024, 768))
    area = window.strip.area
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: area.height() == area.heightForWidth(area.width()), timeout=10_000)
    assert not area.more_below


def test_large_text_makes_one_column_where_three_do_not_fit(qtbot, shown):
    window = with_words(qtbot, shown(1440, 900, 2.0))
    assert not window.docks._narrow
    window.resize(1024, 768)
    qtbot.waitUntil(lambda: window.docks._narrow, timeout=10_000)
    window.resize(1024, 768)
    qtbot.waitUntil(lambda: window.width() == 1024, timeout=10_000)


def test_a_layout_of_three_columns_is_not_kept_in_a_window_for_one(qtbot, shown):
    wide = shown(1440, 900)
    kept = wide.layout_settings(Settings())
    # The offscreen screen is 800 pixels wide, and a restored window must fit on it.
    other = build_window(kept, theme="light")
    qtbot.addWidget(other)
    other.show()
    assert other.width() < 1100
    area = Qt.DockWidgetArea.RightDockWidgetArea
    assert {other.dockWidgetArea(dock) for dock in other.docks.docks.values()} == {area}
    other.close()


def test_sentences_are_never_wider_than_the_strip(qtbot, shown):
    window = with_words(qtbot, shown(1150, 700, 1.5))
    strip = window.strip
    for width in (400, 300, strip.minimumSizeHint().width()):
        strip.setFixedWidth(width)
        qtbot.waitUntil(lambda: strip._sentences.width() <= strip.area.viewport().width(), timeout=10_000)


def test_the_legend_grows_with_the_text_as_far_as_one_row_holds(qtbot, shown):
    plain = with_words(qtbot, shown(1440, 900)).stage.legend.height()
    large = with_words(qtbot, shown(1440, 900, 2.0)).stage.legend
    assert large.height() > 1.2 * plain
    assert large._set(large.width(), ()).width <= large.width()
