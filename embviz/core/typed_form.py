"""The way back from a row to what one would type for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embviz.core.vocabulary import Vocabulary


def typed_form(vocabulary: Vocabulary, token_id: int) -> str:
    """Return a text that, typed, means exactly this row: the word if it does, ``"exact"`` or ``#id``."""
    word = vocabulary.form(token_id)[1]
    exact = f'"{vocabulary.read_text(token_id)}"'
    for text in (word, exact):
        if text == text.strip() and "\n" not in text:
            best = vocabulary.best(text)
            if best is not None and best.id == token_id:
                return text
    return f"#{token_id}"
