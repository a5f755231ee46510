"""The header of a safetensors file: what is read, and every lie that is refused before it is believed."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from embviz.errors import EmbvizError
from embviz.io.tables.safetensors_header import read_safetensors
from tests.io.tables.model_files import bfloat16, raw_safetensors, safetensors_bytes, table

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, data: bytes) -> Path:
    path = folder / "model.safetensors"
    path.write_bytes(data)
    return path


def error(folder: Path, data: bytes) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        read_safetensors(write(folder, data))
    return caught.value


def entry(**changes: Any) -> bytes:
    value = {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]} | changes
    return raw_safetensors(json.dumps({"a": value}).encode(), bytes(16))


def test_tensors_are_read_as_the_reference_library_reads_them(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    arrays = {"a": table(3, 4), "b": table(5, 2).astype(np.float16), "c": table(2, 2).astype(np.float64)}
    save_file(arrays, tmp_path / "model.safetensors", metadata={"format": "np"})
    tensors = read_safetensors(tmp_path / "model.safetensors")
    assert set(tensors) == set(arrays)
    for name, array in arrays.items():
        assert tensors[name].shape == array.shape
        assert np.array_equal(tensors[name].rows()[:], array.astype(np.float32))


def test_bfloat16_is_the_upper_half_of_a_float32(tmp_path: Path) -> None:
    bits, values = bfloat16(table(6, 3))
    tensors = read_safetensors(write(tmp_path, safetensors_bytes({"t": ("BF16", bits)})))
    assert tensors["t"].dtype == "BF16"
    assert np.array_equal(tensors["t"].rows()[:], values)
    assert np.array_equal(tensors["t"].rows()[np.array([5, 0])], values[[5, 0]])


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2"])
def test_all_8_bit_floats_are_read_as_torch_reads_them(tmp_path: Path, name: str) -> None:
    import torch

    codes = np.arange(256, dtype=np.uint8).reshape(32, 8)
    expected = torch.from_numpy(codes.copy()).view(getattr(torch, name)).to(torch.float32).numpy()
    dtype = "F8_E4M3" if "e4m3" in name else "F8_E5M2"
    tensors = read_safetensors(write(tmp_path, safetensors_bytes({"t": (dtype, codes)})))
    assert np.array_equal(tensors["t"].rows()[:], expected, equal_nan=True)


def test_data_at_an_odd_place_are_read_all_the_same(tmp_path: Path) -> None:
    for pad in range(4):
        values = table(4, 3, seed=pad)
        tensors = read_safetensors(write(tmp_path, safetensors_bytes({"t": values}, pad=pad)))
        assert np.array_equal(tensors["t"].rows()[:], values)


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"\x01\x02", "truncated", "header"),
        (struct.pack("<Q", 2**60) + b"{}", "bad-header", "implausible"),
        (struct.pack("<Q", 100) + b"{}", "truncated", "header"),
        (raw_safetensors(b"{"), "bad-header", "JSON"),
        (raw_safetensors(b"[]"), "bad-header", "object"),
        (raw_safetensors(b"\xff\xfe{}"), "bad-header", "UTF-8"),
        (raw_safetensors(b'{"a":' + b"[" * 200_000), "bad-header", "nested"),
        (raw_safetensors(b'{"a": 1}'), "bad-header", "“a”"),
        (raw_safetensors(b'{"a": {}, "a": {}}'), "bad-header", "twice"),
        (entry(shape=[2, 3]), "bad-header", "“a”"),
        (entry(shape=[-2, -2]), "bad-header", "“a”"),
        (entry(shape=[True, 4]), "bad-header", "“a”"),
        (entry(shape=[2.0, 2.0]), "bad-header", "“a”"),
        (entry(shape=[2**63]), "bad-header", "“a”"),
        (entry(shape="2x2"), "bad-header", "“a”"),
        (entry(dtype=7), "bad-header", "“a”"),
        (entry(data_offsets=[16, 0]), "bad-header", "“a”"),
        (entry(data_offsets=[0, 16, 32]), "bad-header", "“a”"),
        (entry(data_offsets=[4, 20]), "truncated", "“a”"),
    ],
)
def test_a_header_that_lies_is_refused(tmp_path: Path, data: bytes, code: str, said: str) -> None:
    caught = error(tmp_path, data)
    assert caught.code == code
    assert said in str(caught)
    assert "model.safetensors" in str(caught)


def test_a_name_with_control_characters_is_shown_without_them(tmp_path: Path) -> None:
    name = "evil\x1b[31m\n" + "x" * 500
    header = json.dumps({name: {"dtype": "F32", "shape": [1], "data_offsets": [0, 8]}}).encode()
    message = str(error(tmp_path, raw_safetensors(header, bytes(8))))
    assert message.isprintable()
    assert len(message) < 400


def test_an_unknown_type_is_refused_only_when_it_is_asked_for(tmp_path: Path) -> None:
    header = {"t": {"dtype": "F128", "shape": [2, 2], "data_offsets": [0, 64]}}
    tensors = read_safetensors(write(tmp_path, raw_safetensors(json.dumps(header).encode(), bytes(64))))
    with pytest.raises(EmbvizError, match="F128") as caught:
        tensors["t"].rows()
    assert caught.value.code == "unsupported-dtype"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n", "lfs-pointer"),
        (b"<!DOCTYPE html>\n<html><body>Sign in</body></html>", "bad-header"),
    ],
)
def test_what_a_broken_download_leaves_is_named(tmp_path: Path, data: bytes, code: str) -> None:
    assert error(tmp_path, data).code == code
