"""word2vec's binary file: a line with the sizes, then each word, a space and its float32 numbers."""

from __future__ import annotations

import numpy as np

from embviz.core.rows import ArrayRows
from embviz.core.table import EmbeddingTable
from embviz.errors import EmbvizError, Notice
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import MappedFile, map_file, truncated
from embviz.io.tables.folders import model_name
from embviz.io.tables.text_lines import looks_like_text
from embviz.io.tables.tokenization.words import WordDecoder
from embviz.io.tables.word_vectors import header_of

_LONGEST_WORD = 10_000
_STEP = 1 << 14
_ENDS_EARLY = "it ends before its last word"


def _recognises(source: Source) -> bool:
    """Look for a header line, and then something that is no text."""
    line, found, rest = source.head.partition(b"\n")
    return bool(found) and header_of(line) is not None and not looks_like_text(rest)


def _read(request: Request) -> EmbeddingTable:
    file = map_file(request.path)
    end_of_header = file.data.find(b"\n", 0, 64)
    header = header_of(file.data[: max(0, end_of_header)])
    if header is None:
        raise _bad(file, "its first line does not hold two sizes")
    rows, width = header
    start = end_of_header + 1
    # A record is at least a space and its numbers.
    if rows * (4 * width + 1) > file.size - start:
        raise truncated(
            file.name,
            f"its first line promises {rows} words of {width} numbers, which need more than its "
            f"{file.size:,} bytes",
        )
    values = np.empty((rows, width), dtype=np.float32)
    words = WordDecoder()
    at = start
    for first in range(0, rows, _STEP):
        request.progress(0.95 * first / rows, "Reading the vectors")
        at = _read_rows(file, at, values[first : first + _STEP], words)
    notices: tuple[Notice, ...] = ()
    if file.data[at : at + 64].strip(b"\r\n\0 "):
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
    file: MappedFile, at: int, into: np.ndarray[tuple[int, int], np.dtype[np.float32]], words: WordDecoder
) -> int:
    """Read as many records as ``into`` has rows, from ``at`` on; return where the next one begins."""
    data = file.data
    size = into.shape[1] * 4
    raw = into.view(np.uint8)
    names = []
    for row in range(len(into)):
        # The line end after a record is optional, and a vector may itself begin with its byte: it is looked
        # for in front of the word, where nothing else can be.
        if data[at : at + 1] == b"\n":
            at += 1
        space = data.find(b" ", at, at + _LONGEST_WORD)
        if space < 0:
            if at + _LONGEST_WORD < file.size:
                raise _bad(file, "a word has no end")
            raise truncated(file.name, _ENDS_EARLY)
        if space + 1 + size > file.size:
            raise truncated(file.name, _ENDS_EARLY)
        names.append(data[at:space])
        raw[row] = np.frombuffer(data, np.uint8, size, space + 1)
        at = space + 1 + size
    words.add(names)
    return at


def _bad(file: MappedFile, why: str) -> EmbvizError:
    return EmbvizError(
        f"“{file.name}” is not a word2vec file: {why}.",
        code="not-vectors",
        hint="Check that it is the right file.",
    )


READER = Reader("word2vec (binary)", _recognises, _read)
