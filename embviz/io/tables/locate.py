"""Which tensor of a checkpoint is the token table, and which the output table, by name and shape."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embviz.io.tables.config import ModelConfig
    from embviz.io.tables.stored import StoredTensor

# Last part of the name → how surely it is a token table. The weaker names occur in other models, too.
_STRONG, _WEAK = 100, 60
_TABLE_NAMES = {
    "embed_tokens": _STRONG,
    "shared": _STRONG,
    "wte": _STRONG,
    "word_embeddings": _STRONG,
    "tok_embeddings": _STRONG,
    "embed_in": _STRONG,
    "token_embedding": _STRONG,
    "token_embeddings": _STRONG,
    "token_embd": _STRONG,
    "tokens_embed": _STRONG,
    "tokens_embedding": _STRONG,
    "token_embed": _STRONG,
    "tok_embedding": _STRONG,
    "tok_embed": _STRONG,
    "embedding_tokens": _STRONG,
    "word_embedding": _STRONG,
    "word_embed": _STRONG,
    "word_emb": _STRONG,
    "token_emb": _STRONG,
    "tok_emb": _STRONG,
    "src_embed": _STRONG,
    "char_embeddings": _WEAK,
    "embeddings": _WEAK,
    "embedding": _WEAK,
    "embed": _WEAK,
    "emb": _WEAK,
    "w": _WEAK,
}
_OUTPUT_NAMES = frozenset(
    {
        "lm_head",
        "embed_out",
        "vocab_projector",
        "proj_out",
        "output",
        "output_layer",
        "generator_lm_head",
        "lm_loss",
        "head",
        "unembed",
        "embedding_out",
    }
)
# Ends of names that are more than one part long.
_OUTPUT_ENDS = (
    "predictions.decoder",
    "lm_head.decoder",
    "lm_head.linear",
    "lm_head.out_proj",
    "pred_layer.proj",
    "qa_head.decoder",
)
# A name with one of these words in it is no table of text tokens.
_OTHER_WORDS = frozenset(
    {
        *("position", "positions", "positional", "pos", "wpe", "relative", "rotary", "rel"),
        *("type", "segment", "turn", "lang"),
        *("patch", "patches", "vision", "visual", "vit", "image", "img", "video", "pixel", "qformer"),
        *("audio", "speech", "codec", "codebook", "quantizer", "quantize", "vq", "mel"),
        *(
            "lora",
            "adapter",
            "adapters",
            "prompt",
            "norm",
            "layernorm",
            "ln",
            "router",
            "gate",
            "expert",
            "experts",
        ),
        *("attn", "attention", "mlp", "ffn", "time", "timestep", "frequency", "label", "class", "classifier"),
    }
)
_INSIDE_LAYERS = re.compile(r"\.\d+\.")
# Masks and counters that some checkpoints keep among their weights.
_BUFFER_ENDS = (
    "attn.bias",
    "attn.masked_bias",
    "attention.bias",
    "attention.masked_bias",
    "inv_freq",
    "position_ids",
    "token_type_ids",
    "num_batches_tracked",
    "running_mean",
    "running_var",
)


def table_candidates(tensors: Iterable[StoredTensor], config: ModelConfig) -> list[StoredTensor]:
    """Tensors that may be the token table, best first; empty when none has a fitting name."""
    scored = [(score, tensor) for tensor in tensors if (score := _score(tensor, config)) > 0]
    scored.sort(key=lambda pair: (-pair[0], _precedence(pair[1].name), pair[1].name))
    return [tensor for _, tensor in scored]


def find_output(tensors: Iterable[StoredTensor], table: StoredTensor) -> StoredTensor | None:
    """Return the output table that goes with a token table, None when none is stored.

    Its rows may be more or fewer by a little padding; its columns must be the table's.
    """
    rows, columns = table.shape
    found = [
        tensor
        for tensor in tensors
        if tensor is not table
        and tensor.is_table
        and tensor.shape[1] == columns
        and 0.9 * rows <= tensor.shape[0] <= 1.1 * rows
        and not _elsewhere(tensor.name)
        and _is_output_name(_stem(tensor.name))
    ]
    prefix = table.name.split(".")[0]
    found.sort(key=lambda tensor: (tensor.shape[0] != rows, tensor.name.split(".")[0] != prefix, tensor.name))
    return found[0] if found else None


def fits_vocabulary(tensor: StoredTensor, config: ModelConfig) -> bool:
    """Whether a tensor has a row for each token of the configuration, and no more than padding beyond."""
    return tensor.is_table and any(
        size <= tensor.shape[0] <= size * 1.05 + 1024 for size in config.vocabularies
    )


def is_buffer(name: str, dimensions: int) -> bool:
    """Whether a tensor is a mask or a counter rather than a weight."""
    if name.endswith(("attn.bias", "attention.bias")):
        # The mask of GPT-2 and GPT-NeoX has four dimensions; a real bias has one.
        return dimensions > 1
    return name.endswith(_BUFFER_ENDS)


def by_plausibility(tensors: Iterable[StoredTensor], config: ModelConfig) -> list[StoredTensor]:
    """Two-dimensional tensors for a list to choose from: likely tables first, matrices of layers last."""

    def order(tensor: StoredTensor) -> tuple[float, bool, str]:
        return (-_score(tensor, config), bool(_INSIDE_LAYERS.search(tensor.name)), tensor.name)

    return sorted((tensor for tensor in tensors if tensor.is_table and tensor.is_readable), key=order)


def _score(tensor: StoredTensor, config: ModelConfig) -> float:
    if not tensor.is_table or _elsewhere(tensor.name):
        return 0
    score = _TABLE_NAMES.get(_last(_stem(tensor.name)), 0)
    if not score:
        return 0
    rows, columns = tensor.shape
    if rows in config.vocabularies:
        score += 30
    elif fits_vocabulary(tensor, config):
        score += 15
    elif config.vocabularies and score == _WEAK:
        return 0
    if columns in config.widths:
        score += 20
    return score


def _precedence(name: str) -> int:
    """Order of tables that are equally likely: the shared one, the encoder's, then the decoder's."""
    if "decoder" in name.split("."):
        return 2
    return 1 if "encoder" in name.split(".") else 0


def _stem(name: str) -> str:
    stem = name.removesuffix(".weight").removesuffix(".qweight")
    # The first half of a table in two tensors: `wte.embedding` beside `wte.new_embedding`.
    owner = stem.removesuffix(".embedding")
    return owner if _TABLE_NAMES.get(_last(owner)) == _STRONG else stem


def _last(stem: str) -> str:
    return stem.rsplit(".", 1)[-1].lower()


def _elsewhere(name: str) -> bool:
    """Whether the name lies inside a layer, or in a part of the model that reads no text."""
    if _INSIDE_LAYERS.search(name):
        return True
    return not _OTHER_WORDS.isdisjoint(re.split(r"[._/]", name.lower()))


def _is_output_name(stem: str) -> bool:
    return _last(stem) in _OUTPUT_NAMES or stem.endswith(_OUTPUT_ENDS)
