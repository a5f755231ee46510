"""What made the answer of an analogy, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.analogy_options import AnalogyMethod, AnalogyOptions
from embviz.core.caution import Sentence, sentence, strong
from embviz.core.quantities import signed
from embviz.core.wording import NO_BREAK, ordinal, quoted

if TYPE_CHECKING:
    from embviz.core.combination import WeightedWord
    from embviz.core.search import Neighbor

_NEAR = 10
"""Up to this place a word counts as near already."""


@dataclass(frozen=True)
class Place:
    """A rank, counted from 1: of tokens, and of distinct words."""

    tokens: int
    words: int


@dataclass(frozen=True)
class Expected:
    """The word that the user expected.

    Attributes
    ----------
    text
        As it is spoken of.
    id
        Its row; None when it has none, or one without a direction.
    pieces
        Its pieces where it is several tokens, else empty.
    included, excluded
        Its places; ``excluded`` is None for an input.
    """

    text: str
    id: int | None = None
    pieces: str = ""
    included: Place | None = None
    excluded: Place | None = None


@dataclass(frozen=True)
class OtherMode:
    """The first new word when terms are normalised first (or are not), and the place of the answer there."""

    first: Neighbor | None
    answer: Place


@dataclass(frozen=True)
class Facts:
    """What the sentences are made of.

    Attributes
    ----------
    terms, start, options
        What was asked; ``start`` is the first word.
    included_first, excluded_first
        First token of the one list, and id of the first of the other; None for empty ones.
    answer
        The first new word of the list without the inputs.
    input_words
        What spellings of the inputs share, as ``word_of`` gives it.
    word_of, name_of
        From a row to what spellings of its word share, and to what it is called.
    answer_included
        Place of the answer with nothing left out.
    answer_before, before_score
        Its place and cosine in the list of the first word, before any arithmetic.
    moved
        Cosine of the sum with the first word.
    random
        Mean cosine of random pairs.
    searched
        Rows in the list of the first word.
    expected, other
        See there.
    """

    terms: tuple[WeightedWord, ...]
    start: WeightedWord
    options: AnalogyOptions
    included_first: Neighbor | None
    excluded_first: int | None
    answer: Neighbor | None
    input_words: frozenset[str]
    word_of: Callable[[int], str]
    name_of: Callable[[int], str]
    answer_included: Place | None
    answer_before: Place | None
    before_score: float | None
    moved: float
    random: float | None
    searched: int
    expected: Expected | None
    other: OtherMode | None


def diagnose(facts: Facts) -> tuple[Sentence, ...]:
    """Say what made the answer."""
    return tuple(_sentences(facts))


def _sentences(facts: Facts) -> Iterator[Sentence]:
    several = len(facts.terms) > 1
    added = facts.options.method is AnalogyMethod.ADDITION
    if not several:
        yield _single(facts)
    elif facts.answer is None:
        yield sentence("Without the inputs no new word is left to list.")
    else:
        yield _made_by(facts)
        yield _already_near(facts)
    if facts.expected is not None:
        yield _expectation(facts.expected)
    if several and added:
        yield _turned(facts)
    if facts.other is not None:
        yield _other_mode(facts, facts.other)
    if not added:
        yield sentence("Scores are 3CosMul (Levy & Goldberg 2014): products of cosines, and not cosines.")
    if facts.options.fold_variants:
        yield sentence("Of spellings of one word the lists show the first; their ranks still count all.")
    if several or facts.expected is not None:
        yield sentence("Spellings that differ only in case or leading space count as one word here.")


def _single(facts: Facts) -> Sentence:
    (term,) = facts.terms
    name = quoted(term.name)
    if term.weight < 0:
        return sentence("One word with a minus: this is ", strong(f"the list of the opposite of {name}"), ".")
    return sentence(
        f"There is no arithmetic in one word{_scaled(term)}: this is ",
        strong(f"the plain list of {name}"),
        ".",
    )


def _scaled(term: WeightedWord) -> str:
    return "" if term.weight == 1 else ", and its weight changes no cosine"


def _made_by(facts: Facts) -> Sentence:
    answer, first, place = facts.answer, facts.included_first, facts.answer_included
    assert answer is not None
    assert first is not None
    assert place is not None
    assert facts.excluded_first is not None
    name = quoted(facts.name_of(answer.id))
    if facts.word_of(facts.excluded_first) in facts.input_words:
        return sentence(
            f"Without the inputs the list begins with {quoted(facts.name_of(facts.excluded_first))}, ",
            strong("another spelling of an input"),
            f"; the first new word is {name}, which is {ordinal(place.words)} with the inputs left in.",
        )
    if facts.word_of(first.id) == facts.word_of(answer.id):
        return sentence(f"{name} comes first ", strong("even with the inputs left in"), ".")
    return sentence(
        f"{name} comes first ",
        strong("only because the inputs were excluded"),
        ": with them, ",
        strong(facts.name_of(first.id)),
        f" wins and {name} is {ordinal(place.words)}.",
    )


def _already_near(facts: Facts) -> Sentence:
    place = facts.answer_before
    assert place is not None
    assert facts.before_score is not None
    near = place.words <= _NEAR
    which = "nearest word" if place.words == 1 else f"{ordinal(place.words)} nearest word"
    return sentence(
        "But it was already the " if near else "Before any arithmetic it was the ",
        strong(which),
        f" to {quoted(facts.start.name)}",
        " before any arithmetic" if near else "",
        f" (cosine{NO_BREAK}{signed(facts.before_score)}; "
        f"{ordinal(place.tokens)} of {facts.searched:,} tokens).",
    )


def _expectation(expected: Expected) -> Sentence:
    name = quoted(expected.text)
    if expected.id is None:
        if expected.pieces:
            return sentence(f"You expected {name}: it is several tokens, {expected.pieces}, and in no list.")
        return sentence(f"You expected {name}: this table has no such word, so no list can hold it.")
    assert expected.included is not None
    included = ordinal(expected.included.words)
    if expected.excluded is None:
        return sentence(
            f"You expected {name}: with the inputs it is ",
            strong(included),
            ", and as an input it is left out of the other list.",
        )
    excluded = ordinal(expected.excluded.words)
    if included == excluded:
        return sentence(
            f"You expected {name}: it is ", strong(f"{included} with the inputs and without"), "."
        )
    return sentence(
        f"You expected {name}: it is ",
        strong(f"{included} with the inputs"),
        " and ",
        strong(f"{excluded} without them"),
        ".",
    )


def _turned(facts: Facts) -> Sentence:
    degrees = math.degrees(math.acos(min(1.0, max(-1.0, facts.moved))))
    random = (
        ""
        if facts.random is None
        else f"; two random words: {signed(facts.random)}, {math.degrees(math.acos(facts.random)):.0f}°"
    )
    return sentence(
        f"The arithmetic turned {quoted(facts.start.name)} by ",
        strong(f"{degrees:.0f}°"),
        f" (cosine{NO_BREAK}{signed(facts.moved)}{random}).",
    )


def _other_mode(facts: Facts, other: OtherMode) -> Sentence:
    assert facts.answer is not None
    how = (
        "Added as they are stored"
        if facts.options.normalize
        else "With every term brought to length 1 first, as gensim does"
    )
    name = quoted(facts.name_of(facts.answer.id))
    if other.answer.words == 1:
        return sentence(f"{how}, {name} comes first too.")
    first = "" if other.first is None else f" and {quoted(facts.name_of(other.first.id))} first"
    return sentence(f"{how}, {name} is ", strong(ordinal(other.answer.words)), f"{first}.")
