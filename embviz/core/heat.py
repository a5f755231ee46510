"""Rows of numbers as levels of a colour scale that is centred at 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]
UInt8 = NDArray[np.uint8]

LEVELS = 255
"""Colours of the scale, an odd number: the middle one is 0."""

ZERO_LEVEL = LEVELS // 2
MISSING_LEVEL = LEVELS
"""Stands for NaN."""


def folded(values: Float32, columns: int) -> Float32:
    """Bring a row (d,) to at most ``columns`` numbers.

    Of those that share a column the largest in size stays: a mean would wash out what stands out.
    NaN gives way to numbers.
    """
    dim = values.size
    if dim <= columns or columns < 1:
        return values
    starts = (np.arange(columns) * dim) // columns
    known = np.nan_to_num(values, nan=0.0)
    high, low = np.maximum.reduceat(known, starts), np.minimum.reduceat(known, starts)
    largest = np.where(high >= -low, high, low)
    nothing = np.logical_and.reduceat(np.isnan(values), starts)
    return np.where(nothing, np.nan, largest).astype(np.float32)


def levels(values: Float32, limit: float) -> UInt8:
    """Return places in the colour scale, 0 for −limit and below to 254 for +limit and above; NaN is 255.

    Parameters
    ----------
    values
        Of any shape.
    limit
        Above 0.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        places = np.rint(np.clip(values / np.float32(limit), -1.0, 1.0) * ZERO_LEVEL) + ZERO_LEVEL
    return np.where(np.isnan(places), MISSING_LEVEL, places).astype(np.uint8)
