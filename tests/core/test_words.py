"""From typed words to points: what each becomes, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

from embviz.core.resolve import resolve
from embviz.core.vocabulary import TokenScheme
from embviz.core.words import MapWord, SplitPolicy, WordGroup, WordState, read_groups
from embviz.errors import EmbvizError

HIPPO = (19165, 21179, 376)


def read(table, *words, **options):
    return read_groups(table, [WordGroup("words", words)], **options)


def said(reading):
    return {notice.code: notice.text for notice in reading.notices}


# -- one word --------------------------------------------------------------------------------------------


def test_a_word_resolves_to_its_row(bundled):
    (word,) = resolve(bundled, " cat\n".strip())
    assert (word.text, word.id, word.ids, word.token) == ("cat", 2644, (2644,), "Ġcat")
    assert (word.combined, word.taken_as) == (None, "")


def test_a_word_in_another_case_says_what_it_was_taken_as(bundled):
    (word,) = resolve(bundled, "paris")
    assert (word.id, word.taken_as) == (7042, "␣Paris")


def test_an_exact_token_and_a_row_are_shown_as_the_token(bundled):
    assert resolve(bundled, "␣cat")[0].text == "␣cat"
    assert resolve(bundled, "#2644")[0].text == "␣cat"
    assert resolve(bundled, '"cat"')[0].text == "cat"
    assert resolve(bundled, "#7042")[0].taken_as == ""


def test_a_split_word_follows_the_policy(bundled):
    with pytest.raises(EmbvizError, match=r"“hippopotamus” is 3 tokens: ␣hipp·opotam·us\. .*--split"):
        resolve(bundled, "hippopotamus")
    assert resolve(bundled, "hippopotamus", split=SplitPolicy.SKIP) == ()
    (mean,) = resolve(bundled, "hippopotamus", split=SplitPolicy.MEAN)
    assert (mean.text, mean.ids, mean.id) == ("hippopotamus", HIPPO, None)
    assert (mean.token, mean.combined) == ("␣hipp·opotam·us", "mean")
    pieces = resolve(bundled, "hippopotamus", split=SplitPolicy.PIECES)
    assert [(piece.text, piece.id) for piece in pieces] == list(
        zip(["␣hipp", "opotam", "us"], HIPPO, strict=True)
    )


def test_an_exact_text_that_is_no_token_is_split_as_it_stands(bundled):
    with pytest.raises(EmbvizError, match="␣hipp·opotam·us"):
        resolve(bundled, "␣hippopotamus")
    with pytest.raises(EmbvizError, match=r": h[^␣]*\."):
        resolve(bundled, '"hippopotamus"')


def test_numbers_are_words_and_may_be_split(bundled):
    assert len(resolve(bundled, "31415", split=SplitPolicy.PIECES)) > 1


class Encoder:
    """A tokenizer that answers from a list."""

    vocab_size = 5

    def __init__(self, answers):
        self.answers = answers

    def encode(self, text):
        return self.answers[text]


def test_a_tokenizer_that_adds_the_space_itself_is_not_given_a_second_one(make_table):
    tokens = ["<unk>", "▁hip", "po", "▁", "hip"]
    answers = {" hippo": [3, 1, 2], "hippo": [1, 2]}
    table = make_table(
        np.eye(5, dtype=np.float32), tokens, scheme=TokenScheme.SENTENCEPIECE, tokenizer=Encoder(answers)
    )
    assert [word.id for word in resolve(table, "hippo", split=SplitPolicy.PIECES)] == [1, 2]
    table.tokenizer.answers = {" hippo": [1, 2], "hippo": [4, 2]}
    assert [word.id for word in resolve(table, "hippo", split=SplitPolicy.PIECES)] == [1, 2]


def test_a_word_that_the_model_normalises_to_one_token_is_that_token(make_table):
    table = make_table(
        np.eye(2, dtype=np.float32),
        ["[UNK]", "cafe"],
        scheme=TokenScheme.WORDPIECE,
        control=[0],
        tokenizer=Encoder({"café": [1], "кот": [0]}),
    )
    (word,) = resolve(table, "café")
    assert (word.id, word.taken_as) == (1, "cafe")
    with pytest.raises(EmbvizError) as caught:
        resolve(table, "кот")
    assert caught.value.code == "unknown-word"


def test_pieces_beyond_the_table_make_a_word_unknown(make_table):
    table = make_table(np.eye(2, dtype=np.float32), ["a", "b"], tokenizer=Encoder({"ab": [0, 7]}))
    with pytest.raises(EmbvizError) as caught:
        resolve(table, "ab")
    assert caught.value.code == "unknown-word"


def test_without_a_tokenizer_only_tokens_are_known(make_table):
    table = make_table(np.eye(2, dtype=np.float32), ["a", "b"], tokenizer=None)
    assert resolve(table, "b")[0].id == 1
    with pytest.raises(EmbvizError, match="“ab” is not in the vocabulary of small"):
        resolve(table, "ab")


# -- lists -----------------------------------------------------------------------------------------------


def test_words_become_points_in_order_with_their_group(bundled):
    groups = [WordGroup("animals", ("cat", "dog")), WordGroup("none", ()), WordGroup("cities", ("Paris",))]
    reading = read_groups(bundled, groups)
    assert reading.words == (
        MapWord("cat", (2644,), "Ġcat", 0),
        MapWord("dog", (2767,), "Ġdog", 0),
        MapWord("Paris", (7042,), "ĠParis", 2),
    )
    assert reading.notices == ()
    assert [[entry.state for entry in group] for group in reading.entries] == [
        [WordState.ROW, WordState.ROW],
        [],
        [WordState.ROW],
    ]


def test_a_split_word_is_left_out_and_named_with_its_pieces(bundled):
    reading = read(bundled, "cat", "hippopotamus")
    assert said(reading) == {"split-words": "“hippopotamus” is 3 tokens: ␣hipp·opotam·us. It was left out."}
    assert reading.entries[0][1].state is WordState.SPLIT
    assert reading.entries[0][1].pieces == HIPPO
    assert reading.entries[0][1].keys == ()


def test_a_split_word_may_be_the_mean_of_its_pieces(bundled):
    reading = read(bundled, "hippopotamus", split=SplitPolicy.MEAN)
    assert reading.words == (MapWord("hippopotamus", HIPPO, "␣hipp·opotam·us", 0, "mean"),)
    assert reading.entries[0][0].keys == (HIPPO,)
    assert "drawn as the mean" in said(reading)["split-words"]


def test_a_split_word_may_be_its_pieces(bundled):
    reading = read(bundled, "us", "hippopotamus", "#376", split=SplitPolicy.PIECES)
    assert [word.text for word in reading.words] == ["us", "␣hipp", "opotam", "us"]
    assert [word.id for word in reading.words] == [bundled.lookup("us")[0].id, *HIPPO]
    assert reading.entries[0][1].keys == tuple((piece,) for piece in HIPPO)
    assert reading.entries[0][2].state is WordState.REPEATED


def test_single_words_may_have_a_choice_of_their_own(bundled):
    choices = {"hippopotamus": SplitPolicy.MEAN}
    reading = read(bundled, "cat", "hippopotamus", "xylophone", choices=choices)
    assert [word.text for word in reading.words] == ["cat", "hippopotamus"]
    assert [notice.code for notice in reading.notices] == ["split-words", "split-words"]


def test_the_error_policy_refuses_a_list_with_a_split_word(bundled):
    with pytest.raises(EmbvizError, match="␣hipp·opotam·us") as caught:
        read(bundled, "cat", "hippopotamus", split=SplitPolicy.ERROR)
    assert caught.value.code == "split-word"


def test_a_row_is_drawn_once(bundled):
    twice = read(bundled, "cat", "dog", "cat")
    assert [word.text for word in twice.words] == ["cat", "dog"]
    assert said(twice)["repeated-words"] == "“cat” is on the list more than once; it is drawn once."
    other_case = read(bundled, "Paris", "paris")
    assert said(other_case) == {"repeated-words": "“paris” is the same row as “Paris”; it is drawn once."}
    across = read_groups(bundled, [WordGroup("a", ("cat",)), WordGroup("b", ("#2644",))])
    assert [word.group for word in across.words] == [0]


def test_a_word_in_another_case_is_said(bundled):
    reading = read(bundled, "paris", "cat")
    assert said(reading) == {"taken-as": "“paris” was taken as ␣Paris."}
    assert reading.words[0].text == "paris"
    assert reading.entries[0][0].taken_as == "␣Paris"


def test_words_without_a_direction_are_left_out_and_said(make_table):
    rows = np.array([[1, 1], [0, 0], [np.nan, 0], [-1, -1]], dtype=np.float32)
    table = make_table(rows, ["a", "b", "c", "d"])
    reading = read(table, "a", "b", "c", "d", "ad", split=SplitPolicy.MEAN)
    assert [word.text for word in reading.words] == ["a", "d"]
    assert said(reading)["undefined-words"] == (
        "3 words have no direction (zeros, or no finite numbers) and were left out: “b”, “c” and “ad”."
    )
    assert reading.entries[0][1].state is WordState.NO_DIRECTION


def test_long_lists_of_trouble_are_summed_up(make_table):
    table = make_table(np.eye(2, dtype=np.float32), ["a", "b"])
    reading = read(table, "a", *(f"x{place}" for place in range(12)), "ab", "ba")
    assert said(reading) == {
        "unknown-words": "12 words are not in this table and were left out: "
        "“x0”, “x1”, “x2”, “x3”, “x4” and 7 more.",
        "split-words": "2 words are several tokens and were left out: “ab” (a·b) and “ba” (b·a).",
    }


def test_blank_words_are_passed_over_in_silence(bundled):
    reading = read(bundled, "cat", "  ", "")
    assert len(reading.words) == 1
    assert reading.notices == ()
    assert [entry.state for entry in reading.entries[0]] == [
        WordState.ROW,
        WordState.UNKNOWN,
        WordState.UNKNOWN,
    ]


def test_no_words_at_all_make_an_empty_reading(bundled):
    reading = read_groups(bundled, [WordGroup("empty", ())])
    assert reading.words == ()
    assert reading.entries == ((),)


def test_a_list_of_which_nothing_is_in_the_table_is_refused(make_table):
    table = make_table(np.eye(2, dtype=np.float32), ["a", "b"])
    with pytest.raises(EmbvizError, match="None of the 2 words is in the vocabulary") as caught:
        read(table, "x", "y")
    assert caught.value.code == "no-words"
    assert caught.value.hint
    with pytest.raises(EmbvizError, match="“x” is not in the vocabulary"):
        read(table, "x")
    with pytest.raises(EmbvizError, match=r"“ab” is 2 tokens, a·b\. .*--split mean"):
        read(table, "ab", "ba")


def test_two_thousand_words_are_read_without_the_index(bundled):
    from embviz.core.vocabulary import Vocabulary

    fresh = Vocabulary(bundled.tokens, scheme=TokenScheme.BYTE_LEVEL)
    words = [fresh.form(row)[1] for row in np.flatnonzero(bundled.vocabulary.words)[:2000]]
    assert all(fresh.best(word) is not None for word in words)
    assert not fresh._lookup._index.ready


# -- texts that are no words -----------------------------------------------------------------------------


def test_pieces_that_are_middle_dots_are_counted_as_pieces_too(bundled):
    (notice,) = read(bundled, "a·b", require=False).notices
    assert notice.text == "“a·b” is 3 tokens: ␣a···b. It was left out."
    with pytest.raises(EmbvizError, match="“a·b” is 3 tokens"):
        read(bundled, "a·b")


def test_a_text_of_thousands_of_letters_is_no_word_and_does_not_fill_the_notice(bundled):
    reading = read(bundled, "a" * 5_000_000, "cat")
    assert [word.text for word in reading.words] == ["cat"]
    assert said(reading) == {"unknown-words": f"“{'a' * 79}…” is not in this table and was left out."}
    with pytest.raises(EmbvizError) as caught:
        resolve(bundled, "ab " * 300)
    assert caught.value.code == "split-word"
    assert len(str(caught.value)) < 400


def test_half_a_character_is_no_question_mark(bundled):
    with pytest.raises(EmbvizError) as caught:
        resolve(bundled, "\udcff\udcfe")
    assert caught.value.code == "unknown-word"
