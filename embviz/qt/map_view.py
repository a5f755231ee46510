"""The map: one square-aspect scatter of words that can be zoomed, panned, hovered and selected in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QGraphicsView, QLabel, QWidget

from embviz.core.figure import (
    Float64,
    PlacedLabels,
    PlotDescription,
    PlotFrame,
    fit_frame,
    group_styles,
)
from embviz.core.polygon import inside
from embviz.core.shared_direction import shared_direction
from embviz.core.snapshot import SelectMode, Snapshot, Tool, WordKey
from embviz.qt.frame_pacer import FramePacer
from embviz.qt.intents import Hover, Select
from embviz.qt.map_box import MapBox, select_mode
from embviz.qt.map_card import card_content, emptiest_corner
from embviz.qt.map_item import BandItem, MapItem
from embviz.qt.map_labels import LabelPlacer
from embviz.qt.map_motion import MapMotion, starts
from embviz.qt.map_plot import (
    bare,
    base_plot,
    dressed,
    focus_lists,
    moved,
    shown_arithmetic,
    shown_result,
    without_label,
)
from embviz.qt.widgets.hover_card import WIDTH as CARD_WIDTH
from embviz.qt.widgets.hover_card import HoverCard

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QKeyEvent,
        QPainterPath,
        QResizeEvent,
    )

    from embviz.core.mapping import MapResult
    from embviz.core.words import MapWord
    from embviz.qt.jobs import Jobs
    from embviz.qt.theme import Theme
    from embviz.qt.turns import Turns

MARGINS = (44.0, 12.0, 12.0, 34.0)
"""Pixels round the plot for ticks and titles: left, top, right, bottom."""

BARE_MARGINS = (12.0, 12.0, 12.0, 12.0)
"""The same where the axes have neither."""

EMPTY = "No words on the map yet.\nChoose File → Show word set, or add words of your own."

NO_ROWS = (
    "None of the words on the list is one row of this table.\n"
    "Choose File → Show word set, or add words of your own."
)

NO_TABLE = (
    "No table is open.\nChoose File → Open table, or drop a model’s folder or a file of word vectors here."
)

FIT_MARGINS = (46.0, 30.0, 46.0, 30.0)
"""Pixels inside the plot that a fitted map leaves free for labels."""

PICK_RADIUS = 12.0
"""A click or hover takes the nearest word within so many pixels."""

ON_CARD = ("hover", "result", "live", "overlay", "lists", "reference")
"""What the card under the pointer depends on."""

_CURSORS = {
    Tool.SELECT: Qt.CursorShape.ArrowCursor,
    Tool.LASSO: Qt.CursorShape.CrossCursor,
    Tool.PAN: Qt.CursorShape.OpenHandCursor,
}


class MapView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a snapshot's map, and turns mouse and keys into intents.

    Signals
    -------
    intent
        What the user asks for.
    first_painted
        The first frame with words in it is on the screen.
    tool_hint
        What a drag does now, with the modifiers that are held.
    menu_asked
        A context menu is wanted at this place of the screen.
    crowded
        Labels were placed; so many selected words in sight have none, for want of room.
    """

    intent = Signal(object)
    first_painted = Signal()
    tool_hint = Signal(str)
    menu_asked = Signal(object)
    crowded = Signal(int)

    def __init__(self, theme: Theme, jobs: Jobs, turns: Turns, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=theme.map)
        self.setAccessibleName("Map of words")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._zoom = 1.0
        self._snapshot = Snapshot()
        self._base: PlotDescription | None = None
        self._plot: PlotDescription | None = None
        self._keys: tuple[WordKey, ...] = ()
        self._motion = MapMotion(self._on_motion_shown, self._on_motion_arrived, self)
        self._fitted = True
        self._told_first = False

        self.box = MapBox()
        self.item = MapItem()
        self.band = BandItem()
        self.addItem(self.box)
        self.addItem(self.item)
        self.addItem(self.band)
        # Every change of the scene would paint a frame of its own.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self._frames = FramePacer(self.viewport(), self._paint_aside, turns)
        # A drag of less than 3 px is a click, however long it takes.
        self.sceneObj.setMoveDistance(3)
        self.sceneObj.minDragTime = float("inf")
        self.card = HoverCard(theme, self)
        self._empty = QLabel(EMPTY, self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("role", "second")
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._empty.hide()
        self._placer = LabelPlacer(jobs, parent=self)
        self._courtesy = jobs.courtesy

        self.box.band_moved.connect(self.band.show_path)
        self.box.band_drawn.connect(self._on_box_band_drawn)
        self.box.clicked.connect(self._on_box_clicked)
        self.box.hovered.connect(self._on_box_hovered)
        self.box.zoomed.connect(self._on_box_zoomed)
        self.box.sigRangeChanged.connect(self._on_box_range_changed)
        self.item.stale.connect(self._frames.ask)
        self.band.stale.connect(self._frames.ask)
        # Queued: whoever listens may start work, which has no place in the middle of painting.
        self.item.painted.connect(self._on_item_painted, Qt.ConnectionType.QueuedConnection)
        self._placer.placed.connect(self._on_placer_placed)
        self.apply_theme(theme)

    # ---- drawing -----------------------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""
        self._theme = theme
        self.setBackground(theme.map)
        self.band.apply_theme(theme)
        self.card.apply_theme(theme)
        self._refresh_look()

    def apply_zoom(self, zoom: float) -> None:
        """Take another factor for all type and markers."""
        self._zoom = zoom
        self._refresh_look()
        self._give_room()
        self._place_labels(at_once=True)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed."""
        self._snapshot = new
        if old is None or old.tool is not new.tool:
            self.box.tool = new.tool
            self.viewport().setCursor(_CURSORS[new.tool])
            self.tool_hint.emit(self._hint(Qt.KeyboardModifier.NoModifier))
        if new.table is None:
            self._show_empty()
        if new.live is not None:
            if old is None or old.live is not new.live:
                self._show_live()
        elif old is None or old.live is not None or not _same_picture(old.result, new.result):
            self._show_map()
        elif (
            old.document.groups is not new.document.groups
            or old.overlay is not new.overlay
            or old.result is not new.result
        ):
            self._base = base_plot(new, self._base)
            self._redraw()
            if old.overlay is not new.overlay:
                self._place_labels(at_once=True)
        elif (
            old.selection is not new.selection
            or old.hover is not new.hover
            or old.lists is not new.lists
            or shown_arithmetic(old) is not shown_arithmetic(new)
        ):
            self._redraw()
        if old is None or any(getattr(old, name) is not getattr(new, name) for name in ON_CARD):
            self._show_card()

    def _show_empty(self) -> None:
        """Say why there is nothing to see, and what to do."""
        now = self._snapshot
        opening = any(activity.key == "table" for activity in now.activities)
        # Nothing is said before the first table is asked for: a moment later it is there.
        closed = now.table is None and not opening and bool(now.notices)
        lost = now.reading is not None and any(now.reading.entries) and not now.reading.words
        self._empty.setText(NO_TABLE if closed else NO_ROWS if lost else EMPTY)
        self._empty.setVisible(closed or (now.result is not None and not self._keys))

    def _show_card(self) -> None:
        """Show the card of the hovered word in the emptiest corner, or none."""
        result, key = self._snapshot.result, self._snapshot.hover
        place = None if result is None or self._snapshot.live is not None else self._place_of(key)
        if result is None or place is None or self._plot is None:
            self.card.show_content(None)
            return
        snapshot, frame = self._snapshot, self.frame_now()
        reference = snapshot.reference
        content = card_content(
            result,
            group_styles(result.group_names, snapshot.document.groups),
            place,
            lists=focus_lists(snapshot),
            foot="" if reference is None else shared_direction(reference, removed=snapshot.common_removed),
            marked=snapshot.overlay,
        )
        self.card.show_content(content if frame.width > 1.3 * CARD_WIDTH else None)
        pixels = frame.to_pixels(self._plot.points.positions)
        seen = pixels[~self._plot.points.faded]
        bounds = QRectF(frame.left, frame.top, frame.width, frame.height)
        self.card.move(emptiest_corner(pixels, bounds, self.card.size(), seen))

    def _place_of(self, key: WordKey | None) -> int | None:
        return next((place for place, word in enumerate(self._words()) if word.ids == key), None)

    @property
    def plot(self) -> PlotDescription | None:
        """What is drawn."""
        return self._plot

    def frame_now(self) -> PlotFrame:
        """Where the plot lies, and which part of the data it shows."""
        rect = self.box.mapRectToScene(self.box.rect())
        (x0, x1), (y0, _) = self.box.viewRange()
        scale = rect.width() / (x1 - x0)
        return PlotFrame(
            rect.left(),
            rect.top(),
            rect.width(),
            rect.height(),
            scale,
            rect.left() - x0 * scale,
            rect.bottom() + y0 * scale,
        )

    def fit(self) -> None:
        """Show all words."""
        self._fitted = True
        plot = self._plot
        if self._motion.running and self._base is not None:
            plot = dressed(self._base, self._snapshot)  # where the points will be
        if plot is None or not len(plot.points):
            return
        rect = self.box.mapRectToScene(self.box.rect())
        bounds = (rect.left(), rect.top(), rect.width(), rect.height())
        left, top, right, bottom = FIT_MARGINS
        margins = (left, top, right, bottom + self._zoom * plot.foot)
        frame = fit_frame(plot.extent, *bounds, margins=margins)
        self.box.show_whole(frame.x_range, frame.y_range)

    def _refresh_look(self) -> None:
        self.item.set_look(self._theme, self._zoom)

    def _show_map(self) -> None:
        """Draw a finished map; its points come from where they were, if the user likes that."""
        before, frame = self._plot, self.frame_now()
        keys = self._keys
        self._base = base_plot(self._snapshot, self._base)
        self._keys = tuple(word.ids for word in self._words())
        self._plot = None if self._base is None else dressed(self._base, self._snapshot)
        self._show_empty()
        self._give_room()
        self.fit()
        self._update_item()
        start = None
        if self._plot is not None and self._snapshot.animated and self.isVisible() and before is not None:
            seen = _as_seen(before.points.positions, frame, self.frame_now())
            start = starts(keys, seen, self._keys, self._plot.points.positions)
        if start is None or self._plot is None:
            self._motion.stop()
            self._place_labels(at_once=True)
        else:
            self._motion.go(start, self._plot.points.positions)

    def _show_live(self) -> None:
        live = self._snapshot.live
        assert live is not None
        self._motion.stop()
        keys = tuple(word.ids for word in live.words)
        if self._base is None or keys != self._keys:
            self._base, self._keys = base_plot(self._snapshot, None), keys
        if self._base is not None:
            self._base = moved(bare(self._base), live.positions)
            self._plot = dressed(self._base, self._snapshot)
        self._give_room()
        self.fit()
        self._update_item()

    def _redraw(self) -> None:
        """Draw points anew where they are, with the labels where they are."""
        before = self._plot
        if self._base is None or self._motion.running:
            return
        self._plot = plot = dressed(self._base, self._snapshot)
        if self._fitted and before is not None and before.overlay is not plot.overlay:
            # A sum of words may lie beyond all words.
            self.fit()
        self._update_item()
        if before is None or not np.array_equal(before.points.selected, plot.points.selected):
            self._place_labels(at_once=True)

    def _on_motion_shown(self, positions: Float64) -> None:
        if self._plot is not None and len(self._plot.points) == len(positions):
            self._plot = moved(self._plot, positions)
            self._update_item()

    def _on_motion_arrived(self) -> None:
        if self._base is not None:
            self._plot = dressed(self._base, self._snapshot)
            if self._fitted:
                self.fit()
            self._update_item()
            self._place_labels(at_once=True)

    def _update_item(self) -> None:
        self.item.show_plot(self._plot, self.frame_now())

    # ---- labels ------------------------------------------------------------------------------------

    def _place_labels(self, *, at_once: bool) -> None:
        if self._plot is not None and self._snapshot.live is None:
            self._placer.ask(self._plot, self.frame_now(), factor=self._zoom, at_once=at_once)

    def _on_placer_placed(self, plot: PlotDescription, labels: PlacedLabels) -> None:
        # The points may have been drawn anew, faded or lit, since the question; the words are the same.
        if self._base is None or self._plot is None or plot.points.texts is not self._base.points.texts:
            return
        self._base = replace(self._base, labels=labels)
        self._plot = replace(self._plot, labels=labels)
        self._update_item()
        self.crowded.emit(without_label(self._plot, self.frame_now()))

    def _words(self) -> tuple[MapWord, ...]:
        """Words of the plot; in the middle of a run not those of the finished map."""
        result = shown_result(self._snapshot)
        return () if result is None else result.words

    # ---- the pointer -------------------------------------------------------------------------------

    def _pixels(self) -> Float64:
        if self._plot is None:
            return np.empty((0, 2))
        return self.frame_now().to_pixels(self._plot.points.positions)

    def word_at(self, position: QPointF) -> WordKey | None:
        """Word nearest to a place in scene pixels, None when none is near."""
        pixels = self._pixels()
        if not len(pixels):
            return None
        squares = ((pixels - (position.x(), position.y())) ** 2).sum(axis=1)
        nearest = int(squares.argmin())
        return self._words()[nearest].ids if squares[nearest] <= PICK_RADIUS**2 else None

    def words_in(self, path: QPainterPath) -> tuple[WordKey, ...]:
        """Words whose points lie within a path in scene pixels."""
        words = self._words()
        corners = [(corner.x, corner.y) for corner in map(path.elementAt, range(path.elementCount()))]
        within = inside(self._pixels(), np.array(corners, dtype=np.float64).reshape(-1, 2))
        return tuple(words[at].ids for at in np.flatnonzero(within).tolist())

    def _on_box_clicked(self, position: QPointF, mode: SelectMode) -> None:
        key = self.word_at(position)
        if key is not None:
            self.intent.emit(Select((key,), mode))
        elif mode is SelectMode.REPLACE:
            self.intent.emit(Select(()))

    def _on_box_band_drawn(self, path: QPainterPath, mode: SelectMode) -> None:
        self.intent.emit(Select(self.words_in(path), mode))

    def _on_box_hovered(self, position: QPointF | None) -> None:
        key = None if position is None else self.word_at(position)
        if key != self._snapshot.hover:
            self.intent.emit(Hover(key))

    def leaveEvent(self, event: Any) -> None:
        """Nothing is hovered once the pointer has left."""
        super().leaveEvent(event)
        if self._snapshot.hover is not None:
            self.intent.emit(Hover(None))

    def _hint(self, modifiers: Qt.KeyboardModifier) -> str:
        tool = self._snapshot.tool
        if tool is Tool.PAN:
            return "Drag to move the map"
        what = "a box" if tool is Tool.SELECT else "a loop"
        mode = select_mode(modifiers)
        if mode is SelectMode.ADD:
            return f"Shift: {what} adds to the selection"
        if mode is SelectMode.REMOVE:
            return f"Ctrl: {what} takes away from the selection"
        return f"Drag {what} to select  ·  Shift adds  ·  Ctrl removes"

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Say what a drag does without the key."""
        self.tool_hint.emit(self._hint(event.modifiers()))
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that are let go elsewhere, as after Ctrl+E, are not told here."""
        super().focusOutEvent(event)
        self.tool_hint.emit(self._hint(Qt.KeyboardModifier.NoModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up the box under the pointer, or clears the selection; all else is the window's."""
        self.tool_hint.emit(self._hint(event.modifiers()))
        if event.key() == Qt.Key.Key_Escape:
            if not self.box.cancel_band():
                self.intent.emit(Select(()))
            event.accept()
        else:
            event.ignore()

    # ---- the view ----------------------------------------------------------------------------------

    def _on_box_zoomed(self) -> None:
        self._fitted = False

    def _on_box_range_changed(self, *_args: Any) -> None:
        self._update_item()
        self._place_labels(at_once=False)

    def _on_item_painted(self) -> None:
        if not self._told_first:
            self._told_first = True
            self.first_painted.emit()

    def _paint_aside(self, seconds: float) -> bool:
        """Go on with a frame while workers rest, where they can: it takes twice as long beside them."""
        with self._courtesy.during("frame"):
            return self.item.paint_aside(self.devicePixelRatioF(), seconds)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the plot the new room; refit unless the user has zoomed."""
        super().resizeEvent(event)
        if not hasattr(self, "box"):
            return
        self._give_room()
        if self._fitted:
            self.fit()
        self._update_item()
        self._place_labels(at_once=False)

    def _give_room(self) -> None:
        """Let the plot fill the view, but for what its axes need."""
        numbered = self._plot is not None and self._plot.axes.numbered
        left, top, right, bottom = (self._zoom * margin for margin in (MARGINS if numbered else BARE_MARGINS))
        size = self.size()
        self.item.set_bounds(QRectF(0, 0, size.width(), size.height()))
        width, height = size.width() - left - right, size.height() - top - bottom
        self.box.setGeometry(QRectF(left, top, max(20.0, width), max(20.0, height)))
        self._empty.setGeometry(0, 0, size.width(), size.height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the selected words; the window fills the menu."""
        self.menu_asked.emit(event.globalPos())
        event.accept()


def _same_picture(old: MapResult | None, new: MapResult | None) -> bool:
    """Whether two maps differ in their groups at most: then what the user has zoomed to stays."""
    return old is new or (old is not None and new is not None and old.layout is new.layout)


def _as_seen(positions: Float64, old: PlotFrame, new: PlotFrame) -> Float64:
    """Positions in the new frame's data units of points that were seen through the old one, (n, 2)."""
    pixels = old.to_pixels(positions)
    across, down = pixels[:, 0], pixels[:, 1]
    return np.column_stack([(across - new.origin_x) / new.scale, (new.origin_y - down) / new.scale])
