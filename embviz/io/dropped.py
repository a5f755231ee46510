"""What was dropped on the window: tables or word lists."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD_LISTS = (".toml", ".json", ".csv", ".txt")
"""Suffixes of files that are taken for word lists, unless vectors are in them."""

_MODEL_PARTS = frozenset(
    {
        "config.json",
        "generation_config.json",
        "merges.txt",
        "modules.json",
        "special_tokens_map.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "vocab.json",
        "vocab.txt",
    }
)


@dataclass(frozen=True)
class Dropped:
    """Paths by what they are opened as, in the order in which they came."""

    tables: tuple[str, ...]
    word_lists: tuple[str, ...]


def sort_dropped(paths: Iterable[str]) -> Dropped:
    """Tell tables from word lists, by name and, for text, by the first bytes.

    Parts of a model (config.json, vocab.txt) stand for the folder that they lie in.
    """
    tables: list[str] = []
    lists: list[str] = []
    for name in paths:
        path = Path(name)
        if path.name.lower() in _MODEL_PARTS or path.name.lower().endswith(".index.json"):
            tables.append(str(path.parent))
        elif path.suffix.lower() in WORD_LISTS and path.is_file() and not _holds_vectors(path):
            lists.append(name)
        else:
            tables.append(name)
    return Dropped(tuple(dict.fromkeys(tables)), tuple(dict.fromkeys(lists)))


def _holds_vectors(path: Path) -> bool:
    """Whether a text file begins as word vectors do: GloVe's files end in .txt too."""
    from embviz.io.tables import READERS
    from embviz.io.tables.base import Source
    from embviz.io.tables.files import read_head

    try:
        return READERS["word-vectors"].recognises(Source(path, read_head(path)))
    except EmbvizError:
        # Whoever reads it says what is wrong with it.
        return False
