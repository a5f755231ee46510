"""numpy's .npy and .npz, with the words beside or inside them; never with pickled objects."""

from __future__ import annotations

import math
import re
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.rows import ArrayRows
from embviz.core.table import EmbeddingTable
from embviz.errors import EmbvizError
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import damaged, follow, map_file, truncated
from embviz.io.tables.folders import model_name
from embviz.io.tables.plain import quoted
from embviz.io.tables.tokenization.words import WordDecoder, word_parts
from embviz.io.tables.word_list import words_beside

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from embviz.io.tables.tokenization.parts import TokenParts

_NPY_START = b"\x93NUMPY"
_LONGEST_HEADER = 10_000
_DESCRIPTION = re.compile(r"'descr'\s*:\s*'([<>=|]?[A-Za-z]{1,2}\d{0,9})'")
_ORDER = re.compile(r"'fortran_order'\s*:\s*(True|False)")
_SHAPE = re.compile(r"'shape'\s*:\s*\(([\d,\s]{0,400})\)")
# What unpacks to more than a hundred times its size is no table.
_FREE_BYTES = 100_000_000
_HIGHEST_RATIO = 100


def _recognises(source: Source) -> bool:
    is_zip = source.head.startswith(b"PK\x03\x04")
    return (
        source.head.startswith(_NPY_START) or source.suffix == ".npy" or (is_zip and source.suffix == ".npz")
    )


def _read(request: Request) -> EmbeddingTable:
    request.progress(0.0, "Reading the header")
    file = map_file(request.path)
    if file.data[:2] == b"PK":
        return _read_archive(request)
    array = _array(file.data, file.size, request.path)
    vectors = _as_rows(array, request.path)
    return _table(request, vectors, array.dtype, words_beside(request.path, len(vectors)))


def _read_archive(request: Request) -> EmbeddingTable:
    """Read a .npz: its largest table or the one that was chosen, and its list of words if it has one."""
    path = request.path
    try:
        with zipfile.ZipFile(follow(path)) as archive:
            heads = {
                entry.filename.removesuffix(".npy"): _member_head(archive, entry, path)
                for entry in archive.infolist()
            }
            tables = {name: head for name, head in heads.items() if head.is_table}
            name = request.tensor or max(tables, key=lambda key: tables[key].count, default="")
            if name not in tables:
                raise _no_table(path, request.tensor)
            request.progress(0.2, "Reading the vectors")
            array = _member(archive, name, path)
            lists = [
                key
                for key, head in heads.items()
                if head.shape == array.shape[:1] and head.dtype.kind in "US"
            ]
            words = _member(archive, lists[0], path) if lists else None
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise damaged(path.name, "it cannot be unpacked") from error
    except (NotImplementedError, RuntimeError, OSError) as error:
        raise _bad(path, "its archive is of a kind that cannot be read") from error
    vectors = _as_rows(array, path)
    parts = words_beside(path, len(vectors)) if words is None else _string_parts(words)
    others = tuple(sorted(set(tables) - {name}))
    return _table(request, vectors, array.dtype, parts, name, others)


def _table(
    request: Request,
    vectors: ArrayRows,
    dtype: np.dtype[Any],
    parts: TokenParts,
    tensor: str | None = None,
    others: tuple[str, ...] = (),
) -> EmbeddingTable:
    vocabulary, notices = parts.fit(len(vectors))
    request.progress(1.0, "Ready")
    return EmbeddingTable(
        name=model_name(request.path),
        source=request.source,
        vectors=vectors,
        vocabulary=vocabulary,
        dtype=f"{dtype.kind.upper()}{8 * dtype.itemsize}",
        tensor_name=tensor,
        other_tables=others,
        tokenizer=parts.tokenizer,
        opening_notices=notices,
    )


@dataclass(frozen=True)
class _Head:
    """What the header of an array says, and how long that header is."""

    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype[Any]
    length: int

    @property
    def count(self) -> int:
        return math.prod(self.shape)

    @property
    def is_table(self) -> bool:
        return len(self.shape) == 2 and 0 not in self.shape and self.dtype.kind in "fiu"


