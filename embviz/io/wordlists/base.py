"""What the four forms of a word list share: the checks, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath

from embviz.core.words import WordGroup
from embviz.errors import EmbvizError

Groups = tuple[WordGroup, ...]

FORMS = (
    'TOML is [[group]] with name and words; JSON is {"group": ["word"]}; CSV has the header word,group; '
    "text has one word a line and “# name” above each group."
)
"""All four forms in one sentence, the hint of most refusals."""


@dataclass(frozen=True)
class WordListForm:
    """One form of word list.

    Attributes
    ----------
    title
        As a file dialog names it.
    suffixes
        Endings of such files, the usual one first.
    parse
        ``parse(text, name)`` → groups; ``name`` is the file's name for messages. Raises EmbvizError
        ``bad-word-list``.
    render
        ``render(groups)`` → text. Raises EmbvizError ``cannot-write`` for a word that the form cannot hold.
    """

    title: str
    suffixes: tuple[str, ...]
    parse: Callable[[str, str], Groups]
    render: Callable[[Groups], str]


def bad_word_list(name: str, what: str, *, line: int | None = None, hint: str = FORMS) -> EmbvizError:
    """Refuse a list: its name, the line where there is one, and what is wrong there."""
    place = name if line is None else f"{name}, line {line}"
    return EmbvizError(f"{place}: {what}.", code="bad-word-list", hint=hint)


def cannot_hold(word: str, form: str) -> EmbvizError:
    """Refuse to write a word that a form has no way to spell."""
    shown = word.encode("unicode_escape").decode("ascii")
    return EmbvizError(
        f"A {form} word list cannot hold the word “{shown}”.",
        code="cannot-write",
        hint="Save it as TOML or JSON.",
    )


def default_group(name: str) -> str:
    """Name the group of words that stand in none: as the file is called."""
    return PurePath(name).stem or name


def checked_name(value: object, name: str, what: str, *, line: int | None = None) -> str:
    """Check a group's name: text with something in it, line breaks made spaces."""
    if not isinstance(value, str) or not value.strip():
        raise bad_word_list(name, f"{what} has no name", line=line)
    return " ".join(checked_text(value, name, what, line=line).split())


def checked_words(values: object, name: str, group: str) -> tuple[str, ...]:
    """Check the words of a group as TOML and JSON give them: a list of texts. Empty ones are left out."""
    if not isinstance(values, list):
        raise bad_word_list(name, f"the words of group “{group}” are not a list")
    words: list[str] = []
    for number, value in enumerate(values, start=1):
        if not isinstance(value, str):
            raise bad_word_list(name, f"word {number} of group “{group}” is not text in quotes")
        if value.strip():
            words.append(checked_text(value, name, f"word {number} of group “{group}”"))
    return tuple(words)


def checked_text(value: str, name: str, what: str, *, line: int | None = None) -> str:
    """Refuse text that cannot be written as UTF-8 again: JSON can spell half a character."""
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise bad_word_list(name, f"{what} holds half a character (an unpaired surrogate)", line=line)
    return value


def merged(groups: Iterable[WordGroup]) -> Groups:
    """Join groups of the same name where the first of them stood; words keep their order, none is dropped."""
    first: dict[str, WordGroup] = {}
    words: dict[str, list[str]] = {}
    for group in groups:
        first.setdefault(group.name, group)
        # A list, not tuples joined: some forms give one word at a time, and a list may have a vocabulary's.
        words.setdefault(group.name, []).extend(group.words)
    return tuple(replace(group, words=tuple(words[name])) for name, group in first.items())
