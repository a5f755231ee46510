"""The table that opens when the user names none. Its facts come from the model's own files."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from embviz import open_table
from embviz.io.tables.ggml_rows import Q8Rows

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


@pytest.fixture(scope="module")
def table() -> EmbeddingTable:
    return open_table()


def test_the_bundled_table_says_what_it_is(table: EmbeddingTable) -> None:
    assert (table.name, table.source) == ("SmolLM2-135M-Instruct", "bundled")
    assert (table.vocab_size, table.dim, table.parameters) == (49152, 576, 28311552)
    assert (table.dtype, table.tensor_name) == ("Q8_0", "token_embd.weight")
    assert table.tied is True
    assert table.output is None
    assert table.model_parameters == 134515008
    assert table.share == pytest.approx(0.2105, abs=5e-5)
    assert table.scale == 1.0
    assert [notice.code for notice in table.opening_notices] == ["quantised"]


def test_its_tokens_are_read_as_they_are_stored(table: EmbeddingTable) -> None:
    assert len(table.tokens) == 49152
    assert [table.tokens[i] for i in (504, 2644, 9497, 27772)] == ["The", "Ġcat", "ĠCat", "Cat"]
    assert table.tokens[0] == "<|endoftext|>"


def test_its_tokenizer_gives_the_ids_of_the_contract(table: EmbeddingTable) -> None:
    assert table.tokenizer is not None
    assert table.tokenizer.vocab_size == 49152
    assert table.encode("The cat sat") == [504, 2644, 2643]
    assert table.encode(" hippopotamus") == [19165, 21179, 376]
    assert table.encode("") == []


def test_its_tokenizer_takes_digits_one_by_one_and_special_tokens_whole(table: EmbeddingTable) -> None:
    ids = table.encode("2024<|im_start|>")
    assert [table.tokens[i] for i in ids] == ["2", "0", "2", "4", "<|im_start|>"]


def test_a_lone_surrogate_in_the_text_is_no_error(table: EmbeddingTable) -> None:
    assert table.encode("\udce4") == table.encode("?")


def test_rows_equal_the_reference_dequantisation_bit_for_bit(table: EmbeddingTable) -> None:
    from gguf import GGMLQuantizationType, quants

    assert isinstance(table.vectors, Q8Rows)
    expected = quants.dequantize(table.vectors.stored, GGMLQuantizationType.Q8_0)
    assert np.array_equal(np.asarray(table.vectors), expected)
    ids = np.array([2644, 0, 49151, 2644])
    assert np.array_equal(table.vectors[ids], expected[ids])
    assert np.array_equal(table.vectors[9497], expected[9497])


def test_opening_imports_none_of_the_heavy_packages() -> None:
    code = (
        "import sys, embviz; table = embviz.open_table(); table.vectors[[1, 2]]; "
        "heavy = {'torch', 'transformers', 'gguf', 'tokenizers', 'scipy', 'sklearn'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
