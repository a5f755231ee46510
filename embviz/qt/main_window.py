"""The window: puts the parts together and passes snapshots down and intents up."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

import embviz
from embviz.core.snapshot import Snapshot, ThemeChoice
from embviz.core.wording import count
from embviz.io.sets import SET_NAMES, open_set
from embviz.qt.actions import Actions
from embviz.qt.activity_bar import ActivityBar
from embviz.qt.caution_strip import CautionStrip
from embviz.qt.commands import MAP_MENU, MENUS, Command
from embviz.qt.docks import Docks
from embviz.qt.drawing import Drawing
from embviz.qt.drop_hint import DropHint
from embviz.qt.intents import CopyFigure, ExportFigure, Intent, LoadWords, OpenPaths, SetAnimated, SetZoom
from embviz.qt.map_stage import MapStage
from embviz.qt.map_view import MapView
from embviz.qt.notice_bar import NoticeBar
from embviz.qt.panels import PANELS
from embviz.qt.panels.word_mime import dropped_files
from embviz.qt.panels.words import WordsPanel
from embviz.qt.recent_menu import RecentMenu
from embviz.qt.table_dialogs import TableDialogs
from embviz.qt.theme import DARK, LIGHT, Theme, application_palette
from embviz.qt.tool_bar import MainToolBar
from embviz.qt.turns import Turns
from embviz.qt.wardrobe import Wardrobe
from embviz.qt.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from embviz.qt.cache_dialog import CacheDialog
    from embviz.qt.controller import Controller
    from embviz.qt.hub_dialog import HubDialog
    from embviz.qt.jobs import Jobs
    from embviz.qt.panels.base import Panel
    from embviz.qt.store import Store
    from embviz.settings import Settings

LAYOUT_VERSION = 1
"""Counted up when docks get other names; older saved layouts are then left alone."""


def _base64(saved: QByteArray) -> str:
    return bytes(saved.toBase64().data()).decode("ascii")


def _in_sight(name: str, snapshot: Snapshot) -> bool:
    return name in snapshot.in_sight


class Part(Protocol):
    """A part of the window that asks for things and wears its colours."""

    intent: Any

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours."""


class SizedPart(Part, Protocol):
    """A part that sets type by itself."""

    def apply_zoom(self, zoom: float) -> None:
        """Take another size of type."""


