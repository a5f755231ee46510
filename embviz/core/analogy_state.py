"""What the Analogy dock shows: a part of the program's state."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from embviz.core.analogy import AnalogyMethod

if TYPE_CHECKING:
    from embviz.core.analogy import Analogy
    from embviz.core.arithmetic import Arithmetic
    from embviz.core.completion import Completions
    from embviz.core.examples import SortedExample
    from embviz.errors import EmbvizError

LENGTH = 10
"""Lines of both lists."""


class AnalogyWay(enum.Enum):
    """How terms are put together."""

    RAW = "raw"
    """Rows are added as they are stored."""
    NORMALIZED = "normalised"
    """Every vector is brought to length 1 before it is added."""
    COSMUL = "3cosmul"
    """Cosines are multiplied (Levy & Goldberg 2014)."""

    @property
    def method(self) -> AnalogyMethod:
        """How rows are compared with the terms."""
        return AnalogyMethod.COSMUL if self is AnalogyWay.COSMUL else AnalogyMethod.ADDITION


class AnalogyPage(enum.Enum):
    """Which half of the Analogy dock is seen."""

    ARITHMETIC = "arithmetic"
    DIRECTIONS = "directions"


@dataclass(frozen=True)
class AnalogyRequest:
    """What is asked.

    Attributes
    ----------
    expression
        As typed, without what is expected.
    expected
        The word that is expected, empty for none.
    way
        How terms are put together.
    fold_variants
        List of spellings that differ only in case or leading space only the first.
    mean_of_pieces
        Take the mean of the pieces for a word of several tokens, which is refused otherwise.
    """

    expression: str = ""
    expected: str = ""
    way: AnalogyWay = AnalogyWay.RAW
    fold_variants: bool = False
    mean_of_pieces: bool = False

    @property
    def text(self) -> str:
        """Expression and what is expected in one line."""
        return f"{self.expression} = {self.expected}" if self.expected.strip() else self.expression


@dataclass(frozen=True, eq=False)
class AnalogyState:
    """An analogy, and how it is looked at.

    Attributes
    ----------
    request
        As asked last.
    found
        What came of it; None while nothing was asked, or where it could not be worked out.
    complaint
        Why it could not be worked out.
    on_map
        Whether it is to be drawn on the map.
    drawing
        What is drawn on the present map; None without an analogy or a map.
    examples
        Well-known analogies as they turn out on the present table; None until they were tried.
    completions
        What the term that is being typed may become.
    page
        Which half of the dock is seen.
    """

    request: AnalogyRequest = field(default_factory=AnalogyRequest)
    found: Analogy | None = None
    complaint: EmbvizError | None = None
    on_map: bool = True
    drawing: Arithmetic | None = None
    examples: tuple[SortedExample, ...] | None = None
    completions: Completions | None = None
    page: AnalogyPage = AnalogyPage.ARITHMETIC
