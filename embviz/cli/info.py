"""``embviz info``: what the table is, and what can be known of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from embviz.cli.base import Command
from embviz.cli.output import plain, print_json, print_notices, print_table, say
from embviz.cli.tables import open_watched
from embviz.errors import NoticeLevel
from embviz.io.exports.rendering import number

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare nothing more."""


def run(arguments: argparse.Namespace) -> None:
    """Print the facts of a table."""
    table = open_watched(arguments.model)
    if arguments.json:
        print_json(info_object(table))
        print_notices(notice for notice in table.notices if notice.level is NoticeLevel.WARNING)
        return
    say(plain(table.name))
    print_table(_facts(table), indent="  ")
    print_notices(table.notices, information=True)


def info_object(table: EmbeddingTable) -> dict[str, Any]:
    """Describe a table as one JSON object; what is not known is null."""
    baseline = table.baseline()
    return {
        "name": table.name,
        "source": table.source,
        "vocab_size": table.vocab_size,
        "dim": table.dim,
        "parameters": table.parameters,
        "dtype": table.dtype,
        "tensor_name": table.tensor_name,
        "tied": table.tied,
        "model_parameters": table.model_parameters,
        "share": number(table.share),
        "scale": number(table.scale),
        "baseline": None if baseline is None else {"mean": number(baseline.mean), "sd": number(baseline.sd)},
        "notices": [{"code": notice.code, "text": notice.text} for notice in table.notices],
    }


def _facts(table: EmbeddingTable) -> list[tuple[str, str]]:
    baseline = table.baseline()
    tensor = "" if table.tensor_name is None else f", {table.tensor_name}"
    parameters = f"{table.parameters:,}"
    if table.share is not None:
        parameters += f": {table.share:.1%} of the model’s {table.model_parameters:,}"
    facts = [
        ("source", table.source),
        ("table", f"{table.vocab_size:,} tokens × {table.dim:,} numbers, stored as {table.dtype}{tensor}"),
        ("parameters", parameters),
        ("output table", _output(table)),
        (
            "scale",
            f"{table.scale:g}{'' if table.scale != 1 else ': the model uses the rows as they are stored'}",
        ),
    ]
    if baseline is not None:
        facts.append(
            ("random pairs", f"cosine {baseline.mean:.4f} on average, standard deviation {baseline.sd:.4f}")
        )
    if table.other_tables:
        facts.append(("other tables", ", ".join(table.other_tables)))
    return facts


def _output(table: EmbeddingTable) -> str:
    if table.output is not None:
        return f"another one, {table.output.tensor_name} (untied)"
    return "the same table (tied)" if table.tied else "none, or not known"


COMMAND = Command(
    usage="",
    help="the table: its size, its type, what random pairs have in common",
    description="Show what is known of an embedding table.",
    add_arguments=add_arguments,
    run=run,
)
