"""How an analogy is worked out and listed."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from embviz.core.resolve import SplitPolicy


class AnalogyMethod(enum.Enum):
    """How rows are compared with the terms."""

    ADDITION = "addition"
    """By the cosine with the sum of the terms (3CosAdd)."""
    COSMUL = "3cosmul"
    """By 3CosMul (Levy & Goldberg 2014), see `embviz.core.ranking.CosmulRanking`."""


@dataclass(frozen=True)
class AnalogyOptions:
    """How an analogy is worked out and listed.

    Attributes
    ----------
    k
        Length of both lists.
    normalize
        Bring every term to length 1 before it is added; 3CosMul always does.
    method
        Sum, or 3CosMul.
    fold_variants
        List of tokens that differ only in case or leading space only the first, and no variants of the inputs
        where the inputs are excluded. Ranks are not renumbered.
    all_rows
        List hidden rows too.
    split
        What happens to a term that is several tokens.
    """

    k: int = 5
    normalize: bool = False
    method: AnalogyMethod = AnalogyMethod.ADDITION
    fold_variants: bool = False
    all_rows: bool = False
    split: SplitPolicy = SplitPolicy.ERROR
