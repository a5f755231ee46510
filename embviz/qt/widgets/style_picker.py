"""A small menu of the eight colours and the eight glyphs of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QLabel, QToolButton, QWidget

from embviz.core.figure import PALETTE_SIZE, GroupStyle, Shape
from embviz.qt.widgets.glyph import glyph_pixmap

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

COLOR_NAMES = ("Blue", "Yellow", "Green", "Pink", "Violet", "Olive", "Maroon", "Aqua")
SHAPE_NAMES = ("Circle", "Square", "Triangle", "Diamond", "Plus", "Triangle down", "Star", "Hexagon")
_ACROSS = 4
_RADIUS = 6.5
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -_ACROSS, Qt.Key.Key_Down: _ACROSS}


class StylePicker(QFrame):
    """Pops up, stays open while colour and glyph are chosen, and closes with Esc or a click elsewhere.

    Signals
    -------
    color_picked, shape_picked
        A place in the palette, 0..7.
    """

    color_picked = Signal(int)
    shape_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("ground", "popup")
        self.setAccessibleName("Colour and glyph")
        self._theme = theme
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 8, 10, 10)
        grid.setSpacing(2)
        self.colors = self._add_choices(grid, 0, "Colour", COLOR_NAMES)
        self.shapes = self._add_choices(grid, 3, "Glyph", SHAPE_NAMES)
        grid.setRowMinimumHeight(3, 26)
        self._buttons = [*self.colors.buttons(), *self.shapes.buttons()]
        self.colors.idClicked.connect(self.color_picked)
        self.shapes.idClicked.connect(self.shape_picked)

    def apply_theme(self, theme: Theme) -> None:
        """Take new colours; they are painted with the next `show_style`."""
        self._theme = theme

    def show_style(self, style: GroupStyle) -> None:
        """Paint every choice as the group would look with it, and mark the present one."""
        ratio = self.devicePixelRatioF()
        for place in range(PALETTE_SIZE):
            colored = GroupStyle(style.name, place, style.shape)
            shaped = GroupStyle(style.name, style.color, Shape(place))
            self.colors.button(place).setIcon(QIcon(glyph_pixmap(colored, self._theme, _RADIUS, ratio)))
            self.shapes.button(place).setIcon(QIcon(glyph_pixmap(shaped, self._theme, _RADIUS, ratio)))
        self.colors.button(style.color).setChecked(True)
        self.shapes.button(int(style.shape)).setChecked(True)

    def open_at(self, place: QPoint, style: GroupStyle) -> None:
        """Pop up at a place of the screen."""
        self.show_style(style)
        self.adjustSize()
        screen = QGuiApplication.screenAt(place) or self.screen()
        free = screen.availableGeometry()
        x = min(place.x(), free.right() - self.width())
        y = place.y() if place.y() + self.height() <= free.bottom() else free.bottom() - self.height()
        self.move(max(free.left(), x), max(free.top(), y))
        self.show()
        self.colors.button(style.color).setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QToolButton):
            focus.click()
        else:
            super().keyPressEvent(event)

    def _add_choices(self, grid: QGridLayout, row: int, title: str, names: tuple[str, ...]) -> QButtonGroup:
        label = QLabel(title)
        label.setProperty("role", "third")
        grid.addWidget(label, row, 0, 1, _ACROSS)
        group = QButtonGroup(self)
        for place, name in enumerate(names):
            button = _Choice()
            button.setCheckable(True)
            button.setToolTip(name)
            button.setAccessibleName(f"{title} {name.lower()}")
            button.setIconSize(QSize(22, 22))
            button.stepped.connect(self._on_choice_stepped)
            group.addButton(button, place)
            grid.addWidget(button, row + 1 + place // _ACROSS, place % _ACROSS)
        return group

    def _on_choice_stepped(self, key: int) -> None:
        focus = self.focusWidget()
        if isinstance(focus, QToolButton) and focus in self._buttons:
            to = self._buttons.index(focus) + _STEPS[Qt.Key(key)]
            if 0 <= to < len(self._buttons):
                self._buttons[to].setFocus(Qt.FocusReason.OtherFocusReason)


class _Choice(QToolButton):
    """A button that leaves the arrow keys to the picker."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            self.stepped.emit(int(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # the picker clicks for it: by themselves these keys click no button
        else:
            super().keyPressEvent(event)
