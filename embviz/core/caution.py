"""The caution sentences: in plain English, with numbers, where the flat picture lies."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.request import VectorMode
from embviz.core.wording import (
    NO_BREAK,
    decimal,
    estimated,
    estimated_decimal,
    listed,
    number_word,
    percent,
    quoted,
    shares,
)

if TYPE_CHECKING:
    from embviz.core.distortion import Distortion, MapNeighbor
    from embviz.core.projections.base import ChosenAxes, Layout

NAMED = 3
"""So many of the worst word's neighbours are named."""

_SLANTED = 5.0
"""Axes are called slanted from so many degrees on."""


class Emphasis(enum.Enum):
    """How a run of a sentence is set."""

    PLAIN = "plain"
    STRONG = "strong"
    FALSE = "false"  # set strong in the colour of false neighbours
    MISSING = "missing"  # set strong in the colour of missing neighbours
    FALSE_ARC = "false-arc"  # strong, and the arc glyph stands before it
    MISSING_ARC = "missing-arc"


@dataclass(frozen=True)
class Run:
    """A piece of a sentence with one emphasis; a no-break space keeps a number and its unit on one line."""

    text: str
    emphasis: Emphasis = Emphasis.PLAIN


@dataclass(frozen=True)
class Sentence:
    """One sentence as runs; ``str()`` gives the plain text, with ordinary spaces."""

    runs: tuple[Run, ...]

    def __str__(self) -> str:
        return "".join(run.text for run in self.runs).replace(NO_BREAK, " ")


def sentence(*parts: str | Run) -> Sentence:
    """Make a sentence of runs and plain text."""
    return Sentence(tuple(Run(part) if isinstance(part, str) else part for part in parts))


def compose(
    texts: Sequence[str],
    layout: Layout,
    distortion: Distortion | None,
    *,
    lead: str = "",
    vectors: VectorMode = VectorMode.UNIT,
    list_difference: float | None = None,
    equal: bool = False,
) -> tuple[Sentence, ...]:
    """Say where a map lies.

    Parameters
    ----------
    texts
        The words as shown, in the order of the points.
    layout
        The picture; its axis shares are said where it has them.
    distortion
        As measured; None for fewer than five words, or where nothing can be measured.
    lead
        What the method's pictures do not mean, said first where there are no axis shares.
    vectors
        Which vectors were drawn.
    list_difference
        Share of the list entries in which these vectors disagree with the plain cosine list, 0..1.
    equal
        All vectors are the same.
    """
    n = len(texts)
    if n < 2 or equal:
        return (_nothing_to_say(n),)
    if layout.chosen is not None and layout.axis_shares is not None:
        said = list(_chosen(layout.chosen, sum(layout.axis_shares), n))
    else:
        said = [_shares(layout.axis_shares, n)] if layout.axis_shares is not None else [sentence(lead)]
    if n < 5:
        return (*said, sentence("Add words to see how far this map can be trusted."))
    if distortion is None:
        return (*said, sentence("All vectors point the same way, so no word is truly nearer than another."))
    if list_difference is not None:
        said.extend(_vectors(vectors, list_difference, distortion.k))
    said.append(_kept(distortion))
    if distortion.k >= distortion.thresholds.flagged_from:
        said.append(_flagged(distortion))
    if distortion.anchors is not None:
        said.append(sentence(f"These are estimates from {distortion.anchors.size:,} of the words."))
    said.extend(_worst(texts, distortion, layout))
    return tuple(said)


def strong(text: str) -> Run:
    """Make a run that is set strong."""
    return Run(text, Emphasis.STRONG)


def _nothing_to_say(n: int) -> Sentence:
    if n == 0:
        return sentence("There are no words on this map yet.")
    if n == 1:
        return sentence("One word alone has no neighbours: add words to see how far this map can be trusted.")
    return sentence(
        f"The vectors of {'both' if n == 2 else f'all {n:,}'} words are ",
        strong("equal"),
        ": this map shows no difference, because there is none.",
    )


def _shares(axis_shares: tuple[float, float], n: int) -> Sentence:
    if n == 2:
        return sentence("One axis shows ", strong(percent(1.0)), " of the difference between two words.")
    if n == 3:
        return sentence(
            "Two axes always show ", strong(percent(1.0)), " of the differences between three words."
        )
    shown, hidden = shares(sum(axis_shares))
    return sentence(
        "These two axes show ",
        strong(shown),
        f" of the differences between the {n:,} words; ",
        strong(hidden),
        " is invisible.",
    )


