"""PyTorch's files: tensors are read, anything else is refused and never run."""

from __future__ import annotations

import pickle
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables.torch_file import read_torch
from tests.io.tables.model_files import byte_level_json, table

if TYPE_CHECKING:
    from pathlib import Path

TOKENIZER = byte_level_json()
V = len(TOKENIZER["model"]["vocab"]) + 1


class Evil:
    """What a hostile pickle holds: an instruction to run a program when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (open, (str(self.path), "w"))


def refusal(path: Path) -> EmbvizError:
    with pytest.raises(EmbvizError) as caught:
        open_table(path)
    return caught.value


def test_a_tied_model_in_one_storage_opens(tmp_path: Path) -> None:
    import json

    values = torch.from_numpy(table(V, 8))
    torch.save(
        {
            "transformer.wte.weight": values,
            "lm_head.weight": values,
            "transformer.wpe.weight": torch.zeros(16, 8),
            "transformer.h.0.attn.bias": torch.ones(1, 1, 4, 4, dtype=torch.bool),
        },
        tmp_path / "pytorch_model.bin",
    )
    (tmp_path / "config.json").write_text(
        json.dumps({"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": V, "n_embd": 8})
    )
    (tmp_path / "tokenizer.json").write_text(json.dumps(TOKENIZER))
    for source in (tmp_path, tmp_path / "pytorch_model.bin"):
        opened = open_table(source)
        assert (opened.tensor_name, opened.dtype, opened.tied) == ("transformer.wte.weight", "F32", True)
        assert np.array_equal(opened.vectors[:], values.numpy())
        assert opened.model_parameters == V * 8 + 16 * 8
        assert opened.opening_notices == ()
        assert opened.name == tmp_path.name


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        (torch.float16, "F16"),
        (torch.bfloat16, "BF16"),
        (torch.float64, "F64"),
        (torch.float8_e4m3fn, "F8_E4M3"),
        (torch.float8_e5m2, "F8_E5M2"),
    ],
)
def test_all_floating_types_are_read(tmp_path: Path, dtype: torch.dtype, name: str) -> None:
    values = torch.from_numpy(table(9, 4)).to(dtype)
    torch.save({"embed_tokens.weight": values}, tmp_path / "pytorch_model.bin")
    tensor = read_torch(tmp_path / "pytorch_model.bin")["embed_tokens.weight"]
    assert tensor.dtype == name
    assert np.array_equal(tensor.rows()[:], values.to(torch.float32).numpy())


def test_a_tensor_stored_crosswise_is_read_in_its_own_order(tmp_path: Path) -> None:
    values = torch.from_numpy(table(4, 9)).t()
    torch.save({"a": values, "b": values.to(torch.bfloat16)}, tmp_path / "pytorch_model.bin")
    tensors = read_torch(tmp_path / "pytorch_model.bin")
    assert np.array_equal(tensors["a"].rows()[:], values.numpy())
    assert np.array_equal(tensors["b"].rows()[:], values.to(torch.bfloat16).float().numpy())


def test_shards_are_read_through_their_index(tmp_path: Path) -> None:
    import json

    torch.save(
        {"model.embed_tokens.weight": torch.zeros(9, 4)}, tmp_path / "pytorch_model-00001-of-00002.bin"
    )
    torch.save({"lm_head.weight": torch.ones(9, 4)}, tmp_path / "pytorch_model-00002-of-00002.bin")
    weight_map = {
        "model.embed_tokens.weight": "pytorch_model-00001-of-00002.bin",
        "lm_head.weight": "pytorch_model-00002-of-00002.bin",
    }
    (tmp_path / "pytorch_model.bin.index.json").write_text(json.dumps({"weight_map": weight_map}))
    opened = open_table(tmp_path)
    assert opened.tied is False
    assert opened.model_parameters == 72


@pytest.mark.parametrize("depth", ["plain", "among tensors"])
def test_a_pickle_with_a_program_in_it_is_refused_and_not_run(tmp_path: Path, depth: str) -> None:
    mark = tmp_path / "RAN"
    value = Evil(mark) if depth == "plain" else {"wte.weight": torch.zeros(3, 2), "x": Evil(mark)}
    torch.save(value, tmp_path / "pytorch_model.bin")
    caught = refusal(tmp_path)
    assert caught.code == "unsafe-pickle"
    assert "refused" in str(caught)
    assert not mark.exists()


def test_old_files_and_bare_pickles_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    torch.save({"wte.weight": torch.zeros(3, 2)}, path, _use_new_zipfile_serialization=False)
    assert refusal(tmp_path).code == "legacy-pickle"
    assert refusal(path).code == "legacy-pickle"
    path.write_bytes(pickle.dumps({"wte.weight": [1, 2]}))
    assert refusal(tmp_path).code == "unsafe-pickle"
    assert refusal(path).code == "unsafe-pickle"
    path.write_bytes(b"nothing of the kind, but long enough")
    assert refusal(tmp_path).code == "bad-header"


def test_a_torchscript_program_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pytorch_model.bin", "w") as archive:
        for name in ("m/data.pkl", "m/constants.pkl", "m/code/__torch__.py"):
            archive.writestr(name, b"x")
    assert refusal(tmp_path).code == "unsafe-pickle"


@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_a_file_that_is_cut_off_is_called_truncated(tmp_path: Path, share: float) -> None:
    path = tmp_path / "pytorch_model.bin"
    torch.save({"wte.weight": torch.zeros(300, 20)}, path)
    raw = path.read_bytes()
    path.write_bytes(raw[: int(len(raw) * share)])
    assert refusal(tmp_path).code == "truncated"


def test_archives_that_are_no_checkpoint_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    for name, method in (("a.txt", zipfile.ZIP_STORED), ("m/data.pkl", zipfile.ZIP_DEFLATED)):
        with zipfile.ZipFile(path, "w", method) as archive:
            archive.writestr(name, b"x" * 1000)
        assert refusal(tmp_path).code == "bad-header"


def test_a_checkpoint_without_names_is_refused(tmp_path: Path) -> None:
    torch.save([torch.zeros(3, 2)], tmp_path / "pytorch_model.bin")
    assert refusal(tmp_path).code == "bad-header"


def test_a_state_inside_a_checkpoint_is_found(tmp_path: Path) -> None:
    torch.save({"state_dict": {"wte.weight": torch.ones(3, 2)}, "epoch": 3}, tmp_path / "pytorch_model.bin")
    assert open_table(tmp_path).vocab_size == 3


def test_a_sparse_tensor_is_refused_by_its_type(tmp_path: Path) -> None:
    sparse = torch.zeros(9, 4).to_sparse()
    torch.save({"wte.weight": sparse}, tmp_path / "pytorch_model.bin")
    assert refusal(tmp_path).code == "unsupported-dtype"
