"""Writers of figures: one file and one line each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from embviz.errors import EmbvizError
from embviz.io.atomic import write_bytes
from embviz.qt.figures import pdf, png, svg
from embviz.qt.figures.compose import MapExtras, figure_from_map, figure_from_plot

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.page import Figure

RENDERERS: dict[str, Callable[[Figure], bytes]] = {
    ".png": png.render,
    ".svg": svg.render,
    ".pdf": pdf.render,
}
"""From a suffix, in the order in which they are offered, to what makes the bytes of such a file."""

__all__ = ["RENDERERS", "MapExtras", "figure_from_map", "figure_from_plot", "write_figure"]


def write_figure(figure: Figure, path: str | Path) -> None:
    """Write a figure in the format that the suffix of ``path`` names, whole or not at all.

    Raises
    ------
    EmbvizError
        ``unknown-format``: no writer has this suffix; ``cannot-write``: there is no such folder, no
        permission, no room; ``too-large``: a picture of too many dots.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in RENDERERS:
        known = ", ".join(RENDERERS)
        raise EmbvizError(
            f"Figures cannot be written as “{suffix or Path(path).name}”.",
            code="unknown-format",
            hint=f"Choose a name that ends in one of: {known}.",
        )
    write_bytes(path, RENDERERS[suffix](figure))
