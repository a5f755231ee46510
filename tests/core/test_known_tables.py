"""Known sizes to compare a table with."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.known_tables import KNOWN_SIZES, compared
from embviz.core.quantities import short_count, whole_share


@pytest.mark.parametrize(
    ("name", "rows", "dim", "parameters", "share"),
    [
        ("GPT-2 small", 50_257, 768, "38.6 M", "31 %"),
        ("GPT-2 XL", 50_257, 1_600, "80.4 M", None),
        ("BERT-base", 30_522, 768, "23.4 M", None),
        ("Llama 3 8B", 128_256, 4_096, "525.3 M", "6.5 %"),
        ("Llama 3 70B", 128_256, 8_192, "1.05 B", "1.5 %"),
        ("Transformer (2017)", 37_000, 512, "19 M", None),
    ],
)
def test_the_known_sizes_are_those_of_the_papers(name, rows, dim, parameters, share):
    size = next(one for one in KNOWN_SIZES if one.name == name)
    assert (size.rows, size.dim) == (rows, dim)
    assert short_count(size.parameters, about=size.about).replace("\u00a0", " ") == parameters
    assert (size.share is None) == (share is None)
    if share is not None:
        assert whole_share(size.share).replace("\u00a0", " ") == share


def test_gpt2s_share_is_of_124_million():
    gpt2 = next(one for one in KNOWN_SIZES if one.name == "GPT-2 small")
    assert short_count(gpt2.model_parameters, about=True).replace("\u00a0", " ") == "124 M"


def test_the_loaded_table_stands_where_its_size_belongs(make_table):
    table = make_table(np.zeros((5, 4), dtype=np.float32), model_parameters=40)
    sizes = compared(table)
    assert [size.name for size in sizes][:2] == ["small", "Transformer (2017)"]
    assert sizes[0].loaded
    assert sizes[0].parameters == 20
    assert sizes[0].share == 0.5
    assert [size.parameters for size in sizes] == sorted(size.parameters for size in sizes)
    assert sum(size.loaded for size in sizes) == 1


def test_without_a_table_there_are_the_known_sizes_alone():
    assert compared(None) == KNOWN_SIZES
