"""``embviz tokens TEXT``: the pieces that the model's tokenizer makes of a text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from embviz.cli.base import Command
from embviz.cli.output import plain, print_json, print_table, say
from embviz.cli.tables import open_model
from embviz.core.wording import count
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare TEXT."""
    parser.add_argument("text", metavar="TEXT", help="any text; put quotes around spaces")


def run(arguments: argparse.Namespace) -> None:
    """Print the tokens of a text."""
    table = open_model(arguments.model)
    if table.tokenizer is None:
        raise EmbvizError(
            f"{table.name} came without a tokenizer.",
            code="no-tokenizer",
            hint="Put its tokenizer.json beside the model.",
        )
    ids = table.encode(arguments.text)
    if arguments.json:
        print_json({"text": arguments.text, "tokens": [token_object(table, token_id) for token_id in ids]})
        return
    say(f"“{plain(arguments.text)}”: {count(len(ids), 'token', 'tokens')} of {plain(table.name)}")
    if ids:
        rows = [(str(token_id), table.vocabulary.shown(token_id)) for token_id in ids]
        print_table([("id", "token"), *rows], right=frozenset({0}))


def token_object(table: EmbeddingTable, token_id: int) -> dict[str, object]:
    """Describe a token for JSON: its row, as it is stored, and the text it stands for."""
    vocabulary = table.vocabulary
    return {"id": token_id, "token": vocabulary.tokens[token_id], "text": vocabulary.read_text(token_id)}


COMMAND = Command(
    usage="TEXT",
    help="the tokens of a text and their ids",
    description="Show the pieces that the model's own tokenizer makes of a text, without special tokens.",
    add_arguments=add_arguments,
    run=run,
)
