"""What is to be drawn, apart from the table and the words."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any


class VectorMode(enum.Enum):
    """Which vectors a map is drawn from."""

    UNIT = "unit"
    RAW = "raw"
    COMMON_REMOVED = "common-removed"


@dataclass(frozen=True)
class MapRequest:
    """What to draw; everything that a map depends on besides the table and the words."""

    method: str = "pca"
    parameters: Any = None
    """The projection's own Parameters; None for its defaults."""
    seed: int = 0
    vectors: VectorMode = VectorMode.UNIT
