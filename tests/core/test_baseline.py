"""The cosine of random pairs: exact figures, and what percentiles mean."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.pair_reference import common_words, count_pairs, ordered_by_merges, pair_reference
from embviz.core.vocabulary import TokenScheme, Vocabulary


def pair_cosines(rows):
    rows = np.asarray(rows, dtype=np.float64)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return (units @ units.T)[np.triu_indices(len(units), 1)]


def test_three_rows_of_which_two_are_parallel_have_a_mean_of_a_third(make_table):
    table = make_table(np.array([[2, 0], [5, 0], [0, 3]], dtype=np.float32))
    assert table.baseline().mean == pytest.approx(1 / 3, abs=1e-15)
    assert table.baseline().sd == pytest.approx(np.sqrt(2) / 3, abs=1e-15)
    assert table.baseline().rows == 3


def test_the_baseline_is_that_of_all_pairs_of_rows_that_are_not_hidden(make_table):
    generator = np.random.default_rng(1)
    rows = (generator.normal(size=(5000, 12)) + 0.3).astype(np.float32)
    rows[5] = 0
    rows[6, 0] = np.inf
    table = make_table(rows, control=[0, 1])
    kept = np.delete(rows, [0, 1, 5, 6], axis=0)
    cosines = pair_cosines(kept)
    assert table.baseline().mean == pytest.approx(cosines.mean(), abs=1e-7)
    assert table.baseline().sd == pytest.approx(cosines.std(), abs=1e-7)
    assert table.baseline().rows == len(kept)


def test_the_bundled_table_has_the_known_baseline(bundled):
    baseline = bundled.baseline()
    assert (round(baseline.mean, 4), round(baseline.sd, 4)) == (0.4426, 0.1432)


def test_fewer_than_two_rows_have_no_pairs(make_table):
    table = make_table(np.array([[1, 0], [0, 0]], dtype=np.float32))
    assert table.baseline() is None
    assert table.pair_reference() is None


def test_percentiles_count_the_pairs_below(make_table):
    angles = np.radians([0, 10, 25, 90])
    table = make_table(np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32))
    reference = table.pair_reference()
    cosines = np.sort(np.cos(np.radians([10, 25, 90, 15, 80, 65])))
    assert (reference.of, reference.rows, reference.pairs, reference.sampled) == ("tokens", 4, 6, False)
    assert reference.mean == pytest.approx(cosines.mean(), abs=1e-6)
    assert reference.sd == pytest.approx(cosines.std(), abs=1e-6)
    for below, cosine in enumerate(cosines):
        assert reference.percentile(cosine - 0.001) == pytest.approx(100 * below / 6)
        assert reference.percentile(cosine + 0.001) == pytest.approx(100 * (below + 1) / 6)
    assert reference.percentile(-1.0) == 0.0
    assert reference.percentile(1.0) == 100.0
    assert reference.percentile(1.0000001) == 100.0


def test_percentiles_err_by_no_more_than_the_fullest_bin(make_table):
    rows = np.random.default_rng(2).normal(size=(1500, 6)).astype(np.float32)
    reference = make_table(rows).pair_reference()
    cosines = pair_cosines(rows)
    assert reference.pairs == len(cosines) == int(reference.counts.sum())
    for cosine in (-0.8, -0.1, 0.0, 0.3, 0.97):
        exact = 100 * np.mean(cosines < cosine)
        assert abs(reference.percentile(cosine) - exact) <= reference.resolution


def test_coarse_histograms_hold_all_pairs(make_table):
    rows = np.random.default_rng(3).normal(size=(40, 3)).astype(np.float32)
    counts, edges = make_table(rows).pair_reference().histogram(40)
    assert counts.sum() == 40 * 39 // 2
    assert edges[0] == -1.0
    assert edges[-1] == 1.0
    expected, _ = np.histogram(pair_cosines(rows), bins=edges)
    assert np.abs(counts - expected).sum() <= 2  # a pair on an edge may fall on either side


def test_large_tables_are_sampled_and_say_so(make_table):
    rows = np.random.default_rng(4).normal(size=(3000, 3)) + 0.5
    table = make_table(rows.astype(np.float32))
    search = table.search()
    reference = count_pairs(search, search.listed(), "tokens", sample=1024)
    assert (reference.sampled, reference.rows, reference.pairs) == (True, 1024, 1024 * 1023 // 2)
    assert reference.of == "1,024 tokens drawn at random"
    assert reference.mean == pytest.approx(table.baseline().mean, abs=0.05)
    again = count_pairs(search, search.listed(), "tokens", sample=1024)
    assert np.array_equal(reference.counts, again.counts)


def test_the_bundled_table_is_compared_with_common_words(bundled):
    reference = bundled.pair_reference()
    assert reference.of == "common words"
    assert not reference.sampled
    assert round(reference.mean, 2) == 0.30
    assert bundled.vocabulary.read_text(common_words(bundled.vocabulary)[0]).startswith(" ")
    cat, dog = (bundled.vectors[bundled.lookup(word)[0].id].astype(float) for word in ("cat", "dog"))
    cosine = cat @ dog / np.linalg.norm(cat) / np.linalg.norm(dog)
    words = np.asarray(bundled.vectors[np.array(common_words(bundled.vocabulary))])
    units = words / np.linalg.norm(words, axis=1, keepdims=True)
    below = np.count_nonzero(units @ units.T < cosine) / (len(units) * (len(units) - 1))
    assert reference.percentile(cosine) == pytest.approx(100 * below, abs=reference.resolution)


def test_merge_order_is_seen_in_the_vocabulary_itself(bundled):
    assert ordered_by_merges(bundled.vocabulary)
    shuffled = list(bundled.tokens)
    np.random.default_rng(0).shuffle(shuffled)
    assert not ordered_by_merges(Vocabulary(shuffled, scheme=TokenScheme.BYTE_LEVEL))
    # The whole vocabulary reversed: every token comes before its parts.
    assert not ordered_by_merges(Vocabulary(bundled.tokens[::-1], scheme=TokenScheme.BYTE_LEVEL))
    assert not ordered_by_merges(Vocabulary(bundled.tokens, scheme=TokenScheme.PLAIN))


def test_without_merge_order_all_tokens_are_compared(make_table):
    rows = np.random.default_rng(5).normal(size=(300, 4)).astype(np.float32)
    table = make_table(rows, [f"Ġword{place}" for place in range(300)], scheme=TokenScheme.BYTE_LEVEL)
    reference = pair_reference(table.search(), table.vocabulary)
    assert (reference.of, reference.rows) == ("tokens", 300)
