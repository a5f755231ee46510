"""Models in GGUF files (llama.cpp, Ollama, LM Studio): the table, the output table and the tokenizer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from embviz.core.table import EmbeddingTable, OutputTable
from embviz.errors import EmbvizError, Notice
from embviz.io.tables.base import Candidate, Reader, Request
from embviz.io.tables.files import map_file
from embviz.io.tables.ggml_rows import GGML_TYPES, ggml_rows, is_quantised, type_name
from embviz.io.tables.gguf_header import MAGIC, GGUFHeader, GGUFTensor, read_gguf_header
from embviz.io.tables.tokenization.gguf import gguf_token_parts

if TYPE_CHECKING:
    from embviz.core.rows import Rows

TABLE = "token_embd.weight"
OUTPUT = "output.weight"

# These write no text, so they have no output table that could be tied.
_ENCODERS = frozenset(
    {
        "bert",
        "eurobert",
        "gemma-embedding",
        "jina-bert-v2",
        "jina-bert-v3",
        "modern-bert",
        "neo-bert",
        "nomic-bert",
        "nomic-bert-moe",
        "t5encoder",
    }
)


def _recognises(candidate: Candidate) -> bool:
    return candidate.head.startswith(MAGIC) or candidate.suffix == ".gguf"


def _read(request: Request) -> EmbeddingTable:
    request.progress(0.0, "Reading the header")
    header = read_gguf_header(map_file(request.path))
    tensor = header.tensors.get(TABLE)
    if tensor is None:
        raise EmbvizError(
            f"“{header.file.name}” holds no token-embedding table.",
            code="no-table",
            hint="Choose the language model's own file, not that of its vision part or an adapter.",
        )
    vectors = _table_rows(header, tensor)
    output, tied = _output(header)
    request.progress(0.5, "Reading the tokens")
    parts = gguf_token_parts(header)
    vocabulary, notices = parts.fit(len(vectors))
    if is_quantised(tensor.kind):
        notices = (*notices, _quantised(tensor.kind))
    request.progress(1.0, "Ready")
    return EmbeddingTable(
        name=header.text("general.name") or request.path.stem,
        source=request.source,
        vectors=vectors,
        vocabulary=vocabulary,
        dtype=type_name(tensor.kind),
        tensor_name=tensor.name,
        output=output,
        tied=tied,
        model_parameters=_parameters(header),
        tokenizer=parts.tokenizer,
        opening_notices=notices,
    )


def _table_rows(header: GGUFHeader, tensor: GGUFTensor) -> Rows:
    if len(tensor.shape) != 2 or 0 in tensor.shape:
        raise EmbvizError(
            f"The tensor “{tensor.name}” of “{header.file.name}” is not a table of rows and columns.",
            code="bad-header",
            hint="Download it again, or ask where it came from.",
        )
    return ggml_rows(header, tensor)


def _output(header: GGUFHeader) -> tuple[OutputTable | None, bool | None]:
    """Find the output table where it differs, and whether the model is tied."""
    tensor = header.tensors.get(OUTPUT)
    if tensor is None:
        return None, None if header.text("general.architecture") in _ENCODERS else True
    rows = _table_rows(header, tensor)
    return OutputTable(rows, tensor.name, type_name(tensor.kind)), False


def _parameters(header: GGUFHeader) -> int | None:
    """Weights of the whole model: a file that carries only a part of it says how many there were."""
    stated = header.number("embviz.model_parameters")
    if stated is not None and stated > 0:
        return stated
    return sum(math.prod(tensor.shape) for tensor in header.tensors.values())


def _quantised(kind: int) -> Notice:
    name, block, size = GGML_TYPES[kind]
    bits = f"{8 * size / block:.3g}"
    return Notice(
        "quantised",
        f"The table is quantised ({name}, {bits} bits a number): its values are close to the original "
        "model's, not equal to them.",
    )


READER = Reader("GGUF", _recognises, _read)
