"""Word lists as plain text: one word a line, ``# name`` starts a group.

The space after ``#`` decides: ``# 2644`` starts a group, ``#2644`` is the word that means row 2644.
"""

from __future__ import annotations

from embviz.core.lines import lines_of
from embviz.core.words import WordGroup
from embviz.io.wordlists.base import Groups, cannot_hold, checked_name, default_group, merged


def parse(text: str, name: str) -> Groups:
    """Read a list; words above the first ``# name`` belong to a group called as the file is.

    Lines may be indented; exactly one space before a word is kept, since it asks for the exact token.

    Raises
    ------
    EmbvizError
        ``bad-word-list``.
    """
    title = default_group(name)
    groups: list[WordGroup] = []
    for number, line in enumerate(lines_of(text), start=1):
        if _starts_group(line):
            title = checked_name(line.strip()[2:], name, "the group", line=number)
            groups.append(WordGroup(title, ()))
        elif line.strip():
            groups.append(WordGroup(title, (_word(line),)))
    return merged(groups)


def render(groups: Groups) -> str:
    """Write a list.

    Raises
    ------
    EmbvizError
        ``cannot-write`` for a word that no line can hold: one with a line break, or ``# name``.
    """
    parts = (
        "\n".join([f"# {group.name}", *(_line(word) for word in group.words)]) + "\n"
        for group in merged(groups)
    )
    return "\n".join(parts)


def _starts_group(line: str) -> bool:
    return line.lstrip(" \t").startswith(("# ", "#\t"))


def _word(line: str) -> str:
    line = line.rstrip()
    bare = line.lstrip()
    return line if line == f" {bare}" else bare


def _line(word: str) -> str:
    """Find the line that is read as this word: the word, trimmed where that changes nothing, or in quotes."""
    exact = word.startswith((" ", "␣"))
    for line in (word, f'"{word.replace("␣", " ", 1)}"' if exact else word.strip()):
        one_line = len(lines_of(line)) == 1 and line.strip() and not _starts_group(line)
        if one_line and _word(line) == line:
            return line
    raise cannot_hold(word, "text")
