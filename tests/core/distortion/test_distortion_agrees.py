"""Against independent computations, and under changes that must not matter."""

import numpy as np
import pytest

from embviz.core.distortion import estimate, list_difference, lists_from_chords, lists_of, measure
from tests.core.distortion.slow_distortion import slow_measure

ARRAYS = ("kept", "trustworthiness_per_word", "continuity_per_word", "false", "missing")


def assert_same_as_slow(high, low, k, metric):
    found, slow = measure(high, low, k=k, metric=metric), slow_measure(high, low, k, metric)
    assert found.kept == pytest.approx(slow.kept)
    assert found.trustworthiness_per_word == pytest.approx(slow.trustworthiness)
    assert found.continuity_per_word == pytest.approx(slow.continuity)
    assert found.false == pytest.approx(slow.false)
    assert found.missing == pytest.approx(slow.missing)
    assert found.rnx_auc == pytest.approx(slow.rnx_auc, abs=1e-12)
    assert found.trustworthiness == pytest.approx(np.mean(slow.trustworthiness))
    assert found.continuity == pytest.approx(np.mean(slow.continuity))


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize(("n", "k"), [(5, 1), (6, 2), (13, 3), (30, 5), (30, 14)])
def test_without_ties_it_equals_the_definitions(metric, n, k):
    random = np.random.default_rng(n * k)
    assert_same_as_slow(random.normal(size=(n, 12)), random.normal(size=(n, 2)), k, metric)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("seed", range(6))
