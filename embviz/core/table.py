"""The embedding table: what was loaded, and the questions that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from embviz.core.vocabulary import Candidate, Tokenizer, Vocabulary
from embviz.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.rows import Rows


@dataclass(frozen=True, eq=False)
class OutputTable:
    """The unembedding (LM head) of an untied model: V × d."""

    vectors: Rows
    tensor_name: str
    dtype: str


@dataclass(frozen=True, eq=False)
class EmbeddingTable:
    """A model's token-embedding table: row i is the vector of token i.

    Attributes
    ----------
    name
        The model's name, for people.
    source
        ``"bundled"``, or the path or hub id it was opened from.
    vectors
        V × d as stored, readable as float32.
    dtype
        Type on disk: ``F32``, ``BF16``, ``Q8_0``, …
    tensor_name
        Name of the tensor in the file, None for word vectors.
    output
        The output table where it differs, None when tied or absent.
    tied
        True, False, or None when there is nothing to tie or it cannot be known (contract section 5).
    other_tables
        Names of other tensors that could be shown.
    scale
        Factor that the model applies to rows at run time; only reported.
    model_parameters
        Number of weights of the whole model, None when unknown.
    """

    name: str
    source: str
    vectors: Rows
    vocabulary: Vocabulary
    dtype: str
    tensor_name: str | None = None
    output: OutputTable | None = None
    tied: bool | None = None
    other_tables: tuple[str, ...] = ()
    scale: float = 1.0
    model_parameters: int | None = None
    tokenizer: Tokenizer | None = None
    opening_notices: tuple[Notice, ...] = field(default=(), repr=False)

    @property
    def vocab_size(self) -> int:
        """V, the number of rows."""
        return self.vectors.shape[0]

    @property
    def dim(self) -> int:
        """d, the length of a row."""
        return self.vectors.shape[1]

    @property
    def parameters(self) -> int:
        """V · d."""
        return self.vocab_size * self.dim

    @property
    def share(self) -> float | None:
        """Share of the model's weights that lies in this table, 0..1; None when the total is unknown."""
        return None if not self.model_parameters else self.parameters / self.model_parameters

    @property
    def tokens(self) -> Sequence[str | None]:
        """Stored tokens by id, None where a row has none."""
        return self.vocabulary.tokens

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of this table; looks at every row when first asked for."""
        return self.opening_notices

    def encode(self, text: str) -> list[int]:
        """Ids that the model's tokenizer gives, without special tokens."""
        return [] if self.tokenizer is None else self.tokenizer.encode(text)

    def lookup(self, text: str) -> tuple[Candidate, ...]:
        """All rows that the typed text may mean, best first (contract section 1); empty when split."""
        return self.vocabulary.lookup(text)
