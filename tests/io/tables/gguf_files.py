"""Small GGUF files for tests, written field by field from the format's description."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path


def gguf_string(text: str | bytes) -> bytes:
    raw = text if isinstance(text, bytes) else text.encode()
    return struct.pack("<Q", len(raw)) + raw


def gguf_value(value: Any) -> bytes:
    """Type number and value: bool, int (u32), float (f32), str, or a list of one of them (int → i32)."""
    if isinstance(value, bool):
        return struct.pack("<IB", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    if isinstance(value, (str, bytes)):
        return struct.pack("<I", 8) + gguf_string(value)
    if not value or isinstance(value[0], (str, bytes)):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(gguf_string, value))
    if isinstance(value[0], list):
        return struct.pack("<IIQ", 9, 9, len(value)) + b"".join(gguf_value(item)[4:] for item in value)
    kind, form = (6, "f") if isinstance(value[0], float) else (5, "i")
    return struct.pack("<IIQ", 9, kind, len(value)) + struct.pack(f"<{len(value)}{form}", *value)


def gguf_bytes(
    fields: dict[str, Any],
    tensors: dict[str, tuple[tuple[int, ...], int, bytes]],
    *,
    version: int = 3,
    alignment: int = 32,
) -> bytes:
    """A whole file; ``tensors`` are name → (shape with rows first, ggml type, data)."""
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(fields))
    for key, value in fields.items():
        head += gguf_string(key) + gguf_value(value)
    data = b""
    for name, (shape, kind, raw) in tensors.items():
        head += gguf_string(name) + struct.pack("<I", len(shape))
        head += struct.pack(f"<{len(shape)}Q", *reversed(shape)) + struct.pack("<IQ", kind, len(data))
        data += raw + b"\0" * (-len(raw) % alignment)
    return head + b"\0" * (-len(head) % alignment) + data


def float_tensor(
    rows: int, columns: int, seed: int = 0
) -> tuple[np.ndarray, tuple[tuple[int, int], int, bytes]]:
    """A random float32 table, and the same as a tensor for `gguf_bytes`."""
    values = np.random.default_rng(seed).standard_normal((rows, columns)).astype(np.float32)
    return values, ((rows, columns), 0, values.tobytes())


def write(folder: Path, data: bytes, name: str = "model.gguf") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path
