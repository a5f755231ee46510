"""The tokenizer of a model folder: the first of its files that can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.ask_transformers import ask_transformers
from embviz.io.tables.tokenization.parts import TokenParts
from embviz.io.tables.tokenization.sentencepiece_model import read_sentencepiece_model
from embviz.io.tables.tokenization.tokenizer_json import parts_from_json, read_tokenizer_json
from embviz.io.tables.tokenization.vocab_files import read_vocab_json, read_vocab_txt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

SOURCES: dict[str, Callable[[Path], TokenParts]] = {
    "tokenizer.json": read_tokenizer_json,
    "vocab.txt": read_vocab_txt,
    "vocab.json": read_vocab_json,
    "tokenizer.model": read_sentencepiece_model,
    "spiece.model": read_sentencepiece_model,
}
"""File → its reader, in the order in which they are tried."""

# Files of tokenizers that only transformers can put together.
_OTHERS = (
    "tokenizer_config.json",
    "sentencepiece.bpe.model",
    "source.spm",
    "bpe.codes",
    "vocab.bpe",
    "tekken.json",
)
# These models shift the ids of their SentencePiece file, which it does not say.
_SHIFTED = ("pegasus", "bigbird_pegasus", "xlm-roberta", "camembert", "mbart")


def folder_token_parts(folders: Sequence[Path], model_types: Sequence[str] = ()) -> TokenParts:
    """Tokens and tokenizer of the model in the first of the folders that has one.

    What is wrong becomes a notice: a table without tokens can still be looked at by row number.

    Parameters
    ----------
    folders
        Where the tokenizer may lie, in this order.
    model_types
        ``model_type`` of the model's configuration.
    """
    broken: list[EmbvizError] = []
    for folder in folders:
        for name, read in SOURCES.items():
            path = folder / name
            shifted = name.endswith(".model") and not set(model_types).isdisjoint(_SHIFTED)
            if not path.is_file() or shifted:
                continue
            try:
                return read(path)
            except EmbvizError as error:
                broken.append(error)
        parts = _by_transformers(folder)
        if parts is not None:
            return parts
    if broken:
        text = f"{broken[0].message} Rows are shown by number."
        return TokenParts(notices=(Notice("bad-tokenizer", text),))
    text = "There is no tokenizer beside the model: rows are shown by number."
    return TokenParts(notices=(Notice("no-tokenizer", text),))


def _by_transformers(folder: Path) -> TokenParts | None:
    if not any((folder / name).is_file() for name in _OTHERS):
        return None
    answer = ask_transformers("tokenizer", folder)
    if answer is None:
        return None
    try:
        return parts_from_json(answer.encode(), "the tokenizer")
    except EmbvizError:
        return None
