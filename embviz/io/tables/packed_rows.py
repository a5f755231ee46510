"""Rows that are packed tighter than numpy's types, or put together from several arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.rows import Float32, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


class LookupRows(Rows):
    """Rows of one byte a number, each read from a table of 256 float32 values (8-bit floats).

    Parameters
    ----------
    codes
        V × d, uint8.
    values
        (256,) float32.
    """

    def __init__(self, codes: NDArray[np.uint8], values: Float32) -> None:
        self.codes = codes
        self.values = values

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (int(self.codes.shape[0]), int(self.codes.shape[1]))

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        return self.values[self.codes[ids]]

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self.values[self.codes[start:stop]]


class GroupedRows(Rows):
    """MLX's packed integers: each group of columns has a scale and a bias; value = code · scale + bias.

    Parameters
    ----------
    packed
        V × (d · bits / 32), uint32; the first column of a word lies in its lowest bits.
    scales, biases
        V × (d / group).
    bits
        2, 4 or 8 bits a number.
    """

    def __init__(self, packed: NDArray[Any], scales: Rows, biases: Rows, bits: int) -> None:
        self.packed = packed
        self.scales = scales
        self.biases = biases
        self.bits = bits
        self._width = packed.shape[1] * 32 // bits

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (int(self.packed.shape[0]), self._width)

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        return self._open(self.packed[ids], self.scales.take(ids), self.biases.take(ids))

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self._open(
            self.packed[start:stop], self.scales.span(start, stop), self.biases.span(start, stop)
        )

    def _open(self, packed: NDArray[Any], scales: Float32, biases: Float32) -> Float32:
        shifts = np.arange(0, 32, self.bits, dtype=np.uint32)
        mask = np.uint32((1 << self.bits) - 1)
        codes = (packed.astype(np.uint32)[:, :, None] >> shifts) & mask
        grouped = codes.reshape(len(packed), scales.shape[1], -1).astype(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):
            grouped *= scales[:, :, None]
            grouped += biases[:, :, None]
        return grouped.reshape(len(packed), self._width)


class StackedRows(Rows):
    """Several tables of the same width, one under the other."""

    def __init__(self, parts: Sequence[Rows]) -> None:
        self.parts = tuple(parts)
        self._starts = np.cumsum([0, *(len(part) for part in self.parts)])

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (int(self._starts[-1]), self.parts[0].shape[1])

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        result = np.empty((len(ids), self.shape[1]), dtype=np.float32)
        owner = np.searchsorted(self._starts, ids, side="right") - 1
        for number, part in enumerate(self.parts):
            places = np.flatnonzero(owner == number)
            if len(places):
                result[places] = part.take(ids[places] - self._starts[number])
        return result

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        pieces = []
        for part, first in zip(self.parts, self._starts[:-1].tolist(), strict=True):
            begin, end = max(start - first, 0), min(stop - first, len(part))
            if begin < end:
                pieces.append(part.span(begin, end))
        if len(pieces) == 1:
            return pieces[0]
        return np.concatenate(pieces) if pieces else np.empty((0, self.shape[1]), dtype=np.float32)


class MappedRows(Rows):
    """Rows that share vectors: row i is row ``mapping[i]`` of another table."""

    def __init__(self, base: Rows, mapping: NDArray[np.int64]) -> None:
        self.base = base
        self.mapping = mapping

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return (len(self.mapping), self.base.shape[1])

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        return self.base.take(self.mapping[ids])

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        return self.base.take(self.mapping[start:stop])


class ScaledRows(Rows):
    """Rows that are multiplied by a factor each, (V, 1), or by one for all, (1, 1)."""

    def __init__(self, base: Rows, factors: Float32) -> None:
        self.base = base
        self.factors = np.broadcast_to(factors, (len(base), 1))

    @property
    def shape(self) -> tuple[int, int]:
        """V and d."""
        return self.base.shape

    def take(self, ids: NDArray[np.int64]) -> Float32:
        """Rows of the given ids: float32, (n, d)."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.base.take(ids) * self.factors[ids]

    def span(self, start: int, stop: int) -> Float32:
        """Rows start..stop−1: float32, (stop − start, d)."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.base.span(start, stop) * self.factors[start:stop]


def _float8(exponent_bits: int, bias: int) -> Callable[[], Float32]:
    """Values of the 256 codes of an 8-bit float (OCP 8-bit floating point specification, 2023)."""

    def values() -> Float32:
        codes = np.arange(256)
        mantissa_bits = 7 - exponent_bits
        exponent = (codes >> mantissa_bits) & ((1 << exponent_bits) - 1)
        fraction = (codes & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
        size = np.where(
            exponent == 0,
            fraction * 2.0 ** (1 - bias),
            (1 + fraction) * 2.0 ** (exponent.astype(np.float64) - bias),
        )
        magnitude = codes & 0x7F
        if exponent_bits == 4:
            # E4M3 has no infinity; only the code with all bits set is not a number.
            size[magnitude == 0x7F] = np.nan
        else:
            size[magnitude == 0x7C] = np.inf
            size[magnitude > 0x7C] = np.nan
        return np.where(codes & 0x80, -size, size).astype(np.float32)

    return values


FLOAT8_VALUES: dict[str, Callable[[], Float32]] = {
    "F8_E4M3": _float8(4, 7),
    "F8_E5M2": _float8(5, 15),
}
"""Type → the 256 float32 values of its codes."""