class MainWindow(QMainWindow):
    """Everything that is seen. Holds no state of its own but the theme that is painted.

    Signals
    -------
    closed
        The window is closing; its layout can still be read.
    """

    closed = Signal()

    def __init__(self, store: Store, controller: Controller, jobs: Jobs) -> None:
        self._courtesy = jobs.courtesy  # events come while the window is still being made
        super().__init__()
        self.setObjectName("embviz")
        self.setWindowTitle("embviz")
        self.resize(1440, 900)
        self.store = store
        self.controller = controller
        self.jobs = jobs
        self._theme = self._wanted_theme(store.snapshot.theme)
        turns = Turns(self)
        self.wardrobe = Wardrobe(self, self._theme, store.snapshot.zoom, jobs.courtesy, turns)
        self.wardrobe.changed.connect(self._on_wardrobe_changed)
        self._export_folder = Path.home()

        self.actions_ = Actions(self, self._call)
        self.panels: dict[str, Panel] = {name: panel(self._theme) for name, panel in PANELS.items()}
        self.tool_bar = MainToolBar(self.actions_)
        self.notice_bar = NoticeBar(self._theme)
        self.map_view: MapView = MapView(self._theme, jobs, turns)
        self.stage: MapStage = MapStage(self.map_view, self._theme, jobs, turns)
        self.strip = CautionStrip(self._theme)
        self._build_frame()
        self.docks: Docks = Docks(self, self.panels)
        self._dialogs = TableDialogs(self)
        self._recent = RecentMenu(self)
        self._drop_hint = DropHint(self._theme, self._centre)
        self.setAcceptDrops(True)
        # The map would take drags in and do nothing with them.
        for view in (self.map_view, self.map_view.viewport()):
            view.setAcceptDrops(False)
        self._build_menus()
        self._build_status_bar()
        self._drawing = Drawing(store, jobs.courtesy, turns)
        self._build_drawing()

        self._sized: tuple[SizedPart, ...] = (
            *(self.notice_bar, self.map_view, self.stage, self.strip),
            *self.panels.values(),
        )
        self._parts: tuple[Part, ...] = (self.actions_, self.tool_bar, self.activity_bar, *self._sized)
        for part in self._parts:
            part.intent.connect(controller.handle)
        self._dialogs.intent.connect(controller.handle)
        self._recent.intent.connect(controller.handle)
        self.map_view.first_painted.connect(controller.warm_up)
        self.map_view.crowded.connect(self._on_map_view_crowded)
        self.map_view.menu_asked.connect(self._on_map_menu_asked)
        store.changed.connect(self._on_store_changed)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)
        QApplication.setPalette(application_palette(self._theme))
        self._apply_theme()
        self.docks.arrange(self.width(), store.snapshot.zoom)

    # ---- building ----------------------------------------------------------------------------------

    def _build_frame(self) -> None:
        self.addToolBar(self.tool_bar)
        self.addToolBarBreak()
        holder = QToolBar("Notices", self)
        holder.setObjectName("notice-bar")
        holder.setMovable(False)
        holder.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        holder.setProperty("ground", "notice-holder")
        holder.addWidget(self.notice_bar)
        holder.hide()
        self._notice_holder = holder
        self.addToolBar(holder)
        self._centre = centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.stage, 1)
        layout.addWidget(self.strip)
        self.setCentralWidget(centre)

    def _build_menus(self) -> None:
        for title, entries in MENUS.items():
            menu = self.menuBar().addMenu(title)
            menu.setToolTipsVisible(True)
            for entry in entries:
                if entry == "-":
                    menu.addSeparator()
                elif entry == "recent":
                    menu.addMenu(self._recent)
                elif entry == "sets":
                    self._add_sets(menu.addMenu("Show word &set"))
                elif entry == "panels":
                    self._add_panels(menu)
                else:
                    menu.addAction(self.actions_[entry])
        self.addActions(list(self.actions_.all()))

    def _add_panels(self, menu: QMenu) -> None:
        """List the docks: an entry shows or closes one, its keys lead to it wherever it is."""
        for number, (name, dock) in enumerate(self.docks.docks.items(), 1):
            keys = f"Alt+{number}"
            toggle = dock.toggleViewAction()
            toggle.setText(f"{dock.windowTitle()}\t{keys}")
            menu.addAction(toggle)
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(partial(self.docks.go_to, name))

    def _add_sets(self, menu: QMenu) -> None:
        menu.setToolTipsVisible(True)
        # The sets are files; they are read when the menu is first opened.
        menu.aboutToShow.connect(lambda: self._fill_sets(menu))

    def _fill_sets(self, menu: QMenu) -> None:
        if menu.actions():
            return
        for name in SET_NAMES:
            word_set = open_set(name)
            action = menu.addAction(word_set.title)
            action.setToolTip(word_set.description)
            action.triggered.connect(
                lambda _checked=False, name=name: self.controller.handle(LoadWords(name))
            )

    def _build_status_bar(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        self._facts = ElidedLabel("second", Qt.TextElideMode.ElideRight)
        self.activity_bar = ActivityBar(self._theme)
        self._hint = ElidedLabel("second", Qt.TextElideMode.ElideRight)
        self._without_label = 0
        self._count = QLabel()
        self._count.setTextFormat(Qt.TextFormat.PlainText)
        bar.addWidget(self._facts)
        bar.addWidget(self.activity_bar, 1)
        bar.addPermanentWidget(self._hint)
        bar.addPermanentWidget(self._count)
        self.map_view.tool_hint.connect(self._hint.set_whole)

    # ---- drawing -----------------------------------------------------------------------------------

    def _build_drawing(self) -> None:
        """Say what is drawn a moment after the map: its noise control, sentences and docks."""
        # Making the pane and drawing it are two parts, for each takes as long as a turn.
        self._drawing.add("noise pane", self.stage.make_noise)
        self._drawing.add("noise", self.stage.render_noise)
        self._drawing.add("strip", self.strip.render_snapshot)
        for name, panel in self.panels.items():
            self._drawing.add(name, panel.render_snapshot, partial(_in_sight, name))

    def _on_store_changed(self, old: Snapshot, new: Snapshot) -> None:
        if old.theme is not new.theme or old.zoom != new.zoom:
            self._change_theme(self._wanted_theme(new.theme))
            return
        if new.selection is not old.selection or new.live is not old.live or new.result is not old.result:
            self._without_label = 0  # until labels have been placed
        self._render(old, new)
        # A dock that comes into sight must not show what was.
        at_once = new.in_sight - old.in_sight
        if new.table is old.table and not new.document.has_words_of(old.document):
            # The next command on the words goes by their places in the list.
            at_once |= {WordsPanel.name}
        self._drawing.draw_now(at_once)

    def _render(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw the map and the bars."""
        self.actions_.render_snapshot(new)
        self.tool_bar.render_snapshot(old, new)
        self.notice_bar.render_snapshot(old, new)
        self._notice_holder.setVisible(bool(new.notices))
        self._fit_notice_bar()
        self.map_view.render_snapshot(old, new)
        self.stage.show_legend(new)
        self.activity_bar.render_snapshot(old, new)
        self._recent.render_snapshot(old, new)
        self._render_status(new)

    def _fit_notice_bar(self) -> None:
        # A tool bar does not ask a wrapping label how high it must be.
        self.notice_bar.setFixedSize(self.width(), self.notice_bar.height_for(self.width()))

    def _render_status(self, new: Snapshot) -> None:
        table = new.table
        if table is None:
            self._facts.set_whole("")
        else:
            tied = {True: "  ·  tied", False: "  ·  not tied", None: ""}[table.tied]
            tensor = "" if new.source.tensor is None else f"  ·  {new.source.tensor}"
            self._facts.set_whole(
                f"{table.name}{tensor}  ·  {table.vocab_size:,} × {table.dim:,}  ·  {table.dtype}{tied}"
            )
        self.setWindowTitle("embviz" if table is None else f"{table.name} – embviz")
        selected, words = len(new.selection), len(new.words)
        lacking = self._without_label if selected else 0
        room = f"  ·  no room for {count(lacking, 'label', 'labels')}" if lacking else ""
        self._count.setText(f"{selected:,} selected{room}" if selected else count(words, "word", "words"))
        self._count.setToolTip("Zoom in to see the other labels" if lacking else "")

    def _on_map_view_crowded(self, without_label: int) -> None:
        self._without_label = without_label
        self._render_status(self.store.snapshot)

    @staticmethod
    def _wanted_theme(choice: ThemeChoice) -> Theme:
        if choice is ThemeChoice.SYSTEM:
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        else:
            dark = choice is ThemeChoice.DARK
        return DARK if dark else LIGHT

    def _on_system_scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self.store.snapshot.theme is ThemeChoice.SYSTEM:
            self._change_theme(self._wanted_theme(ThemeChoice.SYSTEM))

    def _change_theme(self, theme: Theme) -> None:
        """Begin to put on other colours, or type of another size; the old picture stays until all have."""
        self._theme = theme
        QApplication.setPalette(application_palette(theme))
        self.wardrobe.change(theme, self.store.snapshot.zoom)

    def _on_wardrobe_changed(self) -> None:
        self._apply_theme()
        self.docks.arrange(self.width(), self.store.snapshot.zoom)

    def _apply_theme(self) -> None:
        """Give every part the colours, and draw it all anew."""
        for part in self._parts:
            part.apply_theme(self._theme)
        self._drop_hint.apply_theme(self._theme)
        for sized in self._sized:
            sized.apply_zoom(self.store.snapshot.zoom)
        self._render(None, self.store.snapshot)
        self._drawing.start_anew()

    def event(self, event: QEvent) -> bool:
        """Let workers rest while Qt lays the window out, and while it paints what is not the map."""
        if event.type() not in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
            return super().event(event)
        with self._courtesy.during("window"):
            return super().event(event)

    def childEvent(self, event: QChildEvent) -> None:
        """Dress what comes into the window: docks, their tab bars, dialogs."""
        super().childEvent(event)
        # Of the other kinds of event the child is half made, or half gone.
        if event.type() is QEvent.Type.ChildPolished and isinstance(child := event.child(), QWidget):
            self.wardrobe.dress(child)

    @property
    def theme(self) -> Theme:
        """The theme that is painted now."""
        return self._theme

    # ---- commands that are no intents ----------------------------------------------------------------

    def _call(self, command: Command) -> None:
        assert callable(command.act)
        command.act(self)

    def perform(self, panel: str, name: str) -> None:
        """Do a command of a panel's own, with its dock in front."""
        dock = self.docks.docks[panel]
        dock.show()
        dock.raise_()
        self.panels[panel].perform(name)

    def ask_export(self) -> None:
        """Open the export dialog."""
        # Writers of PDF and SVG are not needed for the first map.
        from embviz.qt.export_dialog import ExportDialog

        dialog = ExportDialog(
            self.store.snapshot, self.jobs, dark=self._theme.dark, folder=self._export_folder, parent=self
        )
        dialog.intent.connect(self._on_dialog_intent)
        dialog.open()

    def ask_table(self, *, folder: bool = False) -> None:
        """Ask for a file, or a folder, and open it."""
        ask = self._dialogs.ask_folder if folder else self._dialogs.ask_file
        ask(self.store.snapshot)

    def ask_hub(self) -> None:
        """Ask for a model on the hub, and show how far its download is."""
        from embviz.qt.hub_dialog import HubDialog

        self._open_hub_dialog(HubDialog(self.store.snapshot, self))

    def show_cache(self) -> None:
        """List what was downloaded from the hub."""
        from embviz.qt.cache_dialog import CacheDialog

        self._open_hub_dialog(CacheDialog(self.store.snapshot, self))

    def _open_hub_dialog(self, dialog: HubDialog | CacheDialog) -> None:
        dialog.intent.connect(self.controller.handle)
        self.store.changed.connect(dialog.render_snapshot)
        dialog.open()
        dialog.start()

    def ask_tensor(self) -> None:
        """Let another tensor of the same file be chosen."""
        from embviz.qt.tensor_dialog import TensorDialog

        dialog = TensorDialog(self.store.snapshot, self)
        dialog.intent.connect(self.controller.handle)
        dialog.open()

    def _on_dialog_intent(self, intent: Intent) -> None:
        if isinstance(intent, ExportFigure):
            self._export_folder = intent.path.parent
        self.controller.handle(intent)

    def copy_figure(self) -> None:
        """Put the map on the clipboard."""
        self.controller.handle(CopyFigure())

    def toggle_animation(self) -> None:
        """Switch the movement of points on or off."""
        self.controller.handle(SetAnimated(not self.store.snapshot.animated))

    def zoom_by(self, steps: int) -> None:
        """Make all text larger or smaller by some steps of an eighth."""
        self.controller.handle(SetZoom(self.store.snapshot.zoom + 0.125 * steps))

    def _on_map_menu_asked(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in MAP_MENU:
            if name == "-":
                menu.addSeparator()
            else:
                menu.addAction(self.actions_[name])
        menu.popup(place)

    def close_window(self) -> None:
        """Close, as the menu entry asks."""
        self.close()

    def show_about(self) -> None:
        """Say what this is."""
        box = QMessageBox(self)
        box.setWindowTitle("About embviz")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"embviz {embviz.__version__}")
        box.setInformativeText(
            "See what a language model’s embedding table really says, and where the picture of it lies.\n\n"
            "MIT licence. The bundled table is SmolLM2-135M-Instruct by HuggingFaceTB (Apache-2.0); the "
            "typeface is Inter (SIL Open Font Licence)."
        )
        box.exec()

    # ---- the window --------------------------------------------------------------------------------

    def restore_layout(self, settings: Settings) -> None:
        """Put window and docks where the user left them."""
        if settings.export_folder and Path(settings.export_folder).is_dir():
            self._export_folder = Path(settings.export_folder)
        if settings.geometry:
            self.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode()))
        if settings.layout and self.restoreState(
            QByteArray.fromBase64(settings.layout.encode()), LAYOUT_VERSION
        ):
            self.docks.keep(self.width(), self.store.snapshot.zoom)

    def layout_settings(self, settings: Settings) -> Settings:
        """The settings with the present theme and layout."""
        hub = self.store.snapshot.hub
        return replace(
            settings,
            cache_limit_gb=settings.cache_limit_gb if hub is None else hub.limit_gb,
            theme=self.store.snapshot.theme.value,
            zoom=self.store.snapshot.zoom,
            animated=self.store.snapshot.animated,
            export_folder=str(self._export_folder),
            recent_tables=self.store.snapshot.recent,
            geometry=_base64(self.saveGeometry()),
            layout=_base64(self.saveState(LAYOUT_VERSION)),
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say what dropping these files will do; parts that take files themselves are asked before."""
        files = dropped_files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self._drop_hint.show_for(files)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._drop_hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop_hint.hide()
        files = dropped_files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.controller.handle(OpenPaths(files))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.docks.take_widths()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "docks"):
            self.docks.arrange(event.size().width(), self.store.snapshot.zoom)
            self._fit_notice_bar()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop all work before the window goes."""
        self.closed.emit()
        self.jobs.close()
        super().closeEvent(event)
