"""From the window's map to a file, in any form there is: pictures and data alike."""

from __future__ import annotations

from pathlib import Path

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.page import ThemeName
from embviz.core.snapshot import Snapshot
from embviz.errors import EmbvizError
from embviz.io.atomic import write_text
from embviz.io.exports import MAP_FORMATS
from embviz.qt.figures import RENDERERS, figure_from_map, write_figure

FORMAT_TITLES = {
    ".png": "PNG picture",
    ".svg": "SVG drawing",
    ".pdf": "PDF page",
    ".csv": "CSV table",
    ".json": "JSON data",
}
"""What people call the forms, by suffix; a form without a title is called by its suffix."""


def export_filters() -> dict[str, str]:
    """Filters of a file dialog, and the suffix that each stands for."""
    suffixes = (*RENDERERS, *MAP_FORMATS)
    return {f"{FORMAT_TITLES.get(suffix, suffix[1:].upper())} (*{suffix})": suffix for suffix in suffixes}


def export_map(snapshot: Snapshot, path: Path, options: FigureOptions | None = None) -> Path:
    """Write the finished map; may run in a worker thread.

    Parameters
    ----------
    options
        Of a picture; None for the defaults, in the light theme.

    Returns
    -------
    The path.

    Raises
    ------
    EmbvizError
        ``nothing-to-export``, ``unknown-format``, ``cannot-write``, ``too-large``.
    """
    result, table = snapshot.result, snapshot.table
    if result is None or table is None:
        raise EmbvizError(
            "There is no map yet to export.", code="nothing-to-export", hint="Add words first."
        )
    suffix = path.suffix.lower()
    if suffix in MAP_FORMATS:
        write_text(path, MAP_FORMATS[suffix](result, table.name))
        return path
    styles = group_styles(result.group_names, snapshot.document.groups)
    figure = figure_from_map(
        result, styles, options or FigureOptions(theme=ThemeName.LIGHT), selected=snapshot.selection
    )
    write_figure(figure, path)
    return path
