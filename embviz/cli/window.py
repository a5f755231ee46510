"""``embviz [SOURCE]``: the window."""

from __future__ import annotations

import argparse

from embviz.cli.display import require_display
from embviz.cli.qt import qt_that_loads
from embviz.core.threads import leave_a_processor


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the window can be opened with."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help="a model's folder, file or id on the hub; the bundled table without it",
    )
    parser.add_argument("--words", metavar="W", help="a word set's name or a word list's file (48-words)")
    parser.add_argument("--theme", choices=("light", "dark"), help="as the system has it without this option")


def run(arguments: argparse.Namespace) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    require_display()
    leave_a_processor()
    with qt_that_loads():
        from embviz.app import run as run_window
    return run_window(arguments.source, arguments.words, arguments.theme)
