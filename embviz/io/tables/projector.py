"""The TensorFlow Projector's pair: vectors.tsv with numbers, and metadata.tsv with the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.core.rows import ArrayRows, Float32
from embviz.core.table import EmbeddingTable
from embviz.errors import EmbvizError, Notice
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.folders import model_name
from embviz.io.tables.text_lines import GrowingRows, LineBlocks, is_number, not_vectors, parse_numbers, ragged
from embviz.io.tables.tokenization.parts import TokenParts
from embviz.io.tables.tokenization.words import WordDecoder

if TYPE_CHECKING:
    from pathlib import Path

# Names of columns that hold the word, where there is more than one column.
_WORD_COLUMNS = (b"word", b"token", b"words", b"tokens", b"label", b"name", b"text")
_LONGEST_ROW = 1 << 16


def _recognises(source: Source) -> bool:
    if source.suffix == ".tsv" and "metadata" in source.path.name.lower():
        return True
    line, found, _ = source.head.partition(b"\n")
    fields = line.strip().split(b"\t")
    whole = fields if found else fields[:-1]
    return len(whole) > 1 and b"\t" in line and all(map(is_number, whole))


def _read(request: Request) -> EmbeddingTable:
    path = _vectors_of(request.path)
    vectors = ArrayRows(_numbers(path, request))
    parts = _words(path, len(vectors))
    vocabulary, notices = parts.fit(len(vectors))
    request.progress(1.0, "Ready")
    return EmbeddingTable(
        name=model_name(path),
        source=request.source,
        vectors=vectors,
        vocabulary=vocabulary,
        dtype="F32",
        tokenizer=parts.tokenizer,
        opening_notices=notices,
    )


def _vectors_of(path: Path) -> Path:
    """Return the file with the vectors, when the user chose the one with the words."""
    if "metadata" not in path.name.lower():
        return path
    stem = path.name.lower().replace("metadata", "").strip("_-. ").removesuffix("tsv").strip("_-. ")
    names = [f"{stem}.tsv", f"{stem}_vectors.tsv", f"{stem}_tensors.tsv"] if stem else []
    for name in (*names, "vectors.tsv", "tensors.tsv"):
        if (path.parent / name).is_file():
            return path.parent / name
    raise not_vectors(path, "it holds the words, and there is no vectors.tsv beside it")


def _metadata_of(path: Path) -> Path | None:
    stem = path.stem
    plain = stem.removesuffix("vectors").removesuffix("tensors").strip("_-. ")
    names = [f"{part}_metadata.tsv" for part in (stem, plain) if part] + [
        f"metadata_{plain}.tsv",
        "metadata.tsv",
    ]
    return next((path.parent / name for name in names if (path.parent / name).is_file()), None)


def _numbers(path: Path, request: Request) -> Float32:
    rows: GrowingRows | None = None
    width = 0
    line = 1
    blocks = LineBlocks(path)
    for lines in blocks:
        while lines and not lines[-1].strip():
            lines.pop()
        if not lines:
            continue
        if rows is None:
            width = lines[0].count(b"\t") + 1
            if width > _LONGEST_ROW or not all(map(is_number, lines[0].split(b"\t"))):
                raise not_vectors(path, "line 1 has something that is no number")
            rows = GrowingRows(width, len(lines))
        for number, text in enumerate(lines):
            if (found := text.count(b"\t") + 1) != width:
                raise ragged(path, line + number, found, width)
        rows.append(parse_numbers(path, lines, width, line, b"\t"))
        line += len(lines)
        request.progress(0.95 * blocks.share, "Reading the vectors")
    if rows is None:
        raise not_vectors(path, "it holds no vectors")
    return rows.finish()


def _words(path: Path, rows: int) -> TokenParts:
    """Words of the metadata, whose first line is a header exactly when it has more than one column."""
    metadata = _metadata_of(path)
    if metadata is None:
        text = "There is no metadata.tsv beside the vectors: rows are shown by number."
        return TokenParts(notices=(Notice("no-tokenizer", text),))
    lines = [line for block in LineBlocks(metadata) for line in block]
    while lines and len(lines) > rows and not lines[-1]:
        lines.pop()
    columns = lines[0].split(b"\t") if lines else []
    notices: tuple[Notice, ...] = ()
    column = 0
    if len(lines) == rows + 1:
        if len(columns) == 1:
            text = (
                f"“{metadata.name}” has a line more than there are vectors: its first is taken as a header."
            )
            notices = (Notice("header-rows", text),)
        named = [number for number, name in enumerate(columns) if name.strip().lower() in _WORD_COLUMNS]
        column = named[0] if named else 0
        lines = lines[1:]
    elif len(lines) == rows and len(columns) > 1:
        text = f"“{metadata.name}” has several columns and no header: the first is taken for the words."
        notices = (Notice("header-rows", text),)
    if len(lines) != rows:
        raise EmbvizError(
            f"“{metadata.name}” has {len(lines):,} words for {rows:,} vectors.",
            code="mismatch",
            hint="Export both files again.",
        )
    words = WordDecoder()
    cells = [line.split(b"\t") for line in lines]
    words.add(cell[column] if column < len(cell) else b"" for cell in cells)
    parts = words.parts()
    return TokenParts(parts.tokens, parts.tokenizer, parts.scheme, notices=(*notices, *parts.notices))


READER = Reader("TensorFlow Projector", _recognises, _read)
