"""Tokens that a model folder names beside its vocabulary: special tokens, and those that were added later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from embviz.io.tables.files import read_small
from embviz.io.tables.plain import json_object
from embviz.io.tables.tokenization.parts import MOST_TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_LONGEST = 50_000_000
# Special tokens of models that are older than the files which name them.
_USUAL = frozenset(
    {
        *("<s>", "</s>", "<pad>", "<unk>", "<mask>", "<|endoftext|>"),
        *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[BOS]", "[EOS]"),
    }
)


@dataclass(frozen=True)
class AddedTokens:
    """Tokens named in tokenizer_config.json, special_tokens_map.json and added_tokens.json.

    Attributes
    ----------
    settings
        The whole of tokenizer_config.json.
    by_id
        Id → (token, whether it is special).
    special
        Texts of special tokens, with or without an id of their own.
    """

    settings: dict[str, Any] = field(default_factory=dict)
    by_id: dict[int, tuple[str, bool]] = field(default_factory=dict)
    special: frozenset[str] = frozenset()

    def extend(self, tokens: Sequence[str | None]) -> list[str | None]:
        """Return the tokens with the added ones in their places."""
        size = max([len(tokens), *(row + 1 for row in self.by_id)])
        extended = [*tokens, *[None] * (size - len(tokens))]
        for row, (text, _) in self.by_id.items():
            extended[row] = text
        return extended

    def matched_first(self, tokens: Sequence[str | None]) -> dict[int, bool]:
        """Ids of tokens that are matched before anything else → whether they are special."""
        found = {row: special for row, (_, special) in self.by_id.items()}
        names = self.special or _USUAL
        for row, token in enumerate(tokens):
            if token in names:
                found[row] = True
        return found

    def flag(self, key: str) -> bool | None:
        """Read a switch of tokenizer_config.json, None when it is absent."""
        value = self.settings.get(key)
        return value if isinstance(value, bool) else None


def read_added_tokens(folder: Path) -> AddedTokens:
    """Read the files; what is broken in them is passed over, for the vocabulary matters more."""
    settings = _object(folder / "tokenizer_config.json")
    by_id: dict[int, tuple[str, bool]] = {}
    for text, row in _object(folder / "added_tokens.json").items():
        if _is_id(row):
            by_id[row] = (text, False)
    decoder = settings.get("added_tokens_decoder")
    for key, entry in decoder.items() if isinstance(decoder, dict) else ():
        content = _text(entry)
        if key.isdecimal() and len(key) < 9 and _is_id(int(key)) and content is not None:
            by_id[int(key)] = (content, isinstance(entry, dict) and entry.get("special") is True)
    special = set(_special(settings)) | set(_special(_object(folder / "special_tokens_map.json")))
    special |= {text for text, is_special in by_id.values() if is_special}
    by_id = {row: (text, flag or text in special) for row, (text, flag) in by_id.items()}
    return AddedTokens(settings, by_id, frozenset(special))


def _object(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        return json_object(read_small(path, _LONGEST))
    except ValueError:
        return {}


def _special(values: Mapping[str, Any]) -> Iterator[str]:
    """Texts under keys such as ``bos_token`` and ``additional_special_tokens``."""
    for key, value in values.items():
        if key.endswith("_token") and (text := _text(value)) is not None:
            yield text
        elif key == "additional_special_tokens" and isinstance(value, list):
            yield from (text for item in value if (text := _text(item)) is not None)


def _text(value: Any) -> str | None:
    """Return the text of a token that is written as a string or as an object with ``content``."""
    if isinstance(value, dict):
        value = value.get("content")
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) and value else None


def _is_id(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST_TOKENS