def _chosen(axes: ChosenAxes, share: float, n: int) -> Iterator[Sentence]:
    """Say what axes show that somebody chose, and what they are to one another."""
    shown, hidden = shares(share)
    best = "" if axes.best_share is None else f" The best two would show {percent(axes.best_share)}."
    words = "both" if n == 2 else f"the {n:,}"
    yield sentence(
        "You chose these two axes: they show ",
        strong(shown),
        f" of the differences between {words} words; ",
        strong(hidden),
        f" is invisible.{best}",
    )
    if abs(axes.angle - 90.0) >= _SLANTED:
        yield sentence(
            "The two directions are ",
            strong(f"{axes.angle:.0f}° apart"),
            " and not at a right angle as they are drawn: what they share is shown twice.",
        )


def _vectors(vectors: VectorMode, difference: float, k: int) -> Iterator[Sentence]:
    nearest = "nearest" if k == 1 else f"{number_word(k)}-nearest"
    if vectors is VectorMode.RAW:
        yield sentence(
            "This map uses vector lengths too; the list does not. ",
            strong(percent(difference)),
            f" of the {nearest} entries differ before anything is flattened.",
        )
    elif vectors is VectorMode.COMMON_REMOVED:
        yield sentence(
            "Vectors were shifted. Cosines change: ",
            strong(percent(difference)),
            f" of the {nearest} entries differ from the raw list.",
        )


def _kept(distortion: Distortion) -> Sentence:
    k = distortion.k
    margin = None if distortion.margins is None else distortion.margins.kept_mean
    if k == 1:
        return sentence(
            "For ",
            strong(percent(distortion.kept_mean)),
            " of the words, the one that looks nearest truly is "
            f"(a random picture: {percent(distortion.kept_random)}).",
        )
    return sentence(
        f"Of the {k} words that look nearest to a word, ",
        strong(estimated_decimal(distortion.kept_mean, margin)),
        f" on average truly are (a random picture: {decimal(distortion.kept_random)}).",
    )


def _flagged(distortion: Distortion) -> Sentence:
    margins = distortion.margins
    return Sentence(
        (
            *_false(
                distortion.false_words,
                None if margins is None else margins.false_words,
                distortion.thresholds.flagged_from,
            ),
            Run("; "),
            *_missing(
                distortion.missing_words,
                None if margins is None else margins.missing_words,
                distortion.thresholds.flagged_from,
            ),
            Run("."),
        )
    )


def _false(words: int, margin: float | None, least: int) -> tuple[Run, ...]:
    wrong = Run("false neighbour" if least == 1 else "false neighbours", Emphasis.FALSE)
    if words == 0:
        return (Run(f"No word sits beside {number_word(least)} or more "), wrong)
    number = Run(f"{estimated(words, margin)} {'word' if words == 1 else 'words'}", Emphasis.FALSE_ARC)
    return (number, Run(f" {'sits' if words == 1 else 'sit'} beside at least {number_word(least)} "), wrong)


def _missing(words: int, margin: float | None, least: int) -> tuple[Run, ...]:
    ones = "true one" if least == 1 else "true ones"
    cut_off = Run("cut off", Emphasis.MISSING)
    if words == 0:
        return (Run("none is "), cut_off, Run(f" from {number_word(least)} or more {ones}"))
    number = Run(estimated(words, margin), Emphasis.MISSING_ARC)
    verb = Run(f" {'is' if words == 1 else 'are'} ")
    return (number, verb, cut_off, Run(f" from at least {number_word(least)} {ones}"))


def _worst(texts: Sequence[str], distortion: Distortion, layout: Layout) -> Iterator[Sentence]:
    word = distortion.worst(layout.kept_length)
    if word is None:
        return
    looks, truly = distortion.looks_nearest(word), distortion.truly_nearest(word)
    named = NAMED
    while _places(looks[:named]) == _places(truly[:named]) and named < distortion.k:
        named += 1
    be = "is" if min(named, len(truly)) == 1 else "are"
    yield sentence(
        f"Worst{'' if distortion.anchors is None else ' of these'}: {quoted(texts[word])} looks nearest to ",
        listed([texts[near.word] for near in looks[:named]]),
        f"; truly nearest {be} ",
        listed([texts[near.word] for near in truly[:named]]),
        ".",
    )


def _places(neighbors: Sequence[MapNeighbor]) -> set[int]:
    return {neighbor.word for neighbor in neighbors}
