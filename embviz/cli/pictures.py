"""Writing a map as pictures: the only part of the command line that needs Qt, besides the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from embviz.cli.qt import qt_that_loads

if TYPE_CHECKING:
    from embviz.core.figure_options import FigureOptions
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.stability import Stability
    from embviz.core.words import WordGroup

PICTURES = (".png", ".svg", ".pdf")
"""Suffixes of pictures, known without importing Qt, so that data is written where Qt cannot be loaded."""


def write_pictures(
    paths: Iterable[Path],
    result: MapResult,
    groups: Sequence[WordGroup],
    options: FigureOptions,
    *,
    stability: Stability | None = None,
    noise: NoiseControl | None = None,
) -> None:
    """Draw a map once and write it to files, each in the form that its suffix names. Needs no display.

    A noise control stands beside the map, and a stability check is told in the caption.

    Raises
    ------
    EmbvizError
        ``cannot-write``; ``too-large`` for a picture of too many dots; ``no-qt`` where Qt cannot be loaded.
    """
    from embviz.core.figure import group_styles

    with qt_that_loads():
        from embviz.qt.figures import MapExtras, figure_from_map, write_figure
    extras = MapExtras(noise=noise, stability=stability)
    figure = figure_from_map(result, group_styles(result.group_names, groups), options, extras=extras)
    for path in paths:
        write_figure(figure, path)
