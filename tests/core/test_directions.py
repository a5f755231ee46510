"""Offsets of pairs against plain numpy loops, made tables with known answers, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.accuracy import Accuracy, accuracy_of
from embviz.core.direction_report import direction_sentences
from embviz.core.directions import directions
from embviz.core.resolve import SplitPolicy
from embviz.core.vocabulary import TokenScheme
from embviz.errors import EmbvizError, Stopped
from embviz.io.pairs import open_pair_list


def unit(vector):
    return vector / np.linalg.norm(vector)


@pytest.mark.parametrize(("name", "normalize"), [("capitals", False), ("opposites", True)])
def test_leave_one_out_over_the_vocabulary_agrees_with_a_plain_numpy_loop(bundled, name, normalize):
    pairs = open_pair_list(name).pairs
    rows = np.asarray(bundled.vectors).astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    hidden = bundled.vocabulary.hidden
    ids = [[bundled.lookup(word)[0].id for word in pair] for pair in pairs]
    vectors = rows / lengths[:, None] if normalize else rows
    offsets = np.array([vectors[right] - vectors[left] for left, right in ids])
    ranks = []
    for place, (left, right) in enumerate(ids):
        others = np.delete(offsets, place, axis=0).mean(axis=0)
        cosines = rows @ unit(vectors[left] + others) / lengths
        cosines[hidden] = -np.inf
        included = 1 + int((cosines > cosines[right]).sum())
        cosines[left] = -np.inf
        ranks.append((included, 1 + int((cosines > cosines[right]).sum())))

    found = directions(bundled, pairs, normalize=normalize)
    assert [(one.included, one.excluded) for one in found.found] == ranks
    assert found.accuracy == Accuracy(
        24,
        sum(included == 1 for included, _ in ranks),
        sum(included <= 5 for included, _ in ranks),
        sum(excluded == 1 for _, excluded in ranks),
        sum(excluded <= 5 for _, excluded in ranks),
    )
    mean = offsets.mean(axis=0)
    assert found.to_mean == pytest.approx([unit(offset) @ unit(mean) for offset in offsets], abs=1e-12)
    between = [[unit(one) @ unit(other) for other in offsets] for one in offsets]
    assert found.cosines == pytest.approx(np.array(between), abs=1e-12)
    apart = [between[i][j] for i in range(24) for j in range(24) if i != j]
    assert found.pairwise == pytest.approx(np.mean(apart), abs=1e-12)


def test_the_first_rows_of_both_lists_are_named(bundled):
    found = directions(bundled, [("France", "Paris"), ("Germany", "Berlin"), ("Japan", "Tokyo")])
    for pair, one in zip(found.pairs, found.found, strict=True):
        assert (one.included == 1) is (one.first_included == pair.right.id)
        assert (one.excluded == 1) is (one.first_excluded == pair.right.id)
        assert one.first_excluded != pair.left.id


def test_offsets_that_are_one_direction_are_parallel_and_find_everything(make_table):
    """Left words e1…e4, right words the same plus a fifth direction."""
    left = np.eye(6)[:4] * 5
    right = left + 3 * np.eye(6)[4]
    table = make_table(np.concatenate([left, right, np.eye(6)[5:]]))
    found = directions(table, [(f"w{place}", f"w{place + 4}") for place in range(4)])
    assert found.parallel == pytest.approx(1)
    assert found.cosines == pytest.approx(np.ones((4, 4)))
    assert found.mean == pytest.approx(3 * np.eye(6)[4])
    assert found.accuracy == Accuracy(4, 4, 4, 4, 4)
    # With partners shuffled an offset is e_j − e_i and 3 e5: its cosine with e5 is 3 / √(25 + 25 + 9).
    assert found.shuffled.mean == pytest.approx(3 / np.sqrt(59))
    assert found.shuffled.sd == pytest.approx(0)


def test_shuffling_is_repeated_by_its_seed(bundled):
    pairs = open_pair_list("tenses").pairs
    first, second = (directions(bundled, pairs, seed=4).shuffled for _ in range(2))
    assert first == second
    assert first.seed == 4
    assert directions(bundled, pairs, seed=5).shuffled.mean != first.mean
    assert abs(directions(bundled, pairs, seed=5).shuffled.mean - first.mean) < 0.01


def test_shuffled_partners_agree_with_a_plain_loop(bundled):
    pairs = open_pair_list("family").pairs
    found = directions(bundled, pairs)
    rows = np.asarray(bundled.vectors).astype(np.float64)
    left, right = (rows[[getattr(pair, side).id for pair in found.pairs]] for side in ("left", "right"))
    direction = unit((right - left).mean(axis=0))
    generator = np.random.default_rng(9)
    means = []
    for _ in range(400):
        order = generator.permutation(len(pairs))
        if (order == np.arange(len(pairs))).any():
            continue
        means.append(np.mean([unit(offset) @ direction for offset in right[order] - left]))
    assert found.shuffled.mean == pytest.approx(np.mean(means), abs=0.003)
    assert found.shuffled.sd == pytest.approx(np.std(means), abs=0.003)


def test_pairs_that_cannot_be_used_are_named_and_never_dropped_in_silence(bundled):
    pairs = [
        ("France", "Paris"),
        ("Germany", "Berlin"),
        ("Japan", "Tokyo"),
        ("France", "Paris"),
        ("cat", "hippopotamus"),
        ("xyzzyqq", "cat"),
        ("cat", "Cat"),
        ("dog", "dog"),
    ]
    found = directions(bundled, pairs)
    assert [pair.left.text for pair in found.pairs] == ["France", "Germany", "Japan", "cat"]
    reasons = {one.pair: one.reason for one in found.left_out}
    assert reasons[("France", "Paris")] == "the pair is there already"
    assert "“hippopotamus” is 3 tokens" in reasons[("cat", "hippopotamus")]
    assert reasons[("dog", "dog")] == "both words are the same row"
    assert len(found.pairs) + len(found.left_out) == len(pairs)
    assert [one.split for one in found.left_out if "hippopotamus" in one.pair] == [True]


def test_a_split_word_may_be_the_mean_of_its_pieces_but_cannot_be_found(bundled):
    pairs = [("France", "Paris"), ("Germany", "Berlin"), ("cat", "hippopotamus")]
    found = directions(bundled, pairs, split=SplitPolicy.MEAN)
    assert found.pairs[2].right.combined == "mean"
    assert found.found[2] is None
    assert found.accuracy.asked == 2
    assert any("is a mean of pieces" in str(sentence) for sentence in direction_sentences(found))


def test_words_in_another_case_are_noticed(bundled):
    found = directions(bundled, [("france", "Paris"), ("Germany", "Berlin")])
    assert [notice.code for notice in found.notices] == ["taken-as"]


def test_fewer_than_two_pairs_are_refused(bundled):
    for pairs in ([], [("France", "Paris")], [("France", "Paris"), ("cat", "hippopotamus")]):
        with pytest.raises(EmbvizError) as caught:
            directions(bundled, pairs)
        assert caught.value.code == "too-few-pairs"


def test_offsets_that_cancel_out_are_refused(make_table):
    table = make_table(np.eye(3))
    with pytest.raises(EmbvizError) as caught:
        directions(table, [("w0", "w1"), ("w1", "w0")])
    assert caught.value.code == "zero-vector"


def test_rows_without_a_direction_and_equal_rows_are_left_out(make_table):
    table = make_table([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]])
    found = directions(table, [("w0", "w1"), ("w2", "w3"), ("w1", "w4"), ("w0", "w5")])
    assert [one.reason for one in found.left_out] == [
        "the row of “w4” has no direction",
        "both words have the same vector",
    ]


def test_two_pairs_are_enough_and_have_nothing_to_be_shuffled_with(make_table):
    table = make_table([[1, 0, 0], [0, 1, 0], [1, 0.1, 0], [0, 1.1, 0.3]], scheme=TokenScheme.PLAIN)
    found = directions(table, [("w0", "w1"), ("w2", "w3")])
    assert found.shuffled is None
    assert found.found[0].included >= 1


def test_progress_runs_to_the_end_and_can_be_stopped(bundled):
    shares = []
    directions(bundled, open_pair_list("tenses").pairs, progress=shares.append)
    assert shares[-1] == pytest.approx(1.0)
    assert shares == sorted(shares)

    def stop(_share):
        raise Stopped

    with pytest.raises(Stopped):
        directions(bundled, open_pair_list("tenses").pairs, progress=stop)


def test_the_sentences_hold_the_numbers(bundled):
    found = directions(bundled, open_pair_list("capitals").pairs)
    said = " ".join(map(str, direction_sentences(found)))
    assert f"mean cosine of {found.parallel:.2f} with their mean" in said
    assert f"With partners shuffled it is still {found.shuffled.mean:.2f}" in said
    assert f"first in {found.accuracy.excluded_1} of 24 cases" in said
    assert f"in {found.accuracy.included_1} of 24 ({found.accuracy.included_5}) with it left in" in said


def test_ranks_are_counted_by_places():
    assert accuracy_of([(1, 1), (6, 5), (2, 1), (9, 8)]) == Accuracy(4, 1, 2, 2, 3)
    assert Accuracy(1, 1, 1, 1, 1) + Accuracy(2, 0, 1, 0, 2) == Accuracy(3, 1, 2, 1, 3)
