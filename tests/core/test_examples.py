"""The examples are sorted by what they do on the table that is open."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.examples import AnalogyExample, Outcome, sort_examples, with_outcome
from embviz.io.analogies import analogy_examples


def test_the_bundled_table_has_enough_of_every_kind(bundled):
    found = sort_examples(bundled, analogy_examples())
    assert len(with_outcome(found, Outcome.WORKS)) >= 8
    assert len(with_outcome(found, Outcome.EXCLUDED_ONLY)) >= 6
    assert len(with_outcome(found, Outcome.FAILS)) >= 6
    assert with_outcome(found, Outcome.IMPOSSIBLE) == ()
    assert [one.example for one in found] == list(analogy_examples())


def test_the_sorting_agrees_with_plain_lists(bundled):
    rows = np.asarray(bundled.vectors).astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    word_of = bundled.vocabulary.word_key
    for one in sort_examples(bundled, analogy_examples()[:12]):
        signs, words = [1.0], one.example.expression.split()
        ids = [bundled.lookup(word)[0].id for word in words[::2]]
        signs += [-1.0 if sign == "-" else 1.0 for sign in words[1::2]]
        cosines = rows @ np.tensordot(signs, rows[ids], 1) / lengths
        cosines[bundled.vocabulary.hidden] = -np.inf
        order = np.argsort(-cosines, kind="stable")[:200].tolist()
        inputs = {word_of(row) for row in ids}
        first_new = next(row for row in order if word_of(row) not in inputs)
        wanted = one.example.expected.lower()
        if word_of(order[0]) == wanted:
            assert one.outcome is Outcome.WORKS
        elif word_of(first_new) == wanted:
            assert one.outcome is Outcome.EXCLUDED_ONLY
        else:
            assert one.outcome is Outcome.FAILS
        assert one.first == first_new


def test_the_diagnosis_says_the_same_as_the_sorting(bundled):
    for one in sort_examples(bundled, analogy_examples()[::4]):
        place = bundled.analogy(one.example.text).expected
        assert (place.included.words == 1) is (one.outcome is Outcome.WORKS)
        assert (place.excluded.words == 1) is (one.outcome in (Outcome.WORKS, Outcome.EXCLUDED_ONLY))


def test_on_a_small_table_what_cannot_be_asked_is_told_apart(make_table):
    table = make_table([[3, 1, 0], [1, 0, 0], [0, 0, 1], [2, 1, 1]], ["king", "man", "woman", "queen"])
    known = AnalogyExample("king - man + woman", "queen")
    candidates = (
        known,
        AnalogyExample("king - boy + girl", "queen"),
        AnalogyExample("king - man + woman", "x"),
        AnalogyExample("king - king", "queen"),
    )
    found = sort_examples(table, candidates)
    assert [one.outcome for one in found] == [Outcome.WORKS, *[Outcome.IMPOSSIBLE] * 3]
    assert found[0].example.text == "king - man + woman = queen"


def test_progress_runs_to_the_end(make_table):
    table = make_table(np.eye(3), ["king", "man", "woman"])
    shares = []
    sort_examples(table, (AnalogyExample("king - man", "woman"),) * 4, progress=shares.append)
    assert shares == pytest.approx([0.25, 0.5, 0.75, 1.0])
