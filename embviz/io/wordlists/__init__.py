"""Word lists: TOML, JSON, CSV and plain text, read and written. One file a form, one line a form below."""

from __future__ import annotations

from pathlib import Path

from embviz.core.resolve import LONGEST_WORD
from embviz.core.words import WordGroup
from embviz.io.atomic import write_text
from embviz.io.text_files import LARGEST, read_text
from embviz.io.wordlists import csv_list, json_list, text, toml
from embviz.io.wordlists.base import Groups, WordListForm, bad_word_list

FORMS: dict[str, WordListForm] = {
    "toml": WordListForm("TOML", (".toml",), toml.parse, toml.render),
    "json": WordListForm("JSON", (".json",), json_list.parse, json_list.render),
    "csv": WordListForm("CSV", (".csv", ".tsv"), csv_list.parse, csv_list.render),
    "text": WordListForm("Plain text", (".txt", ".text", ""), text.parse, text.render),
}
"""In the order in which a file dialog offers them."""


def read_word_list(path: str | Path) -> Groups:
    """Read a word list of any form; the file's suffix says which. Duplicates are kept.

    Tolerated: a byte-order mark, any line ends, blank lines. Groups of the same name become one.

    Raises
    ------
    EmbvizError
        ``no-such-file``, ``permission``, ``cannot-read``, or ``bad-word-list`` with file, line and reason.
    """
    path = Path(path)
    content = read_text(path, bad_word_list, too_large="Split the list; a map of words holds some thousands.")
    groups = form_of(path).parse(content, path.name)
    for group in groups:
        for entry in (group.name, *group.words):
            if len(entry) > LONGEST_WORD:
                what = f"“{entry[:20]}…” has {len(entry):,} characters, which is no word"
                raise bad_word_list(path.name, what)
    return groups


def write_word_list(path: str | Path, groups: Groups) -> None:
    """Write a word list in the form that the suffix of ``path`` says, whole or not at all.

    Raises
    ------
    EmbvizError
        ``bad-word-list`` for an unknown suffix, ``cannot-write``.
    """
    write_text(path, form_of(Path(path)).render(groups))


def form_of(path: Path) -> WordListForm:
    """Tell the form by a file's suffix; raises EmbvizError ``bad-word-list`` for an unknown one."""
    for form in FORMS.values():
        if path.suffix.lower() in form.suffixes:
            return form
    known = ", ".join(suffix for form in FORMS.values() for suffix in form.suffixes if suffix)
    raise bad_word_list(
        path.name, f"“{path.suffix}” is no suffix of a word list", hint=f"Use one of {known}."
    )


__all__ = [
    "FORMS",
    "LARGEST",
    "Groups",
    "WordGroup",
    "WordListForm",
    "form_of",
    "read_word_list",
    "write_word_list",
]
