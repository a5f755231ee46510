"""The embedding table: what was loaded, and the questions that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.lazy import Once
from embviz.core.passes import Progress, unwatched
from embviz.core.vocabulary import Candidate, Tokenizer, TokenKind, Vocabulary
from embviz.core.wording import listed
from embviz.errors import EmbvizError, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from embviz.core.analogy import Analogy, AnalogyMethod
    from embviz.core.baseline import Baseline
    from embviz.core.neighbors import Query, TableSide
    from embviz.core.pair_reference import PairReference
    from embviz.core.resolve import SplitPolicy
    from embviz.core.rows import Rows
    from embviz.core.scoring import Scorer
    from embviz.core.search import Metric, Neighbor, Search
    from embviz.core.vectors import CommonDirection

_IDS_NAMED = 5


@dataclass(frozen=True, eq=False)
class OutputTable:
    """The unembedding (LM head) of an untied model: V × d."""

    vectors: Rows
    tensor_name: str
    dtype: str


@dataclass(frozen=True, eq=False)
class EmbeddingTable:
    """A model's token-embedding table: row i is the vector of token i.

    What takes a pass over all rows is worked out once, when first asked for, whichever thread asks.

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
        True, False, or None when there is nothing to tie or it cannot be known.
    output_stored
        Whether the file holds an output table, be it equal to this one or not; None where that is not said.
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
    output_stored: bool | None = None
    other_tables: tuple[str, ...] = ()
    scale: float = 1.0
    model_parameters: int | None = None
    tokenizer: Tokenizer | None = None
    opening_notices: tuple[Notice, ...] = field(default=(), repr=False)
    _input_search: Once[Search] = field(default_factory=Once, init=False, repr=False)
    _output_search: Once[Search] = field(default_factory=Once, init=False, repr=False)
    _baseline: Once[Baseline | None] = field(default_factory=Once, init=False, repr=False)
    _pair_reference: Once[PairReference | None] = field(default_factory=Once, init=False, repr=False)
    _common_direction: Once[CommonDirection] = field(default_factory=Once, init=False, repr=False)
    _shifted_search: Once[Search] = field(default_factory=Once, init=False, repr=False)
    _shifted_output_search: Once[Search] = field(default_factory=Once, init=False, repr=False)
    _shifted_reference: Once[PairReference | None] = field(default_factory=Once, init=False, repr=False)
    _notices: Once[tuple[Notice, ...]] = field(default_factory=Once, init=False, repr=False)

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

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of this table; looks at every row when first asked for."""
        return self._notices.get(self._find_notices)

    def encode(self, text: str) -> list[int]:
        """Ids that the model's tokenizer gives, without special tokens."""
        return [] if self.tokenizer is None else self.tokenizer.encode(text)

    def lookup(self, text: str) -> tuple[Candidate, ...]:
        """All rows that the typed text may mean, best first; empty when split."""
        return self.vocabulary.lookup(text)

    def search(self, side: TableSide | str = "input", *, progress: Progress = unwatched) -> Search:
        """Return the exact search over the input or the output table.

        The first call takes a pass over the table, and unpacks it when it is quantised.

        Parameters
        ----------
        side
            ``input`` or ``output``; of a tied model they are one.
        progress
            Share of that pass, 0..1; not called when the search is there already.

        Raises
        ------
        EmbvizError
            ``no-output-table`` when the model has none, ``bad-side`` for another name.
        """
        from embviz.core.neighbors import TableSide, chosen_side

        if chosen_side(side) is TableSide.OUTPUT and self.output is not None:
            output = self.output
            return self._output_search.get(lambda: self._make_search(output.vectors, progress))
        if chosen_side(side) is TableSide.OUTPUT and not self.tied:
            raise EmbvizError(
                f"{self.name} has no output table.",
                code="no-output-table",
                hint="Search the input table.",
            )
        return self._input_search.get(lambda: self._make_search(self.vectors, progress))

    def shifted_search(self, side: TableSide | str = "input", *, progress: Progress = unwatched) -> Search:
        """Return the exact search over a table's rows with their common direction taken out.

        The output table of an untied model has a common direction of its own. Parameters and errors are those
        of `search`; ``too-few-rows`` besides, for a table of fewer than two rows.
        """
        from embviz.core.neighbors import TableSide, chosen_side
        from embviz.core.shifted import ShiftedScorer
        from embviz.core.vectors import find_common_direction

        base = self.search(side, progress=progress)
        own = chosen_side(side) is TableSide.OUTPUT and self.output is not None

        def make() -> Search:
            if own:
                common = find_common_direction(base, progress=progress)
            else:
                common = self.common_direction(progress=progress)
            return self._search_with(ShiftedScorer(base.scorer, common, progress=progress))

        return (self._shifted_output_search if own else self._shifted_search).get(make)

    def nearest(
        self,
        query: Query,
        *,
        k: int = 10,
        metric: Metric | str = "cosine",
        all_rows: bool = False,
        side: TableSide | str = "input",
    ) -> tuple[Neighbor, ...]:
        """Find the k exact nearest rows of a word, an id or a vector: see `embviz.core.neighbors.nearest`."""
        from embviz.core.neighbors import nearest

        return nearest(self, query, k=k, metric=metric, all_rows=all_rows, side=side)

    def analogy(
        self,
        expression: str,
        *,
        k: int = 5,
        normalize: bool = False,
        all_rows: bool = False,
        method: AnalogyMethod | str = "addition",
        fold_variants: bool = False,
        split: SplitPolicy | str = "error",
    ) -> Analogy:
        """Work out ``king - man + woman``, with and without the inputs: see `embviz.core.analogy.analogy`."""
        from embviz.core.analogy import analogy

        return analogy(
            self,
            expression,
            k=k,
            normalize=normalize,
            all_rows=all_rows,
            method=method,
            fold_variants=fold_variants,
            split=split,
        )

    def baseline(self, *, progress: Progress = unwatched) -> Baseline | None:
        """Return mean and SD of the cosine over all pairs of rows that are not hidden; None without pairs."""
        from embviz.core.baseline import all_pairs

        return self._baseline.get(lambda: all_pairs(self._stoppable_search(progress), progress=progress))

    def pair_reference(self, *, progress: Progress = unwatched) -> PairReference | None:
        """Return the distribution that a cosine is compared with, for percentiles."""
        from embviz.core.pair_reference import pair_reference

        return self._pair_reference.get(
            lambda: pair_reference(self._stoppable_search(progress), self.vocabulary, progress=progress)
        )

    def shifted_reference(self, *, progress: Progress = unwatched) -> PairReference | None:
        """Return the same distribution for rows with their common direction taken out."""
        from embviz.core.pair_reference import pair_reference

        return self._shifted_reference.get(
            lambda: pair_reference(
                self.shifted_search(progress=lambda _share: progress(0.0)), self.vocabulary, progress=progress
            )
        )

    @property
    def known_pair_reference(self) -> PairReference | None:
        """What `pair_reference` returns, where it was worked out already; None rather than work."""
        return self.pair_reference() if self._pair_reference.ready else None

    def common_direction(self, *, progress: Progress = unwatched) -> CommonDirection:
        """Return what all rows that are not hidden share: their mean and first principal component."""
        from embviz.core.vectors import find_common_direction

        return self._common_direction.get(
            lambda: find_common_direction(self._stoppable_search(progress), progress=progress)
        )

    def warm_up(self, *, progress: Progress = unwatched) -> None:
        """Work out what the first search and the first lookups would wait for; any thread may."""
        self.search(progress=progress)
        self.vocabulary.warm_up()

    def _stoppable_search(self, progress: Progress) -> Search:
        # What is reported is the work after this; but the user may stop already now.
        return self.search(progress=lambda _share: progress(0.0))

    def _make_search(self, rows: Rows, progress: Progress) -> Search:
        from embviz.core.scoring import scorer_for

        return self._search_with(scorer_for(rows.prepared(progress), progress=progress))

    def _search_with(self, scorer: Scorer) -> Search:
        from embviz.core.search import Search

        rows = scorer.rows
        # An output table may have more rows than there are tokens: they are padding.
        hidden = np.ones(len(rows), dtype=np.bool_)
        known = self.vocabulary.hidden[: len(rows)]
        hidden[: len(known)] = known
        return Search(scorer, hidden)

    def _find_notices(self) -> tuple[Notice, ...]:
        norms = self.search().scorer.norms
        # Rows without a token are padding, which is said elsewhere.
        named = self.vocabulary.kinds != TokenKind.NONE.value
        found = list(self.opening_notices)
        zero = np.flatnonzero(named & (norms == 0)).tolist()
        if zero:
            text = f"{_rows(zero)} nothing but zeros: no direction, and no place in a list."
            found.append(Notice("zero-rows", text))
        broken = np.flatnonzero(named & ~np.isfinite(norms)).tolist()
        if broken:
            text = f"{_rows(broken)} values that are not finite numbers: no place in a list."
            found.append(Notice("nonfinite-rows", text))
        return tuple(found)


def _rows(ids: list[int]) -> str:
    """Return the subject of a sentence about rows, with its verb: ``3 rows (ids 4, 7, 9) hold``."""
    if len(ids) == 1:
        return f"One row (id {ids[0]}) holds"
    return f"{len(ids):,} rows (ids {listed([str(row) for row in ids], _IDS_NAMED)}) hold"
