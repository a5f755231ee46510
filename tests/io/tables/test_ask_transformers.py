"""The last resort: transformers, asked in a child process that cannot run the folder's code."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from embviz import open_table
from embviz.errors import EmbvizError
from embviz.io.tables import ask_transformers as asking
from embviz.io.tables.ask_transformers import ask_transformers
from tests.io.tables.model_files import byte_level_json, table, wordpiece_json, write_model

# CPM-Ant calls its table by a name that no other model has, and adds rows for prompts.
CPMANT = {
    "model_type": "cpmant",
    "architectures": ["CpmAntForCausalLM"],
    "vocab_size": 300,
    "prompt_length": 2,
    "prompt_types": 3,
    "hidden_size": 8,
    "num_attention_heads": 2,
    "dim_head": 4,
    "dim_ff": 8,
    "num_hidden_layers": 1,
}


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give transformers, which a busy machine imports slowly, all the time it needs."""
    monkeypatch.setattr(asking, "_SECONDS", 600)


@pytest.mark.usefixtures("patient")
def test_a_table_of_an_unfamiliar_name_is_found_through_the_models_class(tmp_path: Path) -> None:
    tensors = {
        "cpmant.input_embedding.weight": table(306, 8),
        "cpmant.segment_embedding.weight": table(32, 8),
    }
    folder = write_model(tmp_path, tensors, config=CPMANT)
    for name in ("torch", "transformers", "numpy"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w').close()\n")
    opened = open_table(folder)
    assert opened.tensor_name == "cpmant.input_embedding.weight"
    assert opened.vocab_size == 306
    assert not (tmp_path / "RAN").exists()
    # Code of the folder is not run for a type that transformers does not know, either.
    (folder / "configuration_weird.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w').close()\n")
    unknown = {
        **CPMANT,
        "model_type": "weirdnet",
        "auto_map": {"AutoConfig": "configuration_weird.WeirdConfig"},
    }
    (folder / "config.json").write_text(json.dumps(unknown))
    with pytest.raises(EmbvizError) as caught:
        open_table(folder)
    assert caught.value.code == "no-table"
    assert not (tmp_path / "RAN").exists()


def test_a_tokenizer_that_only_transformers_can_put_together_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = wordpiece_json()
    asked = []

    def answer(question: str, folder: Path) -> str:
        asked.append((question, folder))
        return json.dumps(words)

    monkeypatch.setattr("embviz.io.tables.tokenization.folder.ask_transformers", answer)
    folder = write_model(tmp_path, {"embeddings.word_embeddings.weight": table(11, 4)}, config={})
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "SomethingTokenizer"}')
    opened = open_table(folder)
    assert asked == [("tokenizer", folder)]
    assert opened.encode("The cat") == [4, 5]
    assert opened.opening_notices == ()


@pytest.mark.usefixtures("patient")
def test_the_child_gives_a_tokenizer_as_tokenizer_json_has_it(tmp_path: Path) -> None:
    from tokenizers import Tokenizer

    theirs = Tokenizer.from_str(json.dumps(byte_level_json()))
    theirs.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "tokenizer_config.json").write_text('{"tokenizer_class": "PreTrainedTokenizerFast"}')
    answer = ask_transformers("tokenizer", tmp_path)
    assert answer is not None
    assert Tokenizer.from_str(answer).encode("the cat").ids == theirs.encode("the cat").ids


@pytest.mark.parametrize(
    "program",
    [
        "import sys; sys.exit(1)",
        "print('no JSON')",
        "print('[1]')",
        "print('{\"answer\": 3}')",
        "import time; time.sleep(60)",
    ],
)
def test_a_child_without_a_proper_answer_in_time_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    child = tmp_path / "child.py"
    child.write_text(program)
    monkeypatch.setattr(asking, "_CHILD", child)
    monkeypatch.setattr(asking, "_SECONDS", 1)
    assert ask_transformers("table", tmp_path) is None


def test_no_python_to_run_means_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "absent"))
    assert ask_transformers("table", tmp_path) is None
