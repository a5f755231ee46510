"""The one tool bar: tools, Undo, projection, Run and Stop, theme, Export."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from embviz.core.mapping import VectorMode
from embviz.core.projections import PROJECTIONS
from embviz.qt.commands import draws
from embviz.qt.control.maps import drawn_words
from embviz.qt.icons import icon
from embviz.qt.intents import ChooseMethod, ChooseParameters, ChooseVectors
from embviz.qt.parameter_form import ParameterForm
from embviz.qt.widgets.fitting_combo import FittingCombo
from embviz.qt.widgets.segment import Segment

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QResizeEvent

    from embviz.core.snapshot import Snapshot
    from embviz.qt.actions import Actions
    from embviz.qt.theme import Theme

VECTOR_TEXTS = {
    VectorMode.UNIT: (
        "unit vectors",
        "Every row is brought to length 1: the map then follows the cosine, as the list does.",
    ),
    VectorMode.RAW: (
        "raw vectors",
        "Rows as they are stored: the map then uses their lengths too, the list does not.",
    ),
    VectorMode.COMMON_REMOVED: (
        "shifted vectors",
        "Common direction removed: the mean row and the strongest direction of the whole vocabulary "
        "are taken out of all rows, for the map, the lists and the cautions.",
    ),
}


class Saving(enum.IntEnum):
    """What the bar does without, one after the other, until it fits; first what the menus offer too."""

    NOTHING = 0
    TEXTS = 1
    LONG_VECTORS = 2
    UNDO = 3
    LONG_EXPORT = 4
    THEME = 5
    FIT = 6
    EXPORT_TEXT = 7
    VECTORS = 8
    TOOLS = 9


class MainToolBar(QToolBar):
    """Built from the window's actions and the registry of projections."""

    intent = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Tools", parent)
        self.setObjectName("tool-bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        tools = [self._add_button(actions, name)[1] for name in ("tool-select", "tool-lasso", "tool-pan")]
        fit = self._add_button(actions, "fit")[1]
        tools.append(self.addSeparator())
        undo = [self._add_button(actions, name)[1] for name in ("undo", "redo")]
        undo.append(self.addSeparator())
        self._methods = self._add_methods(actions)
        self._settings = self._add_settings()
        self._vectors = self._add_vectors()
        vectors = self.addWidget(self._vectors)
        run, self._run = self._add_button(actions, "run")
        stop, self._stop = self._add_button(actions, "stop")
        self.addSeparator()
        cautions, _ = self._add_button(actions, "cautions")
        actions["cautions"].setIconText("Cautions")
        self._shrinking = (run, stop, cautions)
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self._theme = self.addAction("")
        self._actions = actions
        self._export = QPushButton()
        self._export.setProperty("role", "primary")
        self._export.setAccessibleName("Export figure")
        self._export.setToolTip(actions["export"].toolTip())
        self._export.clicked.connect(actions["export"].trigger)
        self.addWidget(self._export)
        self._theme.triggered.connect(self._on_theme_triggered)
        self._dark = False
        self._export_icon = QIcon()
        self._dropped = {
            Saving.UNDO: undo,
            Saving.THEME: [self._theme],
            Saving.FIT: [fit],
            Saving.VECTORS: [vectors],
            Saving.TOOLS: tools,
        }
        self._widths: list[int] = []
        self._shorten(Saving.NOTHING)

    def apply_theme(self, theme: Theme) -> None:
        """The switch shows what a click brings."""
        self._dark = theme.dark
        other = self._actions["theme-light" if theme.dark else "theme-dark"]
        self._theme.setIcon(other.icon())
        self._theme.setToolTip("Light theme" if theme.dark else "Dark theme")
        self._settings.setIcon(icon("sliders", theme.second, checked=theme.accent, disabled=theme.line))
        self._export_icon = icon("export", theme.on_accent, disabled=theme.third)
        if not self._export.text():
            self._export.setIcon(self._export_icon)

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Show projection, vectors and whether something runs."""
        request = new.document.request
        for name, button in self._methods.items():
            button.setChecked(name == request.method)
            button.setEnabled(new.table is not None)
        self._settings.setEnabled(new.table is not None)
        if old is None or old.document.request is not new.document.request or old.result is not new.result:
            self._form.show_request(request, drawn_count(new))
        at = list(VECTOR_TEXTS).index(request.vectors)
        self._vectors.setCurrentIndex(at)
        self._vectors.setToolTip(list(VECTOR_TEXTS.values())[at][1])
        self._run.setVisible(not draws(new))
        self._stop.setVisible(draws(new))
        self._export.setEnabled(bool(new.words))

    def _add_methods(self, actions: Actions) -> dict[str, Segment]:
        holder = QWidget()
        layout = QHBoxLayout(holder)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.setSpacing(0)
        buttons = {}
        for at, (name, projection) in enumerate(PROJECTIONS.items()):
            button = Segment(projection.title, at, len(PROJECTIONS))
            button.setToolTip(actions[f"method-{name}"].toolTip())
            button.clicked.connect(lambda _checked, name=name: self.intent.emit(ChooseMethod(name)))
            layout.addWidget(button)
            buttons[name] = button
        self.addWidget(holder)
        return buttons

    def _add_settings(self) -> QToolButton:
        """A button that opens the form of the projection's parameters."""
        self._form = ParameterForm()
        self._form.chosen.connect(self._on_form_chosen)
        menu = QMenu(self)
        holder = QWidgetAction(menu)
        holder.setDefaultWidget(self._form)
        menu.addAction(holder)
        button = QToolButton()
        button.setToolTip("Parameters of the projection, and its seed")
        button.setAccessibleName("Parameters of the projection")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        self._menu = menu
        self.addWidget(button)
        return button

    def _on_form_chosen(self, parameters: object, seed: int) -> None:
        self._menu.close()
        self.intent.emit(ChooseParameters(parameters, seed))

    def _add_vectors(self) -> FittingCombo:
        box = FittingCombo()
        box.view().setMinimumWidth(190)
        box.setAccessibleName("Vectors that the map is drawn from")
        for mode, (text, tip) in VECTOR_TEXTS.items():
            box.addItem(text, mode)
            box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        box.activated.connect(lambda at: self.intent.emit(ChooseVectors(box.itemData(at))))
        return box

    def _add_button(self, actions: Actions, name: str) -> tuple[QToolButton, QAction]:
        """Add a button of an action, and give the means to hide the button alone."""
        button = QToolButton()
        button.setDefaultAction(actions[name])
        return button, self.addWidget(button)

    # ---- room --------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._widths = []

    def event(self, event: QEvent) -> bool:
        # Comes after another style sheet has reached all buttons.
        if event.type() is QEvent.Type.LayoutRequest and not self._widths:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Save as little as lets all that is left be seen."""
        if not self._widths:
            self._widths = self._measure()
        fitting = (saving for saving in Saving if self._widths[saving] <= self.width())
        saving = next(fitting, max(Saving))
        self._shorten(saving)
        for since, parts in self._dropped.items():
            for part in parts:
                part.setVisible(saving < since)
        # What had fallen off the end does not tell the layout of its new size.
        self._layout.invalidate()

    def _measure(self) -> list[int]:
        """Width of the bar with each saving; nothing is hidden for it, which would move the focus."""
        self._layout.invalidate()
        around = self.sizeHint().width() - sum(
            self._room(action) for action in self.actions() if action.isVisible()
        )
        widths = []
        for saving in Saving:
            self._shorten(saving)
            dropped = [part for since, parts in self._dropped.items() if saving >= since for part in parts]
            # Run and Stop take turns: the bar must not change with them.
            dropped.append(min(self._run, self._stop, key=self._room))
            kept = (action for action in self.actions() if action not in dropped)
            widths.append(around + sum(map(self._room, kept)))
        return widths

    def _room(self, action: QAction) -> int:
        return self.widgetForAction(action).sizeHint().width() + self._layout.spacing()

    @property
    def _layout(self) -> QLayout:
        layout = self.layout()
        assert layout is not None
        return layout

    def _shorten(self, saving: Saving) -> None:
        """Leave out texts, or parts of them."""
        icon_only = saving >= Saving.TEXTS
        style = Qt.ToolButtonStyle
        for button in self._shrinking:
            button.setToolButtonStyle(
                style.ToolButtonIconOnly if icon_only else style.ToolButtonTextBesideIcon
            )
        self._vectors.set_short(saving >= Saving.LONG_VECTORS)
        bare = saving >= Saving.EXPORT_TEXT
        self._export.setText("" if bare else "Export" if saving >= Saving.LONG_EXPORT else "Export figure")
        self._export.setIcon(self._export_icon if bare else QIcon())

    def _on_theme_triggered(self) -> None:
        self._actions["theme-light" if self._dark else "theme-dark"].trigger()


def drawn_count(snapshot: Snapshot) -> int:
    """How many words the next map would have."""
    if snapshot.reading is None:
        return 0
    return len(drawn_words(snapshot.reading, snapshot.document))
