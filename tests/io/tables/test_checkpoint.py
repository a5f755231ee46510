"""A folder as transformers saves it becomes a table, or one sentence that says why not."""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz import open_table
from embviz.core.vocabulary import TokenScheme
from embviz.errors import EmbvizError, Stopped
from tests.io.tables.model_files import (
    bfloat16,
    byte_level_json,
    safetensors_bytes,
    table,
    wordpiece_json,
    write_model,
)

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable

TOKENIZER = byte_level_json()
V = len(TOKENIZER["model"]["vocab"]) + 1
GPT2 = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": V, "n_embd": 8}
LLAMA = {"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": V, "hidden_size": 8}


def codes(opened: EmbeddingTable) -> list[str]:
    return [notice.code for notice in opened.opening_notices]


def refusal(path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    return caught.value


def test_a_gpt2_folder_opens_tied_with_its_tokens(tmp_path: Path) -> None:
    values = table(V, 8)
    tensors = {
        "wpe.weight": table(V, 8, 1),
        "wte.weight": values,
        "h.0.attn.bias": np.ones((1, 1, 16, 16), np.float32),
        "h.0.attn.c_attn.weight": table(8, 24),
    }
    opened = open_table(write_model(tmp_path / "my-gpt2", tensors, config=GPT2, tokenizer=TOKENIZER))
    assert (opened.name, opened.source) == ("my-gpt2", str(tmp_path / "my-gpt2"))
    assert (opened.vocab_size, opened.dim, opened.dtype) == (V, 8, "F32")
    assert opened.tensor_name == "wte.weight"
    assert (opened.tied, opened.output) == (True, None)
    assert np.array_equal(np.asarray(opened.vectors), values)
    assert opened.model_parameters == V * 8 + V * 8 + 8 * 24
    assert codes(opened) == []
    assert opened.vocabulary.scheme is TokenScheme.BYTE_LEVEL
    cat = TOKENIZER["model"]["vocab"]["Ġcat"]
    assert opened.tokens[cat] == "Ġcat"
    assert opened.encode(" cat dog") == [cat, TOKENIZER["model"]["vocab"]["Ġdog"]]
    assert opened.vocabulary.control == {V - 1}
    assert "h.0.attn.c_attn.weight" in opened.other_tables
    assert "wpe.weight" in opened.other_tables


def test_an_untied_bfloat16_llama_keeps_both_tables(tmp_path: Path) -> None:
    bits, values = bfloat16(table(V, 8))
    head_bits, head_values = bfloat16(table(V, 8, 1))
    tensors = {"lm_head.weight": ("BF16", head_bits), "model.embed_tokens.weight": ("BF16", bits)}
    opened = open_table(write_model(tmp_path, tensors, config=LLAMA, tokenizer=TOKENIZER))
    assert (opened.dtype, opened.tied) == ("BF16", False)
    assert opened.output is not None
    assert (opened.output.tensor_name, opened.output.dtype) == ("lm_head.weight", "BF16")
    assert np.array_equal(opened.vectors[:], values)
    assert np.array_equal(opened.output.vectors[3], head_values[3])
    assert opened.vectors.whole is None
    assert opened.model_parameters == 2 * V * 8


def test_a_stored_copy_of_the_table_means_tied_and_counts_once(tmp_path: Path) -> None:
    words = wordpiece_json()
    rows = len(words["model"]["vocab"])
    values = table(rows, 8)
    tensors = {
        "bert.embeddings.word_embeddings.weight": values,
        "cls.predictions.decoder.weight": values.copy(),
        "cls.predictions.bias": np.zeros(rows, np.float32),
    }
    config = {
        "model_type": "bert",
        "architectures": ["BertForMaskedLM"],
        "vocab_size": rows,
        "hidden_size": 8,
    }
    opened = open_table(write_model(tmp_path, tensors, config=config, tokenizer=words))
    assert (opened.tied, opened.output) == (True, None)
    assert opened.model_parameters == rows * 8 + rows
    assert opened.vocabulary.scheme is TokenScheme.WORDPIECE
    assert opened.vocabulary.lowercase is True
    assert opened.encode("Cats") == [5, rows - 1]
    assert "cls.predictions.decoder.weight" not in opened.other_tables


def test_one_different_number_in_the_last_row_means_untied(tmp_path: Path) -> None:
    values = table(5000, 4).astype(np.float16)
    head = values.copy()
    head[-1, -1] += 1
    tensors = {"model.embed_tokens.weight": values, "lm_head.weight": head}
    opened = open_table(write_model(tmp_path, tensors, config={**LLAMA, "tie_word_embeddings": True}))
    assert opened.tied is False
    assert opened.dtype == "F16"


def test_an_encoder_has_nothing_to_tie(tmp_path: Path) -> None:
    config = {"model_type": "bert", "architectures": ["BertModel"], "vocab_size": V, "hidden_size": 8}
    tensors = {"embeddings.word_embeddings.weight": table(V, 8)}
    assert open_table(write_model(tmp_path, tensors, config=config, tokenizer=TOKENIZER)).tied is None


def test_shards_are_all_counted_and_read_through_their_index(tmp_path: Path) -> None:
    first = {"model.layers.0.mlp.gate_proj.weight": table(16, 8)}
    second = {"model.embed_tokens.weight": table(V, 8), "lm_head.weight": table(V, 8, 1)}
    (tmp_path / "model-00001-of-00002.safetensors").write_bytes(safetensors_bytes(first))
    (tmp_path / "model-00002-of-00002.safetensors").write_bytes(safetensors_bytes(second))
    weight_map = dict.fromkeys(first, "model-00001-of-00002.safetensors")
    weight_map |= dict.fromkeys(second, "model-00002-of-00002.safetensors")
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))
    (tmp_path / "config.json").write_text(json.dumps(LLAMA))
    for source in (tmp_path, tmp_path / "model-00001-of-00002.safetensors"):
        opened = open_table(source)
        assert opened.tensor_name == "model.embed_tokens.weight"
        assert opened.model_parameters == 16 * 8 + 2 * V * 8
        assert opened.name == tmp_path.name
    index.unlink()
    assert open_table(tmp_path).model_parameters == 16 * 8 + 2 * V * 8
    (tmp_path / "model-00001-of-00002.safetensors").unlink()
    assert refusal(tmp_path).code == "missing-shard"


