"""The file tokenizer.json, which holds a whole tokenizer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.files import read_small
from embviz.io.tables.tokenization.parts import MOST_TOKENS, LazyTokenizer, TokenParts, bad_tokenizer

if TYPE_CHECKING:
    from pathlib import Path

_LONGEST = 300_000_000


def read_tokenizer_json(path: Path) -> TokenParts:
    """Read the file.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer`` when it is broken.
    """
    return parts_from_json(read_small(path, _LONGEST), path.name)


def parts_from_json(raw: bytes, name: str) -> TokenParts:
    """Tokens and tokenizer from the text of a tokenizer.json; ``name`` is for messages.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer`` when it is broken.
    """
    tokenizer = _parse(raw, name)
    notices: tuple[Notice, ...] = ()
    if tokenizer.padding is not None or tokenizer.truncation is not None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        notices = (
            Notice(
                "tokenizer-padding",
                f"{name} would pad or cut every text to a fixed length; that is switched off here.",
            ),
        )
    vocab: dict[str, int] = tokenizer.get_vocab(with_added_tokens=True)
    size = max(vocab.values(), default=-1) + 1
    if size > MOST_TOKENS:
        raise bad_tokenizer(name, f"a token has the implausible id {size - 1:,}")
    tokens: list[str | None] = [None] * size
    for token, row in vocab.items():
        tokens[row] = token
    added = tokenizer.get_added_tokens_decoder()
    return TokenParts(
        tokens,
        LazyTokenizer(len(vocab), lambda: tokenizer),
        scheme_of(tokenizer, tokens),
        control=[row for row, token in added.items() if token.special],
        lowercase=_lowercases(_component(tokenizer.normalizer)),
        notices=notices,
    )


def _parse(raw: bytes, name: str) -> Any:
    from tokenizers import Tokenizer

    try:
        return Tokenizer.from_buffer(raw)
    except Exception as error:
        # tokenizers raises nothing narrower than Exception for a file that it cannot parse.
        raise bad_tokenizer(name, "it cannot be parsed") from error


def scheme_of(tokenizer: Any, tokens: list[str | None]) -> TokenScheme:
    """How the tokens of a `tokenizers.Tokenizer` spell text, from what its parts are."""
    model = type(tokenizer.model).__name__
    if model == "WordPiece":
        return TokenScheme.WORDPIECE
    if getattr(tokenizer.model, "end_of_word_suffix", None):
        return TokenScheme.END_OF_WORD
    kinds = _kinds(_component(tokenizer.decoder)) | _kinds(_component(tokenizer.pre_tokenizer))
    if "ByteLevel" in kinds:
        return TokenScheme.BYTE_LEVEL
    if "WordPiece" in kinds:
        return TokenScheme.WORDPIECE
    if "BPEDecoder" in kinds:
        return TokenScheme.END_OF_WORD
    if "Metaspace" in kinds or model == "Unigram":
        return TokenScheme.SENTENCEPIECE
    if any(token is not None and token.startswith("▁") for token in tokens):
        return TokenScheme.SENTENCEPIECE
    return TokenScheme.PLAIN


def _component(part: Any) -> dict[str, Any]:
    """Describe a normalizer, pre-tokenizer or decoder as its file would; {} for none."""
    if part is None:
        return {}
    description = json.loads(part.__getstate__())
    return description if isinstance(description, dict) else {}


def _kinds(description: dict[str, Any]) -> set[str]:
    """Types of a part and of those it is made of."""
    kinds = {str(description.get("type"))}
    for key in ("decoders", "pretokenizers", "normalizers"):
        for inner in description.get(key) or []:
            kinds |= _kinds(inner)
    return kinds


def _lowercases(description: dict[str, Any]) -> bool:
    if description.get("type") == "Lowercase" or description.get("lowercase") is True:
        return True
    return any(_lowercases(inner) for inner in description.get("normalizers") or [])
