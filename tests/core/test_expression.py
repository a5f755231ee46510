"""What is typed into the analogy line, read: terms, weights, signs, quotes, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embviz.core.expression import Expression, Term, parse, term_at
from embviz.errors import EmbvizError

KNOWN = {"king", "man", "woman", "well", "known", "T", "shirt", "T-shirt"}


def pairs(text, **options):
    return [(term.weight, term.text) for term in parse(text, **options).terms]


@pytest.mark.parametrize(
    "text",
    [
        "king - man + woman",
        "king − man + woman",
        "king – man + woman",
        "king — man + woman",
        "  king  -man   +woman ",
        "king−man+woman",
        "king- man+ woman",
        "\tking\n- man + woman",
    ],
)
def test_signs_may_be_typed_in_any_usual_way(text):
    assert pairs(text) == [(1.0, "king"), (-1.0, "man"), (1.0, "woman")]


def test_a_leading_minus_and_a_leading_plus_belong_to_the_first_word():
    assert pairs("-man + king") == [(-1.0, "man"), (1.0, "king")]
    assert pairs("+man") == [(1.0, "man")]


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("2*king", 2.0),
        ("0.5 * king", 0.5),
        (".5*king", 0.5),
        ("2.*king", 2.0),
        ("2×king", 2.0),
        ("1e3*king", 1000.0),
        ("1e+3*king", 1000.0),
        ("1e-3*king", 0.001),
        ("-2*king", -2.0),
        ("0*king", 0.0),
        ("-0*king", 0.0),
        ("1000000*king", 1e6),
        ("0.000001*king", 1e-6),
    ],
)
def test_a_weight_stands_before_its_word(text, weight):
    assert pairs(text) == [(weight, "king")]


def test_a_number_without_a_star_is_a_word():
    assert pairs("2 + 3 - 5") == [(1.0, "2"), (1.0, "3"), (-1.0, "5")]
    assert pairs("2*3") == [(2.0, "3")]


def test_quotes_keep_spaces_signs_and_digits_together():
    assert pairs('" king" - "a + b" + 2*"3*4"') == [(1.0, '" king"'), (-1.0, '"a + b"'), (2.0, '"3*4"')]
    assert pairs("“king” - „man“") == [(1.0, '"king"'), (-1.0, '"man"')]
    assert pairs('"""') == [(1.0, '"""')]


def test_ids_and_visible_spaces_are_left_to_the_lookup():
    assert pairs("#2644 - ␣man + ##ing") == [(1.0, "#2644"), (-1.0, "␣man"), (1.0, "##ing")]


def test_a_hyphen_between_letters_belongs_to_the_word():
    assert pairs("well-known - good") == [(1.0, "well-known"), (-1.0, "good")]
    assert pairs("mother-in-law") == [(1.0, "mother-in-law")]


def test_where_all_signs_are_tight_hyphens_subtract_unless_the_table_has_the_word():
    def known(word):
        return word in KNOWN

    read = parse("king-man+woman", is_word=known)
    assert [(term.weight, term.text) for term in read.terms] == [(1.0, "king"), (-1.0, "man"), (1.0, "woman")]
    assert read.tight == ("king-man",)
    assert pairs("2*king-man", is_word=known) == [(2.0, "king"), (-1.0, "man")]
    assert pairs("T-shirt", is_word=known) == [(1.0, "T-shirt")]
    # The spaces of the other sign say that this hyphen is no minus.
    assert pairs("well-known - king", is_word=known) == [(1.0, "well-known"), (-1.0, "king")]
    assert pairs("king-xyzzy", is_word=known) == [(1.0, "king-xyzzy")]
    assert pairs('"king-man"', is_word=known) == [(1.0, '"king-man"')]


def test_what_is_expected_stands_after_an_equals_sign():
    assert parse("king - man + woman = queen").expected == "queen"
    assert parse('king = " queen"').expected == '" queen"'
    for text in ("king", "king =", "king = ?"):
        assert parse(text).expected == ""


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "empty-expression", "empty"),
        ("   ", "empty-expression", "empty"),
        ("= queen", "empty-expression", "empty"),
        ("-", "bad-expression", "no word"),
        ("king -", "bad-expression", "ends with “−”"),
        ("king + = queen", "bad-expression", "ends with “+”"),
        ("king - - man", "bad-expression", "Two signs"),
        ("king +- man", "bad-expression", "Two signs"),
        ("king man", "bad-expression", "Between “king” and “man”"),
        ("2 king", "bad-expression", "Write a weight as 2*king"),
        ('"king" "man"', "bad-expression", "neither + nor −"),
        ('"king', "bad-expression", "opened and not closed"),
        ('""', "bad-expression", "nothing between"),
        ("2*(king - man)", "bad-expression", "Parentheses"),
        ("2*", "bad-expression", "a word is missing"),
        ("2*-king", "bad-expression", "a word is missing"),
        ("*king", "bad-expression", "without a number"),
        ("king = a b", "bad-expression", "one word that is expected"),
        ("king = queen = x", "bad-expression", "one word that is expected"),
        ("king*2", "bad-weight", "“king” before “*” is not a number"),
        ("nan*king", "bad-weight", "“nan”"),
        ("inf*king", "bad-weight", "“inf”"),
        ("0,5*king", "bad-weight", "“0,5”"),
        ("1e400*king", "bad-weight", "too large"),
        ("1e300*king", "bad-weight", "too large"),
        ("1000001*king", "bad-weight", "too large"),
        ("1e-400*king", "bad-weight", "too small"),
        ("1e-9*king", "bad-weight", "too small"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(text, code, said):
    with pytest.raises(EmbvizError) as caught:
        parse(text)
    assert caught.value.code == code
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.message.endswith(".")
    assert caught.value.hint.endswith((".", "?"))


def test_terms_are_written_with_real_minus_signs():
    terms = parse("-0.5*man + king - 2*woman").terms
    assert str(Expression(terms)) == "−0.5*man + king − 2*woman"
    assert str(parse("king-man")) == "king-man"


words = st.sampled_from(["king", "well-known", '" man"', "#12", "don't", "␣woman", '"a-b + c"'])
weights = st.one_of(
    st.just(1.0), st.integers(2, 999_999).map(float), st.integers(-4000, 4000).map(lambda n: n / 32)
)


@given(st.lists(st.builds(Term, weights, words), min_size=1, max_size=50))
def test_what_is_written_is_read_back(terms):
    assert parse(str(Expression(tuple(terms)))).terms == tuple(terms)


@given(st.text(alphabet="ab1 .+-−*='\"“”()#␣\t", max_size=24))
def test_any_text_is_read_or_refused_and_never_breaks(text):
    try:
        code = "read" if parse(text, is_word=lambda word: word == "a").terms else ""
    except EmbvizError as error:
        code = error.code
    assert code in {"read", "empty-expression", "bad-expression", "bad-weight"}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("king - que|", "que"),
        ("ki|ng - queen", "king"),
        ("king - |", ""),
        ("|", ""),
        ("2*kin|", "kin"),
        ("king−qu|een+man", "queen"),
        ("well-kno|wn", "well-known"),
        ("king -man|", "man"),
        ("king - man + woman = qu|", "qu"),
    ],
)
def test_the_term_under_the_cursor_is_found(text, term):
    place, whole = text.index("|"), text.replace("|", "")
    start, stop = term_at(whole, place)
    assert whole[start:stop] == term
