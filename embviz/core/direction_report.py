"""What the offsets of pairs show, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from embviz.core.accuracy import TOP, Accuracy
from embviz.core.caution import Sentence, sentence, strong
from embviz.core.quantities import signed
from embviz.core.wording import count, listed, number_word, quoted

if TYPE_CHECKING:
    from embviz.core.directions import Directions
    from embviz.core.pair_words import LeftOut
    from embviz.core.question_scores import QuestionReport, SectionScore

_NAMED = 4


def direction_sentences(found: Directions) -> tuple[Sentence, ...]:
    """Say how parallel the offsets are, and how often their mean finds the answer."""
    return tuple(_sentences(found))


def _sentences(found: Directions) -> Iterator[Sentence]:
    n = len(found.pairs)
    yield sentence(
        f"The {n:,} offsets have a mean cosine of ",
        strong(signed(found.parallel)),
        " with their mean, and ",
        strong(signed(found.pairwise)),
        " with one another.",
    )
    if found.shuffled is not None:
        yield sentence(
            "With partners shuffled it is still ",
            strong(signed(found.shuffled.mean)),
            ": that much is the difference between the two groups, whoever is paired with whom.",
        )
    if found.accuracy.asked:
        yield accuracy_sentence(found.accuracy)
    if found.accuracy.asked < n:
        rest = n - found.accuracy.asked
        yield sentence(
            f"For {count(rest, 'pair', 'pairs')} nothing could be found: the right word is a mean of pieces."
        )
    if found.left_out:
        yield left_out_sentence(found.left_out)
    if found.normalized:
        yield sentence("Every vector was brought to length 1 first.")


def question_sentences(report: QuestionReport) -> tuple[Sentence, ...]:
    """Say how many questions were answered, and what became of those that could not be asked."""
    return tuple(_question_sentences(report))


def _question_sentences(report: QuestionReport) -> Iterator[Sentence]:
    total, accuracy = report.total, report.total.accuracy
    if accuracy.asked:
        yield sentence(
            "With the inputs excluded ",
            strong(f"{accuracy.excluded_1:,} of {accuracy.asked:,}"),
            " questions find their answer first "
            f"({accuracy.excluded_5:,} among {number_word(TOP)}); with the inputs left in ",
            strong(f"{accuracy.included_1:,}"),
            f" ({accuracy.included_5:,}).",
        )
    lost = total.split + total.unknown + total.degenerate
    if lost:
        yield sentence(
            strong(f"{lost:,} of {total.questions:,}"),
            f" questions could not be asked: {listed(_reasons(total))}.",
        )
    if report.split_words:
        yield sentence(f"Words of several tokens: {_some(report.split_words)}.")
    if report.unknown_words:
        yield sentence(f"Words that the table lacks: {_some(report.unknown_words)}.")
    if report.normalized:
        yield sentence("Every vector was brought to length 1 first.")


def _reasons(score: SectionScore) -> list[str]:
    reasons = (
        (score.split, "have a word of several tokens"),
        (score.unknown, "have a word that the table lacks"),
        (score.degenerate, "ask for one of their own words"),
    )
    return [f"{number:,} {reason}" for number, reason in reasons if number]


def _some(words: Sequence[str]) -> str:
    more = f" and {len(words) - _NAMED:,} more" if len(words) > _NAMED else ""
    return listed(words[:_NAMED]) + more


def accuracy_sentence(accuracy: Accuracy) -> Sentence:
    """Say how often the other pairs' mean offset found the right word."""
    asked = accuracy.asked
    return sentence(
        "The left word plus the mean offset of the other pairs finds its partner first in ",
        strong(f"{accuracy.excluded_1:,} of {asked:,}"),
        f" cases ({accuracy.excluded_5:,} among {number_word(TOP)}) with the left word excluded, and in ",
        strong(f"{accuracy.included_1:,} of {asked:,}"),
        f" ({accuracy.included_5:,}) with it left in.",
    )


def left_out_sentence(left_out: Sequence[LeftOut]) -> Sentence:
    """Name the pairs that were left out: all of few, some of many, and why the first was."""
    names = [quoted(", ".join(one.pair)) for one in left_out[:_NAMED]]
    more = f" and {len(left_out) - _NAMED:,} more" if len(left_out) > _NAMED else ""
    was = "was" if len(left_out) == 1 else "were"
    why = left_out[0].reason
    return sentence(
        f"{count(len(left_out), 'pair', 'pairs')} {was} left out: {listed(names)}{more} ",
        f"({'' if len(left_out) == 1 else 'the first because '}{why}).",
    )
