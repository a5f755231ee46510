"""The header of a GGUF file (version 2 and 3), read without trusting a single length in it.

gguf-py's own reader boxes every array element, which takes seconds and gigabytes for the vocabulary of a
large model; here arrays stay in the file until they are asked for.
"""

from __future__ import annotations

import math
import struct
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.errors import EmbvizError
from embviz.io.tables.plain import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.io.tables.files import MappedFile

MAGIC = b"GGUF"

# Far above anything real: the largest models have a few thousand tensors and 300,000 tokens.
_MOST_KEYS = 1 << 16
_MOST_TENSORS = 1 << 16
_MOST_STRINGS = 1 << 22
_MOST_BYTES = 1 << 40
_MOST_DIMENSIONS = 4

_STRING, _ARRAY = 8, 9
_SCALARS: dict[int, np.dtype[Any]] = {
    0: np.dtype("<u1"),
    1: np.dtype("<i1"),
    2: np.dtype("<u2"),
    3: np.dtype("<i2"),
    4: np.dtype("<u4"),
    5: np.dtype("<i4"),
    6: np.dtype("<f4"),
    7: np.dtype("?"),
    10: np.dtype("<u8"),
    11: np.dtype("<i8"),
    12: np.dtype("<f8"),
}


@dataclass(frozen=True, eq=False)
class StringArray:
    """An array of strings that stays in the file; ``ends`` are file offsets, one a string."""

    file: MappedFile
    start: int
    ends: array[int]

    def __len__(self) -> int:
        return len(self.ends)

    def decode(self) -> tuple[list[str], int]:
        """All strings, and how many were not valid UTF-8 (their bad bytes are shown as U+FFFD)."""
        if not self.ends:
            return [], 0
        # Slices of one bytes object: 49,152 strings in about 10 ms.
        blob = self.file.data[self.start : self.ends[-1]]
        start = self.start
        begin = 8
        strings = []
        bad = 0
        for end in self.ends:
            raw = blob[begin : end - start]
            try:
                strings.append(raw.decode())
            except UnicodeDecodeError:
                strings.append(raw.decode(errors="replace"))
                bad += 1
            begin = end - start + 8
        return strings, bad


@dataclass(frozen=True)
class GGUFTensor:
    """One tensor as the header describes it.

    ``shape`` is in numpy's order (rows first), ``kind`` ggml's number of its type, ``offset`` counts from
    the start of the data section.
    """

    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int


