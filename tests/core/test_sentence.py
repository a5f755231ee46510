"""A sentence, its pieces and their rows."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.sentence import DEFAULT_SENTENCE, MOST_PIECES, sentence_rows
from embviz.core.spelling import TokenScheme

WORDS = ["the", "cat", "sat", "mat", "Cat", "on"]


@pytest.fixture
def word_table(make_table):
    """A table of whole words whose tokenizer knows no sentences."""

    class WholeWords:
        vocab_size = len(WORDS)

        def encode(self, text):
            return [WORDS.index(text)] if text in WORDS else []

    rows = np.arange(24, dtype=np.float32).reshape(6, 4)
    return make_table(rows, WORDS, tokenizer=WholeWords())


def test_the_contracts_sentence_has_the_contracts_ids(bundled):
    found = sentence_rows(bundled, "The cat sat")
    assert [piece.id for piece in found.pieces] == [504, 2644, 2643]
    assert [piece.token for piece in found.pieces] == ["The", "Ġcat", "Ġsat"]
    assert [piece.shown for piece in found.pieces] == ["The", "␣cat", "␣sat"]
    assert not found.by_words


def test_each_piece_has_its_own_row_of_the_table(bundled):
    found = sentence_rows(bundled, DEFAULT_SENTENCE)
    assert found.rows.shape == (11, 576)
    for piece, row in zip(found.pieces, found.rows, strict=True):
        assert np.array_equal(row, bundled.vectors[piece.id])


def test_equal_tokens_have_equal_marks_and_equal_rows_and_others_have_none(bundled):
    found = sentence_rows(bundled, DEFAULT_SENTENCE)
    marks = {piece.shown: piece.mark for piece in found.pieces}
    assert marks["␣cat"] == 0
    assert marks["."] == 1
    assert {shown for shown, mark in marks.items() if mark is None} == {
        *("The", "␣sat", "␣on", "␣the", "␣mat", "␣The", "␣slept")
    }
    assert np.array_equal(found.rows[1], found.rows[8])


def test_two_spellings_of_a_word_are_said_to_be_two_rows_with_their_cosine(bundled):
    found = sentence_rows(bundled, DEFAULT_SENTENCE)
    the, space_the = bundled.vectors[504].astype(float), bundled.vectors[378].astype(float)
    cosine = the @ space_the / (np.linalg.norm(the) * np.linalg.norm(space_the))
    assert f"“The” and “␣The”: two tokens, two rows, cosine {cosine:.2f}." in found.notes
    assert any(note == "“␣cat”, “.” stand again: equal tokens, equal rows." for note in found.notes)


def test_the_colour_scale_ends_at_the_99th_percentile(bundled):
    found = sentence_rows(bundled, DEFAULT_SENTENCE)
    sizes = np.sort(np.abs(found.rows).ravel().astype(float))
    share_below = np.mean(sizes < found.limit)
    assert share_below == pytest.approx(0.99, abs=0.001)


def test_words_of_a_word_table_are_looked_up_one_by_one_and_lacking_ones_are_said(word_table):
    found = sentence_rows(word_table, "The cat sat on a mat.")
    assert found.by_words
    assert [piece.id for piece in found.pieces] == [0, 1, 2, 5, None, 3, None]
    assert [piece.shown for piece in found.pieces] == ["the", "cat", "sat", "on", "a", "mat", "."]
    assert np.isnan(found.rows[4]).all()
    assert found.rows[1].tolist() == [4, 5, 6, 7]
    assert "A table of whole words has no tokenizer" in found.notes[0]
    assert "2 have no row: “a”, “.”." in found.notes


def test_one_word_of_a_word_table_is_its_tokenizers_answer(word_table):
    found = sentence_rows(word_table, "Cat")
    assert not found.by_words
    assert [piece.id for piece in found.pieces] == [4]


def test_without_a_tokenizer_words_are_looked_up_and_that_is_said(make_table):
    table = make_table(
        np.eye(3, dtype=np.float32), ["Ġcat", "cat", "Ġdog"], scheme=TokenScheme.BYTE_LEVEL, tokenizer=None
    )
    found = sentence_rows(table, "cat dog")
    assert [piece.shown for piece in found.pieces] == ["␣cat", "␣dog"]
    assert "no tokenizer with this table" in found.notes[0]


def test_rows_without_tokens_are_looked_up_by_number(make_table):
    table = make_table(np.eye(4, dtype=np.float32), [None] * 4, tokenizer=None)
    found = sentence_rows(table, "#2 #0 #2")
    assert [piece.id for piece in found.pieces] == [2, 0, 2]
    assert [piece.mark for piece in found.pieces] == [0, None, 0]
    assert "Type row numbers" in found.notes[0]


def test_nothing_typed_gives_no_pieces_and_nothing_to_say(bundled):
    found = sentence_rows(bundled, "  ")
    assert found.rows.shape[1] == 576
    assert not found.by_words
    assert sentence_rows(bundled, "").pieces == ()


def test_a_very_long_text_is_cut_and_that_is_said(bundled):
    found = sentence_rows(bundled, " cat" * (MOST_PIECES + 7))
    assert len(found.pieces) == MOST_PIECES
    assert found.left_out == 7
    assert found.notes[0] == "The first 1,000 tokens are shown; 7 more are not."


def test_rows_that_are_all_zero_still_have_a_scale(make_table):
    found = sentence_rows(make_table(np.zeros((2, 3), dtype=np.float32), ["a", "b"]), "ab")
    assert found.limit == 1.0
    assert [piece.id for piece in found.pieces] == [0, 1]
