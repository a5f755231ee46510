"""The map on the clipboard: a picture, a drawing and text, for whatever a program can take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from embviz.io.exports import MAP_FORMATS
from embviz.qt.export import map_figure
from embviz.qt.figures import RENDERERS

if TYPE_CHECKING:
    from embviz.core.figure_options import FigureOptions
    from embviz.core.snapshot import Snapshot


@dataclass(frozen=True)
class ClipboardParts:
    """The same map in three forms."""

    png: bytes
    svg: bytes
    text: str


def clipboard_parts(snapshot: Snapshot, options: FigureOptions | None = None) -> ClipboardParts:
    """Render the finished map; may run in a worker thread. The text is the table of words that CSV has.

    Raises
    ------
    EmbvizError
        ``nothing-to-export``.
    """
    figure = map_figure(snapshot, options)
    result, table = snapshot.result, snapshot.table
    assert result is not None
    assert table is not None
    text = MAP_FORMATS[".csv"](result, table.name)
    return ClipboardParts(RENDERERS[".png"](figure), RENDERERS[".svg"](figure), text)


def put_on_clipboard(parts: ClipboardParts) -> None:
    """Put all three forms on the clipboard at once; on the UI thread."""
    data = QMimeData()
    data.setImageData(QImage.fromData(parts.png))
    data.setData("image/png", parts.png)
    data.setData("image/svg+xml", parts.svg)
    data.setText(parts.text)
    QGuiApplication.clipboard().setMimeData(data)
