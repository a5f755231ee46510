"""What is said of typed words that did not simply become a row: few sentences, however long the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from embviz.core.resolve import SplitPolicy
from embviz.core.wording import quoted, shortened
from embviz.errors import Notice

_NAMED = 5


@dataclass(frozen=True)
class SplitFinding:
    """A word that is several tokens: what was done with it, and its pieces (``␣hipp·opotam·us``)."""

    policy: SplitPolicy
    word: str
    count: int
    pieces: str


@dataclass
class WordFindings:
    """What reading a list of words came across, as words and their explanations.

    Attributes
    ----------
    unknown
        Words that nothing of the table stands for.
    split
        Words that are several tokens.
    undefined
        Words whose row has no direction.
    repeated
        Words whose row is on the map already, each with the word that brought it there.
    taken
        Words that were found in another case, each with its token's shown form.
    """

    unknown: list[str] = field(default_factory=list)
    split: list[SplitFinding] = field(default_factory=list)
    undefined: list[str] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)
    taken: list[tuple[str, str]] = field(default_factory=list)

    def notices(self) -> tuple[Notice, ...]:
        """Return at most one notice of each kind."""
        texts = [
            ("unknown-words", self._unknown()),
            *(("split-words", self._split(policy)) for policy in SplitPolicy),
            ("undefined-words", self._undefined()),
            ("repeated-words", self._repeated()),
            ("taken-as", self._taken()),
        ]
        return tuple(Notice(code, text) for code, text in texts if text)

    def _unknown(self) -> str:
        if len(self.unknown) == 1:
            return f"{_word(self.unknown[0])} is not in this table and was left out."
        words = _listed([_word(word) for word in self.unknown])
        return (
            f"{len(self.unknown):,} words are not in this table and were left out: {words}." if words else ""
        )

    def _split(self, policy: SplitPolicy) -> str:
        split = [found for found in self.split if found.policy is policy]
        if len(split) == 1:
            (found,) = split
            outcome = {
                SplitPolicy.MEAN: "It is drawn as the mean of its pieces.",
                SplitPolicy.PIECES: "Each piece is drawn.",
            }.get(policy, "It was left out.")
            return f"{_word(found.word)} is {found.count} tokens: {shortened(found.pieces)}. {outcome}"
        outcome = {
            SplitPolicy.MEAN: "are drawn as the mean of their pieces",
            SplitPolicy.PIECES: "are drawn as their pieces",
        }.get(policy, "were left out")
        words = _listed([f"{_word(found.word)} ({shortened(found.pieces)})" for found in split])
        return f"{len(split):,} words are several tokens and {outcome}: {words}." if words else ""

    def _undefined(self) -> str:
        if len(self.undefined) == 1:
            word = _word(self.undefined[0])
            return f"{word} has no direction (zeros, or no finite numbers) and was left out."
        words = _listed([_word(word) for word in self.undefined])
        problem = "have no direction (zeros, or no finite numbers) and were left out"
        return f"{len(self.undefined):,} words {problem}: {words}." if words else ""

    def _repeated(self) -> str:
        if len(self.repeated) == 1:
            word, first = self.repeated[0]
            if word == first:
                return f"{_word(word)} is on the list more than once; it is drawn once."
            return f"{_word(word)} is the same row as {_word(first)}; it is drawn once."
        words = _listed(list(dict.fromkeys(_word(word) for word, _ in self.repeated)))
        return (
            f"{len(self.repeated):,} words repeat a row of the list and were left out: {words}."
            if words
            else ""
        )

    def _taken(self) -> str:
        if len(self.taken) == 1:
            return f"{_word(self.taken[0][0])} was taken as {self.taken[0][1]}."
        words = _listed([f"{_word(word)} as {shown}" for word, shown in self.taken])
        return f"{len(self.taken):,} words were taken in another case: {words}." if words else ""


def _word(text: str) -> str:
    return quoted(shortened(text))


def _listed(items: Sequence[str]) -> str:
    """Return items as one phrase, the first five by name; empty for none."""
    if len(items) > _NAMED + 1:
        return f"{', '.join(items[:_NAMED])} and {len(items) - _NAMED:,} more"
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
