"""The tokenizer inside a GGUF file, by its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.plain import quoted
from embviz.io.tables.tokenization.gguf_bpe import byte_level_parts
from embviz.io.tables.tokenization.gguf_spm import sentencepiece_parts
from embviz.io.tables.tokenization.parts import TokenParts
from embviz.io.tables.tokenization.piece_types import PieceType
from embviz.io.tables.tokenization.wordpiece import wordpiece_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.io.tables.gguf_header import GGUFHeader


def gguf_token_parts(header: GGUFHeader) -> TokenParts:
    """Tokens and tokenizer of a GGUF file; what is wrong with them becomes a notice."""
    name = header.file.name
    strings = header.strings("tokenizer.ggml.tokens")
    if strings is None or not len(strings):
        return TokenParts(
            notices=(Notice("no-tokenizer", f"“{name}” holds no tokenizer: rows are shown by number."),)
        )
    tokens, bad = strings.decode()
    types = header.numbers("tokenizer.ggml.token_type")
    if types is None or len(types) != len(tokens):
        types = np.ones(len(tokens), dtype=np.int32)
    is_added = (types == PieceType.CONTROL) | (types == PieceType.USER_DEFINED)
    added = {int(row): bool(types[row] == PieceType.CONTROL) for row in np.flatnonzero(is_added)}
    parts = _by_kind(header, tokens, types, added)
    if bad:
        notice = Notice(
            "bad-utf8", f"{bad:,} of the tokens are not valid UTF-8; their bad bytes show as “�”."
        )
        parts = replace(parts, notices=(notice, *parts.notices))
    return parts


def _by_kind(
    header: GGUFHeader, tokens: list[str], types: NDArray[Any], added: dict[int, bool]
) -> TokenParts:
    kind = header.text("tokenizer.ggml.model")
    if kind == "gpt2":
        return byte_level_parts(header, tokens, added)
    if kind in ("llama", "t5"):
        return sentencepiece_parts(header, tokens, types, added, unigram=kind == "t5")
    if kind == "bert":
        return _bert(header, tokens, types, added)
    notice = Notice(
        "bad-tokenizer", f"The tokenizer kind {quoted(kind, 40)} is not known: words cannot be split."
    )
    control = [row for row, is_control in added.items() if is_control]
    return TokenParts(tokens, None, _guess(tokens), control, notices=(notice,))


def _bert(header: GGUFHeader, tokens: list[str], types: NDArray[Any], added: dict[int, bool]) -> TokenParts:
    """llama.cpp writes the start of a word as ``▁`` and a continuation bare; here it is BERT's own way."""
    added = added | {int(row): True for row in np.flatnonzero(types == PieceType.UNKNOWN)}
    plain = set(added)
    spelled = [
        token if row in plain else token[1:] if token.startswith("▁") else f"##{token}"
        for row, token in enumerate(tokens)
    ]
    # A vocabulary with capitals is that of a cased model.
    cased = any(token != token.lower() for row, token in enumerate(spelled) if row not in plain)
    lowercase = header.flag("tokenizer.ggml.normalizer.lowercase", not cased)
    unused = np.flatnonzero(types == PieceType.UNUSED).tolist()
    return wordpiece_parts(spelled, added=added, lowercase=lowercase, unused=unused)


def _guess(tokens: list[str]) -> TokenScheme:
    """How tokens of an unknown kind spell a space: by the mark that more of them begin with."""
    spaces = sum(token.startswith("▁") for token in tokens)
    bytes_ = sum(token.startswith("Ġ") for token in tokens)
    if spaces == bytes_ == 0:
        return TokenScheme.PLAIN
    return TokenScheme.SENTENCEPIECE if spaces >= bytes_ else TokenScheme.BYTE_LEVEL
