"""GGUF files written by the tests themselves: every type, split files, tied or not, and what is refused."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables.ggml_rows import GGML_TYPES
from tests.io.tables.gguf_files import float_tensor, gguf_bytes, write

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable

FIELDS = {"general.architecture": "llama", "general.name": "Tiny"}


def codes(opened: EmbeddingTable) -> list[str]:
    return [notice.code for notice in opened.opening_notices]


def refusal(path: Path, **options: Any) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path, **options)
    return caught.value


def raw_table(
    kind: int, rows: int = 6, width: int = 256, seed: int = 0
) -> tuple[tuple[int, int], int, bytes]:
    """Random blocks of a type; every bit pattern is a number in most of them."""
    _, block, size = GGML_TYPES[kind]
    data = np.random.default_rng(seed).integers(0, 256, rows * width // block * size, dtype=np.uint8)
    return (rows, width), kind, data.tobytes()


QUANTISED = [2, 3, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 29, 34, 35, 39, 40]


@pytest.mark.parametrize("kind", QUANTISED, ids=lambda kind: GGML_TYPES[kind][0])
def test_every_type_that_ggufs_own_library_opens_is_opened_the_same(tmp_path: Path, kind: int) -> None:
    from gguf import GGMLQuantizationType, quants

    tensor = raw_table(kind)
    opened = open_table(write(tmp_path, gguf_bytes(FIELDS, {"token_embd.weight": tensor})))
    packed = np.frombuffer(tensor[2], np.uint8).reshape(6, -1)
    with np.errstate(all="ignore"):
        expected = quants.dequantize(packed, GGMLQuantizationType(kind))
        assert opened.dtype == GGML_TYPES[kind][0]
        assert np.array_equal(opened.vectors[:], expected, equal_nan=True)
        assert np.array_equal(opened.vectors[[5, 0, 5]], expected[[5, 0, 5]], equal_nan=True)
        assert np.array_equal(opened.vectors[2], expected[2], equal_nan=True)
    assert "quantised" in codes(opened)


def test_the_sizes_of_the_types_are_those_of_ggufs_own_library() -> None:
    from gguf import GGML_QUANT_SIZES

    theirs = {kind.value: (kind.name, *sizes) for kind, sizes in GGML_QUANT_SIZES.items()}
    assert {kind: theirs[kind] for kind in GGML_TYPES if kind in theirs} == {
        kind: GGML_TYPES[kind] for kind in GGML_TYPES if kind in theirs
    }


@pytest.mark.parametrize(
    ("kind", "dtype", "name"), [(0, np.float32, "F32"), (1, np.float16, "F16"), (28, np.float64, "F64")]
)
def test_plain_types_are_read_from_the_map(tmp_path: Path, kind: int, dtype: type, name: str) -> None:
    values = np.random.default_rng(0).standard_normal((5, 8)).astype(dtype)
    opened = open_table(
        write(tmp_path, gguf_bytes(FIELDS, {"token_embd.weight": ((5, 8), kind, values.tobytes())}))
    )
    assert opened.dtype == name
    assert np.array_equal(opened.vectors[:], values.astype(np.float32))
    assert codes(opened) == ["no-tokenizer"]


def test_bfloat16_is_the_upper_half_of_a_float32(tmp_path: Path) -> None:
    values = np.array([[1.0, -2.5], [0.15625, 3.0]], np.float32)
    bits = (values.view(np.uint32) >> 16).astype(np.uint16)
    opened = open_table(
        write(tmp_path, gguf_bytes(FIELDS, {"token_embd.weight": ((2, 2), 30, bits.tobytes())}))
    )
    assert opened.dtype == "BF16"
    assert np.array_equal(opened.vectors[:], values)


@pytest.mark.parametrize("version", [2, 3])
def test_a_model_without_output_table_is_tied(tmp_path: Path, version: int) -> None:
    values, tensor = float_tensor(7, 4)
    tensors = {
        "token_embd.weight": tensor,
        "blk.0.attn_q.weight": float_tensor(4, 4)[1],
        "rope_freqs.weight": ((8,), 0, bytes(32)),
    }
    opened = open_table(write(tmp_path, gguf_bytes(FIELDS, tensors, version=version)))
    assert (opened.name, opened.tied, opened.output) == ("Tiny", True, None)
    assert opened.model_parameters == 7 * 4 + 4 * 4
    assert opened.other_tables == ("blk.0.attn_q.weight",)
    assert np.array_equal(opened.vectors[:], values)


def test_an_output_table_that_differs_is_kept_and_one_that_does_not_means_tied(tmp_path: Path) -> None:
    _, table = float_tensor(7, 4)
    head_values, head = float_tensor(7, 4, seed=1)
    untied = open_table(
        write(tmp_path, gguf_bytes(FIELDS, {"token_embd.weight": table, "output.weight": head}), "a.gguf")
    )
    assert untied.tied is False
    assert untied.output is not None
    assert untied.output.tensor_name == "output.weight"
    assert np.array_equal(untied.output.vectors[:], head_values)
    assert untied.model_parameters == 2 * 7 * 4
    tied = open_table(
        write(tmp_path, gguf_bytes(FIELDS, {"token_embd.weight": table, "output.weight": table}), "b.gguf")
    )
    assert (tied.tied, tied.output, tied.model_parameters) == (True, None, 7 * 4)


def test_an_output_table_of_an_unknown_type_does_not_keep_the_token_table_away(tmp_path: Path) -> None:
    tensors = {"token_embd.weight": float_tensor(7, 4)[1], "output.weight": ((7, 4), 99, bytes(64))}
    opened = open_table(write(tmp_path, gguf_bytes(FIELDS, tensors)))
    assert (opened.tied, opened.output) == (False, None)


def test_an_encoder_has_nothing_to_tie(tmp_path: Path) -> None:
    data = gguf_bytes({"general.architecture": "bert"}, {"token_embd.weight": float_tensor(7, 4)[1]})
    opened = open_table(write(tmp_path, data))
    assert opened.tied is None
    assert opened.name == "model" or opened.name == tmp_path.name


@pytest.mark.parametrize(
    ("fields", "scale"),
    [
        ({"general.architecture": "gemma2"}, 2.0),
        ({"general.architecture": "granite", "granite.embedding_scale": 12.0}, 12.0),
        ({"general.architecture": "llama"}, 1.0),
        ({"general.architecture": "granite", "granite.embedding_scale": math.nan}, 1.0),
    ],
)
def test_the_factor_on_rows_is_reported(tmp_path: Path, fields: dict[str, Any], scale: float) -> None:
    opened = open_table(write(tmp_path, gguf_bytes(fields, {"token_embd.weight": float_tensor(7, 4)[1]})))
    assert opened.scale == scale
    assert ("scale" in codes(opened)) == (scale != 1.0)


def split_model(folder: Path) -> tuple[Path, Path]:
    first = gguf_bytes(
        {**FIELDS, "split.no": 0, "split.count": 2, "tokenizer.ggml.model": "gpt2"},
        {"token_embd.weight": float_tensor(7, 4)[1]},
    )
    second = gguf_bytes({"split.no": 1, "split.count": 2}, {"output.weight": float_tensor(7, 4, seed=1)[1]})
    return (
        write(folder, first, "m-00001-of-00002.gguf"),
        write(folder, second, "m-00002-of-00002.gguf"),
    )


def test_all_parts_of_a_split_model_are_read_whichever_is_chosen(tmp_path: Path) -> None:
    first, second = split_model(tmp_path)
    for source in (first, second, tmp_path):
        opened = open_table(source)
        assert opened.name == "Tiny"
        assert opened.tied is False
        assert opened.model_parameters == 2 * 7 * 4
        assert codes(opened) == ["no-tokenizer"]


def test_a_missing_part_of_a_split_model_is_said(tmp_path: Path) -> None:
    first, second = split_model(tmp_path)
    second.unlink()
    caught = refusal(first)
    assert caught.code == "missing-shard"
    assert second.name in str(caught)


def test_a_renamed_part_opens_without_a_parameter_count(tmp_path: Path) -> None:
    first, _ = split_model(tmp_path)
    opened = open_table(first.rename(tmp_path / "renamed.gguf"))
    assert opened.vocab_size == 7
    assert opened.model_parameters is None


def test_a_folder_of_several_models_opens_the_first_and_says_so(tmp_path: Path) -> None:
    data = gguf_bytes(FIELDS, {"token_embd.weight": float_tensor(7, 4)[1]})
    for name in ("b.gguf", "a.gguf", "mmproj-model.gguf"):
        write(tmp_path, data, name)
    opened = open_table(tmp_path)
    assert codes(opened) == ["several-tables", "no-tokenizer"]
    assert "a.gguf" in opened.opening_notices[0].text


def test_another_tensor_can_be_chosen_by_name(tmp_path: Path) -> None:
    values, tensor = float_tensor(3, 4, seed=2)
    data = gguf_bytes(
        FIELDS,
        {
            "token_embd.weight": float_tensor(7, 4)[1],
            "position_embd.weight": tensor,
            "n": ((4,), 0, bytes(16)),
        },
    )
    path = write(tmp_path, data)
    opened = open_table(path, tensor="position_embd.weight")
    assert np.array_equal(opened.vectors[:], values)
    assert (opened.tied, opened.tokenizer) == (None, None)
    assert refusal(path, tensor="absent").code == "no-table"
    assert refusal(path, tensor="n").code == "no-table"


@pytest.mark.parametrize(
    ("tensors", "code", "said"),
    [
        ({"blk.0.attn_q.weight": float_tensor(4, 4)[1]}, "no-table", "no token-embedding table"),
        ({"token_embd.weight": ((7, 4), 99, bytes(64))}, "unsupported-dtype", "type 99"),
        ({"token_embd.weight": ((7, 8), 24, bytes(64))}, "unsupported-dtype", "I8"),
        ({"token_embd.weight": ((7, 32), 9, bytes(280))}, "unsupported-dtype", "Q8_1"),
        ({"token_embd.weight": ((7, 256), 15, bytes(2044))}, "unsupported-dtype", "Q8_K"),
        ({"token_embd.weight": ((7, 30), 8, bytes(640))}, "bad-header", "blocks"),
        ({"token_embd.weight": ((700, 4), 0, bytes(64))}, "truncated", "end of the file"),
        ({"token_embd.weight": ((0, 4), 0, b"")}, "bad-header", "rows and columns"),
        ({"token_embd.weight": ((2, 3, 4), 0, bytes(96))}, "bad-header", "rows and columns"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(
    tmp_path: Path, tensors: dict[str, Any], code: str, said: str
) -> None:
    caught = refusal(write(tmp_path, gguf_bytes(FIELDS, tensors)))
    assert caught.code == code
    assert said in str(caught)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"GGUF", "truncated"),
        (b"GGUX" + bytes(100), "bad-header"),
        (b"tjgg" + bytes(100), "bad-header"),
        (b"version https://git-lfs.github.com/spec/v1\n", "lfs-pointer"),
    ],
)
def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    assert refusal(write(tmp_path, data)).code == code


def test_rows_that_do_not_fit_in_one_chunk_are_joined_in_order(tmp_path: Path) -> None:
    from gguf import GGMLQuantizationType, quants

    rng = np.random.default_rng(3)
    blocks = rng.integers(0, 256, (5000, 8, 34), dtype=np.uint8)
    # A small scale, so that no product is infinite.
    blocks[:, :, 1] = 0x20
    data = gguf_bytes(FIELDS, {"token_embd.weight": ((5000, 256), 8, blocks.tobytes())})
    opened = open_table(write(tmp_path, data))
    expected = quants.dequantize(blocks.reshape(5000, -1), GGMLQuantizationType.Q8_0)
    assert np.array_equal(opened.vectors[:], expected)
    order = rng.permutation(5000)
    assert np.array_equal(opened.vectors[order], expected[order])
