"""What is measured of a table, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.fact_lines import measured_lines, share_sentence, size_sentence, stored_lines
from embviz.core.histogram import histogram_of
from embviz.core.rows import ArrayRows
from embviz.core.table import OutputTable
from embviz.core.table_facts import measure_table, with_baseline
from embviz.errors import Stopped


def line(lines, label):
    return next(one for one in lines if one.label == label)


@pytest.fixture(scope="module")
def bundled_facts(bundled):
    return with_baseline(measure_table(bundled))


def test_the_bundled_tables_norms_are_those_of_its_rows(bundled, bundled_facts):
    lengths = np.linalg.norm(np.asarray(bundled.vectors).astype(np.float64), axis=1)
    norms = bundled_facts.norms
    assert norms.mean == pytest.approx(lengths.mean(), rel=1e-9)
    assert norms.sd == pytest.approx(lengths.std(), rel=1e-7)
    assert (norms.least, norms.greatest) == pytest.approx((lengths.min(), lengths.max()), rel=1e-9)
    assert norms.rows == 49_152
    assert norms.histogram.total == 49_152


def test_the_bundled_tables_random_pairs_are_those_of_the_contract(bundled_facts):
    assert bundled_facts.baseline.mean == pytest.approx(0.4426, abs=5e-5)
    assert bundled_facts.reference.mean == pytest.approx(0.30, abs=0.005)
    assert bundled_facts.pairs.total == bundled_facts.reference.pairs
    middles = (bundled_facts.pairs.edges[:-1] + bundled_facts.pairs.edges[1:]) / 2
    assert middles @ bundled_facts.pairs.counts / bundled_facts.pairs.total == pytest.approx(0.303, abs=0.002)


def test_what_is_said_of_the_bundled_table(bundled, bundled_facts):
    assert share_sentence(bundled).replace("\u00a0", " ") == (
        "The table holds 21.0 % of the model’s 134,515,008 parameters. "
        "The model uses it twice: to read tokens and to predict them."
    )
    assert "49,152 tokens (V), each of 576 numbers (d): 28.3 M parameters" in size_sentence(bundled).replace(
        "\u00a0", " "
    )
    stored = stored_lines(bundled)
    assert line(stored, "Stored as").value == "Q8_0"
    assert line(stored, "Tied").value == "yes"
    assert "stores no output table" in line(stored, "Tied").sentence
    assert line(stored, "Scale").value == "1"
    pair = line(measured_lines(bundled_facts), "Random pair")
    assert pair.value == "0.30"
    assert "Over all pairs of listed tokens the mean is 0.44." in pair.sentence


def test_rows_are_counted_by_what_they_stand_for(make_table):
    rows = np.ones((7, 2), dtype=np.float32)
    rows[1] = 0
    rows[2, 0] = np.nan
    tokens = ["cat", "dog", "cow", "</s>", "[unused1]", None, None]
    facts = measure_table(make_table(rows, tokens, control=[3]))
    counts = facts.counts
    assert (counts.padding, counts.control, counts.byte, counts.unused) == (2, 1, 0, 1)
    assert (counts.zero, counts.nonfinite) == (1, 1)
    assert {notice.code for notice in facts.notices} == {"zero-rows", "nonfinite-rows"}
    odd = line(measured_lines(facts), "Hidden rows")
    assert odd.value == "2 padding · 1 special · 1 unused · 1 zero · 1 not finite"


def test_padding_is_left_out_of_the_norms_but_a_table_without_tokens_is_measured_whole(make_table):
    rows = np.array([[3.0, 4.0], [0.0, 1.0], [100.0, 0.0]])
    padded = measure_table(make_table(rows, ["a", "b", None]))
    assert (padded.norms.rows, padded.norms.mean) == (2, 3.0)
    bare = measure_table(make_table(rows, [None, None, None], tokenizer=None))
    assert (bare.norms.rows, bare.norms.greatest) == (3, 100.0)
    assert bare.reference is None
    assert line(measured_lines(bare), "Random pair").value == "undefined"


def test_a_table_of_zeros_has_no_norms_and_no_pairs(make_table):
    facts = with_baseline(measure_table(make_table(np.zeros((3, 2), dtype=np.float32))))
    assert facts.norms is None
    assert facts.pairs is None
    assert facts.baseline is None
    assert line(measured_lines(facts), "Row norm").value == "undefined"


def test_how_it_is_known_that_a_model_is_tied_is_said(make_table):
    rows = np.eye(2, dtype=np.float32)
    own = OutputTable(ArrayRows(rows * 2), "lm_head.weight", "F32")
    untied = line(stored_lines(make_table(rows, tied=False, output=own, output_stored=True)), "Tied")
    assert (untied.value, "“lm_head.weight”" in untied.sentence) == ("no", True)
    equal = line(stored_lines(make_table(rows, tied=True, output_stored=True)), "Tied")
    assert (equal.value, "every number in it equals" in equal.sentence) == ("yes", True)
    absent = line(stored_lines(make_table(rows, tied=True, output_stored=False)), "Tied")
    assert (absent.value, "stores no output table" in absent.sentence) == ("yes", True)
    encoder = line(stored_lines(make_table(rows, tied=None)), "Tied")
    assert encoder.value == "no answer"


def test_the_root_of_d_is_recognised_as_the_scale(make_table):
    rows = np.ones((2, 2048), dtype=np.float32)
    scale = line(stored_lines(make_table(rows, scale=2048**0.5)), "Scale")
    assert scale.value == "√2,048 = 45.3"
    assert line(stored_lines(make_table(rows, scale=12.0)), "Scale").value == "12.0"


def test_an_untied_models_output_table_is_a_share_of_its_own(make_table):
    output = OutputTable(ArrayRows(np.ones((2, 2), dtype=np.float32)), "head", "F32")
    table = make_table(np.eye(2, dtype=np.float32), tied=False, output=output, model_parameters=16)
    said = share_sentence(table).replace("\u00a0", " ")
    assert said == "The table holds 25.0 % of the model’s 16 parameters. The output table holds 25.0 % more."
    assert "not known" in share_sentence(make_table(np.eye(2, dtype=np.float32)))


def test_rows_without_tokens_are_not_called_tokens(make_table):
    bare = make_table(np.eye(3, dtype=np.float32), [None] * 3, tokenizer=None)
    assert size_sentence(bare).startswith("3 rows (V), each of 3 numbers (d)")


def test_measuring_stops_when_it_is_told_to(make_table):
    def stop(_share):
        raise Stopped

    with pytest.raises(Stopped):
        measure_table(make_table(np.eye(3, dtype=np.float32)), progress=stop)


def test_a_histogram_counts_the_finite_numbers_once_each():
    values = np.array([0.0, 1.0, 1.0, 4.0, np.nan, np.inf])
    found = histogram_of(values, 4)
    assert found.counts.tolist() == [1, 2, 0, 1]
    assert found.edges.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert histogram_of(np.array([np.nan])) is None
    same = histogram_of(np.full(5, 2.0), 3)
    assert same.counts.tolist() == [0, 5, 0]
    assert not found.counts.flags.writeable
