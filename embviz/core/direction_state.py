"""What the Directions half of the Analogy dock shows: a part of the program's state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.arithmetic import Arithmetic
    from embviz.core.directions import Directions
    from embviz.core.pairs import PairList
    from embviz.core.question_scores import QuestionReport
    from embviz.errors import EmbvizError


@dataclass(frozen=True)
class DirectionOptions:
    """How pairs and questions are worked out.

    Attributes
    ----------
    normalize
        Bring every vector to length 1 first.
    mean_of_pieces
        Take the mean of the pieces for words of several tokens, which are left out otherwise.
    """

    normalize: bool = False
    mean_of_pieces: bool = False


@dataclass(frozen=True, eq=False)
class DirectionState:
    """Pairs, or a file of questions, and what came of them.

    Attributes
    ----------
    pairs
        The list that was chosen; None while there is none, or while questions are shown.
    options
        How they are worked out.
    found
        What their offsets have in common.
    complaint
        Why that could not be worked out.
    questions
        Name of the file of questions that is shown, empty for none.
    report
        Its scores.
    on_map
        Whether the offsets are to be drawn on the map.
    drawing
        What is drawn on the present map.
    """

    pairs: PairList | None = None
    options: DirectionOptions = field(default_factory=DirectionOptions)
    found: Directions | None = None
    complaint: EmbvizError | None = None
    questions: str = ""
    report: QuestionReport | None = None
    on_map: bool = True
    drawing: Arithmetic | None = None
