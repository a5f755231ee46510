"""What is said wherever a cosine is shown: all rows share a direction, so even strangers are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.quantities import signed

if TYPE_CHECKING:
    from embviz.core.neighborhood import Neighborhood
    from embviz.core.pair_reference import PairReference

_HARDLY = 0.05
"""Below this mean cosine rows are not said to share a direction."""


def shared_direction(reference: PairReference, *, removed: bool = False) -> str:
    """Say how alike two words are that have nothing to do with each other, and why.

    Parameters
    ----------
    reference
        Cosines of random pairs of the vectors in use.
    removed
        Whether the common direction was taken out of them.
    """
    pairs = f"Random pairs of {reference.of} have cosine {signed(reference.mean)}"
    if removed:
        return f"{pairs}: the direction that all rows share is taken out."
    if reference.mean < _HARDLY:
        return f"{pairs}: rows of this table share hardly any direction."
    return f"{pairs}, for all rows share a direction."


def list_changes(found: Neighborhood) -> str:
    """Say how far a list without the common direction differs from the list of rows as stored; else empty."""
    if found.changed is None or not found.compared:
        return ""
    share = round(100 * found.changed / found.compared)
    nearest = {1: "nearest entry", 5: "five nearest entries"}.get(
        found.compared, f"{found.compared} nearest entries"
    )
    differ = f"{found.changed} of the {nearest} ({share} %)"
    verb = "differs" if found.changed == 1 else "differ"
    return f"Vectors were shifted. Cosines change: {differ} {verb} from the raw list."
