"""Rows of a table in one of ggml's types, dequantised when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.rows import ArrayRows, Float32, Rows
from embviz.errors import EmbvizError
from embviz.io.tables.plain import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.io.tables.files import MappedFile
    from embviz.io.tables.gguf_header import GGUFHeader, GGUFTensor

# Number → (name, elements in a block, bytes of a block), as ggml.h and ggml-common.h define them.
GGML_TYPES = {
    0: ("F32", 1, 4),
    1: ("F16", 1, 2),
    2: ("Q4_0", 32, 18),
    3: ("Q4_1", 32, 20),
    6: ("Q5_0", 32, 22),
    7: ("Q5_1", 32, 24),
    8: ("Q8_0", 32, 34),
    9: ("Q8_1", 32, 40),
    10: ("Q2_K", 256, 84),
    11: ("Q3_K", 256, 110),
    12: ("Q4_K", 256, 144),
    13: ("Q5_K", 256, 176),
    14: ("Q6_K", 256, 210),
    15: ("Q8_K", 256, 292),
    16: ("IQ2_XXS", 256, 66),
    17: ("IQ2_XS", 256, 74),
    18: ("IQ3_XXS", 256, 98),
    19: ("IQ1_S", 256, 50),
    20: ("IQ4_NL", 32, 18),
    21: ("IQ3_S", 256, 110),
    22: ("IQ2_S", 256, 82),
    23: ("IQ4_XS", 256, 136),
    24: ("I8", 1, 1),
    25: ("I16", 1, 2),
    26: ("I32", 1, 4),
    27: ("I64", 1, 8),
    28: ("F64", 1, 8),
    29: ("IQ1_M", 256, 56),
    30: ("BF16", 1, 2),
    34: ("TQ1_0", 256, 54),
    35: ("TQ2_0", 256, 66),
    39: ("MXFP4", 32, 17),
    40: ("NVFP4", 64, 36),
    41: ("Q1_0", 128, 18),
}

_PLAIN: dict[int, np.dtype[Any]] = {
    0: np.dtype("<f4"),
    1: np.dtype("<f2"),
    28: np.dtype("<f8"),
    30: np.dtype("<u2"),
}
_Q8_0 = 8
# About 4 MB of float32 at a time, so that temporary arrays stay small beside the result.
_CHUNK_VALUES = 1 << 20


def type_name(kind: int) -> str:
    """Name of a ggml type, ``type 99`` for an unknown one."""
    return GGML_TYPES[kind][0] if kind in GGML_TYPES else f"type {kind}"


def is_quantised(kind: int) -> bool:
    """Whether a type packs blocks of numbers, rather than keeping each by itself."""
    return kind in GGML_TYPES and GGML_TYPES[kind][1] > 1


def ggml_rows(header: GGUFHeader, tensor: GGUFTensor) -> Rows:
    """Rows of a two-dimensional tensor.

    Raises
    ------
    EmbvizError
        ``unsupported-dtype``, ``bad-header`` when the shape does not fit the type, ``truncated`` when the
        data lie beyond the end of the file.
    """
    file = header.file
    rows, width = tensor.shape
    if tensor.kind not in GGML_TYPES:
        raise EmbvizError(
            f"The table {quoted(tensor.name)} of “{file.name}” has the unknown tensor type {tensor.kind}.",
            code="unsupported-dtype",
            hint="A newer version of embviz may read it; or choose another quantisation of the model.",
        )
    name, block, size = GGML_TYPES[tensor.kind]
    if width % block:
        raise EmbvizError(
            f"“{file.name}” has a broken GGUF header: rows of {width} numbers do not fit {name}'s blocks "
            f"of {block}.",
            code="bad-header",
            hint="Download it again, or ask where it came from.",
        )
    row_bytes = width // block * size
    start = header.data_start + tensor.offset
    if start + rows * row_bytes > file.size:
        raise EmbvizError(
            f"“{file.name}” is truncated: the table {quoted(tensor.name)} goes on after the end of the file.",
            code="truncated",
            hint="Download it again.",
        )
    if tensor.kind in _PLAIN:
        dtype = _PLAIN[tensor.kind]
        plain = np.frombuffer(file.data, dtype, rows * width, start).reshape(rows, width)
        return ArrayRows(plain, bfloat16=name == "BF16")
    stored = np.frombuffer(file.data, np.uint8, rows * row_bytes, start).reshape(rows, row_bytes)
    if tensor.kind == _Q8_0:
        return Q8Rows(stored, width)
    return GGMLRows(stored, width, tensor.kind, file)


class _BlockRows(Rows):
    """Rows of packed blocks, opened a chunk at a time."""

    def __init__(self, stored: NDArray[np.uint8], width: int) -> None:
        self.stored = stored
        self.width = width

    @property
    def shape(self) -> tuple[int, int]:
        return (int(self.stored.shape[0]), self.width)

    def take(self, ids: NDArray[np.int64]) -> Float32:
        result = np.empty((len(ids), self.width), dtype=np.float32)
        step = max(1, _CHUNK_VALUES // max(1, self.width))
        with np.errstate(over="ignore", invalid="ignore"):
            for start in range(0, len(ids), step):
                self.open_blocks(self.stored[ids[start : start + step]], result[start : start + step])
        return result

    def span(self, start: int, stop: int) -> Float32:
        result = np.empty((stop - start, self.width), dtype=np.float32)
        step = max(1, _CHUNK_VALUES // max(1, self.width))
        # A damaged scale may be infinite; the table's notices say so of its rows.
        with np.errstate(over="ignore", invalid="ignore"):
            for first in range(start, stop, step):
                last = min(first + step, stop)
                self.open_blocks(self.stored[first:last], result[first - start : last - start])
        return result

    def open_blocks(self, packed: NDArray[np.uint8], into: Float32) -> None:
        """Dequantise rows of bytes (n, row bytes) into (n, d)."""
        raise NotImplementedError


class Q8Rows(_BlockRows):
    """Q8_0: blocks of a float16 scale and 32 signed bytes; value = scale · byte.

    A routine of our own, because the bundled table is Q8_0 and importing gguf-py would slow every start.
    """

    def open_blocks(self, packed: NDArray[np.uint8], into: Float32) -> None:
        """Dequantise rows of bytes (n, row bytes) into (n, d)."""
        blocks = packed.reshape(len(packed), -1, 34)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
        np.multiply(blocks[:, :, 2:].view(np.int8), scales, out=into.reshape(len(packed), -1, 32))


class GGMLRows(_BlockRows):
    """Any other packed type, through gguf-py's reference routines."""

    def __init__(self, stored: NDArray[np.uint8], width: int, kind: int, file: MappedFile) -> None:
        super().__init__(stored, width)
        from gguf import GGMLQuantizationType, quants

        self._quants: Any = quants
        try:
            self._kind: Any = GGMLQuantizationType(kind)
            if len(stored):
                quants.dequantize(np.zeros((1, stored.shape[1]), dtype=np.uint8), self._kind)
        except (NotImplementedError, ValueError) as error:
            raise EmbvizError(
                f"The table of “{file.name}” is stored as {type_name(kind)}, which cannot be read.",
                code="unsupported-dtype",
                hint="Choose another quantisation of the model, such as Q8_0.",
            ) from error

    def open_blocks(self, packed: NDArray[np.uint8], into: Float32) -> None:
        """Dequantise rows of bytes (n, row bytes) into (n, d)."""
        into[:] = self._quants.dequantize(np.ascontiguousarray(packed), self._kind)
