"""Word lists in TOML: ``[[group]]`` with ``name`` and ``words``, and where wanted ``color`` and ``shape``."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from embviz.core.words import WordGroup
from embviz.io.wordlists.base import Groups, bad_word_list, checked_name, checked_words, merged

_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")
_PALETTE = range(8)


def parse(text: str, name: str) -> Groups:
    """Read a list; other keys (the title and description of a word set) are left alone.

    Raises
    ------
    EmbvizError
        ``bad-word-list``.
    """
    return groups_of(load(text, name), name)


def load(text: str, name: str) -> dict[str, Any]:
    """Read the whole TOML document; raises EmbvizError ``bad-word-list`` where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _PLACE.search(said)
        line = int(place[1]) if place else text.count("\n") + 1
        what = said[: place.start()] if place else said.removesuffix(" (at end of document)")
        raise bad_word_list(name, f"not TOML: {what[:1].lower()}{what[1:]}", line=line) from error
    except RecursionError as error:
        raise bad_word_list(name, "the brackets are nested too deeply") from error


def groups_of(document: dict[str, Any], name: str) -> Groups:
    """Pick the groups out of a TOML document."""
    tables = document.get("group")
    if not isinstance(tables, list):
        raise bad_word_list(name, "there is no [[group]]")
    groups: list[WordGroup] = []
    for number, table in enumerate(tables, start=1):
        if not isinstance(table, dict):
            raise bad_word_list(name, f"group {number} is not a table")
        title = checked_name(table.get("name"), name, f"group {number}")
        if "words" not in table:
            raise bad_word_list(name, f"group “{title}” has no words")
        words = checked_words(table["words"], name, title)
        color, shape = (_place(table, key, name, title) for key in ("color", "shape"))
        groups.append(WordGroup(title, words, color, shape))
    return merged(groups)


def render(groups: Groups) -> str:
    """Write a list, one word a line, so that a change of one word is a change of one line."""
    parts: list[str] = []
    for group in merged(groups):
        lines = ["[[group]]", f"name = {_quoted(group.name)}"]
        lines += [
            f"{key} = {value}"
            for key, value in (("color", group.color), ("shape", group.shape))
            if value is not None
        ]
        lines += ["words = [", *(f"    {_quoted(word)}," for word in group.words), "]"]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts) if parts else "group = []\n"


def _place(table: dict[str, Any], key: str, name: str, group: str) -> int | None:
    value = table.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value in _PALETTE):
        return value
    raise bad_word_list(name, f"the {key} of group “{group}” is not a number from 0 to 7")


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quoted(text: str) -> str:
    """Write a TOML basic string."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character < " " or character in '"\\\x7f':
        return _ESCAPES.get(character, f"\\u{ord(character):04x}")
    return character