@pytest.mark.parametrize("name", ["../outside.safetensors", "/etc/passwd", "a\\b", "C:x", "", "..", "a\0b"])
def test_an_index_that_points_outside_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"t": name}}))
    caught = refusal(tmp_path)
    assert caught.code == "bad-index"
    assert "outside" in str(caught)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"weight_map": []}', '{"weight_map": {"t": 3}}'])
def test_an_index_without_sense_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "model.safetensors.index.json").write_text(text)
    assert refusal(tmp_path).code == "bad-index"


def test_a_part_that_the_index_names_and_the_folder_lacks_is_said(tmp_path: Path) -> None:
    index = {"weight_map": {"t": "model-00001-of-00001.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    caught = refusal(tmp_path)
    assert caught.code == "missing-shard"
    assert "model-00001-of-00001.safetensors" in str(caught)


def test_rows_beyond_the_tokens_are_padding(tmp_path: Path) -> None:
    tensors = {"model.embed_tokens.weight": table(V + 30, 8)}
    config = {**LLAMA, "vocab_size": V + 30, "tie_word_embeddings": True}
    opened = open_table(write_model(tmp_path, tensors, config=config, tokenizer=TOKENIZER))
    assert codes(opened) == ["padding-rows"]
    assert "30 rows" in opened.opening_notices[0].text
    assert list(opened.tokens[-30:]) == [None] * 30
    assert opened.tokenizer is not None
    assert opened.tokenizer.vocab_size == V


def test_tokens_beyond_the_rows_are_said_and_left_out(tmp_path: Path) -> None:
    tensors = {"model.embed_tokens.weight": table(V - 20, 8)}
    config = {**LLAMA, "tie_word_embeddings": True}
    opened = open_table(write_model(tmp_path, tensors, config=config, tokenizer=TOKENIZER))
    assert codes(opened) == ["tokens-without-row"]
    assert "20 tokens" in opened.opening_notices[0].text
    assert len(opened.tokens) == V - 20


def test_the_tensor_beats_the_configuration(tmp_path: Path) -> None:
    tensors = {"model.embed_tokens.weight": table(V, 12)}
    opened = open_table(write_model(tmp_path, tensors, config=LLAMA, tokenizer=TOKENIZER))
    assert opened.dim == 12
    assert codes(opened) == ["config-mismatch"]


def test_a_folder_without_configuration_or_tokenizer_opens_with_notices(tmp_path: Path) -> None:
    opened = open_table(write_model(tmp_path, {"model.embed_tokens.weight": table(9, 4)}))
    assert codes(opened) == ["no-config", "no-tokenizer"]
    assert opened.tokenizer is None
    assert list(opened.tokens) == [None] * 9
    assert opened.encode("cat") == []


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"model": {"type": "Nothing"}}',
        json.dumps(TOKENIZER)[:-200],
        json.dumps({**TOKENIZER, "model": {**TOKENIZER["model"], "merges": [["x", "y", "z"]]}}),
        json.dumps({**TOKENIZER, "model": {**TOKENIZER["model"], "vocab": {"a": 2**31}, "merges": []}}),
    ],
)
def test_a_broken_tokenizer_becomes_a_notice(tmp_path: Path, text: str) -> None:
    folder = write_model(tmp_path, {"wte.weight": table(V, 8)}, config=GPT2)
    (folder / "tokenizer.json").write_text(text)
    assert codes(open_table(folder)) == ["bad-tokenizer"]


