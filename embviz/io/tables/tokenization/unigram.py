"""SentencePiece's unigram model (Kudo 2018): of all ways to split a text the most probable one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from embviz.io.tables.tokenization.parts import bad_tokenizer


def build_unigram(
    pieces: Sequence[tuple[str, float]],
    *,
    unknown: int | None,
    byte_fallback: bool,
    dummy_prefix: bool,
    trim_spaces: bool,
    charsmap: bytes,
    name: str,
) -> Any:
    """Build a `tokenizers.Tokenizer`.

    Parameters
    ----------
    pieces
        Pieces with their log probabilities, by id.
    unknown
        Id for what has no piece.
    byte_fallback
        Whether such characters become byte pieces.
    dummy_prefix
        Whether a space is put before the text.
    trim_spaces
        Whether spaces at the ends and repeated ones are dropped.
    charsmap
        SentencePiece's compiled normalisation, empty for none.
    name
        File name for messages.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer``.
    """
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

    steps: list[Any] = []
    try:
        tokenizer = Tokenizer(models.Unigram(list(pieces), unknown, byte_fallback))
        if charsmap:
            steps.append(normalizers.Precompiled(charsmap))
    except Exception as error:
        # tokenizers raises nothing narrower than Exception here.
        raise bad_tokenizer(name, "its pieces or its normalisation cannot be used") from error
    if trim_spaces:
        steps += [normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")]
    tokenizer.normalizer = normalizers.Sequence(steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(
        replacement="▁", prepend_scheme="always" if dummy_prefix else "never", split=False
    )
    return tokenizer
