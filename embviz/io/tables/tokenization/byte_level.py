"""Byte-level BPE, put together from a vocabulary and its merges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.io.tables.plain import quoted
from embviz.io.tables.tokenization.parts import bad_tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def checked_merges(lines: Iterable[str], known: Mapping[str, int], name: str) -> list[tuple[str, str]]:
    """Read merges as pairs of tokens, from lines ``left right``.

    Each is checked, for `tokenizers` would fail on an unknown token without saying what that means.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer``.
    """
    # All at once first: checking 50,000 one by one takes longer than all else in opening a folder.
    pairs = [(left, right) for left, _, right in (line.partition(" ") for line in lines)]
    tokens = {left + right for left, right in pairs}
    tokens.update(left for left, _ in pairs)
    tokens.update(right for _, right in pairs)
    if not tokens <= known.keys():
        left, right = next(pair for pair in pairs if not {*pair, "".join(pair)} <= known.keys())
        why = f"the merge {quoted(f'{left} {right}', 40)} does not lead from tokens to a token"
        raise bad_tokenizer(name, why)
    return pairs


def byte_level_bpe(
    vocab: dict[str, int],
    merges: list[tuple[str, str]],
    *,
    patterns: Sequence[str] | None = None,
    add_prefix_space: bool = False,
    ignore_merges: bool = False,
) -> Any:
    """Build a `tokenizers.Tokenizer`; without patterns text is cut as GPT-2 cuts it."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges, ignore_merges=ignore_merges))
    bytes_of = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space, use_regex=patterns is None)
    splits = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns or ()]
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*splits, bytes_of])
    return tokenizer


def add_tokens(tokenizer: Any, tokens: Sequence[str | None], added: Mapping[int, bool]) -> None:
    """Have tokens matched in the text before anything else: id → whether it is a control token."""
    from tokenizers import AddedToken

    for special in (False, True):
        wanted = [
            AddedToken(text, normalized=False, special=special)
            for row, control in added.items()
            if control == special and (text := tokens[row])
        ]
        (tokenizer.add_special_tokens if special else tokenizer.add_tokens)(wanted)