def test_padding_and_truncation_of_a_tokenizer_are_switched_off(tmp_path: Path) -> None:
    padding = {
        "strategy": {"Fixed": 32},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "[PAD]",
    }
    truncation = {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0}
    words = {**wordpiece_json(), "padding": padding, "truncation": truncation}
    tensors = {"embeddings.word_embeddings.weight": table(11, 8)}
    opened = open_table(write_model(tmp_path, tensors, config={"vocab_size": 11}, tokenizer=words))
    assert codes(opened) == ["tokenizer-padding"]
    assert opened.encode("the cat sat") == [4, 5, 6]


def test_the_scale_of_a_gemma_is_reported_and_not_applied(tmp_path: Path) -> None:
    config = {
        "model_type": "gemma2",
        "architectures": ["Gemma2ForCausalLM"],
        "vocab_size": V,
        "hidden_size": 8,
    }
    values = table(V, 8)
    tensors = {"model.embed_tokens.weight": values}
    opened = open_table(write_model(tmp_path, tensors, config=config, tokenizer=TOKENIZER))
    assert opened.scale == pytest.approx(math.sqrt(8))
    assert codes(opened) == ["scale"]
    assert np.array_equal(opened.vectors[:], values)


def test_encoder_and_decoder_tables_that_differ_are_both_offered(tmp_path: Path) -> None:
    tensors = {
        "model.decoder.embed_tokens.weight": table(V, 8, 1),
        "model.encoder.embed_tokens.weight": table(V, 8),
    }
    config = {"model_type": "marian", "vocab_size": V, "d_model": 8}
    folder = write_model(tmp_path, tensors, config=config, tokenizer=TOKENIZER)
    opened = open_table(folder)
    assert opened.tensor_name == "model.encoder.embed_tokens.weight"
    assert codes(opened) == ["several-tables"]
    assert opened.other_tables == ("model.decoder.embed_tokens.weight",)
    decoder = open_table(folder, tensor="model.decoder.embed_tokens.weight")
    assert np.array_equal(decoder.vectors[:], table(V, 8, 1))
    assert decoder.encode(" cat") == opened.encode(" cat")


def test_encoder_and_decoder_tables_that_are_copies_are_one(tmp_path: Path) -> None:
    values = table(V, 8)
    names = ["model.shared.weight", "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight"]
    config = {"model_type": "bart", "vocab_size": V, "d_model": 8}
    opened = open_table(
        write_model(tmp_path, dict.fromkeys(names, values), config=config, tokenizer=TOKENIZER)
    )
    assert codes(opened) == []
    assert opened.other_tables == ()
    assert opened.model_parameters == V * 8


