"""``embviz sets``: the ready-made word sets, and how much of each a model has as whole tokens."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from embviz.cli.base import Command
from embviz.cli.output import print_json, print_paragraph, say
from embviz.cli.tables import open_model
from embviz.io.sets import SET_NAMES, WordSet, open_set

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare nothing more."""


def run(arguments: argparse.Namespace) -> None:
    """Print the sets."""
    # Without --model no table is opened: the names alone cost nothing.
    table = None if arguments.model is None else open_model(arguments.model)
    described = [(word_set, whole_words(word_set, table)) for word_set in map(open_set, SET_NAMES)]
    if arguments.json:
        print_json({"sets": [set_object(word_set, whole) for word_set, whole in described]})
        return
    width = max(map(len, SET_NAMES))
    for word_set, whole in described:
        count = (
            f"{len(word_set.words)} words"
            if whole is None
            else f"{whole} of {len(word_set.words)} words whole"
        )
        say(f"{word_set.name:{width}}  {word_set.title} ({count})")
        groups = ", ".join(group.name for group in word_set.groups)
        for paragraph in (word_set.description, f"Groups: {groups}."):
            print_paragraph(paragraph, indent=" " * (width + 2))


def whole_words(word_set: WordSet, table: EmbeddingTable | None) -> int | None:
    """Count the words that are rows of the table; None without one."""
    if table is None:
        return None
    return sum(table.vocabulary.best(word) is not None for word in word_set.words)


def set_object(word_set: WordSet, whole: int | None) -> dict[str, Any]:
    """Describe a set for JSON."""
    described: dict[str, Any] = {
        "name": word_set.name,
        "title": word_set.title,
        "description": word_set.description,
        "groups": [{"name": group.name, "words": list(group.words)} for group in word_set.groups],
        "pairs": [list(chain) for chain in word_set.pairs],
    }
    return described if whole is None else {**described, "whole": whole}


COMMAND = Command(
    usage="",
    help="the ready-made word sets",
    description="List the ready-made word sets; with --model also how many of their words it has whole.",
    add_arguments=add_arguments,
    run=run,
)
