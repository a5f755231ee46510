"""``embviz analogy EXPRESSION``: arithmetic on rows, with and without the inputs."""

from __future__ import annotations

import argparse
from itertools import zip_longest
from typing import TYPE_CHECKING

from embviz.cli.base import Command, add_list_options
from embviz.cli.output import print_json, print_notices, print_paragraph, print_table, say
from embviz.cli.tables import open_model
from embviz.core.quantities import signed

if TYPE_CHECKING:
    from embviz.core.analogy import Analogy
    from embviz.core.search import Neighbor
    from embviz.core.table import EmbeddingTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare EXPRESSION and how to work it out."""
    parser.add_argument(
        "expression",
        metavar="EXPRESSION",
        help='such as "king - man + woman" or "2*king - man = queen", what is expected after the =; '
        'where it begins with a minus: -- "-man + king"',
    )
    add_list_options(parser, 5, "both lists")
    parser.add_argument(
        "--normalize", action="store_true", help="bring every vector to length 1 before it is added"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print both lists of an expression and what made them."""
    table = open_model(arguments.model)
    found = table.analogy(
        arguments.expression,
        k=arguments.k,
        normalize=arguments.normalize,
        all_rows=arguments.all_rows,
        split=arguments.split,
    )
    print_notices(found.notices)
    if arguments.json:
        from embviz.io.exports import analogy_object

        print_json(analogy_object(found))
    else:
        _print(table, found)


def _print(table: EmbeddingTable, found: Analogy) -> None:
    from embviz.core.combination import spoken

    inputs = {row for term in found.terms for row in term.ids}

    def cells(neighbor: Neighbor | None) -> tuple[str, str, str, str]:
        if neighbor is None:
            return ("", "", "", "")
        pill = " (input)" if neighbor.id in inputs else ""
        shown = table.vocabulary.shown(neighbor.id) + pill
        return (str(neighbor.rank), shown, str(neighbor.id), f"{neighbor.score:.5f}")

    normalized = ", every vector brought to length 1 first" if found.options.normalize else ""
    say(f"{spoken(found.terms)}{normalized}")
    say()
    header = ("rank", "inputs included", "id", "cosine", "", "rank", "inputs excluded", "id", "cosine")
    rows = [(*cells(left), "", *cells(right)) for left, right in zip_longest(found.included, found.excluded)]
    print_table([header, *rows], right=frozenset({0, 2, 3, 5, 7, 8}))
    if found.reference is not None:
        say(f"A random pair of {found.reference_of}: {signed(found.reference)}")
    say()
    for sentence in found.diagnosis:
        print_paragraph(sentence)


COMMAND = Command(
    usage="EXPRESSION",
    help="king − man + woman, with and without the inputs, told honestly",
    description="Add and subtract the rows of words, list what lies nearest to the sum with the inputs left "
    "in and left out, and say what made the answer.",
    add_arguments=add_arguments,
    run=run,
)
