"""numpy's files with a list of words; Python objects in them are never opened."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from embviz import open_table
from embviz.errors import EmbvizError
from tests.io.tables.model_files import table

if TYPE_CHECKING:
    from pathlib import Path

    from embviz.core.table import EmbeddingTable

TOKENS = ["cat", "naïve", "New York"]


def codes(opened: EmbeddingTable) -> list[str]:
    return [notice.code for notice in opened.opening_notices]


def refusal(path: Path, **options: Any) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path, **options)
    return caught.value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("vocab.txt", "cat\nnaïve\nNew York\n"),
        ("vectors.vocab", "cat\nnaïve\nNew York"),
        ("vectors_words.txt", "\ufeffcat\r\nnaïve\r\nNew York\r\n"),
        ("words.json", json.dumps(TOKENS)),
        ("tokens.json", json.dumps({"New York": 2, "cat": 0, "naïve": 1})),
        ("vectors.tsv", "cat\t5\nnaïve\t6\nNew York\t7\n"),
    ],
)
def test_the_words_beside_an_array_are_found(tmp_path: Path, name: str, text: str) -> None:
    values = table(3, 5)
    np.save(tmp_path / "vectors.npy", values)
    (tmp_path / name).write_bytes(text.encode())
    opened = open_table(tmp_path / "vectors.npy")
    assert list(opened.tokens) == TOKENS
    assert np.array_equal(opened.vectors[:], values)
    assert (opened.dtype, opened.tensor_name, codes(opened)) == ("F32", None, [])
    assert opened.encode("New York") == [2]


@pytest.mark.parametrize(
    ("dtype", "name"),
    [("<f2", "F16"), ("<f4", "F32"), (">f4", "F32"), ("<f8", "F64"), ("i1", "I8"), (">i4", "I32")],
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_plain_type_and_order_is_read(tmp_path: Path, dtype: str, name: str, order: str) -> None:
    values = np.asarray((table(4, 3) * 10).astype(dtype), order=order)  # type: ignore[call-overload]
    np.save(tmp_path / "v.npy", values)
    opened = open_table(tmp_path / "v.npy")
    assert opened.dtype == name
    assert np.array_equal(opened.vectors[:], values.astype(np.float32))
    assert np.array_equal(opened.vectors[[3, 1]], values.astype(np.float32)[[3, 1]])
    assert codes(opened) == ["no-tokenizer"]


def test_words_of_another_number_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "vectors.npy", table(3, 4))
    (tmp_path / "vocab.txt").write_text("cat\ndog\n")
    caught = refusal(tmp_path / "vectors.npy")
    assert caught.code == "mismatch"
    assert "vocab.txt" in str(caught)


@pytest.mark.parametrize("text", ["{", '{"a": 1, "b": 2}', '{"a": "b"}', "[1, 2, 3]", "[" * 100_000])
def test_a_list_of_words_without_sense_is_refused(tmp_path: Path, text: str) -> None:
    np.save(tmp_path / "vectors.npy", table(3, 4))
    (tmp_path / "words.json").write_text(text)
    assert refusal(tmp_path / "vectors.npy").code == "bad-tokenizer"


def test_an_array_of_python_objects_is_refused_and_not_opened(tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", np.array([[object]], dtype=object), allow_pickle=True)
    assert refusal(tmp_path / "v.npy").code == "unsafe-pickle"
    np.savez(tmp_path / "v.npz", words=np.array(["a", None], dtype=object), vectors=table(2, 3))
    opened = open_table(tmp_path / "v.npz")
    assert codes(opened) == ["no-tokenizer"]


@pytest.mark.parametrize(
    ("array", "code"),
    [
        (np.zeros(5, np.float32), "not-vectors"),
        (np.zeros((2, 3, 4), np.float32), "not-vectors"),
        (np.zeros((0, 4), np.float32), "not-vectors"),
        (np.float32(3.0), "not-vectors"),
        (np.zeros((2, 3), np.complex64), "unsupported-dtype"),
        (np.array([["a", "b"]]), "unsupported-dtype"),
        (np.zeros((2, 3), [("a", "f4")]), "unsupported-dtype"),
    ],
)
def test_an_array_that_is_no_table_of_numbers_is_refused(tmp_path: Path, array: Any, code: str) -> None:
    np.save(tmp_path / "v.npy", array)
    assert refusal(tmp_path / "v.npy").code == code


def npy(header: bytes, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x93NUMPY", "truncated"),
        (b"\x93NUMPY\x09\x00" + bytes(100), "bad-header"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)}\n", bytes(20)), "truncated"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (9**99, 4)}\n"), "bad-header"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2**62, 2**62)}\n"), "bad-header"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}\n"), "bad-header"),
        (npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 4)}\n"), "bad-header"),
        (npy(b"{'descr': 'V0', 'fortran_order': False, 'shape': (3, 4)}\n"), "bad-header"),
        (npy(b"{'descr': 'nonsense', 'fortran_order': False, 'shape': (3, 4)}\n"), "bad-header"),
        (npy(b"(" * 9000), "bad-header"),
        (npy(b"__import__('os').system('x')"), "bad-header"),
    ],
)
def test_a_header_that_lies_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "v.npy").write_bytes(data)
    assert refusal(tmp_path / "v.npy").code == code


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_an_archive_holds_its_table_and_its_words(tmp_path: Path, save: Any) -> None:
    save(tmp_path / "v.npz", vectors=table(3, 4), small=table(3, 2, 1), words=np.array(TOKENS))
    opened = open_table(tmp_path / "v.npz")
    assert list(opened.tokens) == TOKENS
    assert np.array_equal(opened.vectors[:], table(3, 4))
    assert (opened.tensor_name, opened.other_tables, codes(opened)) == ("vectors", ("small",), [])
    small = open_table(tmp_path / "v.npz", tensor="small")
    assert np.array_equal(small.vectors[:], table(3, 2, 1))
    assert refusal(tmp_path / "v.npz", tensor="absent").code == "no-table"


def test_an_archive_may_hold_its_words_as_bytes_or_beside_it(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", v=table(2, 4), w=np.array([b"cat", b"caf\xe9"]))
    opened = open_table(tmp_path / "v.npz")
    assert (list(opened.tokens), codes(opened)) == (["cat", "caf\ufffd"], ["bad-utf8"])
    np.savez(tmp_path / "x.npz", v=table(2, 4))
    (tmp_path / "x.vocab").write_text("cat\ndog\n")
    assert list(open_table(tmp_path / "x.npz").tokens) == ["cat", "dog"]


def test_archives_that_are_broken_or_empty_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.npz"
    np.savez(path, v=table(300, 4))
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    assert refusal(path).code == "truncated"
    np.savez(path, v=np.zeros(4))
    assert refusal(path).code == "no-table"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", b"nothing")
    assert refusal(path).code in {"bad-header", "truncated"}


def test_an_archive_that_unpacks_to_implausibly_much_is_refused(tmp_path: Path) -> None:
    stream = io.BytesIO()
    np.save(stream, np.zeros((150_000, 200), np.float32))
    with zipfile.ZipFile(tmp_path / "v.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("v.npy", stream.getvalue())
    assert (tmp_path / "v.npz").stat().st_size < 1_000_000
    assert refusal(tmp_path / "v.npz").code == "bad-header"
