"""The ready-made word sets, and ``--words W``: a set's name or a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from embviz.errors import EmbvizError
from embviz.io.wordlists import read_word_list, toml
from embviz.io.wordlists.base import merged
from embviz.resources import resource

if TYPE_CHECKING:
    from embviz.core.words import WordGroup

SET_NAMES = ("48-words", "capitals", "plurals", "tenses", "opposites", "family", "jobs", "split-words")
"""The sets in the order in which they are offered; ``resources/sets`` has a TOML file for each."""

DEFAULT_SET = "48-words"


@dataclass(frozen=True)
class WordSet:
    """Words chosen for teaching, in groups.

    Attributes
    ----------
    name
        As on the command line.
    title, description
        For people: a few words, and one or two sentences.
    groups
        The words; each once.
    pairs
        Chains of group names that line up: word i of each group belongs to word i of the others
        (France–Paris; go–went–gone–going). Empty for sets of independent groups.
    """

    name: str
    title: str
    description: str
    groups: tuple[WordGroup, ...]
    pairs: tuple[tuple[str, ...], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All words in order."""
        return tuple(word for group in self.groups for word in group.words)


def open_set(name: str) -> WordSet:
    """Read a ready-made set.

    Raises
    ------
    EmbvizError
        ``no-such-words`` for a name that is none of `SET_NAMES`.
    """
    if name not in SET_NAMES:
        raise _no_such_words(name)
    path = resource("sets", f"{name}.toml")
    document = toml.load(path.read_text(encoding="utf-8"), path.name)
    return WordSet(
        name=name,
        title=document["title"],
        description=document["description"],
        groups=toml.groups_of(document, path.name),
        pairs=tuple(tuple(chain) for chain in document.get("pairs", ())),
    )


def open_words(source: str) -> tuple[WordGroup, ...]:
    """Read the words of a set or a file; where both have that name the set is meant (``./jobs`` is a file).

    Raises
    ------
    EmbvizError
        ``no-such-words`` when it is neither, and whatever :func:`read_word_list` raises.
    """
    if source in SET_NAMES:
        return open_set(source).groups
    if not source.strip():
        # An empty name would pass for the current folder.
        raise _no_such_words("“”")
    try:
        return read_word_list(source)
    except EmbvizError as error:
        if error.code == "no-such-file":
            raise _no_such_words(source) from error
        raise


def read_sources(sources: Iterable[str]) -> tuple[WordGroup, ...]:
    """Read several sets and files one after the other; groups of the same name become one.

    Raises
    ------
    EmbvizError
        As :func:`open_words`.
    """
    return merged(group for source in sources for group in open_words(source))


def _no_such_words(source: str) -> EmbvizError:
    near = get_close_matches(source, SET_NAMES, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"The sets are {', '.join(SET_NAMES)}."
    return EmbvizError(f"There is no word set and no file called {source}.", code="no-such-words", hint=hint)
