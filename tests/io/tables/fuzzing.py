"""Damaged files of every format: a reader may refuse them with a code, and may do nothing else.

Run ``python -m tests.io.tables.fuzzing 20000`` for a long run; ``--seed`` repeats one.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import random
import shutil
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables import checkpoint
from embviz.io.tables.ggml_rows import GGML_TYPES
from embviz.io.tables.tokenization import folder as tokenizer_folder
from tests.io.tables.gguf_files import float_tensor, gguf_bytes
from tests.io.tables.model_files import bfloat16, byte_level_json, safetensors_bytes, table, wordpiece_json

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable

CODES = frozenset(
    {
        *("truncated", "bad-header", "bad-index", "missing-shard", "unsafe-pickle", "legacy-pickle"),
        *("nothing-here", "no-table", "unsupported-dtype", "adapter", "lfs-pointer", "mismatch", "ragged"),
        *("not-vectors", "permission", "empty-file", "bad-tokenizer"),
    }
)
TEXTS = ("The cat sat", " cat", "naïve 日本 🐱", "<|end|>x", "")

Files = dict[str, bytes]


def seeds() -> dict[str, tuple[str, Files]]:
    """Format → (what is opened, its files)."""
    return {
        "gguf, byte-level BPE": _gguf(_bpe_fields()),
        "gguf, SentencePiece": _gguf(_spm_fields("llama")),
        "gguf, unigram": _gguf(_spm_fields("t5")),
        "gguf, WordPiece": _gguf(_bert_fields()),
        "gguf, packed": ("m.gguf", {"m.gguf": _packed_gguf()}),
        "gguf, split": ("m-00001-of-00002.gguf", _split_gguf()),
        "safetensors, byte-level BPE": (
            ".",
            _model({"wte.weight": table(_V, 8), "lm_head.weight": table(_V, 8)}),
        ),
        "safetensors, bfloat16": (".", _model({"embed_tokens.weight": ("BF16", bfloat16(table(_V, 8))[0])})),
        "safetensors, MLX": (".", _mlx()),
        "safetensors, two parts": (
            ".",
            _model({"wte.embedding": table(9, 4), "wte.new_embedding": table(3, 4)}),
        ),
        "safetensors, mapping": (".", _mapping()),
        "safetensors, shards": (".", _shards()),
        "old tokenizers": (".", _old_tokenizers()),
        "SentencePiece model": (".", _sentencepiece()),
        "torch": (".", _torch()),
        "word vectors": ("v.txt", {"v.txt": _words(header=True)}),
        "GloVe": ("v.txt", {"v.txt": _words(header=False)}),
        "word vectors, gzip": ("v.vec.gz", {"v.vec.gz": gzip.compress(_words(header=True))}),
        "word2vec": ("v.bin", {"v.bin": _word2vec()}),
        "numpy": ("v.npy", {"v.npy": _npy(), "vocab.txt": b"".join(b"w%d\n" % i for i in range(30))}),
        "numpy archive": ("v.npz", {"v.npz": _npz()}),
        "projector": ("vectors.tsv", _projector()),
    }


def mutate(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Damage the data in one to four ways."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = rng.choice(_WAYS)(rng, data, others)
    return data


def try_one(rng: random.Random, source: str, files: Files, place: Path) -> str:
    """Damage one of the files, open the table and use it; return ``opened`` or the code of the error."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    victim = rng.choice(list(files))
    for file, data in files.items():
        if file == victim:
            data = mutate(rng, data, list(files.values()))
        (place / file).write_bytes(data)
    try:
        opened = open_table(place / source)
    except EmbvizError as error:
        _claim(error.code in CODES, f"the code {error.code!r} is not one of those agreed")
        _claim(str(error).isprintable(), f"a message with odd characters: {error!r}")
        return error.code
    _use(opened)
    return "opened"


