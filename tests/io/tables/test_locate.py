"""The token table among the tensors of a model: names and shapes of real checkpoints, made small."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.io.tables.config import ModelConfig
from embviz.io.tables.locate import find_output, is_buffer, table_candidates
from embviz.io.tables.stored import StoredTensor


def stored(names: dict[str, tuple[int, ...]]) -> list[StoredTensor]:
    return [
        StoredTensor(name, shape, "F32", "model.safetensors", lambda shape=shape: np.zeros(shape, np.float32))
        for name, shape in names.items()
    ]


CASES = {
    "GPT-2": (
        {"wpe.weight": (300, 8), "wte.weight": (300, 8), "h.0.attn.c_attn.weight": (8, 24)},
        {"vocab_size": 300, "n_embd": 8},
        "wte.weight",
        None,
    ),
    "BERT": (
        {
            "bert.embeddings.token_type_embeddings.weight": (2, 8),
            "bert.embeddings.position_embeddings.weight": (300, 8),
            "bert.embeddings.word_embeddings.weight": (300, 8),
            "cls.predictions.transform.dense.weight": (8, 8),
            "cls.predictions.decoder.weight": (300, 8),
        },
        {"vocab_size": 300, "hidden_size": 8},
        "bert.embeddings.word_embeddings.weight",
        "cls.predictions.decoder.weight",
    ),
    "Llama": (
        {
            "lm_head.weight": (300, 8),
            "model.embed_tokens.weight": (300, 8),
            "model.layers.0.mlp.gate_proj.weight": (300, 8),
        },
        {"vocab_size": 300, "hidden_size": 8},
        "model.embed_tokens.weight",
        "lm_head.weight",
    ),
    "Llama as Meta published it": (
        {
            "output.weight": (300, 8),
            "tok_embeddings.weight": (300, 8),
            "layers.0.attention.wq.weight": (8, 8),
        },
        {},
        "tok_embeddings.weight",
        "output.weight",
    ),
    "GPT-NeoX": (
        {"embed_out.weight": (304, 8), "gpt_neox.embed_in.weight": (304, 8)},
        {"vocab_size": 304, "hidden_size": 8},
        "gpt_neox.embed_in.weight",
        "embed_out.weight",
    ),
    "DistilBERT": (
        {
            "distilbert.embeddings.word_embeddings.weight": (300, 8),
            "distilbert.embeddings.position_embeddings.weight": (512, 8),
            "vocab_projector.weight": (300, 8),
        },
        {"vocab_size": 300, "dim": 8},
        "distilbert.embeddings.word_embeddings.weight",
        "vocab_projector.weight",
    ),
    "T5": (
        {
            "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight": (32, 4),
            "lm_head.weight": (320, 8),
            "shared.weight": (320, 8),
        },
        {"vocab_size": 320, "d_model": 8},
        "shared.weight",
        "lm_head.weight",
    ),
    "Whisper": (
        {
            "model.decoder.embed_positions.weight": (300, 8),
            "model.decoder.embed_tokens.weight": (300, 8),
            "model.encoder.embed_positions.weight": (300, 8),
            "proj_out.weight": (300, 8),
        },
        {"vocab_size": 300, "d_model": 8},
        "model.decoder.embed_tokens.weight",
        "proj_out.weight",
    ),
    "CLIP": (
        {
            "text_model.embeddings.position_embedding.weight": (77, 8),
            "text_model.embeddings.token_embedding.weight": (300, 8),
            "vision_model.embeddings.position_embedding.weight": (300, 8),
            "vision_model.embeddings.patch_embedding.weight": (300, 8),
        },
        {"text_config": {"vocab_size": 300, "hidden_size": 8}, "vision_config": {"hidden_size": 8}},
        "text_model.embeddings.token_embedding.weight",
        None,
    ),
    "Mamba": (
        {"backbone.embeddings.weight": (300, 8), "backbone.layers.0.mixer.in_proj.weight": (300, 8)},
        {"vocab_size": 300, "hidden_size": 8},
        "backbone.embeddings.weight",
        None,
    ),
    "RWKV": (
        {"emb.weight": (300, 8), "head.weight": (300, 8), "blocks.0.att.key.weight": (8, 8)},
        {},
        "emb.weight",
        "head.weight",
    ),
    "XLNet": (
        {"lm_loss.weight": (300, 8), "transformer.word_embedding.weight": (300, 8)},
        {"vocab_size": 300, "d_model": 8},
        "transformer.word_embedding.weight",
        "lm_loss.weight",
    ),
    "RoBERTa, head stored": (
        {
            "lm_head.decoder.weight": (300, 8),
            "lm_head.dense.weight": (8, 8),
            "roberta.embeddings.word_embeddings.weight": (300, 8),
        },
        {"vocab_size": 300, "hidden_size": 8},
        "roberta.embeddings.word_embeddings.weight",
        "lm_head.decoder.weight",
    ),
    "Gemma 3n": (
        {
            "model.language_model.embed_tokens.weight": (300, 8),
            "model.language_model.embed_tokens_per_layer.weight": (300, 64),
            "model.audio_tower.conformer.0.attention.embed.weight": (300, 8),
            "model.embed_vision.embedding.weight": (16, 8),
        },
        {"text_config": {"vocab_size": 300, "hidden_size": 8}},
        "model.language_model.embed_tokens.weight",
        None,
    ),
    "DeepSeek-V3 with its extra layer": (
        {
            "model.embed_tokens.weight": (300, 8),
            "model.layers.61.embed_tokens.weight": (300, 8),
            "model.layers.61.shared_head.head.weight": (300, 8),
            "lm_head.weight": (300, 8),
        },
        {"vocab_size": 300, "hidden_size": 8},
        "model.embed_tokens.weight",
        "lm_head.weight",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tables_of_known_models_are_found(name: str) -> None:
    tensors, config, table_name, output_name = CASES[name]
    found = table_candidates(stored(tensors), ModelConfig(config))
    assert found[0].name == table_name
    output = find_output(stored(tensors), found[0])
    assert (None if output is None else output.name) == output_name


def test_a_vision_model_has_no_token_table() -> None:
    tensors = {
        "vit.embeddings.position_embeddings": (197, 8),
        "vit.embeddings.patch_embeddings.projection.weight": (8, 48),
        "classifier.weight": (1000, 8),
    }
    assert table_candidates(stored(tensors), ModelConfig({"hidden_size": 8})) == []


def test_a_codebook_is_no_token_table() -> None:
    tensors = {"quantizer.codebook.embed.weight": (1024, 8), "quantize.embedding.weight": (1024, 8)}
    assert table_candidates(stored(tensors), ModelConfig()) == []


def test_the_shared_table_goes_before_the_encoders_and_that_before_the_decoders() -> None:
    names = {
        f"model.{part}.weight": (300, 8)
        for part in ("decoder.embed_tokens", "encoder.embed_tokens", "shared")
    }
    found = table_candidates(stored(names), ModelConfig({"vocab_size": 300, "d_model": 8}))
    assert [tensor.name for tensor in found] == [
        "model.shared.weight",
        "model.encoder.embed_tokens.weight",
        "model.decoder.embed_tokens.weight",
    ]


def test_padding_beyond_the_vocabulary_counts_less_than_its_exact_size() -> None:
    names = {"a.embed_tokens.weight": (320, 8), "z.embed_tokens.weight": (300, 8)}
    found = table_candidates(stored(names), ModelConfig({"vocab_size": 300, "hidden_size": 8}))
    assert found[0].name == "z.embed_tokens.weight"


def test_masks_are_buffers_and_biases_are_weights() -> None:
    assert is_buffer("h.0.attn.bias", 4)
    assert is_buffer("h.0.attn.masked_bias", 0)
    assert not is_buffer("h.0.attn.bias", 1)
    assert not is_buffer("h.0.attn.c_attn.bias", 1)
    assert is_buffer("bert.embeddings.position_ids", 2)
