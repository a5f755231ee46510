"""Word lists in JSON: ``{"group": ["word", …]}``."""

from __future__ import annotations

import json

from embviz.core.words import WordGroup
from embviz.io.wordlists.base import Groups, bad_word_list, checked_name, checked_words, merged


class _Object(list[tuple[str, object]]):
    """A JSON object as its pairs, so that a group given twice loses no words."""


def parse(text: str, name: str) -> Groups:
    """Read a list.

    Raises
    ------
    EmbvizError
        ``bad-word-list``.
    """
    try:
        document = json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise bad_word_list(name, what, line=error.lineno) from error
    except RecursionError as error:
        raise bad_word_list(name, "the brackets are nested too deeply") from error
    if not isinstance(document, _Object):
        raise bad_word_list(name, "the outermost thing is not an object of groups")
    groups: list[WordGroup] = []
    for number, (key, values) in enumerate(document, start=1):
        title = checked_name(key, name, f"group {number}")
        if isinstance(values, _Object):
            raise bad_word_list(name, f"the words of group “{title}” are not a list")
        groups.append(WordGroup(title, checked_words(values, name, title)))
    return merged(groups)


def render(groups: Groups) -> str:
    """Write a list with real characters, indented; colours and shapes have no place here."""
    document = {group.name: list(group.words) for group in merged(groups)}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
