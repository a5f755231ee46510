"""Reading tables: one reader a file; a new format is one new file and one line in `READERS`."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from embviz.errors import EmbvizError
from embviz.io.hub.ids import meant_on_hub
from embviz.io.tables import (
    checkpoint,
    gguf,
    numpy_file,
    projector,
    refused,
    word2vec_binary,
    word_vectors,
)
from embviz.io.tables.base import Progress, Reader, Request, Source, silent
from embviz.io.tables.files import empty, read_head, refuse_placeholder, unreadable
from embviz.resources import resource

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable

BUNDLED_TABLE = "smollm2-135m-embeddings.gguf"

__all__ = ["READERS", "open_table"]

READERS: dict[str, Reader] = {
    "gguf": gguf.READER,
    "checkpoint": checkpoint.READER,
    "refused": refused.READER,
    "numpy": numpy_file.READER,
    "projector": projector.READER,
    "word2vec": word2vec_binary.READER,
    "word-vectors": word_vectors.READER,
}
"""In the order in which they are asked; the first that recognises a file or folder reads it."""


def open_table(
    source: str | PathLike[str] | None = None,
    *,
    tensor: str | None = None,
    progress: Progress | None = None,
) -> EmbeddingTable:
    """Open a model's embedding table.

    Only the table, the output table and the tokenizer are read, and their rows only when they are needed;
    the model is never built and no code of its folder runs.

    Parameters
    ----------
    source
        A file or a folder, or where there is none of that name, a model's id on the hub (``gpt2``,
        ``openai-community/gpt2``, the address of its page); None opens the bundled table.
    tensor
        Name of another two-dimensional tensor to show instead (see ``EmbeddingTable.other_tables``).
    progress
        Called with the share done, 0..1, and a few words; may raise `embviz.errors.Stopped`.

    Raises
    ------
    EmbvizError
        With a code: ``nothing-here``, ``no-table``, ``truncated``, ``bad-header`` and so on; for a model on
        the hub also those of `embviz.io.hub.opening.open_hub_table`.
    """
    report = silent if progress is None else progress
    if source is None:
        return gguf.READER.read(Request(resource("models", BUNDLED_TABLE), "bundled", tensor, report))
    name = fspath(source)
    path = Path(name)
    # A path that exists wins, and a Path is never a name on the hub.
    model = meant_on_hub(source) if isinstance(source, str) else None
    if model is not None:
        from embviz.io.hub.opening import open_hub_table

        return open_hub_table(Request(path, model, tensor, report), model)
    found = _source(path)
    reader = next((reader for reader in READERS.values() if reader.recognises(found)), None)
    if reader is None:
        raise EmbvizError(
            f"“{path.name}” is in no format that can be opened.",
            code="not-vectors",
            hint="Choose a model folder, or a file of safetensors, GGUF or word vectors.",
        )
    try:
        return reader.read(Request(path, name, tensor, report))
    except EmbvizError as error:
        lone = _lone_vectors(path) if error.code == "nothing-here" and found.is_folder else None
        if lone is None:
            raise
    return open_table(lone, tensor=tensor, progress=progress)


def _source(path: Path) -> Source:
    try:
        if path.is_dir():
            return Source(path)
        path.stat()
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise unreadable(path, FileNotFoundError()) from error
    head = read_head(path)
    if not head:
        raise empty(path)
    refuse_placeholder(path, head)
    return Source(path, head)


def _lone_vectors(folder: Path) -> Path | None:
    """Return the one file of vectors in a folder without a model, None when there is none or a choice."""
    kinds = ("numpy", "projector", "word2vec", "word-vectors")
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_file() and "metadata" not in path.name.lower() and not path.name.startswith("."):
            source = Source(path, read_head(path))
            if any(READERS[kind].recognises(source) for kind in kinds):
                found.append(path)
    return found[0] if len(found) == 1 else None
