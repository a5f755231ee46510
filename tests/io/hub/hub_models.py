"""Small models for the hub of the tests."""

from __future__ import annotations

import json
from typing import Any

from tests.io.tables.model_files import byte_level_json, safetensors_bytes, table

CONFIG: dict[str, Any] = {
    "model_type": "gpt2",
    "architectures": ["GPT2LMHeadModel"],
    "vocab_size": 271,
    "n_embd": 16,
    "tie_word_embeddings": True,
}
TOKENIZER = byte_level_json()
ROWS = len(TOKENIZER["model"]["vocab"]) + 1


def layers(width: int = 16, megabytes: float = 0) -> dict[str, Any]:
    """Tensors that nobody should fetch: a few small ones, and one of so many megabytes."""
    big = table(max(1, int(megabytes * 1_000_000) // (4 * width)), width, 7)
    return {
        "wpe.weight": table(32, width, 1),
        "h.0.attn.c_attn.weight": big,
        "h.0.ln_1.weight": table(1, width, 2)[0],
    }


def model(
    tensors: dict[str, Any], *, config: dict[str, Any] | None = None, **more: bytes
) -> dict[str, bytes]:
    """Files of a model with one safetensors file, config.json and tokenizer.json."""
    return {
        "model.safetensors": safetensors_bytes(tensors),
        **small_files(config),
        **more,
    }


def small_files(config: dict[str, Any] | None = None) -> dict[str, bytes]:
    return {
        "config.json": json.dumps(CONFIG if config is None else config).encode(),
        "tokenizer.json": json.dumps(TOKENIZER).encode(),
    }


def sharded(first: dict[str, Any], *others: dict[str, Any]) -> dict[str, bytes]:
    """Files of a model in shards, with their index."""
    shards = (first, *others)
    names = [f"model-{number:05d}-of-{len(shards):05d}.safetensors" for number in range(1, len(shards) + 1)]
    weights = {tensor: name for name, shard in zip(names, shards, strict=True) for tensor in shard}
    files = {name: safetensors_bytes(shard) for name, shard in zip(names, shards, strict=True)}
    index = json.dumps({"metadata": {}, "weight_map": weights}).encode()
    return {**files, "model.safetensors.index.json": index, **small_files()}
