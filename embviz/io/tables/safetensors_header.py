"""The header of a safetensors file, with every number in it checked before anything is read.

The `safetensors` package's numpy side knows neither bfloat16 nor 8-bit floats, so the few bytes of the
format are read here.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.errors import EmbvizError
from embviz.io.tables.files import MappedFile, map_file, truncated
from embviz.io.tables.plain import json_object, one_line, quoted
from embviz.io.tables.stored import StoredTensor

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

_LONGEST_HEADER = 100_000_000
_MOST_DIMENSIONS = 16

_BITS = {
    "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6,
    "BOOL": 8, "U8": 8, "I8": 8, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
    "U16": 16, "I16": 16, "F16": 16, "BF16": 16,
    "U32": 32, "I32": 32, "F32": 32,
    "U64": 64, "I64": 64, "F64": 64, "C64": 64,
}  # fmt: skip

_NUMPY: dict[str, np.dtype[Any]] = {
    "BOOL": np.dtype("?"),
    "U8": np.dtype("u1"),
    "I8": np.dtype("i1"),
    "F8_E4M3": np.dtype("u1"),
    "F8_E5M2": np.dtype("u1"),
    "U16": np.dtype("<u2"),
    "I16": np.dtype("<i2"),
    "F16": np.dtype("<f2"),
    "BF16": np.dtype("<u2"),
    "U32": np.dtype("<u4"),
    "I32": np.dtype("<i4"),
    "F32": np.dtype("<f4"),
    "U64": np.dtype("<u8"),
    "I64": np.dtype("<i8"),
    "F64": np.dtype("<f8"),
}


@dataclass(frozen=True)
class HeaderEntry:
    """What a header says of one tensor.

    Attributes
    ----------
    name, dtype, shape
        As in the header.
    begin, end
        Place of its data in the whole file: bytes begin..end−1.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


def read_safetensors(path: Path) -> dict[str, StoredTensor]:
    """Tensors of a file by name; the file is memory-mapped and no data are read.

    Raises
    ------
    EmbvizError
        ``bad-header``, ``truncated``, or what `map_file` raises.
    """
    file = map_file(path)
    length = header_length(file.data[:8], file.size, file.name)
    entries = header_entries(file.data[8 : 8 + length], file.size, file.name)
    return {name: _stored(file, entry) for name, entry in entries.items()}


def header_length(start: bytes, size: int, file_name: str) -> int:
    """Bytes of JSON that follow the first eight.

    Parameters
    ----------
    start
        The first eight bytes of the file, or all when there are fewer.
    size
        Length of the file, in bytes.
    file_name
        For messages.

    Raises
    ------
    EmbvizError
        ``bad-header`` or ``truncated``.
    """
    if size < 8 or len(start) < 8:
        raise truncated(file_name, "the file ends inside its header")
    (length,) = struct.unpack_from("<Q", start)
    if length > _LONGEST_HEADER:
        raise _bad(file_name, f"a header length of {length:,} bytes is implausible")
    if 8 + length > size:
        raise truncated(file_name, "the file ends inside its header")
    return int(length)


def header_entries(raw: bytes, size: int, file_name: str) -> dict[str, HeaderEntry]:
    """Check the JSON of a header and return what it says, by name; parameters as in `header_length`.

    Raises
    ------
    EmbvizError
        ``bad-header`` or ``truncated``.
    """
    try:
        header = json_object(raw)
    except ValueError as error:
        raise _bad(file_name, str(error)) from error
    header.pop("__metadata__", None)
    start = 8 + len(raw)
    return {name: _entry(file_name, size, name, value, start) for name, value in header.items()}


def array_reader(
    data: mmap.mmap | bytes, dtype: str, shape: tuple[int, ...], begin: int
) -> Callable[[], NDArray[Any]]:
    """Return what gives an array as stored, where it begins in the bytes of a file; nothing is copied."""

    def raw() -> NDArray[Any]:
        return np.frombuffer(data, _NUMPY[dtype], math.prod(shape), begin).reshape(shape)

    return raw


def _stored(file: MappedFile, entry: HeaderEntry) -> StoredTensor:
    raw = array_reader(file.data, entry.dtype, entry.shape, entry.begin)
    return StoredTensor(entry.name, entry.shape, entry.dtype, file.name, raw)


def _entry(file_name: str, size: int, name: str, entry: Any, data_start: int) -> HeaderEntry:
    if not isinstance(entry, dict):
        raise _bad(file_name, f"the entry of {quoted(name)} is not an object")
    dtype, shape, offsets = entry.get("dtype"), _sizes(entry.get("shape")), _sizes(entry.get("data_offsets"))
    if not isinstance(dtype, str) or shape is None or offsets is None or len(offsets) != 2:
        raise _bad(file_name, f"the entry of {quoted(name)} lacks a type, a shape or its place")
    begin, end = offsets
    count = math.prod(shape)
    if len(shape) > _MOST_DIMENSIONS or begin > end:
        raise _bad(file_name, f"the entry of {quoted(name)} contradicts itself")
    if dtype in _BITS and (end - begin) * 8 != count * _BITS[dtype]:
        raise _bad(
            file_name,
            f"{quoted(name)} has {end - begin:,} bytes, but its shape {one_line(str(shape))} of {dtype} "
            "needs another number",
        )
    if data_start + end > size:
        raise truncated(file_name, f"{quoted(name)} goes on after the end of the file")
    return HeaderEntry(name, dtype, tuple(shape), data_start + begin, data_start + end)


def _sizes(value: Any) -> list[int] | None:
    """Return the value when it is a list of plausible sizes, else None."""
    if isinstance(value, list) and all(type(size) is int and 0 <= size < 1 << 62 for size in value):
        return value
    return None


def _bad(file_name: str, why: str) -> EmbvizError:
    return EmbvizError(
        f"“{file_name}” has a broken safetensors header: {why}.",
        code="bad-header",
        hint="Download it again, or ask where it came from.",
    )
