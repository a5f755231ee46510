"""Word vectors as text: word2vec (with a header), GloVe (without), fastText's .vec; also gzipped."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from embviz.core.rows import ArrayRows
from embviz.core.table import EmbeddingTable
from embviz.errors import Notice
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import truncated
from embviz.io.tables.folders import model_name
from embviz.io.tables.text_lines import (
    GrowingRows,
    LineBlocks,
    not_vectors,
    parse_numbers,
    plain_head,
    ragged,
    trailing_numbers,
)
from embviz.io.tables.tokenization.words import WordDecoder

if TYPE_CHECKING:
    from collections.abc import Iterator

# Lines that are looked at to learn how long a row is, for tokens may hold spaces and be numbers.
_SAMPLE = 200
_LONGEST_ROW = 1 << 16


def header_of(line: bytes) -> tuple[int, int] | None:
    """Return (rows, width) when a line is word2vec's header, two whole numbers and nothing else."""
    fields = line.split()
    if len(fields) != 2 or not all(field.isdigit() and len(field) < 12 for field in fields):
        return None
    rows, width = int(fields[0]), int(fields[1])
    return (rows, width) if rows > 0 and width > 0 else None


def _recognises(source: Source) -> bool:
    head = plain_head(source.head)
    if not head or b"\0" in head:
        return False
    line, found, _rest = head.partition(b"\n")
    if header_of(line) is not None:
        return True
    fields = line.rstrip().split(b"\t" if b" " not in line.strip() else b" ")
    # A line that the head cuts off may end in half a number.
    whole = fields if found else fields[:-1]
    numbers = trailing_numbers(whole)
    return numbers >= 2 or (numbers >= 1 and len(whole) >= 2 and source.suffix in (".vec", ".w2v", ".glove"))


def _read(request: Request) -> EmbeddingTable:
    reading = _Reading(request)
    for lines in reading.blocks:
        reading.take(lines)
        request.progress(0.95 * reading.blocks.share, "Reading the vectors")
    return reading.table()


class _Reading:
    """A text file of word vectors, being read block by block."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.path = request.path
        self.blocks = LineBlocks(request.path)
        self.words = WordDecoder()
        self.header: tuple[int, int] | None = None
        self.rows: GrowingRows | None = None
        self.width = 0
        self.separator = b" "
        self.line = 1
        self.blank_line = 0

    def take(self, lines: list[bytes]) -> None:
        """Read a block of lines."""
        if self.rows is None:
            lines = self._begin(lines)
            if self.rows is None:
                return
        names, texts = [], []
        first = self.line
        for name, numbers in self._cut(lines):
            names.append(name)
            texts.append(numbers)
        if texts:
            self.rows.append(parse_numbers(self.path, texts, self.width, first, self.separator))
            self.words.add(names)

    def table(self) -> EmbeddingTable:
        if self.rows is None or not self.rows.count:
            raise not_vectors(self.path, "it holds no vectors")
        notices: tuple[Notice, ...] = ()
        if self.header is not None and self.header[0] > self.rows.count:
            raise truncated(
                self.path.name,
                f"its first line promises {self.header[0]:,} words, and it holds {self.rows.count:,}",
            )
        if self.header is not None and self.header[0] < self.rows.count:
            text = (
                f"The first line speaks of {self.header[0]:,} words, but there are {self.rows.count:,}: "
                "all are shown."
            )
            notices = (Notice("header-rows", text),)
        vectors = ArrayRows(self.rows.finish())
        vocabulary, said = (parts := self.words.parts()).fit(len(vectors))
        self.request.progress(1.0, "Ready")
        return EmbeddingTable(
            name=model_name(self.path),
            source=self.request.source,
            vectors=vectors,
            vocabulary=vocabulary,
            dtype="F32",
            tokenizer=parts.tokenizer,
            opening_notices=(*notices, *said),
        )

    def _begin(self, lines: list[bytes]) -> list[bytes]:
        """Learn from the first lines how the file is built, and return those that hold vectors."""
        self.header = header_of(lines[0])
        if self.header is not None:
            self.width = self.header[1]
            lines = lines[1:]
            self.line = 2
            if not lines:
                return []
        if b" " not in lines[0].strip() and b"\t" in lines[0]:
            self.separator = b"\t"
        if self.header is None:
            self.width = self._width(lines[:_SAMPLE])
        if not 1 <= self.width <= _LONGEST_ROW:
            raise not_vectors(self.path, "its first lines do not end in numbers")
        self.rows = GrowingRows(self.width, self._capacity(lines))
        return lines

    def _width(self, lines: list[bytes]) -> int:
        """Length of a row, where no header states it: the commonest count of numbers at the end of a line."""
        counts: Counter[int] = Counter()
        for line in lines:
            fields = line.removesuffix(self.separator).split(self.separator)
            # The first field is (part of) the token, even when it is a number.
            counts[min(trailing_numbers(fields), len(fields) - 1)] += 1
        return max(counts, key=lambda width: (counts[width], -width))

    def _capacity(self, lines: list[bytes]) -> int:
        """Rows to make room for: what the header says as far as the file can hold it, else an estimate."""
        size = self.path.stat().st_size
        if self.header is not None:
            # A number takes two bytes at least; packed with gzip, hardly less than a half.
            return min(self.header[0], max(1, size // max(1, self.width)))
        average = max(1, sum(map(len, lines)) // len(lines))
        return max(1, size * (2 if self.blocks.is_packed else 1) // average)

    def _cut(self, lines: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Yield the token and the numbers of each line."""
        separator, width = self.separator, self.width
        for line in lines:
            if self.blank_line and line.strip():
                raise ragged(self.path, self.blank_line, 0, width)
            # fastText ends each line with a space.
            text = line.removesuffix(separator)
            spaces = text.count(separator)
            if spaces == width:
                name, _, numbers = text.partition(separator)
                yield name, numbers
            elif spaces > width:
                # The token holds spaces: the numbers are counted from the right.
                name, *fields = text.rsplit(separator, width)
                yield name, separator.join(fields)
            elif not text.strip():
                # Allowed at the end of the file only.
                self.blank_line = self.blank_line or self.line
            else:
                raise ragged(self.path, self.line, spaces, width)
            self.line += 1


READER = Reader("Word vectors (text)", _recognises, _read)
