"""A finished map under other groups: names and places of groups change nothing of the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.mapping import MapResult
    from embviz.core.words import MapWord


def regrouped(result: MapResult, words: Sequence[MapWord], names: Sequence[str]) -> MapResult | None:
    """Return the same map with its words in other groups, or None when it has to be drawn anew.

    Positions, measures and the order of the points stay; so a word that is moved to another group, or a group
    that gets another name or place, costs no new run.

    Parameters
    ----------
    result
        A finished map.
    words
        What is to be on the map now.
    names
        Names of the groups that ``MapWord.group`` counts in.
    """
    if len(words) != len(result.words):
        return None
    groups = {(word.ids, word.text, word.token, word.combined): word.group for word in words}
    found = [groups.get((word.ids, word.text, word.token, word.combined)) for word in result.words]
    if None in found:
        return None
    moved = tuple(
        word if word.group == group else replace(word, group=group)
        for word, group in zip(result.words, found, strict=True)
        if group is not None
    )
    return replace(result, words=moved, group_names=tuple(names))
