"""Our own line icons (``resources/icons``, SVG), drawn in any colour, size and device pixel ratio."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from embviz.resources import resource

if TYPE_CHECKING:
    from embviz.qt.theme import Theme

_STROKE = b"#000000"
"""What stands for the colour in the files."""

_SIDE = 20
_RATIOS = (1.0, 1.25, 1.5, 2.0, 3.0)


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
    made = QIcon()
    for ratio in _RATIOS:
        made.addPixmap(pixmap(name, color, _SIDE, ratio))
        if checked:
            made.addPixmap(pixmap(name, checked, _SIDE, ratio), QIcon.Mode.Normal, QIcon.State.On)
            made.addPixmap(pixmap(name, checked, _SIDE, ratio), QIcon.Mode.Active, QIcon.State.On)
        if disabled:
            made.addPixmap(pixmap(name, disabled, _SIDE, ratio), QIcon.Mode.Disabled, QIcon.State.Off)
    return made


def style_sheet_image(name: str, theme: Theme) -> str:
    """Path of an icon for a style sheet, which can only name files: they ship in both themes' colours."""
    return resource("icons", f"{name}-{theme.name.value}.svg").as_posix()
