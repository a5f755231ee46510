"""Vocabularies from before tokenizer.json: vocab.txt (BERT), vocab.json with merges.txt (GPT-2, RoBERTa)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.core.vocabulary import TokenScheme
from embviz.io.tables.files import read_small
from embviz.io.tables.plain import json_object
from embviz.io.tables.tokenization.added import read_added_tokens
from embviz.io.tables.tokenization.byte_level import add_tokens, byte_level_bpe, checked_merges
from embviz.io.tables.tokenization.parts import MOST_TOKENS, LazyTokenizer, TokenParts, bad_tokenizer
from embviz.io.tables.tokenization.split_patterns import SPLIT_PATTERNS
from embviz.io.tables.tokenization.wordpiece import wordpiece_parts

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST = 100_000_000


def read_vocab_txt(path: Path) -> TokenParts:
    """Read BERT's vocab.txt: one token a line.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer``.
    """
    if (path.parent / "bpe.codes").exists():
        raise bad_tokenizer(path.name, "it belongs to a BPE tokenizer of another kind")
    # Not splitlines(): tokens may hold characters that it takes for the end of a line.
    lines = _text(path).replace("\r\n", "\n").removesuffix("\n").split("\n")
    if len(lines) > MOST_TOKENS:
        raise bad_tokenizer(path.name, f"it has {len(lines):,} lines")
    added = read_added_tokens(path.parent)
    tokens = added.extend(lines)
    first = added.matched_first(tokens)
    lowercase = added.flag("do_lower_case")
    if lowercase is None:
        # A vocabulary with capitals is that of a cased model.
        lowercase = not any(t != t.lower() for row, t in enumerate(lines) if row not in first)
    return wordpiece_parts(
        tokens, added=first, lowercase=lowercase, strip_accents=added.flag("strip_accents")
    )


def read_vocab_json(path: Path) -> TokenParts:
    """Read vocab.json (token → id) and the merges.txt beside it: byte-level BPE.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer``.
    """
    raw = read_small(path, _LONGEST)
    try:
        known: dict[str, int] = json_object(raw)
    except ValueError as error:
        raise bad_tokenizer(path.name, str(error)) from error
    ids = known.values()
    if set(map(type, ids)) != {int} or min(ids) < 0 or max(ids) >= MOST_TOKENS:
        raise bad_tokenizer(path.name, "it does not lead from tokens to ids")
    if raw.count(b'</w>"') * 4 > len(known):
        raise bad_tokenizer(path.name, "its tokens mark the end of a word, which is another kind of BPE")
    if b"\\u" in raw:
        # JSON can spell lone surrogates, which are no characters.
        known = {token.encode("utf-8", "replace").decode(): row for token, row in known.items()}
    tokens: list[str | None] = [None] * (max(known.values()) + 1)
    for token, row in known.items():
        tokens[row] = token
    added = read_added_tokens(path.parent)
    tokens = added.extend(tokens)
    first = added.matched_first(tokens)
    lines = _text(path.parent / "merges.txt").replace("\r\n", "\n").split("\n")
    merges = checked_merges(
        filter(None, lines[1:] if lines[0].startswith("#version") else lines),
        known,
        "merges.txt",
    )
    kind = added.settings.get("tokenizer_class")
    patterns = SPLIT_PATTERNS["qwen2"] if isinstance(kind, str) and kind.startswith("Qwen2") else None

    def build() -> Any:
        vocab = {token: row for row, token in enumerate(tokens) if token is not None}
        tokenizer = byte_level_bpe(
            vocab, merges, patterns=patterns, add_prefix_space=added.flag("add_prefix_space") is True
        )
        add_tokens(tokenizer, tokens, first)
        return tokenizer

    return TokenParts(
        tokens,
        LazyTokenizer(len(tokens) - tokens.count(None), build),
        TokenScheme.BYTE_LEVEL,
        [row for row, special in first.items() if special],
    )


def _text(path: Path) -> str:
    if not path.is_file():
        raise bad_tokenizer(path.name, "it is missing")
    try:
        return read_small(path, _LONGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise bad_tokenizer(path.name, "it is not UTF-8 text") from error
