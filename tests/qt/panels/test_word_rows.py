"""What a word's row says, on the bundled table."""

from __future__ import annotations

from embviz.core.resolve import SplitPolicy
from embviz.core.words import WordGroup, read_groups
from embviz.qt.panels.word_rows import Mark, word_row
from tests.qt.fakes import small_table


def rows(table, words, **choices):
    reading = read_groups(table, [WordGroup("w", tuple(words))], choices=choices, require=False)
    return [
        word_row(text, entry, table.vocabulary) for text, entry in zip(words, reading.entries[0], strict=True)
    ]


def test_a_word_is_shown_as_its_token_with_its_id(bundled):
    (cat,) = rows(bundled, ["cat"])
    assert (cat.text, cat.detail, cat.mark, cat.drawn) == ("␣cat", "2644", None, True)
    assert cat.spoken == "␣cat, token 2644"


def test_a_word_in_another_case_says_what_it_was_taken_as(bundled):
    (paris,) = rows(bundled, ["paris"])
    assert (paris.text, paris.taken_as, paris.detail) == ("paris", "␣Paris", "7042")
    assert paris.tip == "“paris” was taken as ␣Paris, token 7042."
    assert paris.spoken == "paris, taken as ␣Paris, token 7042"


def test_a_split_word_says_its_pieces_and_what_becomes_of_it(bundled):
    (skipped,) = rows(bundled, ["hippopotamus"])
    assert (skipped.detail, skipped.pieces, skipped.mark) == ("3 tokens", "␣hipp·opotam·us", Mark.SPLIT)
    assert (skipped.policy, skipped.drawn) == (SplitPolicy.SKIP, False)
    assert "(19165, 21179, 376); left out of the map." in skipped.tip
    (mean,) = rows(bundled, ["hippopotamus"], hippopotamus=SplitPolicy.MEAN)
    assert (mean.policy, mean.drawn, mean.text) == (SplitPolicy.MEAN, True, "hippopotamus")
    assert mean.spoken == "hippopotamus, 3 tokens, drawn as the mean of its pieces"


def test_repeated_words_are_marked_however_they_were_typed(bundled):
    _, again, by_id = rows(bundled, ["cat", "␣cat", "#2644"])
    assert [row.mark for row in (again, by_id)] == [Mark.REPEATED, Mark.REPEATED]
    assert not again.drawn


def test_a_word_that_the_table_lacks_is_marked():
    (row,) = rows(small_table(), ["unicorn"])
    assert (row.text, row.detail, row.mark) == ("unicorn", "not here", Mark.UNKNOWN)


def test_a_word_that_is_not_read_yet_stands_as_typed(bundled):
    row = word_row("cat", None, bundled.vocabulary)
    assert (row.text, row.detail, row.tip) == ("cat", "", "")


def test_what_cannot_be_seen_in_a_word_is_written_out(bundled):
    (row,) = rows(bundled, ["zwei\nZeilen"])
    assert row.text == "zwei\\nZeilen"
    assert word_row(" hippo\u202e", None, None).text == "␣hippo\\u202E"