def test_any_other_tensor_can_be_chosen_and_has_tokens_only_when_they_fit(tmp_path: Path) -> None:
    tensors = {
        "wte.weight": table(V, 8),
        "wpe.weight": table(16, 8, 1),
        "h.0.ln_1.bias": np.ones(8, np.float32),
    }
    folder = write_model(tmp_path, tensors, config=GPT2, tokenizer=TOKENIZER)
    positions = open_table(folder, tensor="wpe.weight")
    assert (positions.vocab_size, positions.tensor_name) == (16, "wpe.weight")
    assert positions.tokenizer is None
    assert list(positions.tokens) == [None] * 16
    assert "wte.weight" in positions.other_tables
    for name in ("absent", "h.0.ln_1.bias"):
        with pytest.raises(EmbvizError) as caught:
            open_table(folder, tensor=name)
        assert caught.value.code == "no-table"


def test_a_model_without_token_table_says_so(tmp_path: Path) -> None:
    tensors = {"classifier.weight": table(1000, 8), "embeddings.position_embeddings": table(50, 8)}
    caught = refusal(write_model(tmp_path, tensors, config={"model_type": "vit", "hidden_size": 8}))
    assert caught.code == "no-table"
    assert "classifier.weight" in caught.hint


def test_an_adapter_names_its_base_model(tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text('{"base_model_name_or_path": "acme/base"}')
    tensors = {"base_model.model.layers.0.q_proj.lora_A.weight": table(4, 8)}
    (tmp_path / "adapter_model.safetensors").write_bytes(safetensors_bytes(tensors))
    for source in (tmp_path, tmp_path / "adapter_model.safetensors"):
        caught = refusal(source)
        assert caught.code == "adapter"
        assert "acme/base" in str(caught)


def test_a_table_packed_for_a_gpu_is_refused_by_its_type(tmp_path: Path) -> None:
    packed = np.zeros((9, 8), np.uint32).view(np.int32)
    tensors = {"model.embed_tokens.qweight": ("I32", packed)}
    caught = refusal(write_model(tmp_path, tensors, config={"quantization_config": {"bits": 4}}))
    assert caught.code == "unsupported-dtype"


@pytest.mark.parametrize("bits", [2, 4, 8])
def test_mlx_words_are_unpacked_lowest_bits_first(tmp_path: Path, bits: int) -> None:
    rng = np.random.default_rng(bits)
    codes_ = rng.integers(0, 2**bits, (12, 64))
    scales = rng.standard_normal((12, 2)).astype(np.float16)
    biases = rng.standard_normal((12, 2)).astype(np.float16)
    words = np.zeros((12, 64 * bits // 32), np.uint32)
    for column in range(64):
        words[:, column * bits // 32] |= (codes_[:, column] << (column * bits % 32)).astype(np.uint32)
    expected = codes_ * np.repeat(scales, 32, 1).astype(np.float32) + np.repeat(biases, 32, 1).astype(
        np.float32
    )
    tensors = {
        "model.embed_tokens.biases": biases,
        "model.embed_tokens.scales": scales,
        "model.embed_tokens.weight": words,
    }
    config = {"vocab_size": 12, "hidden_size": 64, "quantization": {"group_size": 32, "bits": bits}}
    opened = open_table(write_model(tmp_path, tensors, config=config))
    assert (opened.vocab_size, opened.dim, opened.dtype) == (12, 64, f"MLX{bits}")
    assert np.allclose(opened.vectors[:], expected, rtol=0, atol=1e-6)
    assert np.array_equal(opened.vectors[[11, 0]], opened.vectors[:][[11, 0]])
    assert opened.model_parameters == 12 * 64
    assert codes(opened) == ["quantised", "no-tokenizer"]


def test_mlx_scales_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    tensors = {
        "model.embed_tokens.biases": table(12, 3),
        "model.embed_tokens.scales": table(12, 3),
        "model.embed_tokens.weight": np.zeros((12, 8), np.uint32),
    }
    assert refusal(write_model(tmp_path, tensors, config={"quantization": {"bits": 4}})).code == "mismatch"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("transformer.wte.embedding", "transformer.wte.new_embedding"),
        ("model.embed_tokens.weight", "model.embed_tokens.additional_embedding.weight"),
    ],
)
def test_a_table_in_two_parts_is_shown_as_one(tmp_path: Path, first: str, second: str) -> None:
    tensors = {first: table(10, 4), second: table(3, 4, 1)}
    opened = open_table(write_model(tmp_path, tensors, config={"hidden_size": 4}))
    assert (opened.vocab_size, opened.tensor_name) == (13, first)
    expected = np.vstack([table(10, 4), table(3, 4, 1)])
    assert np.array_equal(opened.vectors[:], expected)
    assert np.array_equal(opened.vectors[8:12], expected[8:12])
    assert np.array_equal(opened.vectors[[12, 0, 10, 9]], expected[[12, 0, 10, 9]])
    assert codes(opened) == ["two-part-table", "no-tokenizer"]


def test_model2vec_tokens_share_vectors_through_the_mapping(tmp_path: Path) -> None:
    words = wordpiece_json()
    mapping = np.array([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2], np.int64)
    tensors = {"embeddings": table(4, 6), "mapping": mapping}
    opened = open_table(write_model(tmp_path, tensors, config={"model_type": "model2vec"}, tokenizer=words))
    assert (opened.vocab_size, opened.dim, opened.tied) == (11, 6, None)
    assert np.array_equal(opened.vectors[:], table(4, 6)[mapping])
    assert codes(opened) == ["mapping"]


def test_a_mapping_that_points_outside_the_table_is_refused(tmp_path: Path) -> None:
    tensors = {"embeddings": table(4, 6), "mapping": np.array([0, 4], np.int64)}
    assert refusal(write_model(tmp_path, tensors)).code == "mismatch"


def test_a_table_of_8_bit_numbers_is_scaled_by_the_factor_beside_it(tmp_path: Path) -> None:
    numbers = np.arange(-20, 20, dtype=np.int8).reshape(10, 4)
    factors = np.linspace(0.5, 1.5, 10, dtype=np.float32).reshape(10, 1)
    tensors = {"model.embed_tokens.weight": numbers, "model.embed_tokens.weight_scale": factors}
    opened = open_table(write_model(tmp_path, tensors, config={}))
    assert np.array_equal(opened.vectors[:], numbers.astype(np.float32) * factors)
    assert np.array_equal(opened.vectors[7], numbers[7].astype(np.float32) * factors[7])
    assert "quantised" in codes(opened)


def test_a_static_embedding_of_sentence_transformers_is_found_through_its_modules(tmp_path: Path) -> None:
    modules = [{"path": "0_StaticEmbedding", "type": "sentence_transformers.models.StaticEmbedding"}]
    (tmp_path / "modules.json").write_text(json.dumps(modules))
    write_model(
        tmp_path / "0_StaticEmbedding", {"embedding.weight": table(11, 4)}, tokenizer=wordpiece_json()
    )
    opened = open_table(tmp_path)
    assert (opened.vocab_size, opened.tensor_name) == (11, "embedding.weight")
    assert opened.encode("cat") == [5]
    assert codes(opened) == []


def test_modules_that_lie_outside_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text(json.dumps([{"path": "../elsewhere", "type": "x"}]))
    assert refusal(tmp_path).code == "bad-index"


def hub_cache(root: Path, *, as_text: bool) -> Path:
    cache = root / "models--acme--tiny"
    source = write_model(root / "source", {"wte.weight": table(V, 8)}, config=GPT2, tokenizer=TOKENIZER)
    snapshot = cache / "snapshots" / "0123abc"
    for folder in (snapshot, cache / "blobs", cache / "refs", cache / "snapshots" / "older"):
        folder.mkdir(parents=True)
    (cache / "refs" / "main").write_text("0123abc")
    for number, file in enumerate(sorted(source.iterdir())):
        blob = f"{number:064x}"
        (cache / "blobs" / blob).write_bytes(file.read_bytes())
        if as_text:
            (snapshot / file.name).write_text(f"../../blobs/{blob}")
        else:
            (snapshot / file.name).symlink_to(f"../../blobs/{blob}")
    return cache


@pytest.mark.parametrize("as_text", [False, True])
def test_a_hub_cache_folder_opens_the_snapshot_that_main_names(tmp_path: Path, as_text: bool) -> None:
    cache = hub_cache(tmp_path, as_text=as_text)
    for source in (cache, cache / "snapshots" / "0123abc"):
        opened = open_table(source)
        assert opened.name == "acme/tiny"
        assert opened.vocab_size == V
        assert opened.encode(" cat") == [TOKENIZER["model"]["vocab"]["Ġcat"]]
        assert codes(opened) == []


def test_a_hub_cache_without_snapshot_says_so(tmp_path: Path) -> None:
    (tmp_path / "snapshots").mkdir()
    assert refusal(tmp_path).code == "nothing-here"


def test_code_of_a_model_folder_never_runs(tmp_path: Path) -> None:
    config = {
        "model_type": "weirdnet",
        "architectures": ["WeirdForCausalLM"],
        "auto_map": {"AutoConfig": "configuration_weird.WeirdConfig"},
        "vocab_size": V,
        "hidden_size": 8,
    }
    folder = write_model(
        tmp_path, {"transformer.wte.weight": table(V, 8)}, config=config, tokenizer=TOKENIZER
    )
    for name in ("configuration_weird", "torch", "transformers", "numpy", "tokenizers"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w').close()\n")
    assert codes(open_table(folder)) == []
    assert not (tmp_path / "RAN").exists()


@pytest.mark.parametrize(
    ("names", "code", "said"),
    [
        ([], "nothing-here", "no model"),
        (["README.md"], "nothing-here", "no model"),
        (["tf_model.h5", "flax_model.msgpack"], "nothing-here", "Flax, TensorFlow"),
    ],
)
def test_a_folder_without_model_says_what_is_missing(
    tmp_path: Path, names: list[str], code: str, said: str
) -> None:
    for name in names:
        (tmp_path / name).write_text("x")
    caught = refusal(tmp_path)
    assert caught.code == code
    assert said in str(caught)


def test_an_output_table_that_cannot_be_read_does_not_keep_the_token_table_away(tmp_path: Path) -> None:
    tensors = {"model.embed_tokens.weight": table(9, 4), "lm_head.weight": ("U8", np.zeros((9, 4), np.uint8))}
    opened = open_table(write_model(tmp_path, tensors, config={}))
    assert (opened.tied, opened.output) == (False, None)


def test_choosing_the_token_table_by_name_is_no_choice(tmp_path: Path) -> None:
    folder = write_model(tmp_path, {"wte.weight": table(V, 8)}, config=GPT2, tokenizer=TOKENIZER)
    assert open_table(folder, tensor="wte.weight").tied is True


def test_a_folder_with_one_file_of_vectors_opens_that(tmp_path: Path) -> None:
    np.save(tmp_path / "vectors.npy", table(2, 3))
    (tmp_path / "vocab.txt").write_text("cat\ndog\n")
    (tmp_path / "README.md").write_text("Some words.")
    assert list(open_table(tmp_path).tokens) == ["cat", "dog"]
    np.save(tmp_path / "others.npy", table(2, 3))
    assert refusal(tmp_path).code == "nothing-here"


def test_a_path_that_no_file_can_have_is_said(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a\0b").code == "nothing-here"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refusal(tmp_path / "pipe").code == "nothing-here"


def test_a_path_that_does_not_exist_is_said(tmp_path: Path) -> None:
    caught = refusal(tmp_path / "absent")
    assert caught.code == "nothing-here"
    assert "absent" in str(caught)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    folder = write_model(tmp_path, {"wte.weight": table(V, 8)}, config=GPT2)
    (folder / "model.safetensors").chmod(0)
    caught = refusal(folder)
    assert caught.code == "permission"
    assert "model.safetensors" in str(caught)


def test_progress_is_told_and_can_stop_the_opening(tmp_path: Path) -> None:
    folder = write_model(tmp_path, {"wte.weight": table(V, 8)}, config=GPT2, tokenizer=TOKENIZER)
    told: list[float] = []
    open_table(folder, progress=lambda share, _: told.append(share))
    assert told == sorted(told)
    assert told[-1] == 1.0

    def stop(share: float, text: str) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        open_table(folder, progress=stop)


def test_opening_a_folder_reads_no_row_and_imports_no_torch(tmp_path: Path) -> None:
    import subprocess
    import sys

    write_model(tmp_path, {"wte.weight": table(V, 8)}, config=GPT2, tokenizer=TOKENIZER)
    code = (
        f"import sys, embviz; embviz.open_table({str(tmp_path)!r}); "
        "print(sorted({'torch', 'transformers', 'gguf', 'safetensors', 'scipy'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
