"""SentencePiece's unigram model (Kudo 2018): of all ways to split a text the most probable one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from embviz.io.tables.tokenization.parts import bad_tokenizer

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def weighed_pieces(
    pieces: Sequence[str], scores: Sequence[float], *, never: Collection[int], always: Collection[int]
) -> list[tuple[str, float]]:
    """Pieces with their log probabilities, such that some never and others always win.

    Parameters
    ----------
    pieces, scores
        By id.
    never
        Ids of control pieces and such, which are matched whole or not at all.
    always
        Ids of pieces that the user defined: where they occur they are taken, the longest first.
    """
    lowest = min(scores, default=0.0)
    return [
        (piece, lowest - 100.0 if row in never else 10.0 * len(piece) if row in always else score)
        for row, (piece, score) in enumerate(zip(pieces, scores, strict=True))
    ]


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
        Id for what has no piece; None gives it one beyond all others.
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
    pieces = list(pieces)
    if unknown is None:
        # Without a piece for it, an unknown letter must become nothing, not an error.
        unknown = len(pieces)
        pieces.append(("<unknown>", min((score for _, score in pieces), default=0.0) - 100.0))
    try:
        tokenizer = Tokenizer(models.Unigram(pieces, unknown, byte_fallback))
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
