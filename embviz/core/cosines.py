"""The cosine of two vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def cosine(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Return the cosine of two vectors (d,), in float64; NaN when one is zero or not finite."""
    a, b = first.astype(np.float64), second.astype(np.float64)
    if not (np.isfinite(a).all() and np.isfinite(b).all() and a.any() and b.any()):
        return float("nan")
    # Scaled first, so that very long and very short vectors do not overflow or vanish.
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))
