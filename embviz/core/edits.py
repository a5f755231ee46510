"""Edits of the word groups: pure functions from one document to the next."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from embviz.core.figure import PALETTE_SIZE, group_styles
from embviz.core.words import SplitPolicy, WordGroup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from embviz.core.snapshot import Document

WordPlace = tuple[int, int]
"""A typed word: place of its group, place within the group."""


def words_added(document: Document, group: int, words: Iterable[str], at: int | None = None) -> Document:
    """Put typed words into a group, at a place or at its end; a word the group has already is not added."""
    old = document.groups[group].words
    new = [word for word in dict.fromkeys(words) if word not in old]
    place = len(old) if at is None else at
    return _with_group(document, group, words=(*old[:place], *new, *old[place:]))


def words_removed(document: Document, places: Iterable[WordPlace]) -> Document:
    """Take typed words away; groups stay, even empty."""
    gone = set(places)
    groups = tuple(
        replace(group, words=tuple(word for at, word in enumerate(group.words) if (number, at) not in gone))
        for number, group in enumerate(document.groups)
    )
    return replace(document, groups=groups)


def words_moved(document: Document, places: Sequence[WordPlace], to: int, at: int | None = None) -> Document:
    """Move typed words to a group, before what stands at ``at`` there, keeping their order."""
    moving = [document.groups[group].words[place] for group, place in places]
    if at is not None:
        at -= sum(1 for group, place in places if group == to and place < at)
    return words_added(words_removed(document, places), to, moving, at)


def words_stepped(document: Document, places: Iterable[WordPlace], step: int) -> Document:
    """Move typed words one place up (−1) or down (1), keeping their order; from a group's end into the next.

    Words of several groups do not step: they have no common way.
    """
    chosen = sorted(set(places))
    if not chosen or chosen[0][0] != chosen[-1][0]:
        return document
    group, first, last = chosen[0][0], chosen[0][1], chosen[-1][1]
    if step < 0:
        if first > 0:
            return words_moved(document, chosen, group, first - 1)
        return words_moved(document, chosen, group - 1) if group > 0 else document
    if last + 1 < len(document.groups[group].words):
        return words_moved(document, chosen, group, last + 2)
    return words_moved(document, chosen, group + 1, 0) if group + 1 < len(document.groups) else document


def word_retyped(document: Document, place: WordPlace, text: str) -> Document:
    """Put another word in a word's place; an empty one, or one that the group has, changes nothing."""
    number, at = place
    words = document.groups[number].words
    if not text.strip() or text in words:
        return document
    return _with_group(document, number, words=(*words[:at], text, *words[at + 1 :]))


def group_added(document: Document, name: str, words: Iterable[str] = (), at: int | None = None) -> Document:
    """Add a group, at a place or at the end, under a name that no other has."""
    taken = {group.name for group in document.groups}
    free, number = name, 2
    while free in taken:
        free, number = f"{name} {number}", number + 1
    place = len(document.groups) if at is None else at
    group = WordGroup(free, tuple(dict.fromkeys(words)), *_free_style(document))
    return replace(document, groups=(*document.groups[:place], group, *document.groups[place:]))


def groups_joined(document: Document, groups: Iterable[WordGroup]) -> Document:
    """Add whole groups at the end; words of a name that is there already go into that group."""
    for group in groups:
        place = next((at for at, old in enumerate(document.groups) if old.name == group.name), None)
        if place is not None:
            document = words_added(document, place, group.words)
            continue
        color, shape = _free_style(document)
        added = replace(
            group,
            words=tuple(dict.fromkeys(group.words)),
            color=color if group.color is None else group.color,
            shape=shape if group.shape is None else group.shape,
        )
        document = replace(document, groups=(*document.groups, added))
    return document


def group_removed(document: Document, group: int) -> Document:
    """Take a group and its words away; the others keep their colours and shapes."""
    groups = _styled(document.groups)
    return replace(document, groups=(*groups[:group], *groups[group + 1 :]))


def group_moved(document: Document, group: int, to: int) -> Document:
    """Move a group to another place; every group keeps its colour and shape."""
    groups = list(_styled(document.groups))
    groups.insert(to, groups.pop(group))
    return replace(document, groups=tuple(groups))


def group_renamed(document: Document, group: int, name: str) -> Document:
    """Give a group another name; an empty one, or one that another group has, changes nothing."""
    name = name.strip()
    if not name or any(other.name == name for other in document.groups):
        return document
    return _with_group(document, group, name=name)


def group_recolored(document: Document, group: int, color: int) -> Document:
    """Give a group another place in the palette."""
    return _with_group(document, group, color=color)


def group_reshaped(document: Document, group: int, shape: int) -> Document:
    """Give a group another glyph."""
    return _with_group(document, group, shape=shape)


def group_shown(document: Document, group: int, visible: bool) -> Document:
    """Draw a group's words or leave them out."""
    return _with_group(document, group, visible=visible)


def only_shown(document: Document, groups: Iterable[int]) -> Document:
    """Draw the words of these groups alone."""
    chosen = set(groups)
    shown = tuple(replace(group, visible=at in chosen) for at, group in enumerate(document.groups))
    return replace(document, groups=shown)


def splits_chosen(document: Document, words: Iterable[str], policy: SplitPolicy) -> Document:
    """Say what happens to typed words that are several tokens each."""
    choices = MappingProxyType({**document.split_choices, **dict.fromkeys(words, policy)})
    return replace(document, split_choices=choices)


def _with_group(document: Document, number: int, **changes: object) -> Document:
    group = replace(document.groups[number], **changes)  # type: ignore[arg-type]
    return replace(document, groups=(*document.groups[:number], group, *document.groups[number + 1 :]))


def _styled(groups: tuple[WordGroup, ...]) -> tuple[WordGroup, ...]:
    """Write down the colour and shape that follow from position, before positions change."""
    styles = group_styles([group.name for group in groups], groups)
    return tuple(
        replace(group, color=style.color, shape=int(style.shape))
        for group, style in zip(groups, styles, strict=True)
    )


def _free_style(document: Document) -> tuple[int, int]:
    """Colour and shape that the fewest groups use, the first of them."""
    styled = _styled(document.groups)
    colors, shapes = [group.color for group in styled], [group.shape for group in styled]
    places = range(PALETTE_SIZE)
    color = min(places, key=lambda place: (colors.count(place), place))
    return color, min(places, key=lambda place: (shapes.count(place), place))
