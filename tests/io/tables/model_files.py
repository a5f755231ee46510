"""Small model folders for tests: safetensors files byte by byte, configurations and tokenizers."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

NUMPY_NAMES = {
    np.dtype(np.float32): "F32",
    np.dtype(np.float16): "F16",
    np.dtype(np.float64): "F64",
    np.dtype(np.int8): "I8",
    np.dtype(np.int64): "I64",
    np.dtype(np.uint32): "U32",
}


def table(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    """A random float32 table."""
    return np.random.default_rng(seed).standard_normal((rows, columns)).astype(np.float32)


def bfloat16(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bits of the values cut to bfloat16, and the same as float32."""
    bits = (values.view(np.uint32) >> 16).astype(np.uint16)
    return bits, (bits.astype(np.uint32) << 16).view(np.float32)


def safetensors_bytes(
    tensors: dict[str, Any], *, metadata: dict[str, str] | None = None, pad: int = 0
) -> bytes:
    """A whole file; each tensor is an array, or a pair (dtype name, array of its bits).

    ``pad`` spaces are put behind the header, so that the data can begin at an odd place.
    """
    header: dict[str, Any] = {} if metadata is None else {"__metadata__": metadata}
    data = b""
    for name, value in tensors.items():
        dtype, array = value if isinstance(value, tuple) else (NUMPY_NAMES[value.dtype], value)
        raw = array.tobytes()
        header[name] = {
            "dtype": dtype,
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    return raw_safetensors(json.dumps(header).encode() + b" " * pad, data)


def raw_safetensors(header: bytes, data: bytes = b"") -> bytes:
    return struct.pack("<Q", len(header)) + header + data


WORDS = ["the", "cat", "sat", "dog", "king", "queen"]


def byte_level_json(words: list[str] = WORDS) -> dict[str, Any]:
    """tokenizer.json of a byte-level BPE: 256 bytes, then ``Ġword`` for each word, then <|end|>."""
    from tokenizers import pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {letter: i for i, letter in enumerate(alphabet)}
    merges = []
    for word in words:
        left = "Ġ"
        for letter in word:
            merges.append([left, letter])
            left += letter
            vocab.setdefault(left, len(vocab))
    end = len(vocab)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": end,
                "content": "<|end|>",
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": True,
            }
        ],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": True,
            "use_regex": True,
        },
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "vocab": vocab,
            "merges": list(map(list, dict.fromkeys(map(tuple, merges)))),
        },
    }


def wordpiece_json(words: list[str] = WORDS) -> dict[str, Any]:
    """tokenizer.json of an uncased WordPiece: [PAD] [UNK] [CLS] [SEP], the words, then ##s."""
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words, "##s"]
    added = [
        {
            "id": i,
            "content": name,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for i, name in enumerate(names[:4])
    ]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {name: i for i, name in enumerate(names)},
        },
    }


def write_model(
    folder: Path,
    tensors: dict[str, Any],
    *,
    config: dict[str, Any] | None = None,
    tokenizer: dict[str, Any] | None = None,
) -> Path:
    """A model folder with model.safetensors, config.json and tokenizer.json, each when it is given."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors_bytes(tensors))
    if config is not None:
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    if tokenizer is not None:
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    return folder
