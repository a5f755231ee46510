"""BERT's WordPiece: the longest piece first, continuations marked with ``##``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.core.vocabulary import TokenScheme
from embviz.io.tables.tokenization.byte_level import add_tokens
from embviz.io.tables.tokenization.parts import LazyTokenizer, TokenParts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def wordpiece_parts(
    tokens: Sequence[str | None],
    *,
    added: Mapping[int, bool],
    lowercase: bool,
    strip_accents: bool | None = None,
    unused: Sequence[int] = (),
) -> TokenParts:
    """Tokens and tokenizer.

    Parameters
    ----------
    tokens
        By id, continuations with ``##``.
    added
        Ids of tokens matched before anything else → whether they are control tokens.
    lowercase
        Whether the model lower-cases text.
    strip_accents
        Whether it takes accents off; None when that goes with lower-casing.
    """

    def build() -> Any:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

        vocab = {token: row for row, token in enumerate(tokens) if token is not None}
        unknown = next((name for name in ("[UNK]", "<unk>", "unk") if name in vocab), "[UNK]")
        if unknown not in vocab:
            # Without a token for it, a word with an unknown letter must become nothing, not an error.
            vocab = {**vocab, unknown: len(tokens)}
        tokenizer = Tokenizer(models.WordPiece(vocab, unk_token=unknown, max_input_chars_per_word=100))
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase, strip_accents=strip_accents)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        add_tokens(tokenizer, tokens, added)
        return tokenizer

    known = sum(token is not None for token in tokens)
    return TokenParts(
        tokens,
        LazyTokenizer(known, build, limit=len(tokens)),
        TokenScheme.WORDPIECE,
        [row for row, control in added.items() if control],
        unused,
        lowercase=lowercase,
    )
