"""The list of words that lies beside an array of vectors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from embviz.errors import EmbvizError, Notice
from embviz.io.tables.files import read_small
from embviz.io.tables.tokenization.parts import TokenParts
from embviz.io.tables.tokenization.words import WordDecoder, word_parts

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST = 500_000_000
_GENERAL = ("vocab", "vocabulary", "words", "tokens", "labels", "metadata")
_SUFFIXES = (".txt", ".json", ".tsv", ".vocab")


def words_beside(path: Path, rows: int) -> TokenParts:
    """Words of the vectors in ``path``, from the first fitting file beside it.

    ``vectors.npy`` may go with ``vectors.vocab``, ``vectors.txt``, ``vectors_vocab.txt``, ``vocab.txt``,
    ``words.json`` and so on: one word a line, a JSON list, or a JSON object word → row.

    Raises
    ------
    EmbvizError
        ``mismatch`` when there are more or fewer words than rows, ``bad-tokenizer`` when the list is broken.
    """
    stem = path.stem
    own = [stem, *(f"{stem}{mark}{name}" for mark in "._-" for name in _GENERAL)]
    for name in (*own, *_GENERAL):
        for suffix in _SUFFIXES:
            place = path.with_name(name + suffix)
            if place != path and place.is_file():
                return _read(place, rows)
    text = f"There is no list of words beside “{path.name}”, such as vocab.txt: rows are shown by number."
    return TokenParts(notices=(Notice("no-tokenizer", text),))


def _read(path: Path, rows: int) -> TokenParts:
    raw = read_small(path, _LONGEST)
    if path.suffix == ".json":
        parts = word_parts(_json_words(path, raw))
    else:
        # Not splitlines(): words may hold characters that it takes for the end of a line.
        lines = raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n")
        while len(lines) > rows and not lines[-1]:
            lines.pop()
        decoder = WordDecoder()
        decoder.add(line.split(b"\t", 1)[0] for line in lines)
        parts = decoder.parts()
    if len(parts.tokens) != rows:
        raise EmbvizError(
            f"“{path.name}” has {len(parts.tokens):,} words for {rows:,} vectors.",
            code="mismatch",
            hint="Put the list that belongs to the vectors beside them.",
        )
    return parts


def _json_words(path: Path, raw: bytes) -> list[str]:
    try:
        value: Any = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _broken(path) from error
    if isinstance(value, dict):
        if sorted(row for row in value.values() if type(row) is int) != list(range(len(value))):
            raise _broken(path)
        value = sorted(value, key=value.__getitem__)
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise _broken(path)
    # JSON can spell lone surrogates, which are no characters.
    return [word.encode("utf-8", "replace").decode() for word in value]


def _broken(path: Path) -> EmbvizError:
    return EmbvizError(
        f"“{path.name}” is no list of words.",
        code="bad-tokenizer",
        hint="Write one word a line, in the order of the vectors.",
    )
