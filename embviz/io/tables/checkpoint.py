"""Models as transformers saves them: a folder or a file of named tensors, with config.json and tokenizer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from embviz.core.table import EmbeddingTable, OutputTable
from embviz.errors import EmbvizError, Notice
from embviz.io.tables import gguf
from embviz.io.tables.ask_transformers import ask_transformers
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.compose import compose
from embviz.io.tables.config import ModelConfig, read_config
from embviz.io.tables.folders import ModelFiles, adapter_error, find_model_files, model_name, shards_of
from embviz.io.tables.locate import by_plausibility, find_output, fits_vocabulary, table_candidates
from embviz.io.tables.notices import scale_notices
from embviz.io.tables.parameters import count_parameters
from embviz.io.tables.plain import quoted
from embviz.io.tables.safetensors_header import read_safetensors
from embviz.io.tables.stored import StoredTensor, same_rows
from embviz.io.tables.tokenization.folder import folder_token_parts
from embviz.io.tables.torch_file import LEGACY_START, ZIP_START, read_torch

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.rows import Rows
    from embviz.io.tables.tokenization.parts import TokenParts


def _recognises(source: Source) -> bool:
    if source.is_folder or source.suffix == ".safetensors":
        return True
    is_zip = source.head.startswith(ZIP_START) and source.suffix in (".bin", ".pt", ".pth")
    return is_zip or source.head.startswith(LEGACY_START)


def _read(request: Request) -> EmbeddingTable:
    if request.path.is_dir():
        files = find_model_files(request.path)
    else:
        folder = request.path.parent
        files = ModelFiles(folder, shards_of(request.path), (folder,))
    if files.weights[0].suffix.lower() == ".gguf":
        table = gguf.READER.read(replace(request, path=files.weights[0]))
        return replace(table, opening_notices=(*files.notices, *table.opening_notices))
    stored: dict[str, StoredTensor] = {}
    for number, path in enumerate(files.weights):
        request.progress(number / len(files.weights) / 2, f"Reading the header of {path.name}")
        read = read_safetensors if path.suffix.lower() == ".safetensors" else read_torch
        for name, tensor in read(path).items():
            stored.setdefault(name, tensor)
    return checkpoint_table(request, files, stored)


def _same(tensor: StoredTensor, chosen: StoredTensor, vectors: Rows) -> bool:
    return tensor.shape == chosen.shape and tensor.is_readable and same_rows(tensor.rows(), vectors)


@dataclass(frozen=True)
class TensorAccess:
    """How a checkpoint gets at tensors beside its table: here they lie in files of this machine.

    Attributes
    ----------
    same
        Whether a tensor is a stored copy of the chosen one, whose rows are given too.
    output_rows
        Rows of the output table of an untied model.
    """

    same: Callable[[StoredTensor, StoredTensor, Rows], bool] = _same
    output_rows: Callable[[StoredTensor], Rows] = StoredTensor.rows


def checkpoint_table(
    request: Request,
    files: ModelFiles,
    stored: dict[str, StoredTensor],
    access: TensorAccess = TensorAccess(),
) -> EmbeddingTable:
    """Find the table among a model's tensors, with config.json and tokenizer from its folders.

    Raises
    ------
    EmbvizError
        ``no-table``, ``adapter``, ``unsupported-dtype`` or ``mismatch``.
    """
    config = read_config(files.folder)
    return _Checkpoint(request, files, stored, compose(stored, config), config, access).table()


@dataclass(frozen=True, eq=False)
class _Checkpoint:
    """A model's tensors and configuration, on the way to its table."""

    request: Request
    files: ModelFiles
    stored: dict[str, StoredTensor]
    tensors: dict[str, StoredTensor]
    config: ModelConfig
    access: TensorAccess

    def table(self) -> EmbeddingTable:
        candidates = table_candidates(self.tensors.values(), self.config)
        wanted = self.request.tensor
        if wanted is not None and (not candidates or wanted != candidates[0].name):
            return self._chosen(wanted)
        candidates = candidates or self._by_transformers()
        if not candidates:
            raise self._no_table()
        chosen = candidates[0]
        vectors = chosen.rows()
        self.request.progress(0.6, "Reading the tokens")
        parts = folder_token_parts(self.files.tokenizer_folders, self.config.model_types)
        vocabulary, notices = parts.fit(len(vectors))
        self.request.progress(0.8, "Looking for an output table")
        output, tied, copies = self._output(chosen, vectors)
        output_stored = output is not None or bool(copies)
        rivals = [tensor for tensor in candidates[1:] if not self.access.same(tensor, chosen, vectors)]
        copies |= {tensor.name for tensor in candidates[1:] if tensor not in rivals}
        self.request.progress(1.0, "Ready")
        scale = self.config.scale(len(vectors[0]))
        return EmbeddingTable(
            name=model_name(self.request.path),
            source=self.request.source,
            vectors=vectors,
            vocabulary=vocabulary,
            dtype=chosen.dtype,
            tensor_name=chosen.name,
            output=output,
            tied=tied,
            output_stored=output_stored,
            other_tables=self._others(chosen, copies),
            scale=scale,
            model_parameters=count_parameters(self.stored.values(), self.config, frozenset(copies)),
            tokenizer=parts.tokenizer,
            opening_notices=(
                *self.files.notices,
                *self._config_notices(chosen, parts),
                *chosen.notices,
                *notices,
                *_rival_notices(chosen, rivals),
                *scale_notices(scale),
            ),
        )

    def _chosen(self, name: str) -> EmbeddingTable:
        """Another tensor than the token table, by name; its rows have tokens when their number fits."""
        tensor = self.tensors.get(name)
        if tensor is None:
            raise EmbvizError(
                f"The model has no tensor {quoted(name)}.",
                code="no-table",
                hint="Choose one of the names in the list of other tables.",
            )
        vectors = tensor.rows()
        parts = folder_token_parts(self.files.tokenizer_folders, self.config.model_types)
        candidates = table_candidates(self.tensors.values(), self.config)
        sizes = {candidate.shape[0] for candidate in candidates} | {len(parts.tokens)}
        if len(vectors) not in sizes:
            parts = replace(parts, tokens=(), tokenizer=None, control=(), unused=())
        vocabulary, notices = parts.fit(len(vectors))
        return EmbeddingTable(
            name=model_name(self.request.path),
            source=self.request.source,
            vectors=vectors,
            vocabulary=vocabulary,
            dtype=tensor.dtype,
            tensor_name=tensor.name,
            other_tables=self._others(tensor, set()),
            model_parameters=count_parameters(self.stored.values(), self.config),
            tokenizer=parts.tokenizer,
            opening_notices=(*self.files.notices, *tensor.notices, *notices),
        )

    def _by_transformers(self) -> list[StoredTensor]:
        """Ask transformers where the table is, when no name tells but a shape would fit."""
        if not any(fits_vocabulary(tensor, self.config) for tensor in self.tensors.values()):
            return []
        self.request.progress(0.55, "Asking transformers where the table is")
        name = ask_transformers("table", self.files.folder)
        if name is None:
            return []
        # A model with a head keeps the same weights under a prefix.
        found = [t for t in self.tensors.values() if t.name == name or t.name.endswith(f".{name}")]
        return [tensor for tensor in found if tensor.is_table]

    def _output(
        self, chosen: StoredTensor, vectors: Rows
    ) -> tuple[OutputTable | None, bool | None, set[str]]:
        """Find the output table where it differs, whether the model is tied, and copies of the table."""
        stored = find_output(self.tensors.values(), chosen)
        if stored is None:
            return None, self.config.tied, set()
        if self.access.same(stored, chosen, vectors):
            return None, True, {stored.name}
        if not stored.is_readable:
            return None, False, set()
        return OutputTable(self.access.output_rows(stored), stored.name, stored.dtype), False, set()

    def _others(self, chosen: StoredTensor, copies: set[str]) -> tuple[str, ...]:
        ordered = by_plausibility(self.tensors.values(), self.config)
        return tuple(tensor.name for tensor in ordered if tensor is not chosen and tensor.name not in copies)

    def _config_notices(self, chosen: StoredTensor, parts: TokenParts) -> tuple[Notice, ...]:
        if self.config.notices:
            # A module that is nothing but a table needs no configuration.
            bare = self.files.is_static or chosen.name in ("embeddings", "embedding.weight")
            return () if bare and self.config.notices[0].code == "no-config" else self.config.notices
        rows, columns = chosen.shape
        said = []
        if self.config.widths and columns not in self.config.widths:
            said.append(f"rows of {max(self.config.widths):,} numbers, where the table has {columns:,}")
        vocabularies = self.config.vocabularies
        # Rows beyond the vocabulary are padding; too few are said of the tokenizer, when it has more tokens.
        if vocabularies and rows < min(vocabularies) and len(parts.tokens) <= rows:
            said.append(f"{min(vocabularies):,} tokens, where the table has {rows:,} rows")
        if not said:
            return ()
        text = f"config.json speaks of {' and of '.join(said)}: the table is taken as it is."
        return (Notice("config-mismatch", text),)

    def _no_table(self) -> EmbvizError:
        path = self.request.path
        folder = model_name(path) if path.is_dir() else path.name
        if self.stored and all("lora" in name.lower() for name in self.stored):
            return adapter_error(self.files.folder)
        choices = by_plausibility(self.tensors.values(), self.config)
        hint = "Choose a language model."
        if choices:
            hint += f" Its largest guesses by hand: {', '.join(quoted(t.name, 60) for t in choices[:3])}."
        return EmbvizError(f"“{folder}” holds no token-embedding table.", code="no-table", hint=hint)


def _rival_notices(chosen: StoredTensor, rivals: list[StoredTensor]) -> tuple[Notice, ...]:
    if not rivals:
        return ()
    names = ", ".join(quoted(tensor.name) for tensor in rivals[:3])
    return (
        Notice(
            "several-tables",
            f"The model has more than one token table; {quoted(chosen.name)} is shown, and there "
            f"{'is' if len(rivals) == 1 else 'are'} also {names}.",
        ),
    )


READER = Reader("Model folder", _recognises, _read)
