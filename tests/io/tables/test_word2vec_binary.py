"""word2vec's binary form, with and without line ends after its records."""

from __future__ import annotations

import gzip
import struct
from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables import word2vec_binary
from tests.io.tables.model_files import table

if TYPE_CHECKING:
    from pathlib import Path


def binary(tokens: list[bytes], values: np.ndarray, *, line_ends: bool, rows: int | None = None) -> bytes:
    data = b"%d %d\n" % (len(tokens) if rows is None else rows, values.shape[1])
    for token, row in zip(tokens, values, strict=True):
        data += token + b" " + row.astype("<f4").tobytes() + (b"\n" if line_ends else b"")
    return data


def write(folder: Path, data: bytes) -> Path:
    path = folder / "v.bin"
    path.write_bytes(data)
    return path


def refusal(path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    return caught.value


TOKENS = ["cat", "naïve", "New York", "日本"]
RAW = [b"cat", "naïve".encode(), b"New_York", "日本".encode()]


@pytest.mark.parametrize("line_ends", [False, True])
def test_words_and_vectors_are_read(tmp_path: Path, line_ends: bool) -> None:
    values = table(4, 5)
    # These vectors begin with the byte of a line end, or with several.
    values[1, 0] = struct.unpack("<f", b"\n\x01\x02\x3f")[0]
    values[2, 0] = struct.unpack("<f", b"\n\n\n\n")[0]
    opened = open_table(write(tmp_path, binary(RAW, values, line_ends=line_ends)))
    assert list(opened.tokens) == ["cat", "naïve", "New_York", "日本"]
    assert np.array_equal(opened.vectors[:], values)
    assert opened.encode("日本") == [3]
    assert (opened.dtype, opened.tied, opened.opening_notices) == ("F32", None, ())


def test_a_header_that_promises_more_than_the_file_holds_is_refused_before_anything_is_allocated(
    tmp_path: Path,
) -> None:
    caught = refusal(write(tmp_path, binary(RAW, table(4, 5), line_ends=True, rows=3_000_000)))
    assert caught.code == "truncated"
    assert "3000000" in str(caught)


def test_a_file_that_ends_within_a_record_is_truncated(tmp_path: Path) -> None:
    data = binary(RAW, table(4, 5), line_ends=False)
    # Long enough for the shortest possible words, but not for these.
    assert refusal(write(tmp_path, data[:-6])).code == "truncated"


def test_what_follows_the_promised_words_becomes_a_notice(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, binary(RAW, table(4, 5), line_ends=True, rows=2)))
    assert opened.vocab_size == 2
    assert [notice.code for notice in opened.opening_notices] == ["header-rows"]


def test_words_that_are_not_utf8_or_appear_twice_become_notices(tmp_path: Path) -> None:
    opened = open_table(write(tmp_path, binary([b"caf\xe9", b"a", b"a"], table(3, 5), line_ends=True)))
    assert list(opened.tokens) == ["caf\ufffd", "a", "a"]
    assert [notice.code for notice in opened.opening_notices] == ["bad-utf8", "duplicates"]


def test_a_word_without_end_is_refused(tmp_path: Path) -> None:
    data = b"1 2\n" + b"x" * 20_000 + bytes(8)
    assert refusal(write(tmp_path, data)).code == "not-vectors"


def write_packed(folder: Path, data: bytes) -> Path:
    path = folder / "v.bin.gz"
    path.write_bytes(gzip.compress(data))
    return path


@pytest.mark.parametrize("line_ends", [False, True])
@pytest.mark.parametrize("block", [7, 100, 1 << 22])
def test_a_gzipped_file_holds_the_same_wherever_its_blocks_are_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line_ends: bool, block: int
) -> None:
    monkeypatch.setattr(word2vec_binary, "_BLOCK", block)
    values = table(300, 5)
    values[1, 0] = struct.unpack("<f", b"\n\n\n\n")[0]
    raw = [b"word%d" % number for number in range(300)]
    data = binary(raw, values, line_ends=line_ends)
    opened = open_table(write_packed(tmp_path, data))
    assert list(opened.tokens) == [word.decode() for word in raw]
    assert np.array_equal(opened.vectors[:], values)
    assert opened.opening_notices == ()


def test_a_gzipped_file_that_ends_too_early_or_is_damaged_is_refused(tmp_path: Path) -> None:
    data = binary(RAW, table(4, 5), line_ends=True)
    assert refusal(write_packed(tmp_path, data[:-9])).code == "truncated"
    path = tmp_path / "v.bin.gz"
    path.write_bytes(
        gzip.compress(binary([b"w%d" % n for n in range(2000)], table(2000, 5), line_ends=True))[:-3000]
    )
    assert refusal(path).code == "truncated"


def test_a_gzipped_header_that_promises_implausibly_much_is_refused_before_anything_is_allocated(
    tmp_path: Path,
) -> None:
    data = binary(RAW, table(4, 5), line_ends=True, rows=3_000_000)
    assert refusal(write_packed(tmp_path, data)).code == "truncated"


def test_what_follows_the_words_of_a_gzipped_file_becomes_a_notice(tmp_path: Path) -> None:
    opened = open_table(write_packed(tmp_path, binary(RAW, table(4, 5), line_ends=True, rows=3)))
    assert [notice.code for notice in opened.opening_notices] == ["header-rows"]
