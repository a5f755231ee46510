"""SentencePiece tokenizers from the fields of a GGUF file (``llama``: by score; ``t5``: unigram)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from embviz.core.spelling import byte_token_value
from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.tokenization.byte_level import add_tokens
from embviz.io.tables.tokenization.parts import LazyTokenizer, TokenParts
from embviz.io.tables.tokenization.piece_types import PieceType
from embviz.io.tables.tokenization.sentencepiece_bpe import SentencePieceBPE
from embviz.io.tables.tokenization.unigram import build_unigram, weighed_pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embviz.io.tables.gguf_header import GGUFHeader


def sentencepiece_parts(
    header: GGUFHeader, tokens: list[str], types: NDArray[Any], added: dict[int, bool], *, unigram: bool
) -> TokenParts:
    """Tokens and tokenizer.

    Parameters
    ----------
    header
        Of the file that holds the tokenizer's fields.
    tokens, types
        Its tokens and llama.cpp's types of them, by id.
    added
        Ids of tokens matched before anything else → whether they are control tokens.
    unigram
        True for the unigram model, False for merging by score.
    """
    control = _ids(types, PieceType.CONTROL, PieceType.UNKNOWN)
    unused = _ids(types, PieceType.UNUSED)
    parts = TokenParts(tokens, None, TokenScheme.SENTENCEPIECE, control, unused)
    scores = header.numbers("tokenizer.ggml.scores")
    if scores is None or len(scores) != len(tokens) or scores.dtype.kind != "f":
        notice = Notice(
            "bad-tokenizer", f"“{header.file.name}” lacks its tokenizer's scores: words cannot be split."
        )
        return TokenParts(tokens, None, parts.scheme, control, unused, notices=(notice,))
    build = _unigram if unigram else _by_score
    tokenizer = build(header, tokens, types, scores.astype(np.float64), added)
    return TokenParts(tokens, tokenizer, parts.scheme, control, unused)


def _by_score(
    header: GGUFHeader,
    tokens: list[str],
    types: NDArray[Any],
    scores: NDArray[np.float64],
    added: dict[int, bool],
) -> SentencePieceBPE:
    is_byte = types == PieceType.BYTE
    bytes_ = {
        value: row
        for row, token in enumerate(tokens)
        if is_byte[row] and (value := byte_token_value(token)) is not None
    }
    return SentencePieceBPE(
        {token: row for row, token in enumerate(tokens) if not is_byte[row]},
        dict(enumerate(scores.tolist())),
        # User-defined pieces are matched in text whose spaces are already written as the mark.
        whole={tokens[row].replace(" ", "▁"): row for row in added},
        bytes_=bytes_,
        unknown=header.number("tokenizer.ggml.unknown_token_id"),
        vocab_size=len(tokens),
        dummy_prefix=header.flag("tokenizer.ggml.add_space_prefix", True),
        prefix_after_whole=True,
    )


def _unigram(
    header: GGUFHeader,
    tokens: list[str],
    types: NDArray[Any],
    scores: NDArray[np.float64],
    added: dict[int, bool],
) -> LazyTokenizer:
    charsmap = header.numbers("tokenizer.ggml.precompiled_charsmap")
    unknown = header.number("tokenizer.ggml.unknown_token_id")
    never = (PieceType.UNKNOWN, PieceType.CONTROL, PieceType.UNUSED, PieceType.BYTE)

    def build() -> Any:
        tokenizer = build_unigram(
            weighed_pieces(
                tokens,
                scores.tolist(),
                never=set(_ids(types, *never)),
                always=set(_ids(types, PieceType.USER_DEFINED)),
            ),
            unknown=unknown if unknown is not None and unknown < len(tokens) else None,
            byte_fallback=bool(np.any(types == PieceType.BYTE)),
            dummy_prefix=header.flag("tokenizer.ggml.add_space_prefix", True),
            trim_spaces=header.flag("tokenizer.ggml.remove_extra_whitespaces", False),
            charsmap=b"" if charsmap is None else charsmap.astype(np.uint8).tobytes(),
            name=header.file.name,
        )
        add_tokens(tokenizer, tokens, {row: True for row, special in added.items() if special})
        return tokenizer

    return LazyTokenizer(len(tokens), build, limit=len(tokens))


def _ids(types: NDArray[Any], *kinds: PieceType) -> list[int]:
    ids: list[int] = np.flatnonzero(np.isin(types, kinds)).tolist()
    return ids
