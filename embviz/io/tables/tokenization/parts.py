"""What a reader learns of a model's tokens, and how that is fitted to the rows of its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from embviz.core.lazy import Once
from embviz.core.vocabulary import Tokenizer, TokenScheme, Vocabulary
from embviz.core.wording import count
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

MOST_TOKENS = 1 << 22
"""More tokens than any model has; a larger id is a mistake."""


@dataclass(frozen=True, eq=False)
class TokenParts:
    """A model's tokens as its files give them, before they are fitted to the table.

    ``tokens`` are by id, ``tokenizer`` is None where text cannot be encoded; the rest as in `Vocabulary`.
    """

    tokens: Sequence[str | None] = ()
    tokenizer: Tokenizer | None = None
    scheme: TokenScheme = TokenScheme.PLAIN
    control: Collection[int] = ()
    unused: Collection[int] = ()
    lowercase: bool = False
    notices: tuple[Notice, ...] = ()

    def fit(self, rows: int) -> tuple[Vocabulary, tuple[Notice, ...]]:
        """Vocabulary of exactly ``rows`` entries, and what had to be said.

        Rows beyond the tokens are padding; tokens beyond the rows have no vector.
        """
        tokens = list(self.tokens[:rows])
        notices = list(self.notices)
        surplus = len(self.tokens) - rows
        if surplus > 0:
            notices.append(
                Notice(
                    "tokens-without-row",
                    f"The last {count(surplus, 'token', 'tokens')} of the tokenizer {_have(surplus)} "
                    "no row in the table and cannot be shown.",
                )
            )
        missing = max(0, -surplus) + tokens.count(None)
        if missing and self.tokens:
            notices.append(
                Notice(
                    "padding-rows",
                    f"{count(missing, 'row', 'rows')} of the table {_have(missing)} no token (padding) and "
                    f"{'is' if missing == 1 else 'are'} left out of every list.",
                )
            )
        tokens += [None] * (rows - len(tokens))
        vocabulary = Vocabulary(
            tokens,
            scheme=self.scheme,
            control=[row for row in self.control if row < rows],
            unused=[row for row in self.unused if row < rows],
            lowercase=self.lowercase,
        )
        return vocabulary, tuple(notices)


class LazyTokenizer:
    """A `tokenizers.Tokenizer` that is built when a text is first encoded.

    Parameters
    ----------
    vocab_size
        Number of tokens it knows.
    build
        Makes it; may raise `EmbvizError`.
    limit
        Ids from here on are left out of what it says: the tokenizer had to be given tokens of its own.
    """

    def __init__(self, vocab_size: int, build: Callable[[], Any], *, limit: int | None = None) -> None:
        self._vocab_size = vocab_size
        self._build = build
        self._limit = limit
        self._built = Once[Any]()

    @property
    def vocab_size(self) -> int:
        """Number of tokens it knows."""
        return self._vocab_size

    def encode(self, text: str) -> list[int]:
        """Ids of the text, without special tokens; raises EmbvizError ``bad-tokenizer`` when it is broken."""
        tokenizer = self._built.get(self._build)
        # A lone surrogate (from a badly encoded command line) has no UTF-8 form, which tokenizers needs.
        clean = text.encode("utf-8", "replace").decode()
        try:
            ids: list[int] = tokenizer.encode(clean, add_special_tokens=False).ids
        except Exception as error:
            # tokenizers raises nothing narrower than Exception, such as for a token that it lacks.
            raise bad_tokenizer("the model", "it fails on this text") from error
        return ids if self._limit is None else [row for row in ids if row < self._limit]


def bad_tokenizer(name: str, why: str) -> EmbvizError:
    """Return the error for a tokenizer that cannot be built."""
    return EmbvizError(
        f"The tokenizer in {name} is broken: {why}.",
        code="bad-tokenizer",
        hint="Words that are one token can still be looked up.",
    )


def _have(number: int) -> str:
    return "has" if number == 1 else "have"
