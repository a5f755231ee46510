"""What a command prints: one JSON object, or plain aligned text; notices beside it on standard error."""

from __future__ import annotations

import sys
import textwrap
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from embviz.errors import Notice, NoticeLevel
from embviz.io.exports.rendering import render_json


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON object on one line, with real characters."""
    print(render_json(document), end="")


def print_notices(notices: Iterable[Notice], *, information: bool = False) -> None:
    """Print notices on standard error, a line each; those that are mere information only where asked for."""
    for notice in notices:
        if information or notice.level is NoticeLevel.WARNING:
            print(f"embviz: {plain(notice.text)}", file=sys.stderr)


def plain(text: str) -> str:
    r"""Make text that a terminal shows and does not obey: control characters become ``\n``, ``\x1b``."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def print_table(
    rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), indent: str = ""
) -> None:
    """Print rows of cells in aligned columns; those in ``right`` are flush right."""
    cells = [[plain(cell) for cell in row] for row in rows]
    widths = [max(map(shown_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        parts: list[str] = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (width - shown_width(cell))
            parts.append(gap + cell if number in right else cell + gap)
        print((indent + "  ".join(parts)).rstrip())


def print_paragraph(text: str) -> None:
    """Print a sentence or two, wrapped at a width that reads well."""
    print(textwrap.fill(plain(text), 96))


class Meter:
    """Shows the share done of something long on a terminal's last line, and nothing where nobody looks on.

    Parameters
    ----------
    title
        What is being done.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + 0.5
        self._shown = False

    def __enter__(self) -> Meter:
        return self

    def show(self, share: float) -> None:
        """Say how much is done, 0..1; ten times a second at most, and not for what is over at once."""
        if self._watched and time.monotonic() >= self._next:
            print(f"\r{self._title} {share:4.0%}", end="", file=sys.stderr, flush=True)
            self._next = time.monotonic() + 0.1
            self._shown = True

    def __exit__(self, *_exception: object) -> None:
        if self._shown:
            print(f"\r{' ' * (len(self._title) + 5)}\r", end="", file=sys.stderr, flush=True)


def shown_width(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for a Chinese character, none for an accent."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
