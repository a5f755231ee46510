"""From the window's map to a file, in any form there is: pictures and data alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.figure import group_styles
from embviz.core.figure_options import FigureOptions
from embviz.core.snapshot import has_noise
from embviz.errors import EmbvizError
from embviz.io.atomic import write_text
from embviz.io.exports import MAP_FORMATS
from embviz.qt.figures import MapExtras, figure_from_map, write_figure
from embviz.qt.map_plot import focus_lists, shown_arithmetic

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.mapping import MapResult
    from embviz.core.page import Figure
    from embviz.core.snapshot import Snapshot
    from embviz.core.word_lists import WordLists

FORMAT_TITLES = {
    ".png": "PNG picture",
    ".svg": "SVG drawing",
    ".pdf": "PDF page",
    ".csv": "CSV table",
    ".json": "JSON data",
}
"""What people call the forms, by suffix; a form without a title is called by its suffix."""


DATA_SUFFIXES = tuple(MAP_FORMATS)
"""Suffixes of the forms that are data."""


def data_text(snapshot: Snapshot, suffix: str, lines: int) -> str:
    """The first lines of the map as data."""
    table = snapshot.table
    text = MAP_FORMATS[suffix](_result(snapshot), "" if table is None else table.name)
    return "\n".join(text.splitlines()[:lines])


def map_figure(snapshot: Snapshot, options: FigureOptions | None = None) -> Figure:
    """Lay out the finished map as a figure; may run in a worker thread.

    Raises
    ------
    EmbvizError
        ``nothing-to-export``.
    """
    result = _result(snapshot)
    styles = group_styles(result.group_names, snapshot.document.groups)
    noise = snapshot.noise if snapshot.noise_shown and has_noise(snapshot) else None
    extras = MapExtras(
        snapshot.selection,
        _selected_lists(snapshot),
        noise,
        snapshot.stability,
        shown_arithmetic(snapshot),
    )
    options = options or FigureOptions(rings=snapshot.overlay)
    return figure_from_map(result, styles, options, extras=extras)


def _selected_lists(snapshot: Snapshot) -> WordLists | None:
    """Neighbours of the only selected word, to which lines lead; what the pointer is over does not matter."""
    return focus_lists(replace(snapshot, hover=None))


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
        raise EmbvizError("There is no map yet to export.", code="nothing-to-export", hint="Add words first.")
    return snapshot.result
