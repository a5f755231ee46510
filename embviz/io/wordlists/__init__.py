"""Word lists: TOML, JSON, CSV and plain text, read and written. One file a form, one line a form below."""

from __future__ import annotations

import os
from pathlib import Path

from embviz.core.words import WordGroup
from embviz.errors import EmbvizError
from embviz.io.atomic import write_text
from embviz.io.wordlists import csv_list, json_list, text, toml
from embviz.io.wordlists.base import Groups, WordListForm, bad_word_list

FORMS: dict[str, WordListForm] = {
    "toml": WordListForm("TOML", (".toml",), toml.parse, toml.render),
    "json": WordListForm("JSON", (".json",), json_list.parse, json_list.render),
    "csv": WordListForm("CSV", (".csv", ".tsv"), csv_list.parse, csv_list.render),
    "text": WordListForm("Plain text", (".txt", ".text", ""), text.parse, text.render),
}
"""In the order in which a file dialog offers them."""

LARGEST = 10_000_000
"""Bytes; a larger file is no list of words for a map."""


def read_word_list(path: str | Path) -> Groups:
    """Read a word list of any form; the file's suffix says which. Duplicates are kept.

    Tolerated: a byte-order mark, any line ends, blank lines. Groups of the same name become one.

    Raises
    ------
    EmbvizError
        ``no-such-file``, ``permission``, ``cannot-read``, or ``bad-word-list`` with file, line and reason.
    """
    path = Path(path)
    data = _read(path)
    form = form_of(path)
    return form.parse(_text_of(data, path.name), path.name)


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


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # The size of a pipe is not known beforehand: read one byte more than is allowed.
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise EmbvizError(f"There is no file {path}.", code="no-such-file", hint="Check the name.") from error
    except IsADirectoryError as error:
        raise bad_word_list(str(path), "a folder, not a file", hint="Name a file in it.") from error
    except PermissionError as error:
        hint = "Check the file's permissions."
        raise EmbvizError(f"{path} may not be read.", code="permission", hint=hint) from error
    except OSError as error:
        reason = (error.strerror or os.strerror(error.errno or 0)).lower()
        raise EmbvizError(
            f"{path} cannot be read: {reason}.", code="cannot-read", hint="Check the disk."
        ) from error


def _text_of(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        hint = "Split the list; a map of words holds some thousands."
        raise bad_word_list(name, "larger than 10 MB", hint=hint)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad_word_list(name, "not UTF-8 text", line=line, hint="Save the file as UTF-8.") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise bad_word_list(name, "not a text file", line=line, hint="Save the list as text in UTF-8.")
    return text


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
