"""From chosen words to a finished map: vectors, projection, distortion and what is said of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from embviz.core.caution import Sentence
    from embviz.core.distortion import Distortion
    from embviz.core.projections.base import Layout
    from embviz.core.words import MapWord
    from embviz.errors import Notice


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


@dataclass(frozen=True, eq=False)
class MapResult:
    """A map with all that is known of it. Arrays are read-only.

    Attributes
    ----------
    request
        As carried out: its parameters are resolved.
    words
        The points in order.
    group_names
        Names of the groups that ``MapWord.group`` counts in.
    layout
        Positions, axis shares, kept lengths.
    distortion
        How far the picture can be trusted; None for fewer than five words.
    caution
        Sentences of the strip and caption.
    notices
        What else had to be said: words left out, equal vectors.
    """

    request: MapRequest
    words: tuple[MapWord, ...]
    group_names: tuple[str, ...]
    layout: Layout
    distortion: Distortion | None
    caution: tuple[Sentence, ...]
    notices: tuple[Notice, ...] = ()