@dataclass(frozen=True, eq=False)
class GGUFHeader:
    """Everything before the data: fields, tensors by name, and where the data section starts."""

    file: MappedFile
    fields: dict[str, Any]
    tensors: dict[str, GGUFTensor]
    data_start: int

    def text(self, key: str, default: str = "") -> str:
        """Read a string field; the default when it is absent or of another type."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else default

    def number(self, key: str) -> int | None:
        """Read an integer field, None when it is absent or of another type."""
        value = self.fields.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, key: str, default: bool) -> bool:
        """Read a boolean field; the default when it is absent or of another type."""
        value = self.fields.get(key)
        return value if isinstance(value, bool) else default

    def strings(self, key: str) -> StringArray | None:
        """Read an array of strings, None when it is absent or of another type."""
        value = self.fields.get(key)
        return value if isinstance(value, StringArray) else None

    def numbers(self, key: str) -> NDArray[Any] | None:
        """Read an array of numbers, None when it is absent or of another type."""
        value = self.fields.get(key)
        return value if isinstance(value, np.ndarray) else None


def read_gguf_header(file: MappedFile) -> GGUFHeader:
    """Read the header.

    Raises
    ------
    EmbvizError
        ``truncated`` when the file ends inside it, ``bad-header`` when it contradicts itself.
    """
    return _Cursor(file).header()


class _Cursor:
    """A place in the file that never passes its end."""

    def __init__(self, file: MappedFile) -> None:
        self.file = file
        self.data = file.data
        self.end = file.size
        self.at = 0

    def header(self) -> GGUFHeader:
        if self.data[:4] != MAGIC:
            raise self.bad("it does not begin with “GGUF”")
        self.at = 4
        version = self.scalar("<I")
        if version not in (2, 3):
            # A version whose bytes are swapped is a file written for a big-endian machine.
            swapped = int.from_bytes(version.to_bytes(4, "little"), "big")
            kind = "big-endian numbers" if swapped in (2, 3) else f"version {version}"
            raise self.bad(f"it has {kind}; versions 2 and 3 with little-endian numbers can be read")
        tensor_count = self.count("<Q", _MOST_TENSORS, "tensors")
        key_count = self.count("<Q", _MOST_KEYS, "metadata keys")
        fields: dict[str, Any] = {}
        for _ in range(key_count):
            key = self.string()
            if key in fields:
                raise self.bad(f"the metadata key {quoted(key)} appears twice")
            fields[key] = self.value(self.scalar("<I"), depth=0)
        tensors: dict[str, GGUFTensor] = {}
        for _ in range(tensor_count):
            tensor = self.tensor()
            if tensor.name in tensors:
                raise self.bad(f"the tensor {quoted(tensor.name)} appears twice")
            tensors[tensor.name] = tensor
        alignment = fields.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 1 <= alignment <= 1 << 20:
            raise self.bad(f"the alignment {str(alignment)[:40]} is implausible")
        start = -(-self.at // alignment) * alignment
        return GGUFHeader(self.file, fields, tensors, start)

    def tensor(self) -> GGUFTensor:
        name = self.string()
        dimensions = self.scalar("<I")
        if not 1 <= dimensions <= _MOST_DIMENSIONS:
            raise self.bad(f"the tensor {quoted(name)} has {dimensions} dimensions")
        sizes = [self.scalar("<Q") for _ in range(dimensions)]
        kind = self.scalar("<I")
        offset = self.scalar("<Q")
        if math.prod(sizes) > _MOST_BYTES:
            raise self.bad(f"the shape of the tensor {quoted(name)} is implausible")
        return GGUFTensor(name, tuple(reversed(sizes)), kind, offset)

    def value(self, kind: int, *, depth: int) -> Any:
        if kind == _STRING:
            return self.string()
        if kind in _SCALARS:
            return self.numbers(_SCALARS[kind], 1)[0].item()
        if kind != _ARRAY:
            raise self.bad(f"a metadata value has the unknown type {kind}")
        item_kind = self.scalar("<I")
        length = self.scalar("<Q")
        if length > _MOST_BYTES:
            raise self.bad(f"an array of {length} elements is implausible")
        if item_kind in _SCALARS:
            return self.numbers(_SCALARS[item_kind], length)
        if length > _MOST_STRINGS:
            raise self.bad(f"an array of {length} elements is implausible")
        if item_kind == _STRING:
            return self.string_array(length)
        if item_kind != _ARRAY or depth >= 2:
            raise self.bad(f"an array has elements of the unknown type {item_kind}")
        self.need(12 * length)
        return [self.value(_ARRAY, depth=depth + 1) for _ in range(length)]

    def string_array(self, length: int) -> StringArray:
        self.need(8 * length)
        start, at, end = self.at, self.at, self.end
        ends = array("Q")
        unpack = struct.Struct("<Q").unpack_from
        data = self.data
        for _ in range(length):
            if at + 8 > end:
                raise self.truncated()
            (size,) = unpack(data, at)
            at += 8 + size
            if at > end:
                raise self.truncated()
            ends.append(at)
        self.at = at
        return StringArray(self.file, start, ends)

    def numbers(self, dtype: np.dtype[Any], length: int) -> NDArray[Any]:
        size = length * dtype.itemsize
        self.need(size)
        values = np.frombuffer(self.data, dtype, length, self.at)
        self.at += size
        return values

    def string(self) -> str:
        size = self.count("<Q", _MOST_BYTES, "bytes in a string")
        self.need(size)
        raw = self.data[self.at : self.at + size]
        self.at += size
        return raw.decode(errors="replace")

    def count(self, form: str, most: int, what: str) -> int:
        value = self.scalar(form)
        if value > most:
            raise self.bad(f"a count of {value} {what} is implausible")
        return value

    def scalar(self, form: str) -> int:
        size = struct.calcsize(form)
        self.need(size)
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += size
        return int(value)

    def need(self, size: int) -> None:
        if size > self.end - self.at:
            raise self.truncated()

    def truncated(self) -> EmbvizError:
        return EmbvizError(
            f"“{self.file.name}” is truncated: the file ends inside its header.",
            code="truncated",
            hint="Download it again.",
        )

    def bad(self, why: str) -> EmbvizError:
        return EmbvizError(
            f"“{self.file.name}” has a broken GGUF header: {why}.",
            code="bad-header",
            hint="Download it again, or ask where it came from.",
        )
