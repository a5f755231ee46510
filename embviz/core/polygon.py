"""Which points lie within a polygon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from embviz.core.figure import Bools, Float64


def inside(points: Float64, corners: Float64) -> Bools:
    """Whether each point lies within a polygon, bool, (n,).

    By the even-odd rule (Shimrat 1962): a ray from the point crosses the outline an odd number of times. A
    loop that crosses itself has holes where it goes round twice. Points on the outline may count or not.

    Parameters
    ----------
    points, corners
        float64, (n, 2) and (m, 2), in the same units. The last corner is joined to the first.
    """
    within = np.zeros(len(points), dtype=np.bool_)
    if len(corners) < 3:
        return within
    low, high = corners.min(axis=0), corners.max(axis=0)
    near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    x, y = points[near].T
    odd = np.zeros(len(near), dtype=np.bool_)
    for (x0, y0), (x1, y1) in zip(corners.tolist(), np.roll(corners, -1, axis=0).tolist(), strict=True):
        if y0 != y1:
            odd ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    within[near] = odd
    return within
