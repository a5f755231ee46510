"""Dragged and copied words: places for this dock, text for everybody else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.edits import WordPlace

MIME = "application/x-embviz-words"


@dataclass(frozen=True)
class Dragged:
    """What is being dragged within one dock: words by their places, or one group."""

    words: tuple[WordPlace, ...] = ()
    group: int | None = None


def pack(dragged: Dragged, text: str, owner: str) -> QMimeData:
    """Pack what is dragged.

    Parameters
    ----------
    text
        The same words for other programs, one a line.
    owner
        Name of the dock's model: places mean nothing in another window.
    """
    data = QMimeData()
    body = {"owner": owner, "words": [list(place) for place in dragged.words], "group": dragged.group}
    data.setData(MIME, QByteArray(json.dumps(body).encode("ascii")))
    data.setText(text)
    return data


def unpack(data: QMimeData, owner: str, sizes: Sequence[int]) -> Dragged | None:
    """Return what is dragged, or None when it does not come from this dock or does not fit it.

    Parameters
    ----------
    sizes
        Number of words of each group.
    """
    if not data.hasFormat(MIME):
        return None
    try:
        body = json.loads(bytes(data.data(MIME).data()))
        words = tuple((int(group), int(place)) for group, place in body["words"])
        group = None if body["group"] is None else int(body["group"])
        mine = body["owner"] == owner
    except (ValueError, KeyError, TypeError):
        return None
    known = all(0 <= g < len(sizes) and 0 <= place < sizes[g] for g, place in words)
    if not mine or not known or (group is not None and not 0 <= group < len(sizes)):
        return None
    return Dragged(words, group)


def dropped_files(data: QMimeData) -> tuple[str, ...]:
    """Return the local files that are dragged."""
    return tuple(url.toLocalFile() for url in data.urls() if url.isLocalFile())
