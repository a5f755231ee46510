"""What the sub-commands share: their parser, their common options, and how a number is read."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

Add = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], None]

SPLIT = ("error", "skip", "mean", "pieces")
"""Values of `embviz.core.resolve.SplitPolicy`, which takes numpy to import."""


@dataclass(frozen=True)
class Command:
    """A sub-command.

    Attributes
    ----------
    usage
        What follows its name, as the overview shows it.
    help
        What it does, a few words.
    description
        What it does, a sentence or two for its own ``--help``.
    add_arguments
        Declares its arguments; ``--model`` and ``--json`` are there already.
    run
        Does it. Raises EmbvizError for expected failures, `UsageError` for arguments that do not go together.
    """

    usage: str
    help: str
    description: str
    add_arguments: Add
    run: Run


class UsageError(Exception):
    """The command was called wrongly: exit code 2."""


class Parser(argparse.ArgumentParser):
    """An argument parser that takes no abbreviations and raises `UsageError` instead of exiting."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Report wrong usage."""
        raise UsageError(message)


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """Make a reader of whole numbers between two bounds, both included."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = lowest - 1
        if not lowest <= number <= highest:
            raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from {lowest} to {highest}")
        return number

    return read


def add_list_options(parser: argparse.ArgumentParser, length: int, lists: str) -> None:
    """Declare how long neighbour lists are, what is in them, and what becomes of words of several tokens."""
    parser.add_argument(
        "-k", type=whole_number(1, 10**9), default=length, metavar="N", help=f"length of {lists} ({length})"
    )
    parser.add_argument(
        "--all-rows", action="store_true", help="list control, byte and unused tokens and padding too"
    )
    add_split(parser, "error", "a word that is several tokens")


def add_split(parser: argparse.ArgumentParser, usual: str, words: str) -> None:
    """Declare what becomes of words of several tokens."""
    parser.add_argument("--split", choices=SPLIT, default=usual, help=f"what to do with {words} ({usual})")


def measure(text: str) -> float:
    """Read a decimal number; the option's own meaning says which of them make sense."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"“{text}” is not a number")
    return number
