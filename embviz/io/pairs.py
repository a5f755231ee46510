"""Lists of word pairs: the ready-made ones, and the user's own, pasted or from a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from embviz.core.lines import lines_of
from embviz.core.pairs import Pair, PairList
from embviz.errors import EmbvizError
from embviz.io.sets import open_set
from embviz.io.text_files import read_text
from embviz.io.wordlists import toml
from embviz.resources import resource

PAIR_LIST_NAMES = ("capitals", "plurals", "tenses", "comparatives", "family", "opposites")
"""The ready-made lists in the order in which they are offered; ``resources/pairs`` has a file for each."""

FORM = "Write one pair a line, such as “France, Paris” or “France Paris”."

_HEADER = ("from", "to")
# Tried in this order; the first that cuts a line into two parts is meant.
_SEPARATORS = (r"\t", r"\s*(?:→|->|=>)\s*", r"\s*[,;]\s*", r"\s*:\s+|\s+:\s*", r"\s*[−–—]\s*|\s+-\s+", r"\s+")


def open_pair_list(name: str) -> PairList:
    """Read a ready-made list.

    Raises
    ------
    EmbvizError
        ``no-such-pairs`` for a name that is none of `PAIR_LIST_NAMES`.
    """
    if name not in PAIR_LIST_NAMES:
        raise EmbvizError(
            f"There is no list of pairs called {name}.",
            code="no-such-pairs",
            hint=f"The lists are {', '.join(PAIR_LIST_NAMES)}.",
        )
    path = resource("pairs", f"{name}.toml")
    return _from_document(toml.load(path.read_text(encoding="utf-8"), path.name), name, path.name)


def read_pairs(path: str | Path) -> PairList:
    """Read pairs from a file: TOML as the ready-made lists are, or text with one pair a line.

    Raises
    ------
    EmbvizError
        ``no-such-file``, ``permission``, ``cannot-read``, or ``bad-pairs`` with file, line and reason.
    """
    path = Path(path)
    text = read_text(path, bad_pairs, too_large="Split the list.")
    if path.suffix.lower() == ".toml":
        try:
            document = toml.load(text, path.name)
        except EmbvizError as error:
            raise EmbvizError(error.message, code="bad-pairs", hint=FORM) from error
        return _from_document(document, path.name, path.name)
    return parse_pairs(text, path.name)


def parse_pairs(text: str, name: str = "") -> PairList:
    """Read pasted pairs, one a line.

    Between the two words may stand a tab, an arrow, a comma, a colon, a dash or just spaces; a hyphen needs
    spaces beside it. Words in double quotes keep what is in them together. Blank lines and lines that begin
    with ``# `` are skipped, and so is a header ``from,to``.

    Parameters
    ----------
    name
        The file's name for messages; empty for what was pasted.

    Raises
    ------
    EmbvizError
        ``bad-pairs`` with line and reason.
    """
    pairs: list[Pair] = []
    for number, line in enumerate(lines_of(text), start=1):
        if not line.strip() or line.lstrip().startswith(("# ", "#\t")) or line.strip() == "#":
            continue
        pair = _cut(line.strip())
        if pair is None:
            raise bad_pairs(name or "The list", f"“{_short(line)}” is not two words", line=number)
        if not pairs and tuple(word.lower() for word in pair) == _HEADER and "," in line:
            continue
        pairs.append(pair)
    if not pairs:
        raise bad_pairs(name or "The list", "no pair of words in it")
    return PairList(name, Path(name).stem if name else "Your own pairs", tuple(pairs))


def bad_pairs(name: str, what: str, *, line: int | None = None, hint: str = FORM) -> EmbvizError:
    """Refuse a list: its name, the line where there is one, and what is wrong there."""
    place = name if line is None else f"{name}, line {line}"
    return EmbvizError(f"{place}: {what}.", code="bad-pairs", hint=hint)


def _cut(line: str) -> Pair | None:
    """Cut a line into two words; None when it is not two."""
    quoted = re.fullmatch(r'("[^"]+"|[^"\s]+)(?:\s*(?:→|->|=>|[,;:]|[−–—-])\s*|\s+)("[^"]+"|[^"\s]+)', line)
    if quoted is not None and '"' in line:
        return quoted[1], quoted[2]
    for separator in _SEPARATORS:
        parts = re.split(separator, line)
        if len(parts) == 2 and all(part.strip() for part in parts):
            return parts[0].strip(), parts[1].strip()
    return None


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= 40 else f"{line[:39]}…"


def _from_document(document: dict[str, Any], name: str, file: str) -> PairList:
    left, right = (str(document.get(key, default)) for key, default in (("from", "from"), ("to", "to")))
    if isinstance(document.get("set"), str):
        groups = {group.name: group.words for group in open_set(document["set"]).groups}
        if left not in groups or right not in groups or len(groups[left]) != len(groups[right]):
            raise bad_pairs(
                file, f"the groups “{left}” and “{right}” do not line up", hint="Check both names."
            )
        pairs = tuple(zip(groups[left], groups[right], strict=True))
    else:
        pairs = _listed(document.get("pairs"), file)
    title, description = (str(document.get(key, "")) for key in ("title", "description"))
    return PairList(name, title or Path(file).stem, pairs, left, right, description)


def _listed(pairs: object, file: str) -> tuple[Pair, ...]:
    hint = 'TOML is pairs = [["France", "Paris"], …].'
    if not isinstance(pairs, list) or not pairs:
        raise bad_pairs(file, "no list called “pairs” in it", hint=hint)
    found: list[Pair] = []
    for number, pair in enumerate(pairs, start=1):
        if not (
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(w, str) and w.strip() for w in pair)
        ):
            raise bad_pairs(file, f"pair {number} is not two words", hint=hint)
        found.append((pair[0], pair[1]))
    return tuple(found)
