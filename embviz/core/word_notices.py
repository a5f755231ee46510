"""What is said of typed words that did not simply become a row: few sentences, however long the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from embviz.core.resolve import SplitPolicy
from embviz.errors import Notice

_NAMED = 5


@dataclass
class WordFindings:
    """What reading a list of words came across, as words and their explanations.

    Attributes
    ----------
    unknown
        Words that nothing of the table stands for.
    split
        Words that are several tokens, each with what was done and its pieces (``␣hipp·opotam·us``).
    undefined
        Words whose row has no direction.
    repeated
        Words whose row is on the map already, each with the word that brought it there.
    taken
        Words that were found in another case, each with its token's shown form.
    """

    unknown: list[str] = field(default_factory=list)
    split: list[tuple[SplitPolicy, str, str]] = field(default_factory=list)
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
            return f"“{self.unknown[0]}” is not in this table and was left out."
        words = _listed([f"“{word}”" for word in self.unknown])
        return (
            f"{len(self.unknown):,} words are not in this table and were left out: {words}." if words else ""
        )

    def _split(self, policy: SplitPolicy) -> str:
        split = [(word, pieces) for done, word, pieces in self.split if done is policy]
        if len(split) == 1:
            word, pieces = split[0]
            outcome = {
                SplitPolicy.MEAN: "It is drawn as the mean of its pieces.",
                SplitPolicy.PIECES: "Each piece is drawn.",
            }.get(policy, "It was left out.")
            return f"“{word}” is {pieces.count('·') + 1} tokens: {pieces}. {outcome}"
        outcome = {
            SplitPolicy.MEAN: "are drawn as the mean of their pieces",
            SplitPolicy.PIECES: "are drawn as their pieces",
        }.get(policy, "were left out")
        words = _listed([f"“{word}” ({pieces})" for word, pieces in split])
        return f"{len(split):,} words are several tokens and {outcome}: {words}." if words else ""

    def _undefined(self) -> str:
        if len(self.undefined) == 1:
            return f"“{self.undefined[0]}” has no direction (zeros, or no finite numbers) and was left out."
        words = _listed([f"“{word}”" for word in self.undefined])
        problem = "have no direction (zeros, or no finite numbers) and were left out"
        return f"{len(self.undefined):,} words {problem}: {words}." if words else ""

    def _repeated(self) -> str:
        if len(self.repeated) == 1:
            word, first = self.repeated[0]
            if word == first:
                return f"“{word}” is on the list more than once; it is drawn once."
            return f"“{word}” is the same row as “{first}”; it is drawn once."
        words = _listed(list(dict.fromkeys(f"“{word}”" for word, _ in self.repeated)))
        return (
            f"{len(self.repeated):,} words repeat a row of the list and were left out: {words}."
            if words
            else ""
        )

    def _taken(self) -> str:
        if len(self.taken) == 1:
            return f"“{self.taken[0][0]}” was taken as {self.taken[0][1]}."
        words = _listed([f"“{word}” as {shown}" for word, shown in self.taken])
        return f"{len(self.taken):,} words were taken in another case: {words}." if words else ""


def _listed(items: Sequence[str]) -> str:
    """Return items as one phrase, the first five by name; empty for none."""
    if len(items) > _NAMED + 1:
        return f"{', '.join(items[:_NAMED])} and {len(items) - _NAMED:,} more"
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
