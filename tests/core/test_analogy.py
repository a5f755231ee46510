"""Analogies against plain float64 loops, the known figures of the bundled table, and what is said of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from embviz.core.analogy import AnalogyMethod, analogy
from embviz.core.vocabulary import TokenScheme
from embviz.errors import EmbvizError

K = 12


def plain_cosine(row, query):
    """One cosine, number by number."""
    product = math.fsum(float(a) * float(b) for a, b in zip(row, query, strict=True))
    square = math.fsum(float(a) ** 2 for a in row) * math.fsum(float(b) ** 2 for b in query)
    return product / math.sqrt(square)


def plain_list(table, score, leave_out=()):
    """All rows with their scores, best first, hidden rows and those without a direction left out."""
    rows = np.asarray(table.vectors).astype(np.float64)
    scored = [
        (-score(row), place)
        for place, row in enumerate(rows)
        if place not in leave_out
        and not table.vocabulary.hidden[place]
        and np.isfinite(row).all()
        and row.any()
    ]
    return [(place, -negative) for negative, place in sorted(scored)]


@pytest.fixture
def words(make_table):
    """A table of 60 words in 7 dimensions, some repeated, with a hidden row, a zero row and one of NaN."""
    rows = np.random.default_rng(5).standard_normal((60, 7)).astype(np.float32) + np.float32(0.4)
    rows[40] = rows[8]
    rows[41] = 3 * rows[8]
    rows[50] = 0
    rows[51] = np.nan
    return make_table(rows, control=(52,))


def check(found, expected):
    assert [neighbor.rank for neighbor in found] == list(range(1, len(found) + 1))
    assert [neighbor.id for neighbor in found] == [place for place, _ in expected[: len(found)]]
    assert [neighbor.score for neighbor in found] == pytest.approx(
        [score for _, score in expected[: len(found)]], abs=1e-12
    )


@pytest.mark.parametrize("normalize", [False, True])
def test_both_lists_equal_a_plain_loop(words, normalize):
    terms = [(1.0, 3), (-2.0, 7), (0.5, 11)]
    rows = np.asarray(words.vectors).astype(np.float64)
    target = [0.0] * 7
    for weight, place in terms:
        length = math.sqrt(math.fsum(float(x) ** 2 for x in rows[place])) if normalize else 1.0
        target = [total + weight * float(x) / length for total, x in zip(target, rows[place], strict=True)]
    found = words.analogy("w3 - 2*w7 + 0.5*w11", k=K, normalize=normalize)
    assert found.target == pytest.approx(target, abs=1e-12)
    check(found.included, plain_list(words, lambda row: plain_cosine(row, target)))
    check(found.excluded, plain_list(words, lambda row: plain_cosine(row, target), {3, 7, 11}))
    assert [(term.weight, term.text, term.id) for term in found.terms] == [
        (1.0, "w3", 3),
        (-2.0, "w7", 7),
        (0.5, "w11", 11),
    ]


def test_3cosmul_equals_the_formula_of_the_paper(words):
    rows = np.asarray(words.vectors).astype(np.float64)
    a, b, c = rows[7], rows[3], rows[11]  # w3 − w7 + w11: a* is to a as b is to c

    def score(row):
        def mapped(other):
            return (1 + plain_cosine(row, other)) / 2

        return mapped(b) * mapped(c) / (mapped(a) + 0.001)

    found = words.analogy("w3 - w7 + w11", k=K, method=AnalogyMethod.COSMUL)
    check(found.included, plain_list(words, score))
    check(found.excluded, plain_list(words, score, {3, 7, 11}))
    assert any("3CosMul (Levy & Goldberg 2014)" in sentence for sentence in found.diagnosis)


def test_equal_rows_stand_in_the_order_of_their_ids_and_inputs_leave_by_id(words):
    found = words.analogy("w8", k=3)
    assert [neighbor.id for neighbor in found.included] == [8, 40, 41]
    assert [neighbor.id for neighbor in found.excluded[:2]] == [40, 41]
    mul = words.analogy("w8", k=3, method="3cosmul")
    assert [neighbor.id for neighbor in mul.included] == [8, 40, 41]


def test_hidden_rows_are_listed_only_where_all_rows_are_asked_for(words):
    everything = words.analogy("w3 + w4", k=100, all_rows=True)
    usual = words.analogy("w3 + w4", k=100)
    assert {neighbor.id for neighbor in everything.included} == set(range(60)) - {50, 51}
    assert {neighbor.id for neighbor in usual.included} == set(range(60)) - {50, 51, 52}
    mul = words.analogy("w3 + w4", k=100, all_rows=True, method="3cosmul")
    assert {neighbor.id for neighbor in mul.included} == set(range(60)) - {50, 51}


def test_fifty_terms_are_added_like_three(words):
    places = [place % 40 for place in range(50)]
    signs = [-1.0 if place % 3 == 0 else 1.0 for place in range(50)]
    expression = "".join(
        f" {'-' if sign < 0 else '+'} w{place}" for sign, place in zip(signs, places, strict=True)
    )
    rows = np.asarray(words.vectors).astype(np.float64)
    target = [
        math.fsum(sign * float(rows[place][axis]) for sign, place in zip(signs, places, strict=True))
        for axis in range(7)
    ]
    found = words.analogy(expression, k=K)
    check(found.included, plain_list(words, lambda row: plain_cosine(row, target)))
    assert len(found.terms) == 50
    assert found.diagnosis


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("", "empty-expression"),
        ("w1 -", "bad-expression"),
        ("1e300*w1 + 1e300*w2", "bad-weight"),
        ("w1 - xyzzy", "unknown-word"),
        ("w1 - #99", "no-row"),
        ("w1 - w1", "zero-vector"),
        ("w1 + w2 - w2 - w1", "zero-vector"),
        ("0.1*w1 + 0.2*w1 - 0.3*w1", "zero-vector"),
        ("0*w1 + 0*w2", "zero-vector"),
        ("w40 - w8", "zero-vector"),
        ("w1 + w50", "zero-row"),
        ("w1 + w51", "zero-row"),
    ],
)
@pytest.mark.parametrize("method", ["addition", "3cosmul"])
def test_what_cannot_be_added_is_refused_in_one_sentence(words, expression, code, method):
    with pytest.raises(EmbvizError) as caught:
        words.analogy(expression, method=method)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_a_list_without_lines_is_refused(words):
    with pytest.raises(EmbvizError) as caught:
        words.analogy("w1", k=0)
    assert caught.value.code == "bad-k"


def test_terms_may_cancel_raw_and_not_normalised(make_table):
    table = make_table([[1, 0], [3, 0], [0, 1]])
    with pytest.raises(EmbvizError):
        table.analogy("w1 - 3*w0")
    found = table.analogy("w1 - 3*w0", normalize=True)
    assert found.target == pytest.approx([-2, 0])
    with pytest.raises(EmbvizError):
        table.analogy("w1 - w0", normalize=True)
    assert table.analogy("w1 - w0").target == pytest.approx([2, 0])


# -- variants and diagnosis on a table that is small enough to see -------------------------------------------


@pytest.fixture
def royal(make_table):
    """King and queen in two spellings, man, woman, and a word that splits into two pieces."""
    rows = {
        "Ġking": [4.0, 1.0, 0.0, 0.0],
        "ĠKing": [3.9, 1.1, 0.1, 0.0],
        "Ġman": [1.0, 1.0, 0.0, 0.0],
        "Ġwoman": [1.0, -1.0, 0.0, 0.0],
        "Ġqueen": [3.0, -2.0, 1.0, 0.0],
        "queen": [3.2, -1.0, 1.2, 0.0],
        "Ġduke": [3.0, 1.0, -1.0, 0.0],
        "Ġhip": [0.0, 0.0, 1.0, 3.0],
        "po": [0.0, 0.0, 3.0, 1.0],
    }
    return make_table(list(rows.values()), list(rows), scheme=TokenScheme.BYTE_LEVEL)


def texts(neighbors):
    return [neighbor.text for neighbor in neighbors]


def test_folding_lists_the_first_spelling_only_and_keeps_the_ranks(royal):
    plain = royal.analogy("king + queen", k=5)
    assert texts(plain.excluded)[:3] == ["queen", " King", " duke"]
    folded = royal.analogy("king + queen", k=2, fold_variants=True)
    assert texts(folded.included) == ["queen", " king"]
    assert texts(folded.excluded)[0] == " duke"
    assert folded.excluded[0].rank == 3
    assert any("lists show the first" in sentence for sentence in folded.diagnosis)


def test_the_answer_is_the_first_new_word_and_other_spellings_of_inputs_are_named(royal):
    found = royal.analogy("king + queen")
    assert found.answer.text == " duke"
    assert found.diagnosis[0].startswith("Without the inputs the list begins with “queen”, another spelling")


def test_the_diagnosis_says_what_excluding_the_inputs_did(royal):
    """King − man + woman = (4, −1, 0, 0); its cosines by hand, then the sentences."""
    target = np.array([4.0, -1.0, 0, 0])
    rows = np.asarray(royal.vectors).astype(np.float64)
    cosines = rows @ target / np.linalg.norm(rows, axis=1) / np.linalg.norm(target)
    order = [royal.tokens[place] for place in np.argsort(-cosines)]
    found = royal.analogy("king - man + woman = duke")
    assert texts(found.included) == [royal.vocabulary.read_text(royal.tokens.index(t)) for t in order[:5]]
    first = found.diagnosis[0]
    if order[0] in ("queen", "Ġqueen"):
        assert first == "“queen” comes first even with the inputs left in."
    else:
        assert "only because the inputs were excluded" in first
    degrees = math.degrees(math.acos(plain_cosine([4, 1, 0, 0], target)))
    assert any(f"turned “king” by {degrees:.0f}°" in sentence for sentence in found.diagnosis)
    assert found.expected.id == royal.tokens.index("Ġduke")
    assert any("You expected “duke”" in sentence for sentence in found.diagnosis)


def test_places_count_distinct_words(royal):
    """Before "Ġduke" in the list of "Ġking": "ĠKing", a spelling of the query, then "queen"; or not."""
    king = np.asarray(royal.vectors)[0].astype(np.float64)
    duke = royal.tokens.index("Ġduke")
    ordered = [place for place, _ in plain_list(royal, lambda row: plain_cosine(row, king), {0})]
    before = ordered[: ordered.index(duke)]
    keys = {royal.vocabulary.word_key(place) for place in before} - {"king", "duke"}
    found = royal.analogy("king + man", k=9)
    assert found.answer.id == duke
    place = f"{len(keys) + 1}" if keys else "nearest word"
    assert place in found.diagnosis[1]
    assert f"{len(before) + 1}" in found.diagnosis[1].split(";")[1]
    assert "of 8 tokens" in found.diagnosis[1]


def test_the_expected_word_may_be_split_unknown_or_an_input(royal):
    def said(expected):
        found = royal.analogy(f"king - man + woman = {expected}")
        return next(sentence for sentence in found.diagnosis if sentence.startswith("You expected"))

    assert said("hippo") == "You expected “hippo”: it is several tokens, ␣hip·po, and in no list."
    assert "no such word" in said("xyzzy")
    assert "left out of the other list" in said("king")


def test_one_word_is_no_arithmetic_and_a_minus_turns_it_round(royal):
    assert royal.analogy("king").diagnosis == (
        "There is no arithmetic in one word: this is the plain list of “king”.",
    )
    assert "its weight changes no cosine" in royal.analogy("3*king").diagnosis[0]
    turned = royal.analogy("-king", k=9)
    assert "opposite of “king”" in turned.diagnosis[0]
    assert turned.included[-1].text == " king"


def test_a_split_word_is_refused_left_out_averaged_or_taken_in_pieces(royal):
    with pytest.raises(EmbvizError) as caught:
        royal.analogy("hippo - man")
    assert caught.value.code == "split-word"
    mean = royal.analogy("hippo - man", split="mean")
    assert (mean.terms[0].id, mean.terms[0].ids, mean.terms[0].text) == (None, (7, 8), "hippo")
    assert mean.target == pytest.approx([-1, -1, 2, 2])
    assert not {7, 8} & {neighbor.id for neighbor in mean.excluded}
    pieces = royal.analogy("2*hippo - man", split="pieces")
    assert [(term.weight, term.id) for term in pieces.terms] == [(2.0, 7), (2.0, 8), (-1.0, 2)]
    skipped = royal.analogy("hippo - man", split="skip")
    assert [term.id for term in skipped.terms] == [2]
    assert skipped.notices[0].code == "split-words"
    with pytest.raises(EmbvizError, match="left out"):
        royal.analogy("hippo", split="skip")


def test_when_nothing_but_inputs_is_there_this_is_said(make_table):
    table = make_table([[1, 0], [0, 1]])
    found = table.analogy("w0 + w1")
    assert found.excluded == ()
    assert found.answer is None
    assert "no new word is left" in found.diagnosis[0]


def test_words_in_another_case_and_tight_hyphens_are_noticed(royal):
    found = royal.analogy("King-man+Woman")
    assert [term.id for term in found.terms] == [1, 2, 3]
    assert {notice.code for notice in found.notices} == {"hyphens", "taken-as"}


# -- the bundled table: figures worked out independently with numpy in float32 -------------------------------


def test_king_minus_man_plus_woman_is_queen_even_with_the_inputs(bundled):
    found = bundled.analogy("king - man + woman = queen")
    assert [(n.text, round(n.score, 3)) for n in found.excluded[:1]] == [(" queen", 0.716)]
    assert [(n.text, round(n.score, 3)) for n in found.included[:2]] == [(" queen", 0.716), (" king", 0.692)]
    assert found.diagnosis[0] == "“queen” comes first even with the inputs left in."
    assert "2nd nearest word to “king” before any arithmetic (cosine 0.62;" in found.diagnosis[1]
    assert round(found.reference, 2) == 0.30


def test_paris_minus_france_plus_germany_is_berlin_only_without_the_inputs(bundled):
    found = bundled.analogy("Paris - France + Germany")
    assert (found.excluded[0].text, round(found.excluded[0].score, 3)) == (" Berlin", 0.642)
    assert (found.included[0].text, round(found.included[0].score, 3)) == (" Paris", 0.719)
    assert "only because the inputs were excluded: with them, Paris wins" in found.diagnosis[0]


def test_doctor_minus_man_plus_woman_is_physician(bundled):
    found = bundled.analogy("doctor - man + woman = nurse")
    assert (found.excluded[0].text, round(found.excluded[0].score, 3)) == (" physician", 0.676)
    ranks = found.expected.included, found.expected.excluded
    rows = np.asarray(bundled.vectors).astype(np.float64)
    ids = [bundled.lookup(word)[0].id for word in ("doctor", "man", "woman", "nurse")]
    target = rows[ids[0]] - rows[ids[1]] + rows[ids[2]]
    cosines = rows @ target / np.linalg.norm(rows, axis=1)
    cosines[bundled.vocabulary.hidden] = -np.inf
    above = np.flatnonzero(cosines > cosines[ids[3]]).tolist()
    assert ranks[0].tokens == len(above) + 1
    assert ranks[1].tokens == len(set(above) - set(ids)) + 1
    keys = {bundled.vocabulary.word_key(place) for place in above}
    assert ranks[0].words == len(keys - {"nurse"}) + 1
    assert ranks[1].words == len(keys - {"nurse", "doctor", "man", "woman"}) + 1


def test_the_other_way_of_adding_is_compared(bundled):
    raw = analogy(bundled, "king - man + woman")
    assert any(
        "brought to length 1 first, as gensim does, “queen” comes first too" in s for s in raw.diagnosis
    )
    normal = analogy(bundled, "king - man + woman", normalize=True)
    assert any(s.startswith("Added as they are stored, “queen”") for s in normal.diagnosis)
