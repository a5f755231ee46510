"""What is fitted while points move."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.snapshot import LiveFrame, Snapshot
from embviz.core.words import MapWord
from embviz.qt.intents import ChooseMethod, SetAnimated
from embviz.qt.map_plot import base_plot
from tests.qt.driving import run_events


@pytest.mark.parametrize("size", [(1440, 900), (1200, 800)])
def test_a_map_that_is_resized_while_its_points_move_is_fitted_to_where_they_arrive(qtbot, window, size):
    view = window.map_view
    window.controller.handle(SetAnimated(True))
    window.controller.handle(ChooseMethod("axes"))
    qtbot.waitUntil(lambda: view._motion.running, timeout=20_000)
    window.resize(*size)
    run_events(60)
    assert view._motion.running
    in_motion = view.frame_now()
    qtbot.waitUntil(lambda: not view._motion.running, timeout=10_000)
    arrived = view.frame_now()
    assert (in_motion.scale, in_motion.origin_x, in_motion.origin_y) == pytest.approx(
        (arrived.scale, arrived.origin_x, arrived.origin_y), rel=1e-6
    )


def test_points_in_the_middle_of_a_run_have_the_groups_that_it_began_with():
    words = tuple(MapWord(f"word{group}", (group,), f"word{group}", group) for group in range(3))
    frame = LiveFrame(words, ("a", "b", "c"), np.zeros((3, 2)), 0.5)
    plot = base_plot(Snapshot(live=frame), None)
    assert plot.points.colors.tolist() == [0, 1, 2]
