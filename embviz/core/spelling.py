"""How stored tokens spell text: from the stored form to bytes, to text and to what the eye sees."""

from __future__ import annotations

import enum
import re
import unicodedata
from functools import cache

END_OF_WORD_MARK = "</w>"
CONTINUATION_MARK = "##"
SENTENCEPIECE_SPACE = "▁"
OPEN_BOX = "␣"

_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


class TokenScheme(enum.Enum):
    """How stored tokens spell the text they stand for."""

    BYTE_LEVEL = "byte-level"  # GPT-2: Ġ is a space, each character one byte
    SENTENCEPIECE = "sentencepiece"  # ▁ is a space, <0x41> a byte
    WORDPIECE = "wordpiece"  # BERT: ## marks a continuation
    END_OF_WORD = "end-of-word"  # </w> closes a word
    PLAIN = "plain"  # word vectors: the token is the word

    @property
    def marks_spaces(self) -> bool:
        """Whether the space before a word is a part of its token."""
        return self in (TokenScheme.BYTE_LEVEL, TokenScheme.SENTENCEPIECE)


@cache
def byte_alphabet() -> dict[str, int]:
    """Return the byte that each character of a byte-level vocabulary stands for (GPT-2, 2019).

    Printable bytes stand for themselves; the others take the characters from U+0100 upward in order.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    alphabet = {chr(byte): byte for byte in printable}
    others = (byte for byte in range(256) if chr(byte) not in alphabet)
    return alphabet | {chr(0x100 + place): byte for place, byte in enumerate(others)}


@cache
def _byte_characters() -> dict[int, str]:
    return {byte: character for character, byte in byte_alphabet().items()}


def byte_token_value(token: str) -> int | None:
    """Return the byte of a SentencePiece byte token such as ``<0x41>``, None for other tokens."""
    match = _BYTE_TOKEN.fullmatch(token) if token.startswith("<0x") else None
    return int(match[1], 16) if match else None


def token_bytes(token: str, scheme: TokenScheme, *, byte_level: bool) -> bytes:
    """Return the bytes of the text that a stored token stands for.

    Parameters
    ----------
    token
        As stored.
    scheme
        How its vocabulary spells text.
    byte_level
        Whether each character stands for a byte: always for BYTE_LEVEL, for some END_OF_WORD vocabularies.
        A token with other characters is one that was added as plain text.
    """
    text = token
    if scheme is TokenScheme.SENTENCEPIECE:
        byte = byte_token_value(token)
        if byte is not None:
            return bytes([byte])
        text = token.replace(SENTENCEPIECE_SPACE, " ")
    elif scheme is TokenScheme.END_OF_WORD and token.endswith(END_OF_WORD_MARK) and token != END_OF_WORD_MARK:
        return token_bytes(token.removesuffix(END_OF_WORD_MARK), scheme, byte_level=byte_level) + b" "
    if byte_level:
        alphabet = byte_alphabet()
        if all(character in alphabet for character in text):
            return bytes(alphabet[character] for character in text)
    return text.encode("utf-8", "surrogatepass")


def spelled(text: str, scheme: TokenScheme, *, byte_level: bool) -> str:
    """Return the stored form of a token with this text: the way back from `token_bytes`."""
    if scheme is TokenScheme.SENTENCEPIECE:
        return text.replace(" ", SENTENCEPIECE_SPACE)
    closing = ""
    if scheme is TokenScheme.END_OF_WORD and text.endswith(" "):
        text, closing = text[:-1], END_OF_WORD_MARK
    if byte_level:
        characters = _byte_characters()
        text = "".join(characters[byte] for byte in text.encode("utf-8", "surrogatepass"))
    return text + closing


def decoded(raw: bytes) -> tuple[str, bool]:
    r"""Return the bytes as text, ``\xE7\x8C`` for what is not, and whether all are valid UTF-8."""
    try:
        return raw.decode("utf-8"), True
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "surrogateescape")
        return _ESCAPED_BYTE.sub(lambda match: f"\\x{ord(match[0]) - 0xDC00:02X}", text), False


def visible(text: str) -> str:
    r"""Return text for the eye: spaces at its ends as ``␣``, what cannot be seen as ``\n`` or ``\u200B``."""
    core = text.strip(" ")
    if not core:
        return OPEN_BOX * len(text)
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - len(text.rstrip(" "))
    if not (core.isascii() and core.isprintable()):
        alone = len(core) == 1
        last = len(core) - 1
        core = "".join(
            _escape(character) if _unseen(character, alone, place in (0, last)) else character
            for place, character in enumerate(core)
        )
    return OPEN_BOX * before + core + OPEN_BOX * after


def _unseen(character: str, alone: bool, at_end: bool) -> bool:
    category = unicodedata.category(character)
    if category in _UNSEEN_CATEGORIES or character in _BIDI_CONTROLS:
        return True
    # Joiners are part of emoji and of Indic words; alone they cannot be seen. A space of another kind is
    # mistaken for nothing where a token begins or ends.
    return (category == "Cf" and alone) or (category == "Zs" and character != " " and at_end)


def _escape(character: str) -> str:
    short = _SHORT_ESCAPES.get(character)
    if short is not None:
        return short
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def word_key(text: str) -> str:
    """Return what variants of a word share: NFC, trimmed, case folded (``cat`` for `` Cat``)."""
    if text.isascii():
        return text.strip().lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).strip().casefold())
