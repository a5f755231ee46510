"""Word lists in CSV: a header ``word,group`` and one word a row.

Columns are found by their names, so the CSV of an exported map reads as a word list too; a
semicolon or a tab between the columns, as some spreadsheets write them, is understood.
"""

from __future__ import annotations

import csv
import io

from embviz.core.words import WordGroup
from embviz.io.wordlists.base import Groups, bad_word_list, cannot_hold, checked_name, default_group, merged


def parse(text: str, name: str) -> Groups:
    """Read a list; blank rows are skipped, and a word without a group belongs to one called as the file is.

    Raises
    ------
    EmbvizError
        ``bad-word-list``.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    word_column = group_column = None
    width = 0
    groups: list[WordGroup] = []
    line = 1
    try:
        for row in reader:
            start, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if word_column is None:
                header = [cell.strip().lower() for cell in row]
                if "word" not in header:
                    raise bad_word_list(name, "the header has no column “word”", line=start)
                word_column, width = header.index("word"), len(header)
                group_column = header.index("group") if "group" in header else None
                continue
            if len(row) > width:
                what = f"{len(row)} columns where the header has {width}"
                raise bad_word_list(
                    name, what, line=start, hint="Put a word that holds a comma in double quotes."
                )
            word = row[word_column] if word_column < len(row) else ""
            if not word.strip():
                raise bad_word_list(name, "a row without a word", line=start)
            group = row[group_column] if group_column is not None and group_column < len(row) else ""
            title = (
                checked_name(group, name, "the group", line=start) if group.strip() else default_group(name)
            )
            groups.append(WordGroup(title, (word,)))
    except csv.Error as error:
        raise bad_word_list(name, f"not CSV: {error}", line=line) from error
    if word_column is None:
        raise bad_word_list(name, "the file is empty")
    return merged(groups)


def render(groups: Groups) -> str:
    """Write a list; a group without words has no row and is lost."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("word", "group"))
    for group in merged(groups):
        for word in group.words:
            if not word.strip():
                raise cannot_hold(word, "CSV")
            writer.writerow((word, group.name))
    return text.getvalue()


def _delimiter(text: str) -> str:
    header = text.lstrip().split("\n", 1)[0]
    return max(",;\t", key=header.count)
