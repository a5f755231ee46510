"""Models in GGUF files (llama.cpp, Ollama, LM Studio): the table, the output table and the tokenizer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.table import EmbeddingTable, OutputTable
from embviz.errors import EmbvizError
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import map_file
from embviz.io.tables.folders import model_name, shards_of
from embviz.io.tables.ggml_rows import GGML_TYPES, ggml_rows, is_quantised, type_name
from embviz.io.tables.gguf_header import MAGIC, GGUFHeader, GGUFTensor, read_gguf_header
from embviz.io.tables.notices import quantised_notice, scale_notices
from embviz.io.tables.plain import one_line, quoted
from embviz.io.tables.stored import same_rows
from embviz.io.tables.tokenization.gguf import gguf_token_parts
from embviz.io.tables.tokenization.parts import TokenParts

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.rows import Rows
    from embviz.errors import Notice

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
# Tables of angles that llama.cpp stores beside the weights.
_BUFFERS = frozenset({"rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"})
# Files from before GGUF, by their first bytes.
_OLD_MAGICS = (b"lmgg", b"tjgg", b"fmgg", b"algg", b"ggml", b"ggjt", b"ggmf")


def _recognises(source: Source) -> bool:
    return source.head.startswith((MAGIC, *_OLD_MAGICS)) or source.suffix == ".gguf"


def _read(request: Request) -> EmbeddingTable:
    request.progress(0.0, "Reading the header")
    parts = _read_parts(request.path)
    wanted = request.tensor or TABLE
    found = parts.find(wanted)
    if found is None:
        raise _lacks(parts.first.file.path, request.tensor)
    header, tensor = found
    vectors = _rows(header, tensor)
    request.progress(0.5, "Reading the tokens")
    tokens = gguf_token_parts(parts.first)
    is_other = wanted != TABLE
    if is_other and len(tokens.tokens) != len(vectors):
        tokens = TokenParts()
    vocabulary, notices = tokens.fit(len(vectors))
    output, tied, is_copy = (None, None, False) if is_other else _output(parts, vectors)
    scale = 1.0 if is_other else _scale(parts.first, vectors.shape[1])
    quantised = (_quantised(tensor.kind),) if is_quantised(tensor.kind) else ()
    request.progress(1.0, "Ready")
    return EmbeddingTable(
        name=one_line(parts.first.text("general.name")) or model_name(request.path),
        source=request.source,
        vectors=vectors,
        vocabulary=vocabulary,
        dtype=type_name(tensor.kind),
        tensor_name=tensor.name,
        output=output,
        tied=tied,
        output_stored=None if is_other else is_copy or output is not None,
        other_tables=parts.others(tensor.name),
        scale=scale,
        model_parameters=parts.parameters(left_out=OUTPUT if is_copy else ""),
        tokenizer=tokens.tokenizer,
        opening_notices=(*quantised, *notices, *scale_notices(scale)),
    )


@dataclass(frozen=True, eq=False)
class _Parts:
    """The headers of a model's file, or of all files of a split model; the first has the metadata."""

    headers: tuple[GGUFHeader, ...]
    is_whole: bool

    @property
    def first(self) -> GGUFHeader:
        return self.headers[0]

    def find(self, name: str) -> tuple[GGUFHeader, GGUFTensor] | None:
        for header in self.headers:
            if name in header.tensors:
                return header, header.tensors[name]
        return None

    def others(self, shown: str) -> tuple[str, ...]:
        """Names of two-dimensional tensors: the token and output tables first, matrices of layers last."""
        tensors = [tensor for header in self.headers for tensor in header.tensors.values()]
        names = {tensor.name for tensor in tensors if len(tensor.shape) == 2 and 0 not in tensor.shape}
        order = sorted(
            names - {shown}, key=lambda name: (name not in (TABLE, OUTPUT), name[:4] == "blk.", name)
        )
        return tuple(order)

    def parameters(self, left_out: str) -> int | None:
        """Weights of the whole model; a file that carries only a part of it says how many there were."""
        stated = self.first.number("embviz.model_parameters")
        if stated is not None and stated > 0:
            return stated
        if not self.is_whole:
            return None
        skipped = _BUFFERS | {left_out}
        return sum(
            math.prod(tensor.shape)
            for header in self.headers
            for tensor in header.tensors.values()
            if tensor.name not in skipped
        )


def _read_parts(path: Path) -> _Parts:
    paths = shards_of(path)
    headers = []
    for part in paths:
        file = map_file(part)
        if file.data[:4] in _OLD_MAGICS:
            raise EmbvizError(
                f"“{file.name}” is in GGML's old format from before GGUF, which cannot be read.",
                code="bad-header",
                hint="Download the model as GGUF.",
            )
        headers.append(read_gguf_header(file))
    # A part that was renamed no longer says which files it belongs to.
    stated = headers[0].number("split.count") or 1
    return _Parts(tuple(headers), is_whole=stated <= len(paths))


def _lacks(path: Path, chosen: str | None) -> EmbvizError:
    if chosen is not None:
        return EmbvizError(
            f"“{path.name}” has no tensor {quoted(chosen)}.",
            code="no-table",
            hint="Choose one of the names in the list of other tables.",
        )
    return EmbvizError(
        f"“{path.name}” holds no token-embedding table.",
        code="no-table",
        hint="Choose the language model's own file, not that of its vision part or an adapter.",
    )


def _rows(header: GGUFHeader, tensor: GGUFTensor) -> Rows:
    if len(tensor.shape) != 2 or 0 in tensor.shape:
        raise EmbvizError(
            f"The tensor {quoted(tensor.name)} of “{header.file.name}” is not a table of rows and columns.",
            code="bad-header" if tensor.name == TABLE else "no-table",
            hint="Choose a tensor with two dimensions.",
        )
    return ggml_rows(header, tensor)


def _output(parts: _Parts, vectors: Rows) -> tuple[OutputTable | None, bool | None, bool]:
    """Find the output table where it differs, whether the model is tied, and whether a copy is stored."""
    found = parts.find(OUTPUT)
    if found is None:
        return None, None if parts.first.text("general.architecture") in _ENCODERS else True, False
    header, tensor = found
    try:
        rows = _rows(header, tensor)
    except EmbvizError as error:
        # The token table can be shown without the output table, whose type is not known here.
        if error.code != "unsupported-dtype":
            raise
        return None, False, False
    if same_rows(rows, vectors):
        return None, True, True
    return OutputTable(rows, tensor.name, type_name(tensor.kind)), False, False


def _scale(header: GGUFHeader, dim: int) -> float:
    """Factor on each row: √d for the Gemma family, or what the file states (Granite, MiniCPM)."""
    architecture = header.text("general.architecture")
    stated = header.fields.get(f"{architecture}.embedding_scale")
    if isinstance(stated, float) and math.isfinite(stated) and stated > 0:
        return stated
    return math.sqrt(dim) if architecture.startswith("gemma") else 1.0


def _quantised(kind: int) -> Notice:
    name, block, size = GGML_TYPES[kind]
    return quantised_notice(f"{name}, {8 * size / block:.3g} bits a number")


READER = Reader("GGUF", _recognises, _read)
