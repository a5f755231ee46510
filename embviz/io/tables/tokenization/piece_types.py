"""Types of pieces in a SentencePiece model; GGUF files give every token one of the same numbers."""

from __future__ import annotations

import enum


class PieceType(enum.IntEnum):
    """What a piece is (sentencepiece_model.proto; llama.cpp's token types)."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6
