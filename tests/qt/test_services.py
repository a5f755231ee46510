"""What the window has done off its thread."""

from __future__ import annotations

import embviz
from embviz.qt.services import ProgramServices


def test_after_the_warm_up_a_word_of_several_tokens_waits_for_no_tokenizer(monkeypatch):
    table = embviz.open_table()
    ProgramServices().warm_up(table, lambda _share, _payload: None)
    monkeypatch.setattr(table.tokenizer, "_build", lambda: 1 / 0)
    assert len(table.encode("embviz")) > 1
