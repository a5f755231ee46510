"""word2vec's binary file, also gzipped: a line with the sizes, then each word, a space, float32 numbers."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.rows import ArrayRows
from embviz.core.table import EmbeddingTable
from embviz.errors import EmbvizError, Notice
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import MappedFile, follow, map_file, truncated
from embviz.io.tables.folders import model_name
from embviz.io.tables.text_lines import HIGHEST_RATIO, is_gzip, looks_like_text, plain_head, readable
from embviz.io.tables.tokenization.words import WordDecoder
from embviz.io.tables.word_vectors import header_of

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator
    from pathlib import Path

_LONGEST_WORD = 10_000
_STEP = 1 << 14
_BLOCK = 1 << 22
_ENDS_EARLY = "it ends before its last word"


def _recognises(source: Source) -> bool:
    """Look for a header line, and then something that is no text."""
    line, found, rest = plain_head(source.head).partition(b"\n")
    return bool(found) and header_of(line) is not None and not looks_like_text(rest)


def _read(request: Request) -> EmbeddingTable:
    file = map_file(request.path)
    packed = is_gzip(file.data[:2])
    chunks: Iterator[bytes | mmap.mmap] = _unpacked(request.path) if packed else iter([file.data])
    data = next(chunks, b"")
    end_of_header = data.find(b"\n", 0, 64)
    header = header_of(data[: max(0, end_of_header)])
    if header is None:
        raise _bad(file, "its first line does not hold two sizes")
    rows, width = header
    start = end_of_header + 1
    # A record is at least a space and its numbers.
    if rows * (4 * width + 1) > (HIGHEST_RATIO * file.size if packed else file.size - start):
        raise truncated(
            file.name,
            f"its first line promises {rows} words of {width} numbers, which need more than its "
            f"{file.size:,} bytes",
        )
    values = np.empty((rows, width), dtype=np.float32)
    words = WordDecoder()
    row, at = 0, start
    while row < rows:
        request.progress(0.95 * row / rows, "Reading the vectors")
        wanted = values[row : row + _STEP]
        done, at = _read_rows(file, data, at, wanted, words)
        row += done
        if done < len(wanted):
            more = next(chunks, b"")
            if not more:
                raise truncated(file.name, _ENDS_EARLY)
            data, at = data[at:] + bytes(more), 0
    notices: tuple[Notice, ...] = ()
    if data[at : at + 64].strip(b"\r\n\0 "):
        text = f"The first line speaks of {rows:,} words; what follows them in the file is not read."
        notices = (Notice("header-rows", text),)
    parts = words.parts()
    vocabulary, said = parts.fit(rows)
    request.progress(1.0, "Ready")
    return EmbeddingTable(
        name=model_name(request.path),
        source=request.source,
        vectors=ArrayRows(values),
        vocabulary=vocabulary,
        dtype="F32",
        tokenizer=parts.tokenizer,
        opening_notices=(*notices, *said),
    )


def _read_rows(
    file: MappedFile,
    data: bytes | mmap.mmap,
    at: int,
    into: np.ndarray[tuple[int, int], np.dtype[np.float32]],
    words: WordDecoder,
) -> tuple[int, int]:
    """Read records from ``at`` on, up to as many as ``into`` has rows and as lie whole in ``data``.

    Returns how many there were, and where the next one begins.
    """
    size = into.shape[1] * 4
    raw = into.view(np.uint8)
    names: list[bytes] = []
    for row in range(len(into)):
        # The line end after a record is optional, and a vector may itself begin with its byte: it is looked
        # for in front of the word, where nothing else can be.
        word = at + 1 if data[at : at + 1] == b"\n" else at
        space = data.find(b" ", word, word + _LONGEST_WORD)
        if space < 0 and word + _LONGEST_WORD < len(data):
            raise _bad(file, "a word has no end")
        if space < 0 or space + 1 + size > len(data):
            break
        names.append(data[word:space])
        raw[row] = np.frombuffer(data, np.uint8, size, space + 1)
        at = space + 1 + size
    words.add(names)
    return len(names), at


def _unpacked(path: Path) -> Iterator[bytes | mmap.mmap]:
    """Unpack a gzipped file a few megabytes at a time."""
    with readable(path), gzip.open(follow(path)) as stream:
        while block := stream.read(_BLOCK):
            yield block


def _bad(file: MappedFile, why: str) -> EmbvizError:
    return EmbvizError(
        f"“{file.name}” is not a word2vec file: {why}.",
        code="not-vectors",
        hint="Check that it is the right file.",
    )


READER = Reader("word2vec (binary)", _recognises, _read)
