"""PyTorch's files (pytorch_model.bin), opened by torch's own loader of weights and in no other way.

A .bin file is a pickle, which can run any program when it is opened carelessly. ``weights_only`` lets
nothing through but tensors; what it refuses is refused here.
"""

from __future__ import annotations

import struct
import warnings
import zipfile
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.errors import EmbvizError
from embviz.io.tables.files import damaged, follow, map_file
from embviz.io.tables.stored import StoredTensor

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

# The first object of a file from before torch 1.6 is this number, pickled with protocol 2.
LEGACY_START = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
ZIP_START = b"PK\x03\x04"

_LONGEST_PICKLE = 100_000_000
_DTYPES = {
    "torch.float32": "F32",
    "torch.float16": "F16",
    "torch.bfloat16": "BF16",
    "torch.float64": "F64",
    "torch.int8": "I8",
    "torch.uint8": "U8",
    "torch.int16": "I16",
    "torch.int32": "I32",
    "torch.int64": "I64",
    "torch.bool": "BOOL",
    "torch.float8_e4m3fn": "F8_E4M3",
    "torch.float8_e5m2": "F8_E5M2",
}


def read_torch(path: Path) -> dict[str, StoredTensor]:
    """Tensors of a file by name; the file is memory-mapped.

    Raises
    ------
    EmbvizError
        ``unsafe-pickle``, ``legacy-pickle``, ``truncated``, ``bad-header``, or what `map_file` raises.
    """
    head = map_file(path).data[:32]
    if head.startswith(LEGACY_START):
        raise EmbvizError(
            f"“{path.name}” is in PyTorch's old format from before version 1.6, which is not opened.",
            code="legacy-pickle",
            hint="Save the model again with a newer PyTorch, best as safetensors.",
        )
    if not head.startswith(ZIP_START):
        if head.startswith(b"\x80"):
            raise unsafe(path, "it is a bare pickle")
        raise _bad(path, "it is no file of PyTorch's")
    _check_archive(path)
    return {
        name: _stored(path, name, tensor) for name, tensor in _load(path).items() if isinstance(name, str)
    }


def unsafe(path: Path, why: str) -> EmbvizError:
    """Return the error for a pickle that is not opened."""
    return EmbvizError(
        f"“{path.name}” was refused and not run, because it could be a program: {why}.",
        code="unsafe-pickle",
        hint="Use a copy of the model in safetensors or GGUF.",
    )


def _check_archive(path: Path) -> None:
    """Refuse an archive that would unpack to more than it is, or that is no checkpoint."""
    try:
        with zipfile.ZipFile(follow(path)) as archive:
            entries = archive.infolist()
    except zipfile.BadZipFile as error:
        raise damaged(path.name, "the directory at its end is missing") from error
    except (OSError, ValueError, NotImplementedError, struct.error) as error:
        raise _bad(path, "its archive cannot be read") from error
    pickles = [entry for entry in entries if entry.filename.rpartition("/")[2] == "data.pkl"]
    if any(entry.filename.endswith("/constants.pkl") for entry in entries):
        raise unsafe(path, "it is a TorchScript program")
    if len(pickles) != 1 or pickles[0].file_size > _LONGEST_PICKLE:
        raise _bad(path, "it is an archive, but not one of PyTorch's")
    if any(entry.compress_type != zipfile.ZIP_STORED for entry in entries):
        raise _bad(path, "its tensors are compressed, which PyTorch never does")


def _load(path: Path) -> dict[Any, Any]:
    import pickle

    import torch

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values = torch.load(follow(path), map_location="cpu", weights_only=True, mmap=True)
    except pickle.UnpicklingError as error:
        raise unsafe(path, "it holds more than tensors") from error
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        BufferError,
        EOFError,
        ImportError,
        LookupError,
        MemoryError,
        OSError,
        RuntimeError,
        TypeError,
        ValueError,
        struct.error,
        zipfile.BadZipFile,
    ) as error:
        # The loader names no errors of its own: a damaged file fails wherever it first makes no sense.
        raise _bad(path, "PyTorch cannot read it") from error
    for key in ("state_dict", "model"):
        if isinstance(values, dict) and isinstance(values.get(key), dict):
            values = values[key]
    if not isinstance(values, dict):
        raise _bad(path, "it holds no named tensors")
    return {name: value for name, value in values.items() if isinstance(value, torch.Tensor)}


def _stored(path: Path, name: str, tensor: Any) -> StoredTensor:
    plain = str(tensor.layout) == "torch.strided" and not tensor.is_quantized and not tensor.is_meta
    dtype = _DTYPES.get(str(tensor.dtype), str(tensor.dtype)) if plain else "a special kind of tensor"
    return StoredTensor(name, tuple(tensor.shape), dtype, path.name, partial(_array, tensor, dtype))


def _array(tensor: Any, dtype: str) -> NDArray[Any]:
    """Numpy's view of a tensor; bfloat16 and 8-bit floats as their bits."""
    import torch

    plain = tensor.detach()
    if dtype == "BF16":
        return np.asarray(plain.contiguous().view(torch.int16).numpy().view(np.uint16))
    if dtype.startswith("F8"):
        return np.asarray(plain.contiguous().view(torch.uint8).numpy())
    return np.asarray(plain.numpy())


def _bad(path: Path, why: str) -> EmbvizError:
    return EmbvizError(
        f"“{path.name}” cannot be opened: {why}.",
        code="bad-header",
        hint="Download it again, best as safetensors.",
    )
