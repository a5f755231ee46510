"""Contract section 1: which rows a typed word may mean, and in which order."""

from __future__ import annotations

import random
import threading
import unicodedata

import numpy as np
import pytest

from embviz.core.vocabulary import Candidate, TokenKind, TokenScheme, Vocabulary

BYTE_LEVEL = Vocabulary(
    # 0      1      2       3       4      5      6       7      8        9     10    11
    ["CAT", "cat", "Ġcat", "ĠCAT", "Cat", "ĠCat", "ĠcAt", "Ġdog", "Paris", "ĠĠ", "çĮ", "<|end|>"],
    scheme=TokenScheme.BYTE_LEVEL,
    control=[11],
)


def ids(vocabulary, text):
    return [candidate.id for candidate in vocabulary.lookup(text)]


def test_candidates_come_word_start_first_then_bare_then_other_cases():
    assert ids(BYTE_LEVEL, "cat") == [2, 1, 5, 3, 6, 4, 0]


def test_other_cases_come_capital_then_lower_then_upper_then_by_id():
    assert ids(BYTE_LEVEL, "CaT") == [5, 2, 3, 6, 4, 1, 0]


def test_a_bare_form_of_the_same_case_goes_before_a_word_start_of_another():
    vocabulary = Vocabulary(["ĠPolish", "polish"], scheme=TokenScheme.BYTE_LEVEL)
    assert ids(vocabulary, "polish") == [1, 0]


def test_a_typed_word_is_trimmed_and_composed():
    vocabulary = Vocabulary(["ĠÃ©tÃ©"], scheme=TokenScheme.BYTE_LEVEL)
    assert ids(vocabulary, unicodedata.normalize("NFD", "été") + "\n") == [0]
    assert vocabulary.best(unicodedata.normalize("NFD", "été")).id == 0


def test_a_token_stored_decomposed_is_found_by_the_composed_word():
    decomposed = unicodedata.normalize("NFD", "été")
    vocabulary = Vocabulary([decomposed, "x", "été"], scheme=TokenScheme.PLAIN)
    assert ids(vocabulary, "été") == [2, 0]
    assert vocabulary.best("été").id == 2


def test_a_number_sign_asks_for_a_row():
    assert BYTE_LEVEL.lookup("#2") == (Candidate(2, "Ġcat", " cat", "id"),)
    assert BYTE_LEVEL.lookup("#12") == ()
    assert BYTE_LEVEL.lookup("#" + "9" * 400) == ()


def test_a_row_without_a_token_can_be_asked_for_by_its_number():
    vocabulary = Vocabulary(["cat", None], scheme=TokenScheme.PLAIN)
    assert vocabulary.lookup("#1") == (Candidate(1, "", "", "id"),)
    assert vocabulary.shown(1) == "#1"


@pytest.mark.parametrize("typed", [" cat", "␣cat", '" cat"'])
def test_a_leading_space_asks_for_exactly_that_token(typed):
    assert [(one.id, one.kind) for one in BYTE_LEVEL.lookup(typed)] == [(2, "exact")]


def test_quotes_ask_for_exactly_that_token():
    assert ids(BYTE_LEVEL, '"cat"') == [1]
    assert ids(BYTE_LEVEL, '"dog"') == []
    assert ids(BYTE_LEVEL, '"  "') == [9]
    assert ids(BYTE_LEVEL, '"Ġcat"') == [2]  # as it is stored


def test_control_tokens_are_found_by_their_name():
    assert ids(BYTE_LEVEL, "<|end|>") == [11]
    assert BYTE_LEVEL.best("<|end|>").id == 11


def test_nothing_is_found_for_split_unknown_and_empty_words():
    for text in ("hippopotamus", "", "   ", '""', "\n"):
        assert BYTE_LEVEL.lookup(text) == ()
        assert BYTE_LEVEL.best(text) is None


