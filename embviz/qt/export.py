"""From the window's map to a file, in any form there is: pictures and data alike."""

from __future__ import annotations

from pathlib import Path

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.mapping import MapResult
from embviz.core.page import Figure
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


def map_figure(snapshot: Snapshot, options: FigureOptions | None = None) -> Figure:
    """Lay out the finished map as a figure; may run in a worker thread.

    Raises
    ------
    EmbvizError
        ``nothing-to-export``.
    """
    result = _result(snapshot)
    styles = group_styles(result.group_names, snapshot.document.groups)
    return figure_from_map(result, styles, options or FigureOptions(), selected=snapshot.selection)


def export_map(snapshot: Snapshot, path: Path, options: FigureOptions | None = None) -> Path:
    """Write the finished map; may run in a worker thread.

    Parameters
    ----------
    options
        Of a picture; None for the defaults.

    Returns
    -------
    The path.

    Raises
    ------
    EmbvizError
        ``nothing-to-export``, ``unknown-format``, ``cannot-write``, ``too-large``.
    """
    result, table = _result(snapshot), snapshot.table
    suffix = path.suffix.lower()
    if suffix in MAP_FORMATS:
        write_text(path, MAP_FORMATS[suffix](result, "" if table is None else table.name))
    else:
        write_figure(map_figure(snapshot, options), path)
    return path


def _result(snapshot: Snapshot) -> MapResult:
    if snapshot.result is None:
        raise EmbvizError(
            "There is no map yet to export.", code="nothing-to-export", hint="Add words first."
        )
    return snapshot.result
