"""config.json: what it says of the table, for models of one part and of several."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from embviz.io.tables.config import ModelConfig, read_config

if TYPE_CHECKING:
    from pathlib import Path


def test_sizes_come_from_the_text_part_of_a_model_of_several_parts() -> None:
    config = ModelConfig(
        {
            "vocab_size": 7,
            "hidden_size": 9,
            "text_config": {"vocab_size": 300, "hidden_size": 8},
            "vision_config": {"vocab_size": 11, "hidden_size": 12},
        }
    )
    assert config.vocabularies == {300}
    assert config.widths == {8}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2"}, True),
        ({"architectures": ["BertForMaskedLM"], "model_type": "bert"}, True),
        ({"architectures": ["BertModel"], "model_type": "bert"}, None),
        ({"model_type": "bert"}, None),
        ({"architectures": ["LlamaForCausalLM"], "model_type": "llama"}, None),
        ({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "tie_word_embeddings": True}, True),
        ({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "tie_word_embeddings": False}, None),
        ({"architectures": ["Gemma2ForCausalLM"], "model_type": "gemma2"}, True),
        ({}, None),
    ],
)
def test_a_model_without_an_output_table_is_tied_when_its_class_says_so(
    values: dict, expected: bool | None
) -> None:
    assert ModelConfig(values).tied is expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"model_type": "gpt2"}, 1.0),
        ({"model_type": "gemma2"}, math.sqrt(64)),
        ({"text_config": {"model_type": "gemma3_text"}, "model_type": "gemma3"}, math.sqrt(64)),
        ({"model_type": "bart", "scale_embedding": True}, math.sqrt(64)),
        ({"model_type": "bart", "scale_embedding": False}, 1.0),
        ({"model_type": "m2m_100"}, math.sqrt(64)),
        ({"model_type": "m2m_100", "scale_embedding": False}, 1.0),
        ({"model_type": "granite", "embedding_multiplier": 12.0}, 12.0),
        ({"model_type": "minicpm", "scale_emb": 12}, 12.0),
    ],
)
def test_the_factor_on_rows_is_known(values: dict, expected: float) -> None:
    assert ModelConfig(values).scale(64) == expected


def test_values_of_the_wrong_type_are_passed_over() -> None:
    config = ModelConfig(
        {
            "vocab_size": "many",
            "hidden_size": True,
            "architectures": "Bert",
            "model_type": 3,
            "text_config": [1],
            "embedding_multiplier": "2",
            "quantization": 4,
        }
    )
    assert (config.vocabularies, config.widths, config.model_types) == (frozenset(), frozenset(), ())
    assert (config.tied, config.scale(4), config.quantization()) == (None, 1.0, {})


@pytest.mark.parametrize("text", ["{", "[1]", "{" * 100_000, '{"a": 1, "a": 2}'])
def test_a_broken_file_becomes_a_notice(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text)
    assert [notice.code for notice in read_config(tmp_path).notices] == ["bad-config"]


def test_a_missing_file_becomes_a_notice(tmp_path: Path) -> None:
    assert [notice.code for notice in read_config(tmp_path).notices] == ["no-config"]
