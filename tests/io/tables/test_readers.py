"""What holds for every reader of the registry, so that a new one is tested by its line there."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from embviz import open_table
from embviz.errors import EmbvizError, Notice, Stopped
from embviz.io.tables import READERS
from embviz.io.tables.base import Request, Source
from embviz.io.tables.files import read_head
from tests.io.tables.gguf_files import float_tensor, gguf_bytes
from tests.io.tables.model_files import byte_level_json, safetensors_bytes, table


def _checkpoint(folder: Path) -> Path:
    (folder / "model.safetensors").write_bytes(safetensors_bytes({"wte.weight": table(9, 4)}))
    (folder / "tokenizer.json").write_text(json.dumps(byte_level_json()))
    return folder / "model.safetensors"


def _file(name: str, data: bytes, **others: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        for other, content in others.items():
            (folder / other.replace("_", ".")).write_bytes(content)
        (folder / name).write_bytes(data)
        return folder / name

    return write


def _npy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, table(9, 4))
    return stream.getvalue()


TEXT = "".join(f"w{i} " + " ".join(map(repr, map(float, row))) + "\n" for i, row in enumerate(table(9, 4)))
BINARY = b"9 4\n" + b"".join(b"w%d " % i + row.tobytes() + b"\n" for i, row in enumerate(table(9, 4)))
NUMBERS = "".join("\t".join(map(repr, map(float, row))) + "\n" for row in table(9, 4))
WORDS = "".join(f"w{i}\n" for i in range(9)).encode()

EXAMPLES: dict[str, Callable[[Path], Path]] = {
    "gguf": _file("m.gguf", gguf_bytes({"general.name": "m"}, {"token_embd.weight": float_tensor(9, 4)[1]})),
    "checkpoint": _checkpoint,
    "refused": _file("v.kv", b"\x80\x04N."),
    "numpy": _file("v.npy", _npy(), vocab_txt=WORDS),
    "projector": _file("vectors.tsv", NUMBERS.encode(), metadata_tsv=WORDS),
    "word2vec": _file("v.bin", BINARY),
    "word-vectors": _file("v.txt", TEXT.encode()),
}


def test_every_reader_has_an_example_here() -> None:
    assert set(EXAMPLES) == set(READERS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_recognised_by_its_own_reader_first(tmp_path: Path, name: str) -> None:
    path = EXAMPLES[name](tmp_path)
    source = Source(path, read_head(path))
    first = next(key for key, reader in READERS.items() if reader.recognises(source))
    assert first == name
    assert READERS[name].label


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "refused"])
def test_each_reader_gives_a_whole_table(tmp_path: Path, name: str) -> None:
    path = EXAMPLES[name](tmp_path)
    told: list[tuple[float, str]] = []
    opened = READERS[name].read(Request(path, "as given", progress=lambda *what: told.append(what)))
    assert opened.source == "as given"
    assert (opened.vocab_size, opened.dim) == (9, 4)
    assert opened.name
    assert opened.dtype == "F32"
    assert len(opened.tokens) == 9
    assert len(opened.vocabulary.kinds) == 9
    assert opened.vectors[:].dtype == np.float32
    assert np.allclose(opened.vectors[:], table(9, 4), atol=1e-6)
    assert np.array_equal(opened.vectors[[8, 0]], opened.vectors[:][[8, 0]])
    assert all(isinstance(notice, Notice) and notice.text.endswith(".") for notice in opened.notices)
    assert opened.encode("nothing of the kind\ud800") is not None
    assert told[-1] == (1.0, "Ready")
    assert [share for share, _ in told] == sorted(share for share, _ in told)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "refused"])
def test_each_reader_can_be_stopped(tmp_path: Path, name: str) -> None:
    def stop(*what: Any) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        open_table(EXAMPLES[name](tmp_path), progress=stop)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_error_of_each_reader_has_a_code_and_whole_sentences(tmp_path: Path, name: str) -> None:
    path = EXAMPLES[name](tmp_path)
    path.write_bytes(b"\x00nothing of the kind\x00" * 10)
    with pytest.raises(EmbvizError) as caught:
        READERS[name].read(Request(path, "as given"))
    assert caught.value.code
    assert caught.value.message.endswith(".")
    assert caught.value.hint.endswith(".")
    assert path.name in str(caught.value)
