"""The well-known analogies that ship with the program."""

from __future__ import annotations

from functools import cache

from embviz.core.examples import AnalogyExample
from embviz.io.wordlists import toml
from embviz.resources import resource


@cache
def analogy_examples() -> tuple[AnalogyExample, ...]:
    """Read the candidates of ``resources/analogies.toml``; how they are sorted is for the table to say."""
    path = resource("analogies.toml")
    document = toml.load(path.read_text(encoding="utf-8"), path.name)
    return tuple(AnalogyExample(entry["expression"], entry["expected"]) for entry in document["analogy"])
