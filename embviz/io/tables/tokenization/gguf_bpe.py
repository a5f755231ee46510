"""Byte-level BPE from the fields of a GGUF file (``tokenizer.ggml.model`` = ``gpt2``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.core.vocabulary import TokenScheme
from embviz.errors import Notice
from embviz.io.tables.plain import quoted
from embviz.io.tables.tokenization.byte_level import add_tokens, byte_level_bpe, checked_merges
from embviz.io.tables.tokenization.parts import LazyTokenizer, TokenParts
from embviz.io.tables.tokenization.split_patterns import GPT2, IGNORE_MERGES, SPLIT_PATTERNS

if TYPE_CHECKING:
    from embviz.io.tables.gguf_header import GGUFHeader


def byte_level_parts(header: GGUFHeader, tokens: list[str], added: dict[int, bool]) -> TokenParts:
    """Tokens and tokenizer.

    Parameters
    ----------
    header
        Of the file that holds the tokenizer's fields.
    tokens
        Its tokens by id.
    added
        Ids of tokens matched before anything else → whether they are control tokens.
    """
    name = header.file.name
    control = [row for row, is_control in added.items() if is_control]
    merges = header.strings("tokenizer.ggml.merges")
    if merges is None:
        notice = Notice("bad-tokenizer", f"“{name}” lacks its tokenizer's merges: words cannot be split.")
        return TokenParts(tokens, None, TokenScheme.BYTE_LEVEL, control, notices=(notice,))
    rule = header.text("tokenizer.ggml.pre")
    prefix = header.flag("tokenizer.ggml.add_space_prefix", False)

    def build() -> Any:
        vocab = {token: row for row, token in enumerate(tokens)}
        tokenizer = byte_level_bpe(
            vocab,
            checked_merges(merges.decode()[0], vocab, name),
            patterns=SPLIT_PATTERNS.get(rule, (GPT2,)),
            add_prefix_space=prefix,
            ignore_merges=rule in IGNORE_MERGES,
        )
        add_tokens(tokenizer, tokens, added)
        return tokenizer

    return TokenParts(
        tokens,
        LazyTokenizer(len(tokens), build),
        TokenScheme.BYTE_LEVEL,
        control,
        notices=() if rule in SPLIT_PATTERNS else (_unknown_rule(rule),),
    )


def _unknown_rule(rule: str) -> Notice:
    how = (
        f"by a rule called {quoted(rule, 40)}, which is not known here"
        if rule
        else "by a rule it does not name"
    )
    return Notice(
        "unknown-pre",
        f"The model splits text {how}; GPT-2's rule is used, so some words may be split differently.",
    )
