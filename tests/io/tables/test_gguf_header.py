"""The header reader believes no length: each lie is named, and nothing large is allocated."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from embviz.errors import EmbvizError
from embviz.io.tables.files import map_file
from embviz.io.tables.gguf_header import GGUFHeader, read_gguf_header
from tests.io.tables.gguf_files import gguf_bytes, gguf_string, write

if TYPE_CHECKING:
    from pathlib import Path


def header(folder: Path, data: bytes) -> GGUFHeader:
    return read_gguf_header(map_file(write(folder, data)))


def code(folder: Path, data: bytes) -> str:
    with pytest.raises(EmbvizError) as caught:
        header(folder, data)
    return caught.value.code


FIELDS = {
    "general.architecture": "llama",
    "answer": 42,
    "half": 0.5,
    "flag": True,
    "words": ["cat", "naïve", "", b"\xff\xfe"],
    "numbers": [1, -2, 3],
    "nested": [[1, 2], [3]],
}


@pytest.mark.parametrize("version", [2, 3])
def test_every_kind_of_field_is_read(tmp_path: Path, version: int) -> None:
    data = gguf_bytes(FIELDS, {"t": ((2, 3), 0, bytes(24))}, version=version)
    got = header(tmp_path, data)
    assert got.text("general.architecture") == "llama"
    assert got.number("answer") == 42
    assert got.fields["half"] == 0.5
    assert got.flag("flag", False) is True
    words = got.strings("words")
    assert words is not None
    assert words.decode() == (["cat", "naïve", "", "\ufffd\ufffd"], 1)
    numbers = got.numbers("numbers")
    assert numbers is not None
    assert numbers.tolist() == [1, -2, 3]
    assert [part.tolist() for part in got.fields["nested"]] == [[1, 2], [3]]
    assert got.tensors["t"].shape == (2, 3)
    assert got.data_start % 32 == 0
    assert got.data_start + 32 == len(data)


def test_a_field_of_another_type_counts_as_absent(tmp_path: Path) -> None:
    got = header(tmp_path, gguf_bytes(FIELDS, {}))
    assert got.text("answer", "?") == "?"
    assert got.number("flag") is None
    assert got.strings("numbers") is None
    assert got.numbers("words") is None
    assert got.flag("absent", True) is True


def test_every_cut_inside_the_header_is_called_truncated(tmp_path: Path) -> None:
    data = gguf_bytes(FIELDS, {"t": ((2, 3), 0, b"")})
    names = data.index(gguf_string("t"))
    for length in range(4, names + 30, 7):
        assert code(tmp_path, data[:length]) == "truncated", length


def test_implausible_counts_and_lengths_are_called_a_bad_header(tmp_path: Path) -> None:
    def one(key_value: bytes) -> bytes:
        return b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + gguf_string("k") + key_value + bytes(64)

    assert code(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, 0, 2**40) + bytes(64)) == "bad-header"
    assert code(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, 2**40, 0) + bytes(64)) == "bad-header"
    assert code(tmp_path, one(struct.pack("<IQ", 8, 2**60))) == "bad-header"
    assert code(tmp_path, one(struct.pack("<IIQ", 9, 4, 2**61))) == "bad-header"
    assert code(tmp_path, one(struct.pack("<IIQ", 9, 8, 2**40))) == "bad-header"
    assert code(tmp_path, one(struct.pack("<II", 77, 0))) == "bad-header"
    assert code(tmp_path, one(struct.pack("<IIQ", 9, 4, 2**30))) == "truncated"


def test_arrays_nested_without_end_are_refused(tmp_path: Path) -> None:
    deep = struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 2000
    data = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + gguf_string("k") + deep
    assert code(tmp_path, data) == "bad-header"


def test_names_that_appear_twice_are_refused(tmp_path: Path) -> None:
    once = gguf_bytes({"k": 1}, {})
    body = once[24 : 24 + 17]
    assert code(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, 0, 2) + body + body) == "bad-header"


def test_other_versions_and_byte_orders_are_named(tmp_path: Path) -> None:
    for version, said in ((1, "version 1"), (99, "version 99"), (0x03000000, "big-endian")):
        with pytest.raises(EmbvizError, match=said) as caught:
            header(tmp_path, gguf_bytes({}, {}, version=version))
        assert caught.value.code == "bad-header"


def test_a_shape_beyond_any_memory_is_refused(tmp_path: Path) -> None:
    assert code(tmp_path, gguf_bytes({}, {"t": ((2**40, 2**40), 0, b"")})) == "bad-header"
    assert code(tmp_path, gguf_bytes({}, {"t": ((1, 1, 1, 1, 1), 0, b"")})) == "bad-header"
