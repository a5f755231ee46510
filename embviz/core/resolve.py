"""From a typed word to its row, or to the pieces it is split into."""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embviz.core.lookup import Candidate, exact_text, typed_row, typed_word
from embviz.core.vocabulary import TokenKind
from embviz.core.wording import quoted, shortened
from embviz.errors import EmbvizError

if TYPE_CHECKING:
    from embviz.core.table import EmbeddingTable


LONGEST_WORD = 1_000
"""Characters. What is longer is a text and no word: it is not split, which could take minutes."""


class SplitPolicy(enum.Enum):
    """What happens to a word that is several tokens."""

    ERROR = "error"
    SKIP = "skip"
    MEAN = "mean"
    PIECES = "pieces"


@dataclass(frozen=True)
class ResolvedWord:
    """A typed word that has a vector.

    Attributes
    ----------
    text
        As typed, trimmed; of a piece its shown form.
    pieces
        Its row, or the rows whose mean it is.
    token
        Stored token; for a mean the pieces' shown forms joined by ``·``.
    combined
        None for a row of the table, ``"mean"`` for a mean of pieces.
    taken_as
        Shown form of the row where it was typed in another case (``paris`` → ``␣Paris``), else empty.
    """

    text: str
    pieces: tuple[Candidate, ...]
    token: str
    combined: str | None = None
    taken_as: str = ""

    @property
    def id(self) -> int | None:
        """The row, or None for a mean of several."""
        return self.pieces[0].id if self.combined is None else None

    @property
    def ids(self) -> tuple[int, ...]:
        """Its row, or the rows whose mean it is."""
        return tuple(piece.id for piece in self.pieces)


def find(table: EmbeddingTable, text: str) -> tuple[Candidate, ...]:
    """Return the row that a typed text means, its pieces where it is several tokens, or nothing.

    A text of more than `LONGEST_WORD` characters has no pieces, nor has one with half a character in it (a
    lone surrogate, as a badly encoded command line has): a tokenizer would read that as a question mark.
    """
    best = table.vocabulary.best(text)
    if best is not None:
        return (best,)
    if not text.strip() or typed_row(text) is not None:
        return ()
    if len(text) > LONGEST_WORD or any("\ud800" <= character <= "\udfff" for character in text):
        return ()
    ids = _tokenized(table, text)
    vocabulary = table.vocabulary
    hopeless = (TokenKind.CONTROL, TokenKind.NONE)
    if any(not 0 <= token_id < len(vocabulary) or vocabulary.kind(token_id) in hopeless for token_id in ids):
        return ()
    return tuple(vocabulary.candidate(token_id, vocabulary.form(token_id)[0]) for token_id in ids)


def resolve(
    table: EmbeddingTable, text: str, *, split: SplitPolicy = SplitPolicy.ERROR
) -> tuple[ResolvedWord, ...]:
    """Resolve a typed word to what has a vector.

    Returns
    -------
    tuple
        One word; none for a split word under SKIP; one for each piece under PIECES.

    Raises
    ------
    EmbvizError
        ``split-word`` for a split word under ERROR; ``unknown-word``, or ``no-row`` for an id, when nothing
        of the table is meant.
    """
    pieces = find(table, text)
    if not pieces:
        raise _unknown(table, text)
    if len(pieces) == 1:
        return (row_word(table, text, pieces[0]),)
    if split is SplitPolicy.ERROR:
        raise split_error(table, text, tuple(piece.id for piece in pieces))
    return split_words(table, text, pieces, split)


def row_word(table: EmbeddingTable, text: str, row: Candidate) -> ResolvedWord:
    """Return a typed text as the one row it means."""
    shown = table.vocabulary.shown(row.id)
    if row.kind in ("id", "exact"):
        return ResolvedWord(shown, (row,), row.token)
    typed = typed_word(text, lowercase=table.vocabulary.lowercase)
    core = unicodedata.normalize("NFC", table.vocabulary.form(row.id)[1])
    return ResolvedWord(text.strip(), (row,), row.token, taken_as="" if core == typed else shown)


def split_words(
    table: EmbeddingTable, text: str, pieces: tuple[Candidate, ...], split: SplitPolicy
) -> tuple[ResolvedWord, ...]:
    """Return what a split word becomes under SKIP (nothing), MEAN (one word) or PIECES (one a piece)."""
    if split is SplitPolicy.MEAN:
        token = joined_pieces(table, [piece.id for piece in pieces])
        return (ResolvedWord(text.strip(), pieces, token, combined="mean"),)
    if split is SplitPolicy.PIECES:
        return tuple(
            ResolvedWord(table.vocabulary.shown(piece.id), (piece,), piece.token) for piece in pieces
        )
    return ()


def joined_pieces(table: EmbeddingTable, ids: Sequence[int]) -> str:
    """Return pieces for the eye: ``␣hipp·opotam·us``."""
    return "·".join(table.vocabulary.shown(token_id) for token_id in ids)


def split_error(table: EmbeddingTable, text: str, ids: Sequence[int]) -> EmbvizError:
    """Return the error that names a split word's pieces and what can be chosen."""
    return EmbvizError(
        f"{quoted(shortened(text.strip()))} is {len(ids)} tokens: {shortened(joined_pieces(table, ids))}.",
        code="split-word",
        hint="Choose “--split mean” for the mean of its pieces, or give one of the pieces.",
    )


def no_row(table: EmbeddingTable, row: int | str) -> EmbvizError:
    """Return the error for an id that the table does not have."""
    return EmbvizError(
        f"This table has no row {row}.",
        code="no-row",
        hint=f"Its rows are numbered from 0 to {table.vocab_size - 1}.",
    )


def _tokenized(table: EmbeddingTable, text: str) -> list[int]:
    """Return the pieces of a word that begins after a space, or of a text that was typed exactly."""
    vocabulary = table.vocabulary
    exact = exact_text(text, vocabulary.scheme)
    if exact is not None:
        return table.encode(exact)
    word = text.strip()
    if not vocabulary.scheme.marks_spaces:
        return table.encode(word)
    # Some tokenizers put a space before every text by themselves: the answer tells which did.
    answers = [table.encode(f" {word}"), table.encode(word)]
    wanted = [ids for ids in answers if vocabulary.joined(ids) == f" {word}"]
    return wanted[0] if wanted else min(answers, key=len)


def _unknown(table: EmbeddingTable, text: str) -> EmbvizError:
    word = text.strip()
    if not word:
        return EmbvizError("No word was given.", code="unknown-word", hint="Type a word.")
    row = typed_row(text)
    if row is not None:
        return no_row(table, row)
    return EmbvizError(
        f"{quoted(shortened(word))} is not in the vocabulary of {table.name}.",
        code="unknown-word",
        hint="Check the spelling, or choose another word.",
    )
