from dataclasses import replace

import numpy as np
import pytest

from embviz.core.caution import Emphasis, Run, Sentence, compose, sentence
from embviz.core.distortion import Thresholds, measure
from embviz.core.projections.base import Layout
from embviz.core.request import VectorMode
from embviz.core.wording import NO_BREAK

RANDOM = np.random.default_rng(0)
VECTORS, POSITIONS = RANDOM.normal(size=(24, 9)), RANDOM.normal(size=(24, 2))
TEXTS = [f"w{place}" for place in range(24)]
FOUND = measure(VECTORS, POSITIONS)
LAYOUT = Layout(POSITIONS, axis_shares=(0.2, 0.1), kept_length=np.ones(24))


def with_flags(false, missing, *, flagged_from=2):
    """The measured map as if so many words were flagged."""
    counts = {}
    for name, words in (("false", false), ("missing", missing)):
        counts[name] = np.where(np.arange(24) < words, float(flagged_from), 0.0)
    return replace(FOUND, thresholds=Thresholds(flagged_from=flagged_from), **counts)


def flags(false, missing, **options):
    return compose(TEXTS, LAYOUT, with_flags(false, missing, **options))[2]


@pytest.mark.parametrize(
    ("false", "missing", "text"),
    [
        (3, 2, "3 words sit beside at least two false neighbours; 2 are cut off from at least two true ones"),
        (1, 1, "1 word sits beside at least two false neighbours; 1 is cut off from at least two true ones"),
        (
            0,
            0,
            "No word sits beside two or more false neighbours; none is cut off from two or more true ones",
        ),
        (0, 4, "No word sits beside two or more false neighbours; 4 are cut off from at least two true ones"),
    ],
)
def test_flagged_words_are_counted_in_good_english(false, missing, text):
    assert str(flags(false, missing)) == text + "."


def test_the_threshold_is_said_as_it_is_set():
    assert str(flags(3, 2, flagged_from=3)).startswith("3 words sit beside at least three false neighbours;")
    assert str(flags(3, 2, flagged_from=1)) == (
        "3 words sit beside at least one false neighbour; 2 are cut off from at least one true one."
    )


def test_numbers_of_flagged_words_stand_behind_their_arcs():
    assert flags(3, 2).runs == (
        Run("3 words", Emphasis.FALSE_ARC),
        Run(" sit beside at least two "),
        Run("false neighbours", Emphasis.FALSE),
        Run("; "),
        Run("2", Emphasis.MISSING_ARC),
        Run(" are "),
        Run("cut off", Emphasis.MISSING),
        Run(" from at least two true ones"),
        Run("."),
    )


def test_nothing_flagged_has_no_arc():
    assert not {Emphasis.FALSE_ARC, Emphasis.MISSING_ARC} & {run.emphasis for run in flags(0, 0).runs}


def test_shares_are_strong_and_keep_their_percent_sign_on_the_line():
    first = compose(TEXTS, LAYOUT, FOUND)[0]
    strong = [run.text for run in first.runs if run.emphasis is Emphasis.STRONG]
    assert strong == [f"30{NO_BREAK}%", f"70{NO_BREAK}%"]
    assert (
        str(first) == "These two axes show 30 % of the differences between the 24 words; 70 % is invisible."
    )


def test_the_number_of_kept_words_is_strong():
    second = compose(TEXTS, LAYOUT, replace(FOUND, kept=np.full(24, 2.46)))[1]
    assert second.runs[1] == Run("2.5", Emphasis.STRONG)
    assert str(second) == (
        "Of the 5 words that look nearest to a word, 2.5 on average truly are (a random picture: 1.1)."
    )


def test_the_shares_of_two_axes_and_the_rest_add_up_to_a_hundred():
    first = compose(TEXTS, replace(LAYOUT, axis_shares=(0.2, 0.095)), FOUND)[0]
    assert str(first).startswith("These two axes show 30 %")
    assert str(first).endswith("70 % is invisible.")


def test_the_lead_is_said_where_there_are_no_axis_shares():
    said = compose(TEXTS, Layout(POSITIONS), FOUND, lead="Look twice.")
    assert str(said[0]) == "Look twice."


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        (
            VectorMode.RAW,
            "This map uses vector lengths too; the list does not. "
            "18 % of the five-nearest entries differ before anything is flattened.",
        ),
        (
            VectorMode.COMMON_REMOVED,
            "Vectors were shifted. Cosines change: "
            "18 % of the five-nearest entries differ from the raw list.",
        ),
    ],
)
def test_other_vectors_are_said(mode, text):
    said = compose(TEXTS, LAYOUT, FOUND, vectors=mode, list_difference=0.175)
    assert str(said[1]) == text


def test_lists_of_other_lengths_are_called_by_their_length():
    for k, name in ((1, "nearest"), (2, "two-nearest"), (11, "11-nearest")):
        found = measure(VECTORS, POSITIONS, k=k)
        said = compose(TEXTS, LAYOUT, found, vectors=VectorMode.RAW, list_difference=0.5)
        assert f" 50 % of the {name} entries differ" in str(said[1])


def test_the_worst_word_is_named_with_three_of_each_list():
    worst = FOUND.worst(LAYOUT.kept_length)
    looks = ", ".join(TEXTS[e.word] for e in FOUND.looks_nearest(worst)[:3])
    truly = ", ".join(TEXTS[e.word] for e in FOUND.truly_nearest(worst)[:3])
    assert str(compose(TEXTS, LAYOUT, FOUND)[3]) == (
        f"Worst: “w{worst}” looks nearest to {looks}; truly nearest are {truly}."
    )


def test_a_perfect_map_has_no_worst_word():
    flat = RANDOM.normal(size=(12, 2))
    said = compose(TEXTS[:12], Layout(flat), measure(flat, flat, metric="euclidean"), lead="Look twice.")
    assert [str(s) for s in said[1:]] == [
        "Of the 2 words that look nearest to a word, 2.0 on average truly are (a random picture: 0.4).",
        "No word sits beside two or more false neighbours; none is cut off from two or more true ones.",
    ]


def test_with_one_neighbour_each_no_word_can_have_two_wrong_ones():
    found = measure(VECTORS[:6], POSITIONS[:6])
    said = [str(s) for s in compose(TEXTS[:6], Layout(POSITIONS[:6]), found, lead="Look twice.")]
    assert said[1].endswith("the one that looks nearest truly is (a random picture: 20 %).")
    assert said[2].startswith("Worst: ")
    assert "; truly nearest is w" in said[2]
    assert len(said) == 3


def test_words_are_text_whatever_they_hold():
    texts = ["<b>&amp;</b>", "%s{0}", *TEXTS[2:]]
    said = compose(texts, LAYOUT, FOUND)
    for place in range(24):
        found = replace(FOUND, kept=np.where(np.arange(24) == place, 0.0, 5.0))
        worst = str(compose(texts, LAYOUT, found)[-1])
        assert worst.startswith(f"Worst: “{texts[place]}” looks nearest to ")
    assert all(isinstance(run.text, str) for s in said for run in s.runs)


def test_two_words_that_are_equal_are_both():
    assert str(compose(["a", "b"], Layout(np.zeros((2, 2))), None, equal=True)[0]) == (
        "The vectors of both words are equal: this map shows no difference, because there is none."
    )


def test_plain_text_has_ordinary_spaces():
    assert str(sentence("1", Run(f"2{NO_BREAK}%", Emphasis.STRONG))) == "12 %"
    assert str(Sentence(())) == ""
