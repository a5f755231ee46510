"""Byte-level BPE from the fields of a GGUF file (``tokenizer.ggml.model`` = ``gpt2``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.tokenization.parts import LazyTokenizer, TokenParts, bad_tokenizer
from embviz.io.tables.tokenization.split_patterns import GPT2, IGNORE_MERGES, SPLIT_PATTERNS

if TYPE_CHECKING:
    from embviz.io.tables.gguf_header import GGUFHeader, StringArray


def byte_level_parts(
    header: GGUFHeader, tokens: list[str], added: dict[int, bool], notices: tuple[Notice, ...]
) -> TokenParts:
    """Tokens and tokenizer.

    Parameters
    ----------
    header
        Of the file that holds the tokenizer's fields.
    tokens
        Its tokens by id.
    added
        Ids of tokens matched before anything else → whether they are control tokens.
    notices
        What was said of the tokens already.
    """
    name = header.file.name
    merges = header.strings("tokenizer.ggml.merges")
    if merges is None:
        missing = Notice("bad-tokenizer", f"“{name}” lacks its tokenizer's merges: words cannot be split.")
        return TokenParts(
            tokens,
            None,
            TokenScheme.BYTE_LEVEL,
            control=[row for row, control in added.items() if control],
            notices=(*notices, missing),
        )
    pre = header.text("tokenizer.ggml.pre", "gpt-2")
    if pre not in SPLIT_PATTERNS:
        notices = (
            *notices,
            Notice(
                "unknown-pre",
                f"The model splits text by the rule “{pre[:40]}”, which is not known here; GPT-2's rule is "
                "used, so some words may be split differently.",
            ),
        )
    patterns = SPLIT_PATTERNS.get(pre, (GPT2,))
    prefix = header.flag("tokenizer.ggml.add_space_prefix", False)

    def build() -> Any:
        pairs = _pairs(merges, tokens, name)
        return _byte_level_bpe(
            tokens, pairs, patterns, added, add_prefix_space=prefix, ignore_merges=pre in IGNORE_MERGES
        )

    return TokenParts(
        tokens,
        LazyTokenizer(len(tokens), build),
        TokenScheme.BYTE_LEVEL,
        control=[row for row, control in added.items() if control],
        notices=notices,
    )


def _pairs(merges: StringArray, tokens: list[str], name: str) -> list[tuple[str, str]]:
    """Read the merges as pairs of tokens.

    Each is checked, for `tokenizers` would fail on an unknown token without saying what that means.
    """
    known = set(tokens)
    pairs = []
    for merge in merges.decode()[0]:
        at = merge.find(" ", 1)
        left, right = merge[:at], merge[at + 1 :]
        if at < 0 or left not in known or right not in known or left + right not in known:
            raise bad_tokenizer(name, f"the merge “{merge[:40]}” does not lead from tokens to a token")
        pairs.append((left, right))
    return pairs


def _byte_level_bpe(
    tokens: list[str],
    merges: list[tuple[str, str]],
    patterns: tuple[str, ...],
    added: dict[int, bool],
    *,
    add_prefix_space: bool,
    ignore_merges: bool,
) -> Any:
    """Build a byte-level BPE `tokenizers.Tokenizer`."""
    from tokenizers import AddedToken, Regex, Tokenizer, models, pre_tokenizers

    vocab = {token: row for row, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges, ignore_merges=ignore_merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            *(pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns),
            pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space, use_regex=False),
        ]
    )
    tokenizer.add_tokens(
        [AddedToken(tokens[i], normalized=False) for i, control in added.items() if not control]
    )
    tokenizer.add_special_tokens(
        [AddedToken(tokens[i], normalized=False) for i, control in added.items() if control]
    )
    return tokenizer
