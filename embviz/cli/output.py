"""What a command prints: one JSON object, or plain aligned text; notices beside it on standard error."""

from __future__ import annotations

import os
import sys
import textwrap
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from embviz.errors import Notice, NoticeLevel
from embviz.io.atomic import cannot_write
from embviz.io.exports.rendering import render_json

LINE = 96
"""Columns at which sentences are wrapped."""


def say(text: str = "", *, end: str = "\n") -> None:
    """Print on standard output.

    Raises
    ------
    EmbvizError
        ``cannot-write`` where it cannot be written, as on a full disk.
    BrokenPipeError
        When the reader has left.
    """
    with _standard_output():
        print(text, end=end)


def flush() -> None:
    """Write out what still waits in memory; raises as `say`."""
    # There is no standard output at all after “>&-”.
    if sys.stdout is not None:
        with _standard_output():
            sys.stdout.flush()


def give_up_stdout() -> None:
    """Send the rest of standard output nowhere, so that Python does not complain when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON object on one line, with real characters."""
    say(render_json(document), end="")


def print_notices(notices: Iterable[Notice], *, information: bool = False) -> None:
    """Print notices on standard error, a line each; those that are mere information only where asked for."""
    for notice in notices:
        if information or notice.level is NoticeLevel.WARNING:
            print(f"embviz: {plain(notice.text)}", file=sys.stderr)


def print_paragraph(text: str, *, indent: str = "") -> None:
    """Print a sentence or two, wrapped."""
    say(textwrap.fill(plain(text), LINE, initial_indent=indent, subsequent_indent=indent))


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
        say((indent + "  ".join(parts)).rstrip())


def plain(text: str) -> str:
    r"""Make text that a terminal shows and does not obey: control characters become ``\n``, ``\x1b``."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown_width(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for a Chinese character, none for an accent."""
    return sum(_character_width(character) for character in text)


class Meter:
    """Shows the share done of something long on a terminal's last line, and nothing where nobody looks on.

    Parameters
    ----------
    title
        What is being done.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._watched = sys.stderr is not None and sys.stderr.isatty()
        # What is over at once needs no meter.
        self._next = time.monotonic() + 0.5
        self._shown = False

    def __enter__(self) -> Meter:
        return self

    def show(self, share: float) -> None:
        """Say how much is done, 0..1; ten times a second at most."""
        if self._watched and time.monotonic() >= self._next:
            print(f"\r{self._title} {share:4.0%}", end="", file=sys.stderr, flush=True)
            self._next = time.monotonic() + 0.1
            self._shown = True

    def __exit__(self, *_exception: object) -> None:
        if self._shown:
            print(f"\r{' ' * (len(self._title) + 5)}\r", end="", file=sys.stderr, flush=True)


@contextmanager
def _standard_output() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_stdout()
        raise cannot_write("Standard output", error) from error


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
