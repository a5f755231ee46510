"""One row, looked at closely."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embviz.core.row_view import row_view
from embviz.core.rows import ArrayRows
from embviz.core.spelling import TokenScheme
from embviz.core.table import OutputTable
from embviz.errors import EmbvizError


def test_a_row_has_its_numbers_and_its_length(make_table):
    found = row_view(make_table([[1.0, 2.0], [3.0, 4.0]], ["a", "b"]), 1)
    assert found.vector.tolist() == [3.0, 4.0]
    assert found.norm == 5.0
    assert found.shown == "b"
    assert found.values.total == 2
    assert not found.vector.flags.writeable


def test_a_space_before_a_word_makes_another_row_with_a_cosine_of_its_own(bundled):
    found = row_view(bundled, 2644)
    bare = next(variant for variant in found.variants if variant.shown == "cat")
    assert bare.id == 9786
    first, second = bundled.vectors[2644].astype(float), bundled.vectors[9786].astype(float)
    assert not np.array_equal(first, second)
    expected = first @ second / np.sqrt((first @ first) * (second @ second))
    assert bare.cosine == pytest.approx(expected, abs=1e-12)
    scores = {variant.id: round(variant.cosine, 5) for variant in found.variants}
    assert (scores[9497], scores[27772]) == (0.73261, 0.68876)  # as in the neighbour list of the contract
    assert 2644 not in scores


def test_signs_have_no_other_spellings(bundled):
    assert row_view(bundled, 30).shown == "."
    assert row_view(bundled, 30).variants == ()


def test_an_untied_models_token_has_a_twin_with_a_cosine(make_table):
    rows = np.array([[1.0, 0.0], [0.0, 2.0]], dtype=np.float32)
    others = np.array([[1.0, 1.0], [0.0, -3.0]], dtype=np.float32)
    table = make_table(
        rows, ["a", "b"], tied=False, output=OutputTable(ArrayRows(others), "lm_head.weight", "F32")
    )
    assert row_view(table, 0).output.cosine == pytest.approx(np.sqrt(0.5))
    twin = row_view(table, 1).output
    assert twin.tensor_name == "lm_head.weight"
    assert twin.vector.tolist() == [0.0, -3.0]
    assert twin.norm == 3.0
    assert twin.cosine == -1.0


def test_a_tied_models_token_has_no_other_row(make_table):
    assert row_view(make_table([[1.0], [2.0]], tied=True), 0).output is None


def test_a_token_beyond_the_output_table_has_no_twin_and_another_width_has_no_cosine(make_table):
    output = OutputTable(ArrayRows(np.ones((1, 3), dtype=np.float32)), "head", "F32")
    table = make_table([[1.0, 1.0], [2.0, 2.0]], output=output, tied=False)
    assert row_view(table, 0).output.cosine is None
    assert row_view(table, 1).output is None


def test_a_row_of_zeros_has_a_length_of_zero_and_no_cosine(make_table):
    table = make_table(np.array([[0.0, 0.0], [1.0, 1.0]]), ["Ġcat", "cat"], scheme=TokenScheme.BYTE_LEVEL)
    found = row_view(table, 0)
    assert found.norm == 0.0
    assert np.isnan(found.variants[0].cosine)


def test_a_row_of_nan_has_no_histogram(make_table):
    found = row_view(make_table(np.array([[np.nan, np.nan]])), 0)
    assert found.values is None
    assert np.isnan(found.norm)


def test_an_output_row_that_cannot_be_fetched_leaves_the_rest_to_be_looked_at(make_table):
    class Elsewhere(ArrayRows):
        def take(self, ids):
            raise EmbvizError("The hub cannot be reached.", code="offline", hint="Try again.")

    rows = np.eye(2, dtype=np.float32)
    table = replace(
        make_table(rows.tolist(), ["a", "b"]), output=OutputTable(Elsewhere(rows), "lm_head.weight", "F32")
    )
    found = row_view(table, 0)
    assert found.vector.tolist() == [1.0, 0.0]
    assert found.output is None
    assert found.output_trouble == "The hub cannot be reached. Try again."
