"""The bar of a cosine, with a tick where random pairs stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

if TYPE_CHECKING:
    from embviz.qt.theme import Theme


def paint_cosine_bar(
    painter: QPainter,
    theme: Theme,
    bar: QRectF,
    value: float,
    tick: float | None,
    *,
    color: QColor | None = None,
    tick_reach: float = 2.0,
) -> None:
    """Paint a bar from 0 to 1 filled up to a value; what is below 0 has no length.

    Parameters
    ----------
    bar
        The whole bar, pixels.
    tick
        Where the tick stands, None for none.
    color
        Of the filled part; None for the accent.
    tick_reach
        How far the tick reaches beyond the bar.
    """
    radius = bar.height() / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.line))
    painter.drawRoundedRect(bar, radius, radius)
    length = bar.width() * min(1.0, max(0.0, value))
    if length > 0:
        painter.setBrush(QColor(theme.accent) if color is None else color)
        filled = QRectF(bar.left(), bar.top(), max(length, bar.height()), bar.height())
        painter.drawRoundedRect(filled, radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if tick is not None:
        x = round(bar.left() + bar.width() * min(1.0, max(0.0, tick)))
        painter.fillRect(
            QRectF(x, bar.top() - tick_reach, 1, bar.height() + 2 * tick_reach), QColor(theme.ink)
        )
    painter.restore()
