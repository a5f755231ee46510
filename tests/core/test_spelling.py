"""Stored tokens, the text they spell and how it is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embviz.core.spelling import (
    TokenScheme,
    byte_alphabet,
    byte_token_value,
    decoded,
    spelled,
    token_bytes,
    visible,
    word_key,
)


def test_every_byte_has_its_own_character_and_a_space_is_a_dotted_g():
    alphabet = byte_alphabet()
    assert sorted(alphabet.values()) == list(range(256))
    assert (alphabet["Ġ"], alphabet["Ċ"], alphabet["A"], alphabet["ł"]) == (0x20, 0x0A, 0x41, 0xA0)


@pytest.mark.parametrize(
    ("token", "scheme", "expected"),
    [
        ("Ġcat", TokenScheme.BYTE_LEVEL, " cat"),
        ("æĹ¥", TokenScheme.BYTE_LEVEL, "日"),
        ("two words", TokenScheme.BYTE_LEVEL, "two words"),  # added as plain text
        ("▁cat", TokenScheme.SENTENCEPIECE, " cat"),
        ("▁▁▁", TokenScheme.SENTENCEPIECE, "   "),
        ("<0x0A>", TokenScheme.SENTENCEPIECE, "\n"),
        ("##s", TokenScheme.WORDPIECE, "##s"),
        ("cat</w>", TokenScheme.END_OF_WORD, "cat "),
        ("cat", TokenScheme.END_OF_WORD, "cat"),
        ("</w>", TokenScheme.END_OF_WORD, "</w>"),
        ("ice cream", TokenScheme.PLAIN, "ice cream"),
    ],
)
def test_a_token_spells_its_text(token, scheme, expected):
    byte_level = scheme is TokenScheme.BYTE_LEVEL
    assert token_bytes(token, scheme, byte_level=byte_level).decode() == expected


@given(text=st.text(min_size=1), byte_level=st.booleans())
def test_what_is_spelled_reads_as_before(text, byte_level):
    scheme = TokenScheme.BYTE_LEVEL if byte_level else TokenScheme.PLAIN
    token = spelled(text, scheme, byte_level=byte_level)
    assert token_bytes(token, scheme, byte_level=byte_level) == text.encode()


def test_a_word_that_ends_is_spelled_with_its_mark():
    assert spelled("cat ", TokenScheme.END_OF_WORD, byte_level=False) == "cat</w>"
    assert spelled("é ", TokenScheme.END_OF_WORD, byte_level=True) == "Ã©</w>"
    assert spelled(" cat", TokenScheme.SENTENCEPIECE, byte_level=False) == "▁cat"


def test_bytes_that_are_no_text_are_written_in_hexadecimal():
    assert decoded(b"\xe7\x8c") == (r"\xE7\x8C", False)
    assert decoded(b" a\xff") == (r" a\xFF", False)
    assert decoded("日".encode()) == ("日", True)


def test_only_byte_tokens_have_a_byte_value():
    assert byte_token_value("<0x41>") == 0x41
    assert byte_token_value("<0x4>") is None
    assert byte_token_value("cat") is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" cat", "␣cat"),
        ("   ", "␣␣␣"),
        ("cat ", "cat␣"),
        ("a b", "a b"),
        ("\n\n", r"\n\n"),
        (" \t", r"␣\t"),
        ("\x00", r"\x00"),
        ("\u200b", r"\u200B"),
        ("\u202eabc", r"\u202Eabc"),  # would turn the whole line round
        ("\u00a0cat", r"\xA0cat"),
        ("a\u00a0b", "a\u00a0b"),
        ("\u200d", r"\u200D"),
        ("👩\u200d🔬", "👩\u200d🔬"),  # the joiner is a part of the emoji
        ("<b>", "<b>"),
        ("", ""),
    ],
)
def test_text_is_shown_so_that_nothing_in_it_is_invisible(text, shown):
    assert visible(text) == shown


def test_variants_of_a_word_share_a_key():
    assert {word_key(text) for text in (" Cat", "cat", "CAT ", "cat")} == {"cat"}
    assert word_key("E\u0301te\u0301") == word_key("été")
    assert word_key("STRASSE") == word_key("straße")
    assert word_key("cat") != word_key("cats")
