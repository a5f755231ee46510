"""Analogy questions by the thousand: how often b − a + c finds d, section by section."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embviz.core.accuracy import Accuracy, accuracy_of
from embviz.core.pair_words import LeftOut, read_word, word_vectors
from embviz.core.passes import Progress, unwatched
from embviz.core.resolve import ResolvedWord, SplitPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.pairs import Question, QuestionSection
    from embviz.core.table import EmbeddingTable

Float64 = NDArray[np.float64]

_AT_ONCE = 1024


@dataclass(frozen=True)
class SectionScore:
    """What became of one section's questions; every one of them is counted once.

    Attributes
    ----------
    name
        Of the section.
    accuracy
        Of the questions that could be asked.
    split
        Questions that could not, because a word is several tokens.
    unknown
        Questions that could not, because a word is not in the table or has no direction.
    degenerate
        Questions that could not, because the terms cancel out or the answer is one of the words given.
    """

    name: str
    accuracy: Accuracy
    split: int = 0
    unknown: int = 0
    degenerate: int = 0

    @property
    def questions(self) -> int:
        """All questions of the section."""
        return self.accuracy.asked + self.split + self.unknown + self.degenerate


@dataclass(frozen=True)
class QuestionReport:
    """Scores of a whole file.

    Attributes
    ----------
    sections
        In the order of the file.
    total
        All of them together.
    split_words, unknown_words
        The words behind the questions that could not be asked, each once, in order.
    taken
        Words that were found in another case, each with its token's shown form.
    normalized
        Whether every vector was brought to length 1 first.
    """

    sections: tuple[SectionScore, ...]
    total: SectionScore
    split_words: tuple[str, ...]
    unknown_words: tuple[str, ...]
    taken: tuple[tuple[str, str], ...]
    normalized: bool


def score_questions(
    table: EmbeddingTable,
    sections: Sequence[QuestionSection],
    *,
    normalize: bool = False,
    split: SplitPolicy = SplitPolicy.SKIP,
    progress: Progress = unwatched,
) -> QuestionReport:
    """Ask of every question whether d is nearest to b − a + c, with and without a, b and c in the list.

    Parameters
    ----------
    sections
        As `embviz.io.questions.read_questions` gives them.
    normalize
        Bring every vector to length 1 first, as gensim does.
    split
        SKIP counts questions with a word of several tokens as not asked; MEAN takes the mean of its pieces
        for a, b and c, while d must be one token.
    progress
        Share done, 0..1; may raise `embviz.errors.Stopped`.
    """
    work = _Work(table, sections, normalize, split)
    done = 0
    scores = []
    total = sum(len(section.questions) for section in sections)
    for section in sections:
        before = done

        def share(part: float, before: int = before, count: int = len(section.questions)) -> None:
            progress((before + part * count) / total)

        scores.append(work.score(section, share))
        done += len(section.questions)
    return work.report(scores)


class _Work:
    """The words of all sections, and the questions that can be asked of them."""

    def __init__(
        self, table: EmbeddingTable, sections: Sequence[QuestionSection], normalize: bool, split: SplitPolicy
    ) -> None:
        self.search = table.search()
        self.normalize = normalize
        texts = dict.fromkeys(
            text
            for section in sections
            for question in section.questions
            for text in (question.a, question.b, question.c, question.d)
        )
        self.words = {text: read_word(table, text, split) for text in texts}
        found = {text: word for text, word in self.words.items() if isinstance(word, ResolvedWord)}
        self.places = {text: place for place, text in enumerate(found)}
        self.vectors = word_vectors(table, list(found.values()), normalize=normalize)
        # A mean of pieces can be added; only a row can be found.
        self.unfindable = {text for text, word in found.items() if word.id is None}
        self.shown = {text: word.taken_as for text, word in found.items() if word.taken_as}

    def score(self, section: QuestionSection, progress: Progress) -> SectionScore:
        """Ask the questions of one section."""
        askable: list[Question] = []
        split = unknown = 0
        for question in section.questions:
            lost = [self.words[text] for text in (question.a, question.b, question.c, question.d)]
            reasons = [word for word in lost if isinstance(word, LeftOut)]
            if any(not word.split for word in reasons):
                unknown += 1
            elif reasons or question.d in self.unfindable:
                split += 1
            else:
                askable.append(question)
        ranks: list[tuple[int, int]] = []
        for start in range(0, len(askable), _AT_ONCE):
            part = askable[start : start + _AT_ONCE]

            def share(done: float, start: int = start, count: int = len(part)) -> None:
                progress((start + done * count) / len(askable))

            ranks += self._ranks(part, share)
        progress(1.0)
        degenerate = len(askable) - len(ranks)
        return SectionScore(section.name, accuracy_of(ranks), split, unknown, degenerate)

    def report(self, scores: Sequence[SectionScore]) -> QuestionReport:
        """Add the sections up."""
        lost = {text: word for text, word in self.words.items() if isinstance(word, LeftOut)}
        total = SectionScore(
            "all sections",
            sum((score.accuracy for score in scores), Accuracy()),
            sum(score.split for score in scores),
            sum(score.unknown for score in scores),
            sum(score.degenerate for score in scores),
        )
        answers = [text for text in self.words if text in self.unfindable]
        return QuestionReport(
            sections=tuple(scores),
            total=total,
            split_words=(*(text for text, word in lost.items() if word.split), *answers),
            unknown_words=tuple(text for text, word in lost.items() if not word.split),
            taken=tuple(self.shown.items()),
            normalized=self.normalize,
        )

    def _ids(self, text: str) -> tuple[int, ...]:
        word = self.words[text]
        assert isinstance(word, ResolvedWord)
        return word.ids

    def _ranks(self, questions: Sequence[Question], progress: Progress) -> list[tuple[int, int]]:
        """Ranks of the answers, (included, excluded), for the questions that have one."""
        a, b, c = (
            self.vectors[[self.places[getattr(question, side)] for question in questions]] for side in "abc"
        )
        targets = b - a + c
        lengths = np.sqrt((targets * targets).sum(axis=1))
        scale = sum(np.sqrt((vectors * vectors).sum(axis=1)) for vectors in (a, b, c))
        inputs = [
            tuple(row for text in (question.a, question.b, question.c) for row in self._ids(text))
            for question in questions
        ]
        answers = [self._ids(question.d)[0] for question in questions]
        sound = [
            place
            for place, answer in enumerate(answers)
            if lengths[place] > 1e-12 * scale[place] and answer not in inputs[place]
        ]
        if not sound:
            return []
        found = self.search.many_ranks(
            targets[sound],
            [answers[place] for place in sound],
            [inputs[place] for place in sound],
            progress=progress,
        )
        return [(int(included), int(excluded)) for included, excluded in found]
