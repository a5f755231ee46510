"""Arithmetic on many points in the middle of a frame.

numpy lets other threads have Python while it works on more than 500 numbers. Where others wait for that, the
UI thread gets it back half a millisecond later: a dozen times a frame, that doubles a frame of 2,000 words.
So a frame works on small pieces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Piece = NDArray[np.intp]
"""Numbers of a few points."""

PIECE = 240
"""Points of a piece: fewer than 500 numbers for x and y."""


def pieces(count: int) -> list[slice]:
    """Cut ``count`` points into pieces."""
    return [slice(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]
