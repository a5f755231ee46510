"""The tokenizer inside a GGUF file, by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from embviz.errors import Notice
from embviz.io.tables.tokenization.gguf_bpe import byte_level_parts
from embviz.io.tables.tokenization.parts import TokenParts

if TYPE_CHECKING:
    from embviz.io.tables.gguf_header import GGUFHeader

# Numbers of llama.cpp's token types.
_UNKNOWN, _CONTROL, _USER_DEFINED, _UNUSED = 2, 3, 4, 5


def gguf_token_parts(header: GGUFHeader) -> TokenParts:
    """Tokens and tokenizer of a GGUF file; what is wrong with them becomes a notice."""
    name = header.file.name
    strings = header.strings("tokenizer.ggml.tokens")
    if strings is None or not len(strings):
        return TokenParts(
            notices=(Notice("no-tokenizer", f"“{name}” holds no tokenizer: rows are shown by number."),)
        )
    tokens, bad = strings.decode()
    notices: tuple[Notice, ...] = ()
    if bad:
        notices = (Notice("bad-utf8", f"{bad:,} of the tokens are not valid UTF-8 and are shown with “�”."),)
    types = header.numbers("tokenizer.ggml.token_type")
    if types is None or len(types) != len(tokens):
        types = np.ones(len(tokens), dtype=np.int32)
    added = {
        int(i): types[i] != _USER_DEFINED
        for i in np.flatnonzero((types == _CONTROL) | (types == _USER_DEFINED))
    }
    kind = header.text("tokenizer.ggml.model")
    if kind == "gpt2":
        parts = byte_level_parts(header, tokens, added, notices)
    else:
        parts = TokenParts(
            tokens,
            notices=(
                *notices,
                Notice(
                    "bad-tokenizer", f"The tokenizer kind “{kind[:40]}” is not known: words cannot be split."
                ),
            ),
        )
    return parts
