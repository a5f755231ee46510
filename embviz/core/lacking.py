"""What is said of words that a newly opened table lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.wording import count, listed, quoted
from embviz.core.words import WordState
from embviz.errors import Notice

if TYPE_CHECKING:
    from embviz.core.words import WordReading

NAMED = 40
"""So many lacking words are named; a table that lacks more is another language."""


def with_lacking(reading: WordReading, name: str) -> WordReading:
    """Say of words that were there before which of them the table called ``name`` lacks, all by name."""
    typed = list(dict.fromkeys(entry.text.strip() for entries in reading.entries for entry in entries))
    lacking = list(
        dict.fromkeys(
            entry.text.strip()
            for entries in reading.entries
            for entry in entries
            if entry.state is WordState.UNKNOWN and entry.text.strip()
        )
    )
    if not lacking:
        return reading
    others = tuple(notice for notice in reading.notices if notice.code != "unknown-words")
    return replace(reading, notices=(Notice("lacking-words", _text(lacking, len(typed), name)), *others))


def _text(lacking: list[str], typed: int, name: str) -> str:
    if len(lacking) == typed > 1:
        return f"{name} lacks all {typed:,} words on the list. They stay on the list and are not drawn."
    which = "the word" if typed == 1 else f"{len(lacking):,} of the {count(typed, 'word', 'words')}"
    named = listed([quoted(word) for word in lacking], NAMED)
    return f"{name} lacks {which} on the list: {named}. They stay on the list and are not drawn."
