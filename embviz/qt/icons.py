"""Our own line icons (``resources/icons``, SVG), drawn in any colour, size and device pixel ratio."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from embviz.resources import resource

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_STROKE = b"#000000"
"""What stands for the colour in the files."""


@lru_cache(maxsize=512)
def pixmap(name: str, color: str, side: int, ratio: float) -> QPixmap:
    """Draw an icon ``side`` logical pixels wide and high. Needs a QGuiApplication; for the UI thread."""
    drawing = resource("icons", f"{name}.svg").read_bytes().replace(_STROKE, color.encode("ascii"))
    renderer = QSvgRenderer(QByteArray(drawing))
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, color: str, *, checked: str = "", disabled: str = "") -> QIcon:
    """Make an icon for buttons and menus.

    Parameters
    ----------
    checked, disabled
        Colours in these states; as ``color`` when empty.
    """
    return QIcon(_LineIcon(name, color, checked or color, disabled or color))


class _LineIcon(QIconEngine):
    """Draws an icon when, and as large as, it is asked for: a window has hundreds that are never seen."""

    def __init__(self, name: str, color: str, checked: str, disabled: str) -> None:
        super().__init__()
        self._colors = (name, color, checked, disabled)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        side = max(1, min(size.width(), size.height()))
        return pixmap(self._colors[0], self._color(mode, state), side, scale)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        side = min(rect.width(), rect.height())
        corner = rect.topLeft() + QPoint((rect.width() - side) // 2, (rect.height() - side) // 2)
        painter.drawPixmap(corner, pixmap(self._colors[0], self._color(mode, state), side, ratio))

    def clone(self) -> QIconEngine:
        return _LineIcon(*self._colors)

    def _color(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        _, color, checked, disabled = self._colors
        if mode is QIcon.Mode.Disabled:
            return disabled
        return checked if state is QIcon.State.On else color


def style_sheet_image(name: str, theme: Theme) -> str:
    """Path of an icon for a style sheet, which can only name files: they ship in both themes' colours."""
    return resource("icons", f"{name}-{theme.name.value}.svg").as_posix()
