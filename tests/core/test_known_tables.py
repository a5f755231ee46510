"""Known sizes to compare a table with."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.known_tables import KNOWN_SIZES, compared, size_sentence
from embviz.core.quantities import short_count, whole_share


@pytest.mark.parametrize(
    ("name", "rows", "dim", "parameters", "share"),
    [
        ("GPT-2 small", 50_257, 768, "38.6 M", "31 %"),
        ("GPT-2 XL", 50_257, 1_600, "80.4 M", None),
        ("BERT-base", 30_522, 768, "23.4 M", None),
        ("Llama 3 8B", 128_256, 4_096, "525.3 M", "6.5 %"),
        ("Llama 3 70B", 128_256, 8_192, "1.05 B", "1.5 %"),
        ("Transformer 2017", 37_000, 512, "19 M", None),
    ],
)
def test_the_known_sizes_are_those_of_the_papers(name, rows, dim, parameters, share):
    size = next(one for one in KNOWN_SIZES if one.name == name)
    assert (size.rows, size.dim) == (rows, dim)
    assert short_count(size.parameters, about=size.about).replace("\u00a0", " ") == parameters
    assert (size.share is None) == (share is None)
    if share is not None:
        assert whole_share(size.share).replace("\u00a0", " ") == share


def test_a_share_is_said_with_what_it_is_a_share_of(make_table):
    said = {one.name: size_sentence(one).replace("\u00a0", " ") for one in KNOWN_SIZES}
    assert said["GPT-2 small"] == (
        "GPT-2 small: 50,257 × 768 = 38.6 M parameters, 31 % of the model’s 124 M. "
        "Tied: the output table is this one."
    )
    assert "6.5 % of the model’s 8.03 B. Not tied" in said["Llama 3 8B"]
    assert said["BERT-base"] == "BERT-base: 30,522 × 768 = 23.4 M parameters."
    table = make_table(np.zeros((5, 4), dtype=np.float32), model_parameters=40)
    assert size_sentence(compared(table)[0]).replace("\u00a0", " ") == (
        "small: 5 × 4 = 20 parameters, 50 % of the model’s 40. This is the loaded table."
    )


def test_the_loaded_table_stands_where_its_size_belongs(make_table):
    table = make_table(np.zeros((5, 4), dtype=np.float32), model_parameters=40)
    sizes = compared(table)
    assert [size.name for size in sizes][:2] == ["small", "Transformer 2017"]
    assert sizes[0].loaded
    assert sizes[0].parameters == 20
    assert sizes[0].share == 0.5
    assert [size.parameters for size in sizes] == sorted(size.parameters for size in sizes)
    assert sum(size.loaded for size in sizes) == 1


def test_without_a_table_there_are_the_known_sizes_alone():
    assert compared(None) == KNOWN_SIZES