def _claim(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def _use(opened: EmbeddingTable) -> None:
    rows = len(opened.vectors)
    assert len(opened.tokens) == rows
    assert opened.vectors[:].shape == opened.vectors.shape
    assert opened.vectors[[0, rows - 1]].shape == (2, opened.dim)
    if opened.output is not None:
        assert opened.output.vectors[:].ndim == 2
    for text in TEXTS:
        try:
            ids = opened.encode(text)
        except EmbvizError as error:
            _claim(error.code == "bad-tokenizer", f"encoding failed with the code {error.code!r}")
        else:
            assert all(isinstance(row, int) and row >= 0 for row in ids)
    opened.lookup("cat")
    assert len(opened.vocabulary.hidden) == rows
    for notice in opened.notices:
        _claim(notice.text.isprintable(), f"a notice with odd characters: {notice!r}")


def run(count: int, seed: int, place: Path, tell: Callable[[str], None] | None = None) -> Counter[str]:
    """Try ``count`` damaged files; the first that does something else than it may raises."""
    # Nothing that is damaged here is worth half a minute of asking transformers.
    kept = checkpoint.ask_transformers, tokenizer_folder.ask_transformers
    checkpoint.ask_transformers = tokenizer_folder.ask_transformers = lambda question, folder: None
    outcomes: Counter[str] = Counter()
    formats = list(seeds().items())
    try:
        for number in range(count):
            name, (source, files) = formats[number % len(formats)]
            rng = random.Random(f"{seed} {number}")
            try:
                outcomes[try_one(rng, source, files, place / "damaged")] += 1
            except BaseException as error:
                error.add_note(f"{name}, number {number} of seed {seed}")
                raise
            if tell is not None and number % 1000 == 999:
                tell(f"{number + 1} files: {dict(outcomes.most_common())}")
    finally:
        checkpoint.ask_transformers, tokenizer_folder.ask_transformers = kept
    return outcomes


# -- ways of damage ------------------------------------------------------------------------------------------

_NUMBERS = [
    0,
    1,
    2,
    7,
    127,
    128,
    255,
    2**15,
    2**16,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**40,
    2**62,
    2**63,
    2**64 - 1,
]
_WORDS = [b"-1", b"0", b"1e999", b"null", b"[]", b"{}", b'""', b"99999999999", b'"\\ud800"', b"true", b"NaN"]


def _flip(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 10))):
        if changed:
            changed[_near_start(rng, len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _remove(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    at = _near_start(rng, len(data))
    return data[:at] + data[at + rng.choice((1, 1, 4, 8, 100)) :]


def _repeat(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    at = _near_start(rng, len(data))
    return data[:at] + data[at : at + rng.choice((1, 8, 50, 500))] * 2 + data[at:]


def _number(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    size = rng.choice((1, 2, 4, 8))
    value = rng.choice(_NUMBERS) % (1 << 8 * size)
    at = _near_start(rng, len(data))
    return data[:at] + value.to_bytes(size, "little") + data[at + size :]


def _word(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Put something else in the place of a number or a word in a text."""
    at = _near_start(rng, len(data))
    end = at
    while end < len(data) and data[end : end + 1] not in b' ,:]}"\n\t':
        end += 1
    return data[:at] + rng.choice(_WORDS) + data[end:]


def _splice(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = rng.choice(others)
    at, start = _near_start(rng, len(data)), _near_start(rng, len(other))
    return data[:at] + other[start : start + rng.choice((8, 60, 400))] + data[at:]


def _noise(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    at = _near_start(rng, len(data))
    return data[:at] + rng.randbytes(rng.choice((1, 4, 30))) + data[at:]


_WAYS = (_flip, _flip, _cut, _remove, _repeat, _number, _number, _word, _splice, _noise)


def _near_start(rng: random.Random, length: int) -> int:
    """A place, in half of all cases among the first bytes, where the headers are."""
    if not length:
        return 0
    return rng.randrange(min(length, 200)) if rng.random() < 0.5 else rng.randrange(length)


# -- undamaged files -----------------------------------------------------------------------------------------

_TOKENIZER = byte_level_json(["the", "cat"])
_V = len(_TOKENIZER["model"]["vocab"]) + 1


def _gguf(fields: dict[str, object]) -> tuple[str, Files]:
    tokens = fields["tokenizer.ggml.tokens"]
    assert isinstance(tokens, list)
    data = gguf_bytes(
        {"general.architecture": "llama", "general.name": "m", **fields},
        {
            "token_embd.weight": float_tensor(len(tokens), 4)[1],
            "output.weight": float_tensor(len(tokens), 4)[1],
        },
    )
    return "m.gguf", {"m.gguf": data}


def _bpe_fields() -> dict[str, object]:
    model = _TOKENIZER["model"]
    return {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "llama-bpe",
        "tokenizer.ggml.tokens": [*model["vocab"], "<|end|>"],
        "tokenizer.ggml.token_type": [1] * (_V - 1) + [3],
        "tokenizer.ggml.merges": [" ".join(pair) for pair in model["merges"]],
    }


def _spm_fields(kind: str) -> dict[str, object]:
    return {
        "tokenizer.ggml.model": kind,
        "tokenizer.ggml.tokens": ["<unk>", "<s>", "<0x0A>", "▁", "c", "a", "t", "at", "▁cat", "<|end|>"],
        "tokenizer.ggml.scores": [0.0, 0.0, 0.0, -3.0, -4.0, -5.0, -6.0, -1.0, -2.0, 0.0],
        "tokenizer.ggml.token_type": [2, 3, 6, 1, 1, 1, 1, 1, 1, 4],
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.add_space_prefix": True,
    }


def _bert_fields() -> dict[str, object]:
    return {
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.tokens": ["[PAD]", "[UNK]", "▁the", "▁cat", "s", "▁sat"],
        "tokenizer.ggml.token_type": [3, 3, 1, 1, 1, 1],
    }


def _packed_gguf() -> bytes:
    kinds = [8, 14, 2]
    tensors = {}
    for name, kind in zip(("token_embd.weight", "output.weight", "other.weight"), kinds, strict=True):
        _, block, size = GGML_TYPES[kind]
        tensors[name] = ((6, 256), kind, random.Random(kind).randbytes(6 * 256 // block * size))
    return gguf_bytes({"general.architecture": "gemma2"}, tensors)


def _split_gguf() -> Files:
    fields = {"split.count": 2, **_spm_fields("llama")}
    return {
        "m-00001-of-00002.gguf": gguf_bytes(fields, {"token_embd.weight": float_tensor(10, 4)[1]}),
        "m-00002-of-00002.gguf": gguf_bytes({}, {"output.weight": float_tensor(10, 4, 1)[1]}),
    }


def _model(tensors: dict[str, object], **config: object) -> Files:
    settings = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": _V, "n_embd": 8}
    return {
        "model.safetensors": safetensors_bytes(tensors, metadata={"format": "pt"}),
        "config.json": json.dumps({**settings, **config}).encode(),
        "tokenizer.json": json.dumps(_TOKENIZER).encode(),
    }


def _mlx() -> Files:
    rng = np.random.default_rng(0)
    tensors: dict[str, object] = {
        "model.embed_tokens.biases": table(9, 2).astype(np.float16),
        "model.embed_tokens.scales": table(9, 2, 1).astype(np.float16),
        "model.embed_tokens.weight": rng.integers(0, 2**32, (9, 8), dtype=np.uint32),
    }
    return _model(tensors, quantization={"group_size": 32, "bits": 4})


def _mapping() -> Files:
    files = _model({"embeddings": table(4, 6), "mapping": np.arange(11) % 4}, vocab_size=None, n_embd=6)
    files["tokenizer.json"] = json.dumps(wordpiece_json()).encode()
    files["modules.json"] = b'[{"path": "", "type": "sentence_transformers.models.StaticEmbedding"}]'
    return files


def _shards() -> Files:
    first, second = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
    return {
        first: safetensors_bytes({"model.layers.0.mlp.up_proj.weight": table(9, 4)}),
        second: safetensors_bytes({"model.embed_tokens.weight": table(9, 4)}),
        "model.safetensors.index.json": json.dumps(
            {"weight_map": {"model.layers.0.mlp.up_proj.weight": first, "model.embed_tokens.weight": second}}
        ).encode(),
    }


def _old_tokenizers() -> Files:
    files = _model({"wte.weight": table(_V, 8)})
    del files["tokenizer.json"]
    model = _TOKENIZER["model"]
    files["vocab.json"] = json.dumps({**model["vocab"], "<|end|>": _V - 1}).encode()
    files["merges.txt"] = "\n".join(["#version", *(" ".join(pair) for pair in model["merges"])]).encode()
    files["added_tokens.json"] = b'{"<new>": 300}'
    return files


def _sentencepiece() -> Files:
    def piece(text: str, score: float, kind: int) -> bytes:
        raw = text.encode()
        body = (
            b"\x0a" + bytes([len(raw)]) + raw + b"\x15" + struct.pack("<f", score) + b"\x18" + bytes([kind])
        )
        return b"\x0a" + bytes([len(body)]) + body

    pieces = [("<unk>", 0.0, 2), ("<s>", 0.0, 3), ("<0x41>", 0.0, 6), ("▁", -3.0, 1), ("c", -4.0, 1)]
    pieces += [("at", -1.0, 1), ("a", -5.0, 1), ("t", -6.0, 1), ("▁cat", -2.0, 1), ("x", -9.0, 5)]
    trainer, normalizer = b"\x12\x05\x18\x02\x98\x02\x01", b"\x1a\x04\x18\x01\x20\x00"
    files = _model({"model.embed_tokens.weight": table(10, 4)}, model_type="llama")
    del files["tokenizer.json"]
    files["tokenizer.model"] = b"".join(piece(*each) for each in pieces) + trainer + normalizer
    return files


def _torch() -> Files:
    import torch

    values = torch.from_numpy(table(_V, 8))
    stream = io.BytesIO()
    torch.save({"wte.weight": values, "lm_head.weight": values, "h.0.attn.bias": torch.zeros(3)}, stream)
    files = _model({})
    del files["model.safetensors"]
    files["pytorch_model.bin"] = stream.getvalue()
    return files


def _words(*, header: bool) -> bytes:
    rows = [f"w{i} " + " ".join(f"{x:.4f}" for x in row) + "\n" for i, row in enumerate(table(30, 5))]
    return ("30 5\n" * header + "".join(rows)).encode()


def _word2vec() -> bytes:
    return b"30 5\n" + b"".join(b"w%d " % i + row.tobytes() + b"\n" for i, row in enumerate(table(30, 5)))


def _npy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, table(30, 5))
    return stream.getvalue()


def _npz() -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, vectors=table(30, 5), words=np.array([f"w{i}" for i in range(30)]))
    return stream.getvalue()


def _projector() -> Files:
    rows = ["\t".join(f"{x:.4f}" for x in row) + "\n" for row in table(30, 5)]
    words = ["word\tcount\n", *(f"w{i}\t{i}\n" for i in range(30))]
    return {"vectors.tsv": "".join(rows).encode(), "metadata.tsv": "".join(words).encode()}


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        run(len(seeds()) * 5, options.seed + 1, Path(place))  # imports and caches
        before = _peak_memory()
        begin = time.perf_counter()
        outcomes = run(options.count, options.seed, Path(place), tell=_say)
        seconds = time.perf_counter() - begin
    _say(f"{options.count} files in {seconds:.0f} s, peak memory grew by {_peak_memory() - before} MB")
    _say(str(dict(outcomes.most_common())))
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _peak_memory() -> int:
    """Peak resident memory of this process so far, in MB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    sys.exit(main())