def _head(start: bytes, path: Path) -> _Head:
    """Read the header by its three entries; it is a Python literal, of which nothing is evaluated."""
    wide = start[6:7] in (b"\2", b"\3")
    begin = 12 if wide else 10
    if not start.startswith(_NPY_START) or start[6:7] not in (b"", b"\1", b"\2", b"\3"):
        raise _bad(path, "it does not begin as they do")
    end = begin + int.from_bytes(start[8:begin], "little")
    if len(start) < begin or len(start) < end <= _LONGEST_HEADER:
        raise _truncated(path)
    header = start[begin:end].decode("latin-1")
    order, shape = _ORDER.search(header), _SHAPE.search(header)
    dtype = _dtype(header)
    if end > _LONGEST_HEADER or order is None or shape is None or dtype is None:
        raise _bad(path, "its header makes no sense")
    sizes = tuple(int(size) for size in shape[1].replace(",", " ").split())
    if any(size > 1 << 50 for size in sizes) or len(sizes) > 16:
        raise _bad(path, "its shape is implausible")
    return _Head(sizes, order[1] == "True", dtype, end)


def _dtype(header: str) -> np.dtype[Any] | None:
    match = _DESCRIPTION.search(header)
    if match is None:
        # Fields with names; what they are does not matter, for they make no table.
        return np.dtype([("field", "u1")]) if re.search(r"'descr'\s*:\s*\[", header) else None
    try:
        return np.dtype(match[1])
    except (TypeError, ValueError, SyntaxError):
        return None


def _array(data: Any, size: int, path: Path) -> NDArray[Any]:
    """View of the array in the bytes of a .npy file; nothing is copied."""
    head = _head(bytes(data[: _LONGEST_HEADER + 64]), path)
    if head.dtype.hasobject:
        raise EmbvizError(
            f"“{path.name}” holds Python objects, which could run any program: it was refused and not run.",
            code="unsafe-pickle",
            hint="Save the array with allow_pickle=False.",
        )
    if head.length + head.count * head.dtype.itemsize > size:
        raise _truncated(path)
    if not head.dtype.itemsize:
        raise _bad(path, "its numbers have no size")
    flat = np.frombuffer(data, head.dtype, head.count, head.length)
    return flat.reshape(head.shape, order="F" if head.fortran else "C")


def _member_head(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> _Head:
    if entry.file_size > _FREE_BYTES and entry.file_size > _HIGHEST_RATIO * entry.compress_size:
        raise _bad(path, "it unpacks to implausibly much")
    with archive.open(entry) as stream:
        return _head(stream.read(_LONGEST_HEADER + 64), path)


def _member(archive: zipfile.ZipFile, name: str, path: Path) -> NDArray[Any]:
    names = archive.namelist()
    raw = archive.read(f"{name}.npy" if f"{name}.npy" in names else name)
    return _array(raw, len(raw), path)


def _as_rows(array: NDArray[Any], path: Path) -> ArrayRows:
    if array.ndim != 2 or 0 in array.shape:
        shape = " × ".join(map(str, array.shape)) or "a single number"
        raise EmbvizError(
            f"“{path.name}” is not a table of rows and columns, but {shape}.",
            code="not-vectors",
            hint="Save a two-dimensional array with one row for each word.",
        )
    if array.dtype.kind not in "fiu":
        raise EmbvizError(
            f"“{path.name}” holds {quoted(str(array.dtype), 40)}, which are no plain numbers.",
            code="unsupported-dtype",
            hint="Save the array as float32.",
        )
    return ArrayRows(array)


def _string_parts(words: NDArray[Any]) -> TokenParts:
    if words.dtype.kind == "S":
        decoder = WordDecoder()
        decoder.add(words.tolist())
        return decoder.parts()
    return word_parts([word.encode("utf-8", "replace").decode() for word in words.tolist()])


def _no_table(path: Path, chosen: str | None) -> EmbvizError:
    what = "no two-dimensional array of numbers" if chosen is None else f"no table {quoted(chosen)}"
    return EmbvizError(
        f"“{path.name}” holds {what}.",
        code="no-table",
        hint="Save a two-dimensional array with one row for each word.",
    )


def _truncated(path: Path) -> EmbvizError:
    return truncated(path.name, "the array goes on after the end of the file")


def _bad(path: Path, why: str) -> EmbvizError:
    return EmbvizError(
        f"“{path.name}” is not one of numpy's files, or is broken: {why}.",
        code="bad-header",
        hint="Save the array again.",
    )


READER = Reader("numpy", _recognises, _read)
