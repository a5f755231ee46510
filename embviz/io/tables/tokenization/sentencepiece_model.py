"""SentencePiece's own file, tokenizer.model: a protocol buffer, read here field by field.

The fields and their numbers are those of sentencepiece_model.proto; unknown ones are passed over.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from embviz.core.spelling import byte_token_value
from embviz.core.vocabulary import TokenScheme
from embviz.io.tables.files import read_small
from embviz.io.tables.tokenization.added import read_added_tokens
from embviz.io.tables.tokenization.byte_level import add_tokens
from embviz.io.tables.tokenization.parts import MOST_TOKENS, LazyTokenizer, TokenParts, bad_tokenizer
from embviz.io.tables.tokenization.piece_types import PieceType
from embviz.io.tables.tokenization.sentencepiece_bpe import SentencePieceBPE
from embviz.io.tables.tokenization.unigram import build_unigram, weighed_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_LONGEST = 100_000_000
_UNIGRAM, _BPE = 1, 2
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass
class _Model:
    """The fields that matter, with the defaults of the format."""

    pieces: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    kind: int = _UNIGRAM
    byte_fallback: bool = False
    charsmap: bytes = b""
    dummy_prefix: bool = True
    trim_spaces: bool = True

    def ids(self, *types: int) -> list[int]:
        return [row for row, kind in enumerate(self.types) if kind in types]


def read_sentencepiece_model(path: Path) -> TokenParts:
    """Read the file.

    Raises
    ------
    EmbvizError
        ``bad-tokenizer`` when it is broken or of a kind that cannot be used.
    """
    model = _parse(read_small(path, _LONGEST), path.name)
    if model.kind not in (_UNIGRAM, _BPE):
        raise bad_tokenizer(path.name, "it is neither a BPE nor a unigram model")
    added = read_added_tokens(path.parent)
    tokens = added.extend(model.pieces)
    special = set(model.ids(PieceType.UNKNOWN, PieceType.CONTROL))
    first = dict.fromkeys(model.ids(PieceType.USER_DEFINED), False)
    first |= {row: True for row, is_special in added.matched_first(tokens).items() if is_special}
    first |= {row: is_special for row, (_, is_special) in added.by_id.items()}
    tokenizer: Any
    if model.kind == _BPE:
        tokenizer = _by_score(model, tokens, first, path.name)
    else:
        tokenizer = _unigram(model, tokens, first, path.name)
    control = special | {row for row, is_special in first.items() if is_special}
    return TokenParts(tokens, tokenizer, TokenScheme.SENTENCEPIECE, control, model.ids(PieceType.UNUSED))


def _by_score(model: _Model, tokens: list[str | None], first: dict[int, bool], name: str) -> SentencePieceBPE:
    usable = set(model.ids(PieceType.NORMAL, PieceType.USER_DEFINED, PieceType.UNUSED))
    unknown = model.ids(PieceType.UNKNOWN)
    return SentencePieceBPE(
        {piece: row for row, piece in enumerate(model.pieces) if row in usable},
        dict(enumerate(model.scores)),
        whole={text.replace(" ", "▁"): row for row in first if (text := tokens[row])},
        bytes_=_bytes(model) if model.byte_fallback else {},
        unknown=unknown[0] if unknown else None,
        vocab_size=sum(token is not None for token in tokens),
        dummy_prefix=model.dummy_prefix,
        unused=model.ids(PieceType.UNUSED),
        normalize=_normaliser(model, name),
    )


def _unigram(model: _Model, tokens: list[str | None], first: dict[int, bool], name: str) -> LazyTokenizer:
    unknown = model.ids(PieceType.UNKNOWN)
    never = set(model.ids(PieceType.CONTROL, PieceType.UNKNOWN, PieceType.UNUSED, PieceType.BYTE))
    # Tokens that were added beside the model take part, so that they keep their ids.
    gaps = range(len(model.pieces), len(tokens))
    texts = [*model.pieces, *(tokens[row] or f"\0{row}" for row in gaps)]
    scores = [*model.scores, *(0.0 for _ in gaps)]
    pieces = weighed_pieces(
        texts, scores, never=never | set(gaps), always=set(model.ids(PieceType.USER_DEFINED))
    )
    # Pieces that the user defined win by their weight; as added tokens they would break the text in two.
    first = {row: special for row, special in first.items() if special or row in gaps}

    def build() -> Any:
        tokenizer = build_unigram(
            pieces,
            unknown=unknown[0] if unknown else None,
            byte_fallback=model.byte_fallback,
            dummy_prefix=model.dummy_prefix,
            trim_spaces=model.trim_spaces,
            charsmap=model.charsmap,
            name=name,
        )
        add_tokens(tokenizer, tokens, first)
        return tokenizer

    return LazyTokenizer(len(tokens) - tokens.count(None), build, limit=len(tokens))


def _bytes(model: _Model) -> dict[int, int]:
    """Byte → id of its piece."""
    values = ((byte_token_value(model.pieces[row]), row) for row in model.ids(PieceType.BYTE))
    return {value: row for value, row in values if value is not None}


def _normaliser(model: _Model, name: str) -> Callable[[str], str] | None:
    if not model.charsmap and not model.trim_spaces:
        return None
    compiled: Any = None
    if model.charsmap:
        from tokenizers import normalizers

        try:
            compiled = normalizers.Precompiled(model.charsmap)
        except Exception as error:
            # tokenizers raises nothing narrower than Exception here.
            raise bad_tokenizer(name, "its normalisation cannot be used") from error

    def normalize(text: str) -> str:
        if compiled is not None:
            text = compiled.normalize_str(text)
        return " ".join(filter(None, text.split(" "))) if model.trim_spaces else text

    return normalize


def _parse(raw: bytes, name: str) -> _Model:
    model = _Model()
    try:
        for number, value in _fields(raw):
            if number == 1 and isinstance(value, bytes):
                _read_piece(value, model)
            elif number == 2 and isinstance(value, bytes):
                trainer = dict(_fields(value))
                model.kind = _integer(trainer.get(3), _UNIGRAM)
                model.byte_fallback = bool(_integer(trainer.get(35), 0))
            elif number == 3 and isinstance(value, bytes):
                normalizer = dict(_fields(value))
                charsmap = normalizer.get(2)
                model.charsmap = charsmap if isinstance(charsmap, bytes) else b""
                model.dummy_prefix = bool(_integer(normalizer.get(3), 1))
                model.trim_spaces = bool(_integer(normalizer.get(4), 1))
            if len(model.pieces) > MOST_TOKENS:
                raise ValueError("it has too many pieces")
    except ValueError as error:
        raise bad_tokenizer(name, str(error)) from error
    if not model.pieces:
        raise bad_tokenizer(name, "it holds no pieces")
    return model


def _read_piece(raw: bytes, model: _Model) -> None:
    piece, score = "", 0.0
    kind: int = PieceType.NORMAL
    for number, value in _fields(raw):
        if number == 1 and isinstance(value, bytes):
            piece = value.decode(errors="replace")
        elif number == 2 and isinstance(value, float):
            score = value
        elif number == 3:
            kind = _integer(value, PieceType.NORMAL)
    model.pieces.append(piece)
    model.scores.append(score)
    model.types.append(kind)


def _integer(value: Any, default: int) -> int:
    return value if isinstance(value, int) else default


def _fields(raw: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """Fields of a message as (number, value); raises ValueError when it ends too early."""
    at, end = 0, len(raw)
    while at < end:
        key, at = _varint(raw, at)
        number, wire = key >> 3, key & 7
        if wire == _VARINT:
            value, at = _varint(raw, at)
            yield number, value
        elif wire == _BYTES:
            length, at = _varint(raw, at)
            if length > end - at:
                raise ValueError("it ends too early")
            yield number, raw[at : at + length]
            at += length
        elif wire in (_FIXED32, _FIXED64):
            size = 4 if wire == _FIXED32 else 8
            if size > end - at:
                raise ValueError("it ends too early")
            (decimal,) = struct.unpack_from("<f" if size == 4 else "<d", raw, at)
            yield number, float(decimal)
            at += size
        else:
            raise ValueError("it is not a SentencePiece model")


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(raw):
            raise ValueError("it ends too early")
        byte = raw[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise ValueError("it is not a SentencePiece model")
