"""``embviz neighbors WORD``: the exact nearest rows of the whole vocabulary."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from embviz.cli.base import Command, add_list_options
from embviz.cli.output import plain, print_json, print_notices, print_table, say
from embviz.cli.tables import open_model
from embviz.errors import Notice

if TYPE_CHECKING:
    from embviz.core.neighbor_list import NeighborList
    from embviz.core.table import EmbeddingTable

METRICS = {"cosine": "cosine", "dot": "dot product", "euclidean": "distance"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare WORD and how to search."""
    parser.add_argument(
        "word", metavar="WORD", help='a word; #2644 for a row, " cat" (with its space) for an exact token'
    )
    add_list_options(parser, 10, "the list")
    parser.add_argument(
        "--metric", choices=tuple(METRICS), default="cosine", help="how nearness is measured (cosine)"
    )
    parser.add_argument(
        "--table", choices=("input", "output"), default="input", help="which of the model's tables (input)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print a word's neighbours."""
    table = open_model(arguments.model)
    from embviz.core.neighbor_list import neighbor_lists
    from embviz.core.resolve import SplitPolicy

    lists = neighbor_lists(
        table,
        arguments.word,
        k=arguments.k,
        metric=arguments.metric,
        side=arguments.table,
        all_rows=arguments.all_rows,
        split=SplitPolicy(arguments.split),
    )
    print_notices(
        Notice("taken-as", f"“{found.word.text}” is taken as {found.word.taken_as}.")
        for found in lists
        if found.word.taken_as
    )
    if arguments.json:
        from embviz.io.exports import neighbors_object

        print_json(neighbors_object(arguments.word, lists))
        return
    for number, found in enumerate(lists):
        if number:
            say()
        _print_list(table, found, METRICS[arguments.metric])


def _print_list(table: EmbeddingTable, found: NeighborList, score: str) -> None:
    shown = table.vocabulary.shown
    word = found.word
    if word.combined is None:
        title = f"{shown(word.ids[0])} ({word.ids[0]})"
    else:
        title = f"{word.text}, the {word.combined} of {len(word.ids)} pieces: {word.token}"
    place = " in the output table" if found.side.value == "output" else ""
    say(f"{plain(title)}: nearest{place}")
    rows = [(str(n.rank), str(n.id), shown(n.id), f"{n.score:.5f}") for n in found.neighbors]
    print_table([("rank", "id", "token", score), *rows], right=frozenset({0, 1, 3}))


COMMAND = Command(
    usage="WORD",
    help="the words whose vectors lie nearest, exactly",
    description="List the exact nearest rows of the whole vocabulary, best first, the word itself left out.",
    add_arguments=add_arguments,
    run=run,
)
