"""Lines of large text files, plain or gzipped, and the numbers in them, a few megabytes at a time."""

from __future__ import annotations

import gzip
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from embviz.errors import EmbvizError
from embviz.io.tables.files import damaged, follow, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from embviz.core.rows import Float32

GZIP_START = b"\x1f\x8b"

_BLOCK = 1 << 22
# Words may hold the separators among the control characters, but none of the others.
_CONTROLS = frozenset(range(9)) | frozenset(range(14, 28))
# Numbers written out shrink to about two fifths; what shrinks to a hundredth is no table.
_FREE_BYTES = 16_000_000
HIGHEST_RATIO = 100


def is_gzip(head: bytes) -> bool:
    """Whether a file that begins so is gzipped."""
    return head.startswith(GZIP_START)


def plain_head(head: bytes) -> bytes:
    """First bytes of a text, unpacked when they are gzipped; b"" when that fails."""
    if not is_gzip(head):
        return head
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, 1024)
    except zlib.error:
        return b""


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what goes wrong with reading a file, gzipped or not, inside the body, into an expected failure.

    Raises
    ------
    EmbvizError
        ``truncated`` for a gzip file that ends too early; ``permission`` and the like.
    """
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise damaged(path.name, "it cannot be unpacked to its end") from error
    except OSError as error:
        raise unreadable(path, error) from error


class LineBlocks:
    r"""Blocks of whole lines of a file, without their line ends.

    Only ``\\n`` (with or without ``\\r`` before it) ends a line: tokens may hold other separators of Unicode.

    Parameters
    ----------
    path
        The file; gzipped when it begins so.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.share = 0.0
        """Part of the file read so far, 0..1."""
        self.is_packed = False
        """Whether the file is gzipped, known once it is being read."""

    def __iter__(self) -> Iterator[list[bytes]]:
        """Yield lists of lines.

        Raises
        ------
        EmbvizError
            ``truncated`` for a gzip file that ends too early, ``bad-header`` for one that unpacks to
            implausibly much, ``not-vectors`` when a line is endless, ``permission``.
        """
        place = follow(self.path)
        with readable(self.path):
            size = max(1, place.stat().st_size)
            with place.open("rb") as raw:
                self.is_packed = is_gzip(raw.read(2))
                raw.seek(0)
                stream: Any = gzip.GzipFile(fileobj=raw) if self.is_packed else raw
                yield from self._blocks(stream, raw, size)

    def _blocks(self, stream: Any, raw: IO[bytes], size: int) -> Iterator[list[bytes]]:
        rest = b""
        unpacked = 0
        while block := stream.read(_BLOCK):
            unpacked += len(block)
            if self.is_packed and unpacked > _FREE_BYTES and unpacked > HIGHEST_RATIO * size:
                raise EmbvizError(
                    f"“{self.path.name}” unpacks to implausibly much and was not read on.",
                    code="bad-header",
                    hint="Check where it came from.",
                )
            self.share = min(1.0, raw.tell() / size)
            lines = (rest + block).split(b"\n")
            rest = lines.pop()
            if len(rest) > _BLOCK:
                raise not_vectors(self.path, "it has a line without end")
            if lines:
                yield [line.removesuffix(b"\r") for line in lines]
        if rest:
            yield [rest.removesuffix(b"\r")]


class GrowingRows:
    """A float32 table that grows row by row and never takes much more memory than it needs.

    Parameters
    ----------
    width
        Length of a row.
    capacity
        Rows to make room for at first; pages that are never written cost nothing.
    """

    def __init__(self, width: int, capacity: int) -> None:
        self._values = np.empty((max(1, capacity), width), dtype=np.float32)
        self.count = 0

    def append(self, rows: Float32) -> None:
        """Add rows (n, width)."""
        needed = self.count + len(rows)
        if needed > len(self._values):
            self._resize(max(needed, len(self._values) * 5 // 4))
        self._values[self.count : needed] = rows
        self.count = needed

    def finish(self) -> Float32:
        """Return the table of exactly the rows that were added."""
        self._resize(self.count)
        return self._values

    def _resize(self, rows: int) -> None:
        # In place: the system moves pages instead of copying them.
        self._values.resize((rows, self._values.shape[1]), refcheck=False)


def parse_numbers(path: Path, texts: list[bytes], width: int, first_line: int, separator: bytes) -> Float32:
    """Read rows of numbers, (n, width) float32, from texts that each hold ``width`` of them.

    Parameters
    ----------
    path, first_line
        For messages: the file, and the line of the first text.
    texts
        One a row, numbers parted by ``separator``.

    Raises
    ------
    EmbvizError
        ``not-vectors`` when something is no number.
    """
    try:
        # Too large a number becomes infinite, which the table's notices say.
        with np.errstate(over="ignore"):
            flat = np.array(separator.join(texts).split(separator), dtype=np.float32)
    except ValueError as error:
        line = next(first_line + n for n, text in enumerate(texts) if not _all_numbers(text, separator))
        raise not_vectors(path, f"line {line} has something that is no number") from error
    return flat.reshape(len(texts), width)


def trailing_numbers(fields: list[bytes]) -> int:
    """Count the fields at the end of a line that are numbers."""
    count = 0
    for field in reversed(fields):
        if not is_number(field):
            break
        count += 1
    return count


def looks_like_text(head: bytes) -> bool:
    """Whether first bytes are UTF-8 without control characters; a character cut off at their end counts."""
    if not _CONTROLS.isdisjoint(head):
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return error.end == len(head) and error.reason == "unexpected end of data"
    return True


def is_number(field: bytes) -> bool:
    """Whether a field is a number."""
    try:
        float(field)
    except ValueError:
        return False
    return True


def not_vectors(path: Path, why: str) -> EmbvizError:
    """Return the error for a file that is no table of vectors."""
    return EmbvizError(
        f"“{path.name}” is not a table of vectors: {why}.",
        code="not-vectors",
        hint="Each line must hold a word and its numbers.",
    )


def ragged(path: Path, line: int, found: int, wanted: int) -> EmbvizError:
    """Return the error for a line with another number of numbers than the others."""
    return EmbvizError(
        f"“{path.name}” has {found:,} numbers in line {line:,} instead of {wanted:,}.",
        code="ragged",
        hint="Repair or remove that line, or download the file again.",
    )


def _all_numbers(text: bytes, separator: bytes) -> bool:
    return all(is_number(field) for field in text.split(separator))