def test_wordpiece_words_have_no_mark_and_continuations_do():
    vocabulary = Vocabulary(["[CLS]", "s", "##s", "S", "##"], scheme=TokenScheme.WORDPIECE, control=[0])
    assert [(one.id, one.kind) for one in vocabulary.lookup("s")] == [
        (1, "word-start"),
        (2, "continuation"),
        (3, "word-start"),
    ]
    assert ids(vocabulary, "##s") == [2]
    assert ids(vocabulary, " s") == [1]
    assert ids(vocabulary, "##") == [4]


def test_a_lower_casing_model_looks_for_the_lower_case_word():
    vocabulary = Vocabulary(["paris", "Paris"], scheme=TokenScheme.WORDPIECE, lowercase=True)
    assert ids(vocabulary, "PARIS") == [0, 1]


def test_sentencepiece_byte_tokens_do_not_pass_for_letters():
    vocabulary = Vocabulary(["<0x41>", "A", "▁A", "<0x0A>"], scheme=TokenScheme.SENTENCEPIECE)
    assert ids(vocabulary, "A") == [2, 1]
    assert ids(vocabulary, '"<0x41>"') == [0]
    assert [vocabulary.shown(place) for place in range(4)] == [r"\x41", "A", "␣A", r"\x0A"]
    assert vocabulary.read_text(3) == "\n"


def test_an_end_of_word_mark_makes_the_word():
    vocabulary = Vocabulary(["cat", "cat</w>", "s</w>"], scheme=TokenScheme.END_OF_WORD)
    assert [(one.id, one.kind) for one in vocabulary.lookup("cat")] == [(1, "word-start"), (0, "bare")]
    assert ids(vocabulary, "␣cat") == [1]
    assert vocabulary.shown(1) == "cat␣"


def test_end_of_word_vocabularies_with_all_bytes_spell_bytes():
    from embviz.core.spelling import byte_alphabet

    vocabulary = Vocabulary([*byte_alphabet(), "Ã©</w>"], scheme=TokenScheme.END_OF_WORD)
    assert vocabulary.read_text(256) == "é "
    assert ids(vocabulary, "é") == [256]


def test_all_rows_of_a_word_that_is_there_twice_are_offered():
    vocabulary = Vocabulary(["cat", "dog", "cat"], scheme=TokenScheme.PLAIN)
    assert ids(vocabulary, "cat") == [0, 2]
    assert vocabulary.best("cat").id == 0


def test_tokens_with_odd_spaces_are_found_exactly_and_not_by_words():
    vocabulary = Vocabulary(["\u3000", "\u00a0x", "x", "ĠĠx"], scheme=TokenScheme.PLAIN)
    assert ids(vocabulary, '"\u3000"') == [0]
    assert ids(vocabulary, "x") == [2]
    assert ids(vocabulary, '"\u00a0x"') == [1]


def test_hidden_rows_are_control_byte_unused_and_padding_rows_and_not_letters():
    tokens = ["<|end|>", "çĮ", "[unused7]", "<unused7>", None, "a", "!", "Ġ", "<0x41>", "gguf"]
    vocabulary = Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL, control=[0], unused=[9])
    kinds = [TokenKind(kind) for kind in vocabulary.kinds]
    normal = TokenKind.NORMAL
    assert kinds == [
        TokenKind.CONTROL,
        TokenKind.BYTE,
        TokenKind.UNUSED,
        TokenKind.UNUSED,
        TokenKind.NONE,
        normal,
        normal,
        normal,
        normal,  # only SentencePiece has byte tokens of this form
        TokenKind.UNUSED,
    ]
    assert vocabulary.hidden.tolist() == [kind is not normal for kind in kinds]
    assert [vocabulary.kind(place) for place in range(10)] == kinds


def test_unused_tokens_are_hidden_in_every_form_they_are_stored_in():
    vocabulary = Vocabulary(["[unused0]", "##[unused1]", "##s", "[x]"], scheme=TokenScheme.WORDPIECE)
    assert vocabulary.hidden.tolist() == [True, True, False, False]


