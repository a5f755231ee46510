"""Well-known analogies, sorted by what they do on the table at hand and not by what is said of them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.combination import combine, read_combination, term_vectors
from embviz.core.passes import Progress, unwatched
from embviz.core.ranking import CosineRanking, RankedList
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.table import EmbeddingTable


class Outcome(enum.Enum):
    """What an analogy does, counting spellings that differ only in case or leading space as one word."""

    WORKS = "works"
    """The expected word comes first even with the inputs left in."""
    EXCLUDED_ONLY = "excluded-only"
    """It comes first only once the inputs are excluded."""
    FAILS = "fails"
    """It does not come first either way."""
    IMPOSSIBLE = "impossible"
    """It cannot be asked of this table: a word is several tokens, or unknown."""


@dataclass(frozen=True)
class AnalogyExample:
    """A candidate: an expression and the word that people expect."""

    expression: str
    expected: str

    @property
    def text(self) -> str:
        """As it is typed: ``king - man + woman = queen``."""
        return f"{self.expression} = {self.expected}"


@dataclass(frozen=True)
class SortedExample:
    """A candidate, what it does, and the first new word without the inputs: its row, None without any."""

    example: AnalogyExample
    outcome: Outcome
    first: int | None = None


def sort_examples(
    table: EmbeddingTable, candidates: Sequence[AnalogyExample], *, progress: Progress = unwatched
) -> tuple[SortedExample, ...]:
    """Try every candidate on a table, with raw vectors; they keep their order.

    Parameters
    ----------
    progress
        Share done, 0..1.
    """
    done = []
    for number, candidate in enumerate(candidates, start=1):
        done.append(_tried(table, candidate))
        progress(number / len(candidates))
    return tuple(done)


def with_outcome(examples: Sequence[SortedExample], outcome: Outcome) -> tuple[SortedExample, ...]:
    """Return the examples that do this."""
    return tuple(example for example in examples if example.outcome is outcome)


def _tried(table: EmbeddingTable, candidate: AnalogyExample) -> SortedExample:
    expected = table.vocabulary.best(candidate.expected)
    try:
        combination = read_combination(table, candidate.expression)
        vectors = term_vectors(table, combination.terms)
        target = combine(vectors, [term.weight for term in combination.terms])
    except EmbvizError:
        return SortedExample(candidate, Outcome.IMPOSSIBLE)
    if expected is None:
        return SortedExample(candidate, Outcome.IMPOSSIBLE)
    word_of = table.vocabulary.word_key
    wanted = word_of(expected.id)
    inputs = {word_of(row) for row in combination.ids}
    first = first_new = None
    for hit in RankedList(CosineRanking(table.search(), target)):
        first = hit.id if first is None else first
        if word_of(hit.id) not in inputs:
            first_new = hit.id
            break
    if first is not None and word_of(first) == wanted:
        return SortedExample(candidate, Outcome.WORKS, first_new)
    found = first_new is not None and word_of(first_new) == wanted
    return SortedExample(candidate, Outcome.EXCLUDED_ONLY if found else Outcome.FAILS, first_new)
