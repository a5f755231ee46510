"""Which boxes, points and lines meet, on any shapes that broadcast. Boxes are left, top, right, bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from embviz.core.figure import Bools, Float64


def boxes_of(anchors: Float64, offsets: Float64, sizes: Float64) -> Float64:
    """Boxes (…, 4) of the given sizes, centred at anchors + offsets, all (…, 2)."""
    centers = anchors + offsets
    return np.concatenate([centers - sizes / 2, centers + sizes / 2], axis=-1)


def overlap_areas(first: Float64, second: Float64) -> Float64:
    """Return the common area of boxes, 0 where they do not overlap."""
    across = np.minimum(first[..., 2], second[..., 2]) - np.maximum(first[..., 0], second[..., 0])
    down = np.minimum(first[..., 3], second[..., 3]) - np.maximum(first[..., 1], second[..., 1])
    common: Float64 = np.maximum(across, 0.0) * np.maximum(down, 0.0)
    return common


def distances_to_boxes(x: Any, y: Any, boxes: Float64) -> Float64:
    """Distance of points to boxes, 0 inside."""
    across = np.maximum(np.maximum(boxes[..., 0] - x, x - boxes[..., 2]), 0.0)
    down = np.maximum(np.maximum(boxes[..., 1] - y, y - boxes[..., 3]), 0.0)
    distances: Float64 = np.sqrt(across * across + down * down)  # np.hypot is ten times as slow
    return distances


def lines_meet_boxes(lines: Float64, boxes: Float64) -> Bools:
    """Whether a part of the line x0, y0, x1, y1 lies inside the box."""
    enter: Any = 0.0
    leave: Any = 1.0
    for axis in (0, 1):
        start = lines[..., axis]
        along = lines[..., axis + 2] - start
        along = np.where(np.abs(along) < 1e-9, 1e-9, along)
        one = (boxes[..., axis] - start) / along
        other = (boxes[..., axis + 2] - start) / along
        enter = np.maximum(enter, np.minimum(one, other))
        leave = np.minimum(leave, np.maximum(one, other))
    meet: Bools = enter < leave
    return meet


def lines_cross(first: Float64, second: Float64) -> Bools:
    """Whether two lines cross, their ends not counted."""
    ax, ay, bx, by = (first[..., place] for place in range(4))
    cx, cy, dx, dy = (second[..., place] for place in range(4))
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    c_side = ux * (cy - ay) - uy * (cx - ax)
    d_side = ux * (dy - ay) - uy * (dx - ax)
    a_side = vx * (ay - cy) - vy * (ax - cx)
    b_side = vx * (by - cy) - vy * (bx - cx)
    cross: Bools = (c_side * d_side < 0) & (a_side * b_side < 0)
    return cross


def distances_to_lines(x: Any, y: Any, lines: Float64) -> Float64:
    """Distance of points to lines between two ends."""
    x0, y0 = lines[..., 0], lines[..., 1]
    ux, uy = lines[..., 2] - x0, lines[..., 3] - y0
    length = np.maximum(ux * ux + uy * uy, 1e-12)
    along = np.clip(((x - x0) * ux + (y - y0) * uy) / length, 0.0, 1.0)
    across, down = x0 + along * ux - x, y0 + along * uy - y
    distances: Float64 = np.sqrt(across * across + down * down)
    return distances
