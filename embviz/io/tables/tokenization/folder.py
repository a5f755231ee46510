"""The tokenizer of a model folder: the first of its files that can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.tokenization.parts import TokenParts
from embviz.io.tables.tokenization.tokenizer_json import read_tokenizer_json

_SOURCES: dict[str, Callable[[Path], TokenParts]] = {
    "tokenizer.json": read_tokenizer_json,
}
"""File → its reader, in the order in which they are tried."""


def folder_token_parts(folders: Sequence[Path]) -> TokenParts:
    """Tokens and tokenizer of the model in the first of the folders that has one.

    What is wrong becomes a notice: a table without tokens can still be looked at by row number.
    """
    broken: list[EmbvizError] = []
    for folder in folders:
        for name, read in _SOURCES.items():
            path = folder / name
            if not path.is_file():
                continue
            try:
                return read(path)
            except EmbvizError as error:
                broken.append(error)
    if broken:
        return TokenParts(
            notices=(Notice("bad-tokenizer", f"{broken[0].message} Rows are shown by number."),)
        )
    return TokenParts(
        notices=(Notice("no-tokenizer", "There is no tokenizer beside the model: rows are shown by number."),)
    )
