"""Arithmetic on rows, ``king − man + woman``: exact lists with and without the inputs, and what made them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.analogy_options import AnalogyMethod, AnalogyOptions
from embviz.core.combination import Combination, WeightedWord, combine, read_combination, term_vectors
from embviz.core.diagnosis import Expected, Facts, OtherMode, Place, diagnose
from embviz.core.neighbors import chosen_length, neighbors
from embviz.core.ranking import CosineRanking, CosmulRanking, RankedList, Ranking
from embviz.core.resolve import SplitPolicy, find, joined_pieces
from embviz.core.spelling import OPEN_BOX
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from embviz.core.caution import Sentence
    from embviz.core.search import Hit, Neighbor
    from embviz.core.table import EmbeddingTable
    from embviz.core.vocabulary import Vocabulary

__all__ = ["Analogy", "AnalogyMethod", "AnalogyOptions", "analogy", "spoken_token"]

Float64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Analogy:
    """What comes of an expression.

    Attributes
    ----------
    terms
        As read, in order.
    included, excluded
        Best first: with nothing left out, and without the ids of the terms.
    diagnosis
        Plain sentences: what made the answer.
    expected
        The word after ``=`` and its places, None without one.
    answer
        The first of ``excluded`` that is not merely another spelling of an input; None when there is none.
    target
        The sum of the terms, float64, (d,), read-only.
    options
        As asked.
    reference, reference_of
        Mean cosine of random pairs, and whose pairs they are; None and empty without any.
    searched
        How many rows could have been listed.
    sentences
        The diagnosis with its emphasis.
    notices
        What had to be said of the words.
    """

    terms: tuple[WeightedWord, ...]
    included: tuple[Neighbor, ...]
    excluded: tuple[Neighbor, ...]
    diagnosis: tuple[str, ...]
    expected: Expected | None
    answer: Neighbor | None
    target: Float64 = field(repr=False)
    options: AnalogyOptions
    reference: float | None
    reference_of: str
    searched: int
    sentences: tuple[Sentence, ...] = field(repr=False)
    notices: tuple[Notice, ...] = ()


def analogy(
    table: EmbeddingTable,
    expression: str,
    *,
    k: int = 5,
    normalize: bool = False,
    all_rows: bool = False,
    method: AnalogyMethod | str = AnalogyMethod.ADDITION,
    fold_variants: bool = False,
    split: SplitPolicy | str = SplitPolicy.ERROR,
) -> Analogy:
    """Work out an expression such as ``king - man + woman``.

    Parameters
    ----------
    table
        Whose rows are added.
    expression
        As `embviz.core.expression.parse` reads it; ``= word`` at the end says what is expected.
    k, normalize, all_rows, method, fold_variants, split
        As in `AnalogyOptions`.

    Raises
    ------
    EmbvizError
        ``empty-expression``, ``bad-expression``, ``bad-weight``; ``unknown-word``, ``split-word``,
        ``no-row``, ``zero-row`` for a term without a direction; ``zero-vector`` when the terms cancel out;
        ``bad-k``.
    """
    options = AnalogyOptions(
        chosen_length(k), normalize, AnalogyMethod(method), fold_variants, all_rows, SplitPolicy(split)
    )
    combination = read_combination(table, expression, split=options.split)
    return _Work(table, combination, options).done()


class _Work:
    """One expression in the making."""

    def __init__(self, table: EmbeddingTable, combination: Combination, options: AnalogyOptions) -> None:
        self.table = table
        self.vocabulary = table.vocabulary
        self.combination = combination
        self.options = options
        self.search = table.search()
        self.inputs = combination.ids
        self.input_words = {self.vocabulary.word_key(row) for row in self.inputs}
        self.vectors = term_vectors(table, combination.terms)
        self.weights = [term.weight for term in combination.terms]
        self.target = combine(self.vectors, self.weights, normalize=options.normalize)
        self.target.setflags(write=False)
        self.list = RankedList(self._ranking(options.method, self.target))

    def done(self) -> Analogy:
        options = self.options
        reference = self.table.pair_reference()
        included = self._listed(self.list, leave_out=())
        excluded = self._listed(self.list, leave_out=self.inputs)
        answer = self._first_new_word(self.list)
        start = self.combination.start
        before = RankedList(CosineRanking(self.search, self._start_vector(), all_rows=options.all_rows))
        facts = Facts(
            terms=self.combination.terms,
            start=start,
            options=options,
            included_first=next(iter(included), None),
            excluded_first=next((hit.id for hit in self.list if hit.id not in self.inputs), None),
            answer=answer,
            input_words=frozenset(self.input_words),
            word_of=self.vocabulary.word_key,
            name_of=lambda row: spoken_token(self.vocabulary, row),
            answer_included=None if answer is None else self._place(self.list, answer.id),
            answer_before=None if answer is None else self._place(before, answer.id, start.ids),
            before_score=None if answer is None else self._start_cosine(answer.id),
            moved=self._moved(),
            random=None if reference is None else reference.mean,
            searched=before.ranking.searched - sum(map(self._is_listed, start.ids)),
            expected=self._expected(),
            other=None if answer is None else self._other_mode(answer),
        )
        sentences = diagnose(facts)
        return Analogy(
            terms=self.combination.terms,
            included=included,
            excluded=excluded,
            diagnosis=tuple(map(str, sentences)),
            expected=facts.expected,
            answer=answer,
            target=self.target,
            options=options,
            reference=facts.random,
            reference_of="" if reference is None else reference.of,
            searched=self.list.ranking.searched,
            sentences=sentences,
            notices=self.combination.notices,
        )

    # -- lists ---------------------------------------------------------------------------------------------

    def _ranking(self, method: AnalogyMethod, target: Float64) -> Ranking:
        all_rows = self.options.all_rows
        if method is AnalogyMethod.COSMUL:
            return CosmulRanking(self.search, self.vectors, self.weights, all_rows=all_rows)
        return CosineRanking(self.search, target, all_rows=all_rows)

    def _listed(self, ranked: RankedList, *, leave_out: Collection[int]) -> tuple[Neighbor, ...]:
        """List the k best, folded where that is asked for."""
        seen = set(self.input_words) if leave_out else set()
        kept: list[Hit] = []
        ranks: list[int] = []
        rank = 0
        for hit in ranked:
            if len(kept) == self.options.k:
                break
            if hit.id in leave_out:
                continue
            rank += 1
            if self.options.fold_variants:
                word = self.vocabulary.word_key(hit.id)
                if word in seen:
                    continue
                seen.add(word)
            kept.append(hit)
            ranks.append(rank)
        return neighbors(self.vocabulary, kept, ranks)

    def _first_new_word(self, ranked: RankedList) -> Neighbor | None:
        """Find the first row without the inputs that is not another spelling of one of them."""
        rank = 0
        for hit in ranked:
            if hit.id in self.inputs:
                continue
            rank += 1
            if self.vocabulary.word_key(hit.id) not in self.input_words:
                return neighbors(self.vocabulary, [hit], [rank])[0]
        return None

    def _place(self, ranked: RankedList, row: int, leave_out: Collection[int] = ()) -> Place:
        """Return the rank of a row as a token and as a word; what is left out counts in no spelling."""
        before = [other for other in ranked.before(row) if other not in leave_out]
        own = {self.vocabulary.word_key(one) for one in (row, *leave_out)}
        words = {self.vocabulary.word_key(other) for other in before} - own
        return Place(len(before) + 1, len(words) + 1)

    # -- facts ---------------------------------------------------------------------------------------------

    def _start_vector(self) -> Float64:
        vector: Float64 = self.vectors[self.combination.terms.index(self.combination.start)]
        return vector

    def _start_cosine(self, row: int) -> float:
        return float(self.search.scores_of(self._start_vector(), (row,))[0])

    def _is_listed(self, row: int) -> bool:
        return self.options.all_rows or not self.vocabulary.hidden[row]

    def _moved(self) -> float:
        start, target = self._start_vector(), self.target
        lengths = np.sqrt((start * start).sum()) * np.sqrt((target * target).sum())
        return float((start * target).sum() / lengths)

    def _expected(self) -> Expected | None:
        text = self.combination.expected
        if not text:
            return None
        pieces = find(self.table, text)
        if len(pieces) != 1:
            joined = joined_pieces(self.table, [piece.id for piece in pieces])
            return Expected(text.strip('"'), pieces=joined)
        row = pieces[0].id
        if not self.search.has_direction(row):
            return Expected(text.strip('"'))
        is_input = row in self.inputs
        return Expected(
            text=spoken_token(self.vocabulary, row),
            id=row,
            included=self._place(self.list, row),
            excluded=None if is_input else self._place(self.list, row, self.inputs),
        )

    def _other_mode(self, answer: Neighbor) -> OtherMode | None:
        """Work out what the other way of adding gives: normalised if the terms were raw, raw if not."""
        if len(self.combination.terms) == 1 or self.options.method is AnalogyMethod.COSMUL:
            return None
        try:
            target = combine(self.vectors, self.weights, normalize=not self.options.normalize)
        except EmbvizError:
            return None  # these terms cancel out in the other way only
        ranked = RankedList(self._ranking(AnalogyMethod.ADDITION, target))
        return OtherMode(self._first_new_word(ranked), self._place(ranked, answer.id, self.inputs))


def spoken_token(vocabulary: Vocabulary, row: int) -> str:
    """Return a token as it is spoken of in a sentence: without the space before it."""
    shown = vocabulary.shown(row)
    return shown.strip(OPEN_BOX) or shown
