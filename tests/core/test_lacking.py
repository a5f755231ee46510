"""Words that a newly opened table lacks."""

from __future__ import annotations

import numpy as np

from embviz.core.lacking import NAMED, with_lacking
from embviz.core.words import WordGroup, read_groups


def read(make_table, tokens, *groups):
    table = make_table(np.eye(len(tokens), dtype=np.float32), tokens, tokenizer=None)
    return read_groups(
        table, [WordGroup(str(place), words) for place, words in enumerate(groups)], require=False
    )


def said(reading):
    return [notice.text for notice in reading.notices if notice.code == "lacking-words"]


def test_all_lacking_words_are_named_and_counted_once(make_table):
    reading = read(make_table, ["cat", "dog"], ("cat", "emu", "yak"), ("dog", "emu"))
    assert said(with_lacking(reading, "small")) == [
        "small lacks 2 of the 4 words on the list: “emu”, “yak”. They stay on the list and are not drawn."
    ]
    assert not any(notice.code == "unknown-words" for notice in with_lacking(reading, "small").notices)


def test_a_table_that_lacks_nothing_has_nothing_said_of_it(make_table):
    reading = read(make_table, ["cat", "dog"], ("cat", "dog"))
    assert with_lacking(reading, "small") is reading


def test_all_words_or_the_only_one_are_said_in_words(make_table):
    assert said(with_lacking(read(make_table, ["cat"], ("emu", "yak")), "small")) == [
        "small lacks all 2 words on the list. They stay on the list and are not drawn."
    ]
    assert said(with_lacking(read(make_table, ["cat"], ("emu",)), "small"))[0].startswith(
        "small lacks the word on the list: “emu”."
    )


def test_a_very_long_list_is_cut(make_table):
    words = tuple(f"w{place}" for place in range(NAMED + 3))
    text = said(with_lacking(read(make_table, ["cat"], ("cat", *words)), "small"))[0]
    assert f"small lacks {NAMED + 3} of the {NAMED + 4} words" in text
    assert "“w39” and 3 more." in text
    assert "w40" not in text


def test_other_notices_stay(make_table):
    reading = read(make_table, ["cat"], ("cat", "cat ", "emu"))
    kept = {notice.code for notice in reading.notices} - {"unknown-words"}
    assert kept < {notice.code for notice in with_lacking(reading, "small").notices}
