"""Neighbour lists as the contract and the independent figures of the bundled table have them."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from embviz.core.search import Metric, Neighbor
from embviz.core.table import OutputTable
from embviz.errors import EmbvizError


def test_the_nearest_of_cat_are_the_ones_known(bundled):
    found = bundled.nearest("cat", k=5)
    assert [(one.token, round(one.score, 3)) for one in found] == [
        ("ĠCat", 0.733),
        ("Cat", 0.689),
        ("cat", 0.644),
        ("Ġcats", 0.629),
        ("Ġdog", 0.583),
    ]


def test_the_sample_of_the_contract_holds(bundled):
    first, second = bundled.nearest("cat", k=2)
    assert first[:4] == (1, 9497, "ĠCat", " Cat")
    assert second[:4] == (2, 27772, "Cat", "Cat")
    assert (round(first.score, 5), round(second.score, 5)) == (0.73261, 0.68876)


@pytest.mark.parametrize(("one", "other", "cosine"), [("three", "four", 0.864), ("king", "queen", 0.619)])
def test_cosines_of_known_pairs(bundled, one, other, cosine):
    row = bundled.vectors[bundled.lookup(one)[0].id].astype(np.float64)
    found = bundled.search().scores_of(row, [bundled.lookup(other)[0].id])
    assert round(float(found[0]), 3) == cosine


@pytest.mark.parametrize("metric", list(Metric))
def test_lists_over_the_bundled_table_are_those_of_float64(bundled, metric):
    table = np.asarray(bundled.vectors).astype(np.float64)
    hidden = bundled.vocabulary.hidden
    for query_id in (2644, 7042, 48000):
        query = table[query_id]
        scores = table @ query
        if metric is Metric.COSINE:
            scores /= np.linalg.norm(table, axis=1) * np.linalg.norm(query)
        if metric is Metric.EUCLIDEAN:
            scores = -np.linalg.norm(table - query, axis=1)
        scores[hidden] = scores[query_id] = -np.inf
        order = np.argsort(-scores, kind="stable")
        found = bundled.nearest(query_id, k=10, metric=metric)
        assert [one.id for one in found] == order[:10].tolist()
        np.testing.assert_allclose([one.score for one in found], np.abs(scores[order[:10]]), rtol=1e-12)
        far = order[[99, 5000, 40000]].tolist()
        assert bundled.search().ranks(query, far, metric=metric, leave_out=[query_id]) == [100, 5001, 40001]


def test_the_rank_of_king_in_the_list_of_queen_is_seen_from_both_sides(bundled):
    search = bundled.search()
    king, queen = (bundled.lookup(word)[0].id for word in ("king", "queen"))
    vector = bundled.vectors[king].astype(np.float64)
    forward = search.ranks(vector, [queen], leave_out=[king])
    back = search.back_ranks(vector, [queen], query_id=king)
    listed = [one.id for one in bundled.nearest("king", k=50)]
    assert forward == [listed.index(queen) + 1]
    assert back == [[one.id for one in bundled.nearest("queen", k=50)].index(king) + 1]


def test_a_word_an_id_and_its_text_give_one_list_and_a_vector_lists_the_row_itself(bundled):
    by_word = bundled.nearest("cat", k=3)
    assert bundled.nearest(2644, k=3) == by_word
    assert bundled.nearest(np.int64(2644), k=3) == by_word
    assert bundled.nearest("␣cat", k=3) == by_word
    by_vector = bundled.nearest(bundled.vectors[2644], k=3)
    assert by_vector[0].id == 2644
    assert by_vector[0].score == pytest.approx(1.0, abs=1e-15)
    assert [one.id for one in by_vector[1:]] == [one.id for one in by_word[:2]]


def test_no_hidden_row_is_listed_unless_all_rows_are_asked_for(bundled):
    byte = int(np.flatnonzero(bundled.vocabulary.hidden)[-1])
    usual = bundled.nearest(byte, k=50)
    assert not bundled.vocabulary.hidden[[one.id for one in usual]].any()
    every = bundled.nearest(byte, k=50, all_rows=True)
    assert bundled.vocabulary.hidden[[one.id for one in every]].any()
    assert [one.rank for one in every] == list(range(1, 51))


def test_many_threads_may_ask_a_fresh_table_at_once():
    import embviz

    table = embviz.open_table()
    found = []
    barrier = threading.Barrier(4)

    def ask():
        barrier.wait()
        found.append((table.nearest("cat", k=5), table.search()))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(one == found[0][0] and search is found[0][1] for one, search in found)


# -- what is refused -------------------------------------------------------------------------------------


def refusal(ask):
    with pytest.raises(EmbvizError) as caught:
        ask()
    assert caught.value.hint
    return caught.value


def test_a_split_word_is_refused_with_its_pieces_and_the_option(bundled):
    error = refusal(lambda: bundled.nearest("hippopotamus"))
    assert error.code == "split-word"
    assert "␣hipp·opotam·us" in str(error)
    assert "--split" in str(error)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("dog", "unknown-word"),
        ("", "unknown-word"),
        ("#9", "no-row"),
        (9, "no-row"),
        (-1, "no-row"),
        (np.ones(5), "shape"),
        (np.ones((1, 2)), "shape"),
        ([np.nan, 1.0], "zero-row"),
        ([0.0, 0.0], "zero-row"),
        (1, "zero-row"),
        (2, "zero-row"),
    ],
)
def test_queries_that_mean_nothing_are_refused(make_table, query, code):
    table = make_table(np.array([[1, 2], [0, 0], [np.nan, 1]], dtype=np.float32), ["cat", "zero", "nan"])
    assert refusal(lambda: table.nearest(query)).code == code


def test_wrong_choices_are_refused(make_table):
    table = make_table(np.eye(2, dtype=np.float32))
    assert refusal(lambda: table.nearest("w0", k=0)).code == "bad-k"
    assert refusal(lambda: table.nearest("w0", metric="manhattan")).code == "bad-metric"
    assert refusal(lambda: table.nearest("w0", side="left")).code == "bad-side"
    assert refusal(lambda: table.nearest("w0", side="output")).code == "no-output-table"


# -- the output table ------------------------------------------------------------------------------------


def test_the_output_table_has_lists_of_its_own(make_table):
    output = OutputTable(make_table(np.array([[1, 0], [0, 1], [1, 0.1]])).vectors, "lm_head.weight", "F32")
    rows = np.array([[1, 0], [1, 0.1], [0, 1]], dtype=np.float32)
    table = make_table(rows, output=output, tied=False)
    assert [one.id for one in table.nearest("w0")] == [1, 2]
    assert [one.id for one in table.nearest("w0", side="output")] == [2, 1]


def test_a_tied_model_has_one_search_for_both_sides(make_table):
    table = make_table(np.eye(2, dtype=np.float32), tied=True)
    assert table.search("output") is table.search("input")


def test_rows_of_the_output_table_beyond_the_tokens_are_padding(make_table):
    output = OutputTable(make_table(np.array([[1, 0], [0, 1], [1, 0.1]])).vectors, "lm_head.weight", "F32")
    table = make_table(np.eye(2, dtype=np.float32), output=output, tied=False)
    assert [one.id for one in table.nearest(0, side="output")] == [1]
    padding = table.nearest(0, side="output", all_rows=True)[0]
    assert padding == Neighbor(1, 2, "", "", padding.score)


# -- notices ---------------------------------------------------------------------------------------------


def test_zero_and_broken_rows_are_said_once_and_padding_rows_are_not(make_table):
    rows = np.ones((12, 3), dtype=np.float32)
    rows[[2, 11]] = 0
    rows[5, 1] = np.nan
    rows[7, 0] = np.inf
    table = make_table(rows, [f"w{place}" for place in range(11)] + [None])
    zero, broken = table.notices
    assert (zero.code, broken.code) == ("zero-rows", "nonfinite-rows")
    assert zero.text.startswith("One row (id 2) holds nothing but zeros")
    assert broken.text.startswith("2 rows (ids 5, 7) hold values that are not finite")
    assert table.notices is table.notices


def test_a_sound_table_adds_no_notice(make_table):
    assert make_table(np.eye(3, dtype=np.float32)).notices == ()


@pytest.mark.parametrize("k", [0, -1, 1.5, 2.0, True, None, "3", float("nan")])
def test_a_length_that_is_no_whole_number_from_1_is_refused(make_table, k):
    table = make_table(np.eye(3, dtype=np.float32))
    for ask in (table.nearest, table.analogy):
        with pytest.raises(EmbvizError) as caught:
            ask("w0", k=k)
        assert caught.value.code == "bad-k"


@pytest.mark.parametrize(
    "query", [b"w0", ["w0"], None, True, 1.5, np.ones(3) * 1j, np.array(["1", "2", "3"]), np.ones((1, 3))]
)
def test_a_query_that_is_no_word_no_id_and_no_vector_is_refused(make_table, query):
    with pytest.raises(EmbvizError) as caught:
        make_table(np.eye(3, dtype=np.float32)).nearest(query)
    assert caught.value.code == "shape"


@pytest.mark.parametrize("metric", ["cosine", "dot", "euclidean"])
def test_a_vector_whose_squares_overflow_is_refused(make_table, metric):
    with pytest.raises(EmbvizError, match="far too large") as caught:
        make_table(np.eye(3, dtype=np.float32)).nearest(np.full(3, 1e300), metric=metric)
    assert caught.value.code == "zero-row"
