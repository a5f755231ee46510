"""What a tensor is by its name."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.rows import ArrayRows
from embviz.core.table import OutputTable
from embviz.core.tensor_names import tensor_role


@pytest.fixture
def table(make_table):
    rows = np.eye(2, dtype=np.float32)
    return make_table(rows, output=OutputTable(ArrayRows(rows), "lm_head.weight", "F32"))


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("lm_head.weight", "output table"),
        ("transformer.wpe.weight", "positions"),
        ("bert.embeddings.position_embeddings.weight", "positions"),
        ("bert.embeddings.token_type_embeddings.weight", "kinds of text"),
        ("encoder.embed_tokens.weight", "encoder’s table"),
        ("decoder.embed_tokens.weight", "decoder’s table"),
        ("model.layers.3.mlp.gate_proj.weight", "inside a layer"),
        ("encoder.layer.0.attention.self.query.weight", "inside a layer"),
        ("h.0.attn.c_attn.weight", "inside a layer"),
        ("blk.7.ffn_up.weight", "inside a layer"),
        ("pooler.dense.weight", ""),
        ("deposit.weight", ""),
    ],
)
def test_a_name_tells_what_a_tensor_is_or_nothing_is_said(table, name, role):
    assert tensor_role(name, table) == role
