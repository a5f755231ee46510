"""Question files are scored section by section; every question is counted once, whatever became of it."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.accuracy import Accuracy
from embviz.core.pairs import Question, QuestionSection
from embviz.core.question_scores import score_questions
from embviz.core.resolve import SplitPolicy
from embviz.errors import Stopped
from embviz.io.pairs import open_pair_list


def section(name, count):
    pairs = open_pair_list(name).pairs[:count]
    return QuestionSection(name, tuple(Question(*p, *q) for p in pairs for q in pairs if p != q))


@pytest.mark.parametrize("normalize", [False, True])
def test_scores_agree_with_a_plain_numpy_loop(bundled, normalize):
    sections = [section("capitals", 5), section("plurals", 4)]
    rows = np.asarray(bundled.vectors).astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    vectors = rows / lengths[:, None] if normalize else rows
    report = score_questions(bundled, sections, normalize=normalize)
    for one, score in zip(sections, report.sections, strict=True):
        ranks = []
        for question in one.questions:
            words = (question.a, question.b, question.c, question.d)
            a, b, c, d = (bundled.lookup(word)[0].id for word in words)
            cosines = rows @ (vectors[b] - vectors[a] + vectors[c]) / lengths
            cosines[bundled.vocabulary.hidden] = -np.inf
            included = 1 + int((cosines > cosines[d]).sum())
            above = cosines > cosines[d]
            above[[a, b, c]] = False
            ranks.append((included, 1 + int(above.sum())))
        assert score.accuracy == Accuracy(
            len(ranks),
            sum(i == 1 for i, _ in ranks),
            sum(i <= 5 for i, _ in ranks),
            sum(e == 1 for _, e in ranks),
            sum(e <= 5 for _, e in ranks),
        )
    assert report.total.accuracy == report.sections[0].accuracy + report.sections[1].accuracy
    assert report.normalized is normalize


def test_questions_that_cannot_be_asked_are_counted_by_reason(bundled):
    questions = (
        Question("cat", "cats", "dog", "dogs"),
        Question("cat", "cats", "hippopotamus", "dogs"),
        Question("cat", "cats", "dog", "hippopotamus"),
        Question("cat", "cats", "xyzzyqq", "hippopotamus"),
        Question("cat", "cat", "dog", "dog"),
        Question("cat", "dogs", "cats", "dogs"),
    )
    (score,) = score_questions(bundled, [QuestionSection("mixed", questions)]).sections
    assert score.accuracy.asked + score.split + score.unknown + score.degenerate == score.questions == 6
    report = score_questions(bundled, [QuestionSection("mixed", questions)])
    # The tokenizer of the bundled table spells every word, so nothing is unknown to it.
    assert (report.total.split, report.total.unknown, report.total.degenerate) == (3, 0, 2)
    assert report.split_words == ("hippopotamus", "xyzzyqq")


def test_unknown_words_and_cancelling_terms_are_counted_too(make_table):
    table = make_table([[1, 0], [2, 0], [0, 1], [1, 1], [0, 0]])
    questions = (
        Question("w0", "w2", "w1", "w3"),
        Question("w0", "w2", "none", "w3"),
        Question("w0", "w2", "w4", "w3"),
        Question("w3", "w0", "w2", "w1"),
    )
    report = score_questions(table, [QuestionSection("x", questions)])
    assert (report.total.accuracy.asked, report.total.unknown, report.total.degenerate) == (1, 2, 1)
    assert report.unknown_words == ("none", "w4")


def test_means_of_pieces_are_added_but_cannot_be_the_answer(bundled):
    questions = (
        Question("cat", "cats", "hippopotamus", "dogs"),
        Question("cat", "cats", "dog", "hippopotamus"),
    )
    report = score_questions(bundled, [QuestionSection("x", questions)], split=SplitPolicy.MEAN)
    assert (report.total.accuracy.asked, report.total.split) == (1, 1)
    assert report.split_words == ("hippopotamus",)


def test_words_in_another_case_are_named(bundled):
    questions = (Question("france", "Paris", "Germany", "Berlin"),)
    report = score_questions(bundled, [QuestionSection("x", questions)])
    assert report.taken == (("france", "␣France"),)


def test_progress_runs_to_the_end_and_can_be_stopped(bundled):
    shares = []
    score_questions(bundled, [section("capitals", 5), section("plurals", 4)], progress=shares.append)
    assert shares[-1] == pytest.approx(1.0)
    assert shares == sorted(shares)

    def stop(_share):
        raise Stopped

    with pytest.raises(Stopped):
        score_questions(bundled, [section("capitals", 5)], progress=stop)