def test_with_ties_it_equals_the_definitions(metric, seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(6, 26))
    high = random.integers(1, 4, size=(n, 3)).astype(float)
    low = random.integers(0, 4, size=(n, int(random.integers(1, 3)))).astype(float)
    assert_same_as_slow(high, low, int(random.integers(1, (n + 1) // 2)), metric)


def test_many_tied_places_in_one_row_equal_the_definitions():
    # More questions than are counted one by one.
    high = np.repeat(np.random.default_rng(1).normal(size=(14, 12)), 3, axis=0)
    low = np.repeat(np.random.default_rng(2).normal(size=(21, 2)), 2, axis=0)
    assert_same_as_slow(high, low, 5, "euclidean")


def test_nearly_equal_distances_that_do_not_tie_transitively_equal_the_definitions():
    steps = np.cumsum(np.random.default_rng(3).choice([0.3e-9, 0.8e-9, 1e-3], size=24))
    line = np.append(0.0, 1.0 + steps)[:, None]
    assert_same_as_slow(line, line[::-1], 4, "euclidean")


def test_duplicates_in_many_dimensions_are_seen_as_ties():
    vectors = np.random.default_rng(5).normal(size=(24, 64))
    vectors[7], vectors[9] = vectors[3], 5.0 * vectors[3]
    assert_same_as_slow(vectors, vectors[:, :2], 5, "cosine")


@pytest.mark.parametrize(("n", "k"), [(20, 5), (120, 5), (120, 12)])
def test_trustworthiness_equals_that_of_scikit_learn(n, k):
    from sklearn.manifold import trustworthiness

    random = np.random.default_rng(n + k)
    vectors, positions = random.normal(size=(n, 24)), random.normal(size=(n, 2))
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    found = measure(vectors, positions, k=k)
    assert found.trustworthiness == pytest.approx(trustworthiness(units, positions, n_neighbors=k))
    assert found.continuity == pytest.approx(trustworthiness(positions, units, n_neighbors=k))
    raw = measure(vectors, positions, k=k, metric="euclidean")
    assert raw.trustworthiness == pytest.approx(trustworthiness(vectors, positions, n_neighbors=k))


@pytest.mark.parametrize("tied", [False, True])
def test_the_order_of_the_words_does_not_matter(tied):
    random = np.random.default_rng(8)
    vectors, positions = random.normal(size=(40, 9)), random.normal(size=(40, 2))
    if tied:
        vectors, positions = vectors.round(0) + 10, positions.round(0)
    order = random.permutation(40)
    found, other = measure(vectors, positions), measure(vectors[order], positions[order])
    for name in ARRAYS:
        assert getattr(other, name) == pytest.approx(getattr(found, name)[order])
    assert other.rnx_auc == pytest.approx(found.rnx_auc)


def test_mirroring_turning_and_scaling_the_map_or_the_vectors_does_not_matter():
    random = np.random.default_rng(9)
    vectors, positions = random.normal(size=(40, 30)), random.normal(size=(40, 2))
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    lengths = random.uniform(1e-6, 1e6, size=(40, 1))
    found = measure(vectors, positions)
    for other in (
        measure(vectors, positions * (-1, 1)),
        measure(vectors, 1e-8 * positions @ turn.T + 3e-8),
        measure(vectors * lengths, 1e12 * positions),
        measure(vectors * 1e-300, positions),
        measure(vectors * 1e300, positions),
    ):
        for name in ARRAYS:
            assert getattr(other, name) == pytest.approx(getattr(found, name))
    raw = measure(vectors, positions, metric="euclidean")
    for scale in (1e-300, 1e300):
        other = measure(vectors * scale, positions * scale, metric="euclidean")
        for name in ARRAYS:
            assert getattr(other, name) == pytest.approx(getattr(raw, name))


def test_a_turned_map_is_perfect_and_a_random_one_flags_nearly_every_word():
    random = np.random.default_rng(10)
    flat = random.normal(size=(48, 2))
    turned = measure(flat, flat @ [[0.6, 0.8], [-0.8, 0.6]], metric="euclidean")
    assert (turned.false_words, turned.missing_words, turned.kept_mean) == (0, 0, 5)
    lost = measure(random.normal(size=(48, 30)), flat)
    assert lost.false_words > 40
    assert lost.missing_words > 40


def test_results_cannot_be_written_to():
    found = measure(
        np.random.default_rng(0).normal(size=(9, 4)), np.random.default_rng(1).normal(size=(9, 2))
    )
    arrays = [getattr(found, name) for name in ARRAYS] + [found.looks.words, found.truly.percentiles]
    assert not any(array.flags.writeable for array in arrays)


def test_rows_worked_out_in_blocks_are_the_same(monkeypatch):
    from embviz.core.distortion import measuring

    random = np.random.default_rng(11)
    vectors, positions = random.normal(size=(60, 9)), random.normal(size=(60, 2))
    whole = measure(vectors, positions)
    monkeypatch.setattr(measuring, "_BLOCK_ENTRIES", 7 * 60)
    blocked = measure(vectors, positions)
    for name in ARRAYS:
        assert getattr(blocked, name).tolist() == getattr(whole, name).tolist()
    assert blocked.looks_nearest(59) == whole.looks_nearest(59)
    assert blocked.rnx_auc == pytest.approx(whole.rnx_auc)


def test_estimates_from_anchors_are_the_exact_values_of_these_words():
    random = np.random.default_rng(12)
    vectors = random.normal(size=(400, 6))
    positions = vectors[:, :2]
    whole, guess = measure(vectors, positions), estimate(vectors, positions, anchors=150)
    assert guess.anchors.size == 150
    assert guess.kept[guess.anchors].tolist() == whole.kept[guess.anchors].tolist()
    assert np.isnan(guess.kept).sum() == 250
    for name in ("kept_mean", "trustworthiness", "continuity", "rnx_auc", "false_words", "missing_words"):
        exact, estimated, margin = (getattr(result, name) for result in (whole, guess, guess.margins))
        # Twice the half-width of a 95 % interval is missed once in ten thousand draws; counts are rounded.
        rounding = 0.5 if isinstance(estimated, int) else 0.0
        assert margin > 0
        assert abs(exact - estimated) <= 2 * margin + rounding


def test_margins_hold_in_about_95_of_100_draws():
    random = np.random.default_rng(13)
    vectors = random.normal(size=(120, 5))
    whole = measure(vectors, vectors[:, :2])
    guesses = [estimate(vectors, vectors[:, :2], anchors=40, seed=seed) for seed in range(100)]
    held = sum(abs(g.kept_mean - whole.kept_mean) <= g.margins.kept_mean for g in guesses)
    assert 88 <= held <= 100


def test_lists_of_a_word_are_exact_whether_or_not_it_was_an_anchor():
    random = np.random.default_rng(14)
    vectors, positions = random.normal(size=(300, 8)), random.normal(size=(300, 2))
    whole, guess = measure(vectors, positions), estimate(vectors, positions, anchors=100)
    other = int(np.flatnonzero(np.isnan(guess.kept))[0])
    assert guess.looks_nearest(other) == ()
    for word in (other, int(guess.anchors[3])):
        looks, truly = lists_of(vectors, positions, word, guess)
        assert [e.word for e in looks] == [e.word for e in whole.looks_nearest(word)]
        assert [e.true_rank for e in looks] == [e.true_rank for e in whole.looks_nearest(word)]
        assert [e.verdict for e in truly] == [e.verdict for e in whole.truly_nearest(word)]
        drawn = [e.map_distance for e in whole.looks_nearest(word)]
        assert [e.map_distance for e in looks] == pytest.approx(drawn)
        exact = [e.percentile for e in whole.truly_nearest(word)]
        assert [e.percentile for e in truly] == pytest.approx(exact, abs=0.03)
    assert lists_of(vectors, positions, 5, whole) == (whole.looks_nearest(5), whole.truly_nearest(5))


def test_list_difference_counts_the_entries_that_two_kinds_of_vectors_disagree_on():
    line = np.array([[0.0, 1.0], [1, 1], [2.1, 1], [3.3, 1], [4.6, 1], [6, 1], [7.5, 1], [9.1, 1]])
    moved = line.copy()
    moved[0, 0] = 8.3
    same = list_difference(line, line, metric="euclidean", other_metric="euclidean", k=2)
    other = list_difference(line, moved, metric="euclidean", other_metric="euclidean", k=2)
    assert same == pytest.approx(0)
    assert other == pytest.approx(1 - 0.6875)


def test_lists_of_an_estimated_map_follow_from_one_words_chords_alone():
    random = np.random.default_rng(4)
    vectors, positions = random.normal(size=(300, 7)), 1e-3 * random.normal(size=(300, 2))
    found = estimate(vectors, positions, anchors=50)
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for word in (0, 17, 299):
        chords = np.linalg.norm(units - units[word], axis=1)
        wanted = lists_of(vectors, positions, word, found)
        for near, expected in zip(lists_from_chords(chords, positions, word, found), wanted, strict=True):
            assert [(n.word, n.true_rank, n.map_rank, n.verdict) for n in near] == [
                (n.word, n.true_rank, n.map_rank, n.verdict) for n in expected
            ]
            assert [n.cosine for n in near] == pytest.approx([n.cosine for n in expected], abs=1e-12)
            assert [n.percentile for n in near] == pytest.approx([n.percentile for n in expected], abs=1e-3)
