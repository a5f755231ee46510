"""Painting plots on the screen, fast: what was painted once is kept as a pixmap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from embviz.qt.fonts import TextMeasure
from embviz.qt.painter.axes import paint_axes
from embviz.qt.painter.look import Look
from embviz.qt.painter.pixmaps import PixmapStamps
from embviz.qt.painter.plot import plot_parts

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtGui import QPainter

    from embviz.core.figure import Axes, PlotDescription, PlotFrame
    from embviz.qt.theme import Lengths, Theme

_LOOKS_KEPT = 4


class ScreenPainter:
    """Paints plots and keeps their stamps, for every theme, factor, marker size and screen they were seen on.

    Needs :func:`embviz.qt.fonts.load_fonts`. To be used on the UI thread.

    Attributes
    ----------
    measure
        Widths of text, for :func:`embviz.qt.painter.label_task`.
    """

    def __init__(self) -> None:
        self.measure = TextMeasure()
        self._stamps: dict[tuple[Theme, float, float, Lengths], PixmapStamps] = {}

    def plot_parts(
        self,
        painter: QPainter,
        plot: PlotDescription,
        frame: PlotFrame,
        theme: Theme,
        *,
        factor: float = 1.0,
        patience: float = math.inf,
    ) -> Generator[None, None, bool]:
        """Paint what lies within a frame, in the painter's logical pixels, a few points at a time.

        Parameters
        ----------
        patience
            Seconds for making labels; those that were made are kept for the next frame.

        Returns
        -------
        Whether all labels were painted.
        """
        look = self._look(painter, theme, factor)
        lengths = look.lengths(len(plot.points))
        key = (theme, factor, look.ratio or 1.0, lengths)
        stamps = self._stamps.pop(key, None) or PixmapStamps(look, lengths)
        self._stamps[key] = stamps  # the one used last stands last
        while len(self._stamps) > _LOOKS_KEPT:
            del self._stamps[next(iter(self._stamps))]
        stamps.patience, stamps.complete = patience, True
        yield from plot_parts(painter, plot, frame, look, stamps)
        return stamps.complete

    def paint_axes(
        self, painter: QPainter, axes: Axes, frame: PlotFrame, theme: Theme, *, factor: float = 1.0
    ) -> None:
        """Paint numbers and titles left of and below a frame, which is in the painter's logical pixels."""
        paint_axes(painter, axes, frame, self._look(painter, theme, factor))

    def _look(self, painter: QPainter, theme: Theme, factor: float) -> Look:
        ratio = painter.device().devicePixelRatioF()
        return Look(theme, self.measure, factor=factor, ratio=ratio)
