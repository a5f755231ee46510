"""Arrays that are handed out and must not be written to."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)


def read_only(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Forbid writing to an array, and return the same array."""
    array.setflags(write=False)
    return array
