"""The fewest removals and insertions between two lists, so that rows which stay keep their place in views."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Run = tuple[int, int]
"""First and last place."""


def changed_runs(old: Sequence[str], new: Sequence[str]) -> tuple[list[Run], list[Run]]:
    """Return runs of places to remove from ``old`` and then runs of places of ``new`` to insert.

    What stays is the longest part of ``old`` that is in ``new`` in the same order (a longest increasing
    subsequence, n log n); texts may occur several times. Removals come last place first, insertions first
    place first: they can be carried out as they stand.
    """
    start = _common(old, new)
    stop = _common(reversed(old[start:]), reversed(new[start:]))
    old_end, new_end = len(old) - stop, len(new) - stop
    places = {key: start + at for at, key in enumerate(_numbered(new[start:new_end]))}
    targets = [places.get(key) for key in _numbered(old[start:old_end])]
    kept = _longest_increasing(targets)
    kept_new = {targets[at] for at in kept}
    removed = [start + at for at in range(old_end - start) if at not in kept]
    inserted = [at for at in range(start, new_end) if at not in kept_new]
    return list(reversed(runs(removed))), runs(inserted)


def _common(first: Iterable[str], second: Iterable[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _numbered(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Tell equal texts apart by counting them."""
    seen: Counter[str] = Counter()
    keys = []
    for text in texts:
        keys.append((text, seen[text]))
        seen[text] += 1
    return keys


def _longest_increasing(values: Sequence[int | None]) -> set[int]:
    """Return the places of a longest increasing subsequence; None is never in it."""
    tails: list[int] = []
    tail_places: list[int] = []
    before: dict[int, int] = {}
    for place, value in enumerate(values):
        if value is None:
            continue
        at = bisect_left(tails, value)
        if at:
            before[place] = tail_places[at - 1]
        if at == len(tails):
            tails.append(value)
            tail_places.append(place)
        else:
            tails[at], tail_places[at] = value, place
    chosen: set[int] = set()
    place_or_none = tail_places[-1] if tail_places else None
    while place_or_none is not None:
        chosen.add(place_or_none)
        place_or_none = before.get(place_or_none)
    return chosen


def runs(places: Sequence[int]) -> list[Run]:
    """Join ascending places that follow one another."""
    found: list[Run] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found
