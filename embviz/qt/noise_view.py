"""The noise control beside the map: the same view of points that are no words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.snapshot import Snapshot, Tool
from embviz.qt.map_view import MapView

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QWidget

    from embviz.qt.jobs import Jobs
    from embviz.qt.theme import Theme
    from embviz.qt.turns import Turns


class NoiseView(MapView):
    """Draws a snapshot's noise control. Its points have no names and cannot be picked; dragging pans."""

    def __init__(self, theme: Theme, jobs: Jobs, turns: Turns, parent: QWidget | None = None) -> None:
        super().__init__(theme, jobs, turns, parent)
        self.setAccessibleName("Noise control: a map of shuffled vectors")

    def render_snapshot(self, old: Snapshot | None, new: Snapshot) -> None:
        """Draw what changed."""
        super().render_snapshot(None if old is None else _of_noise(old), _of_noise(new))

    def _place_labels(self, *, at_once: bool) -> None:
        """There is no label to place."""

    def _on_box_hovered(self, position: QPointF | None) -> None:
        """Nothing is known of a point."""

    def _on_box_clicked(self, position: QPointF, mode: object) -> None:
        """Nothing can be picked."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Nothing can be done with a point."""
        event.ignore()


def _of_noise(snapshot: Snapshot) -> Snapshot:
    """The snapshot as if its map were the noise control."""
    return replace(
        snapshot,
        result=None if snapshot.noise is None else snapshot.noise.result,
        live=snapshot.noise_live,
        selection=(),
        hover=None,
        lists=None,
        reference=None,
        tool=Tool.PAN,
    )
