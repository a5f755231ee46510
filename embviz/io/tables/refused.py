"""Files that are recognised only to say why they are not opened."""

from __future__ import annotations

import struct
from typing import NoReturn

from embviz.errors import EmbvizError
from embviz.io.tables.base import Reader, Request, Source
from embviz.io.tables.files import read_head

_FASTTEXT_START = struct.pack("<i", 793712314)
_PICKLE_SUFFIXES = (".pkl", ".pickle", ".kv", ".model", ".joblib")
_MODELS = {
    ".h5": "TensorFlow",
    ".hdf5": "TensorFlow",
    ".msgpack": "Flax",
    ".onnx": "ONNX",
    ".tflite": "TensorFlow Lite",
    ".mlmodel": "Core ML",
}


def _recognises(source: Source) -> bool:
    head = source.head
    is_pickle = _is_pickle(head) or (source.suffix in _PICKLE_SUFFIXES and head[:1] in (b"\x80", b"("))
    return is_pickle or head.startswith(_FASTTEXT_START) or source.suffix in _MODELS


def _is_pickle(head: bytes) -> bool:
    """Whether a file begins as pickles of protocol 2 and later do: the mark and a plausible version."""
    return len(head) > 2 and head[0] == 0x80 and 2 <= head[1] <= 5


def _read(request: Request) -> NoReturn:
    path = request.path
    head = read_head(path, 16)
    if head.startswith(_FASTTEXT_START):
        raise EmbvizError(
            f"“{path.name}” is fastText's own binary model, which holds no plain table.",
            code="not-vectors",
            hint="Use the .vec file of the same vectors.",
        )
    kind = _MODELS.get(path.suffix.lower())
    if kind is not None and not _is_pickle(head):
        raise EmbvizError(
            f"“{path.name}” is a model for {kind}, which cannot be read here.",
            code="not-vectors",
            hint="Download the model's safetensors or GGUF files.",
        )
    raise EmbvizError(
        f"“{path.name}” is a pickle, which could run any program: it was refused and not run.",
        code="unsafe-pickle",
        hint="In gensim, save the vectors with save_word2vec_format(); in numpy, with allow_pickle=False.",
    )


READER = Reader("Refused", _recognises, _read)
