"""Files that are recognised only to say why they are not opened."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING

import pytest

from embviz import open_table
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "data", "code", "said"),
    [
        ("v.kv", pickle.dumps({"a": 1}), "unsafe-pickle", "save_word2vec_format"),
        ("v.model", pickle.dumps({"a": 1}, protocol=2), "unsafe-pickle", "pickle"),
        ("v.pkl", pickle.dumps([1], protocol=0), "unsafe-pickle", "pickle"),
        ("anything.dat", pickle.dumps([1, 2, 3]), "unsafe-pickle", "pickle"),
        ("cc.bin", struct.pack("<ii", 793712314, 12) + bytes(100), "not-vectors", ".vec"),
        ("tf_model.h5", b"\x89HDF\r\n\x1a\n" + bytes(20), "not-vectors", "TensorFlow"),
        ("model.onnx", b"\x08\x07" + bytes(20), "not-vectors", "ONNX"),
        ("old.bin", b"tjgg" + bytes(100), "bad-header", "before GGUF"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "not-vectors", "no format"),
        ("empty.txt", b"", "empty-file", "0 bytes"),
    ],
)
def test_each_says_what_it_is_and_what_to_do(
    tmp_path: Path, name: str, data: bytes, code: str, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    assert caught.value.code == code
    assert said in str(caught.value)
    assert name in str(caught.value)
    assert caught.value.hint