def test_whole_words_begin_a_word_and_hold_only_letters():
    tokens = ["Ġcat", "cat", "Ġcat's", "Ġice-cream", "Ġ42", "Ġ-", "Ġ", "æĹ¥", "ĠćĤ", "Ġ<b>"]
    vocabulary = Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL)
    assert [vocabulary.shown(place) for place in np.flatnonzero(vocabulary.words)] == [
        "␣cat",
        "␣cat's",
        "␣ice-cream",
        "日",
    ]


def test_completion_offers_all_variants_and_then_longer_words_by_id():
    tokens = ["ĠcatX", "Ġcar", "cat", "Ġcats", "Ġcat", "ĠCAT", "Catalog", "çĮ"]
    vocabulary = Vocabulary(tokens, scheme=TokenScheme.BYTE_LEVEL)
    assert [one.id for one in vocabulary.complete("cat")] == [4, 2, 5, 0, 3, 6]
    assert [one.id for one in vocabulary.complete("cat", 4)] == [4, 2, 5, 0]
    assert [one.id for one in vocabulary.complete("#6")] == [6]
    assert vocabulary.complete("") == ()
    assert vocabulary.complete("zz") == ()


# -- the bundled vocabulary ------------------------------------------------------------------------------


def test_the_contract_s_words_become_its_rows(bundled):
    assert bundled.vocabulary.best("cat") == Candidate(2644, "Ġcat", " cat", "word-start")
    assert bundled.lookup("paris")[0].id == 7042
    assert bundled.lookup("#2644")[0].id == 2644
    assert [one.id for one in bundled.lookup("cat")][:3] == [2644, 9786, 9497]
    assert bundled.lookup("hippopotamus") == ()
    assert bundled.vocabulary.shown(7042) == "␣Paris"


def typed_words(vocabulary, count):
    """Words of tokens all over the vocabulary, in the cases people type."""
    generator = random.Random(4)
    for token_id in generator.sample(range(len(vocabulary)), count):
        word = vocabulary.form(token_id)[1].strip()
        yield generator.choice([word, word.lower(), word.upper(), word.capitalize(), f" {word}", f"{word} "])


def test_the_fast_path_agrees_with_the_index_on_the_bundled_vocabulary(bundled):
    vocabulary = bundled.vocabulary
    for word in typed_words(vocabulary, 4000):
        assert vocabulary.best(word) == next(iter(vocabulary.lookup(word)), None), word


def test_lookup_agrees_with_a_scan_of_the_bundled_vocabulary(bundled):
    vocabulary = bundled.vocabulary
    texts = [vocabulary.read_text(place) for place in range(len(vocabulary))]
    folded = [text.removeprefix(" ").casefold() for text in texts]
    for word in typed_words(vocabulary, 60):
        if word.startswith(" ") or not word.strip().isalpha():
            continue
        word = word.strip()
        cases = [word[:1].upper() + word[1:].lower(), word.lower(), word.upper()]

        def order(place, word=word, cases=cases):
            text = texts[place]
            core = text.removeprefix(" ")
            case = cases.index(core) if core in cases else 3
            return (core != word, text == core, 0 if core == word else case, place)

        scanned = [place for place, key in enumerate(folded) if key == word.casefold()]
        assert ids(vocabulary, word) == sorted(scanned, key=order), word


def test_threads_that_ask_at_once_get_one_index(bundled):
    vocabulary = Vocabulary(list(bundled.tokens), scheme=TokenScheme.BYTE_LEVEL)
    found = []
    barrier = threading.Barrier(4)

    def ask():
        barrier.wait()
        found.append((ids(vocabulary, "cat"), vocabulary.hidden))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(row_ids == found[0][0] and hidden is found[0][1] for row_ids, hidden in found)
