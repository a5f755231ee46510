"""What the controller needs from outside Qt, bundled so that tests can give fakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from embviz.core.cached_table import HubAccess
from embviz.core.snapshot import Document, LiveFrame, Snapshot
from embviz.errors import EmbvizError, Notice, NoticeLevel
from embviz.io.hub.ids import hub_source, meant_on_hub

if TYPE_CHECKING:
    from embviz.core.cached_table import CachedTable
    from embviz.core.caution_report import CautionReport
    from embviz.core.completion import Completions
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.pair_reference import PairReference
    from embviz.core.projections.base import Float64
    from embviz.core.row_view import RowView
    from embviz.core.sentence import SentenceRows
    from embviz.core.stability import Stability
    from embviz.core.table import EmbeddingTable
    from embviz.core.table_facts import TableFacts
    from embviz.core.word_lists import WordLists
    from embviz.core.words import MapWord, WordGroup, WordReading
    from embviz.io.dropped import Dropped

Report = Callable[[float | None, Any], None]
"""Says how far a job is, with something to show; raises Stopped when the job should end."""


class Services(Protocol):
    """Work that jobs do. Every method may run in a worker thread, and must change nothing it is given."""

    def open_table(self, source: str | None, report: Report, tensor: str | None = None) -> EmbeddingTable:
        """Open a table, or show another tensor of its file as one."""

    def is_there(self, source: str) -> bool:
        """Whether a table that was opened before can still be looked for."""

    def lasting(self, source: str) -> str:
        """How a source is remembered: so that it means the same tomorrow, and in another folder."""

    def hub_access(self) -> HubAccess:
        """Say how the hub can be reached."""

    def cached_tables(self) -> tuple[CachedTable, ...]:
        """List what was downloaded from the hub, last used first."""

    def remove_cached(self, tables: Sequence[CachedTable]) -> None:
        """Delete downloaded tables."""

    def clear_cache(self) -> None:
        """Delete all downloaded tables."""

    def keep_cache_limit(self, gigabytes: int) -> None:
        """Remember how much downloads may take on the disk."""

    def sort_dropped(self, paths: Sequence[str]) -> Dropped:
        """Tell tables from word lists."""

    def measure_table(self, table: EmbeddingTable, report: Report) -> TableFacts:
        """Measure a table, reporting what is known already."""

    def sentence_rows(self, table: EmbeddingTable, text: str) -> SentenceRows:
        """Take a sentence apart."""

    def row_view(self, table: EmbeddingTable, token_id: int) -> RowView:
        """Look closely at one row."""

    def opening_notices(self, table: EmbeddingTable) -> tuple[Notice, ...]:
        """What the notice bar says of a table that was just opened; must be quick."""

    def read_words(self, sources: Sequence[str]) -> tuple[WordGroup, ...]:
        """Read ready-made sets and word lists from files."""

    def resolve(self, table: EmbeddingTable, document: Document) -> WordReading:
        """Find the rows of a document's words."""

    def complete(self, table: EmbeddingTable, text: str) -> Completions:
        """Say what a word that is being typed may become."""

    def write_words(self, path: Path, groups: tuple[WordGroup, ...]) -> Path:
        """Write a word list in the form that the suffix names."""

    def draw(
        self,
        table: EmbeddingTable,
        words: tuple[MapWord, ...],
        document: Document,
        report: Report,
    ) -> MapResult:
        """Draw words, reporting `LiveFrame` objects on the way."""

    def draw_noise(
        self,
        table: EmbeddingTable,
        words: tuple[MapWord, ...],
        document: Document,
        report: Report,
    ) -> NoiseControl:
        """Draw the noise control of a map of these words, reporting `LiveFrame` objects on the way."""

    def check_stability(self, table: EmbeddingTable, result: MapResult, report: Report) -> Stability:
        """Draw a map from other starts and compare the pictures."""

    def report(self, table: EmbeddingTable, result: MapResult, report: Report) -> CautionReport | None:
        """Work out what a random picture of a map gets, and the pairs of its words."""

    def word_lists(
        self, table: EmbeddingTable, result: MapResult, word: int, report: Report
    ) -> WordLists | None:
        """Look for the neighbours of one word of a large map."""

    def reference(self, table: EmbeddingTable, shifted: bool, report: Report) -> PairReference | None:
        """Count the cosines of random pairs, with the common direction or without it."""

    def method_title(self, method: str) -> str:
        """A projection's name for people."""

    def export(self, snapshot: Snapshot, path: Path, options: Any) -> Path:
        """Write the map to a file in the form that its suffix names."""

    def clipboard_parts(self, snapshot: Snapshot, options: Any) -> Any:
        """Render the map for the clipboard."""

    def copy(self, parts: Any) -> None:
        """Put what was rendered on the clipboard; on the UI thread."""

    def warm_up(self, table: EmbeddingTable, report: Report) -> None:
        """Load what will be needed soon, so that the first use is quick."""


class ProgramServices:
    """The real work."""

    def open_table(self, source: str | None, report: Report, tensor: str | None = None) -> EmbeddingTable:
        from embviz.io.tables import open_table

        return open_table(source, tensor=tensor, progress=report)

    def is_there(self, source: str) -> bool:
        # A model of the hub is looked for where it is opened.
        return Path(source).exists() or meant_on_hub(source) is not None

    def lasting(self, source: str) -> str:
        model = meant_on_hub(source)
        return str(Path(source).absolute()) if model is None else hub_source(model)

    def hub_access(self) -> HubAccess:
        from urllib.parse import urlsplit

        from embviz.io.hub.options import GIGABYTE, program_options

        options = program_options()
        host = urlsplit(options.endpoint).netloc or options.endpoint
        return HubAccess(host, options.token is not None, options.offline, options.limit // GIGABYTE)

    def cached_tables(self) -> tuple[CachedTable, ...]:
        from embviz.io.hub.cache import cached_tables

        return cached_tables()

    def remove_cached(self, tables: Sequence[CachedTable]) -> None:
        from embviz.io.hub.cache import remove_cached

        for table in tables:
            remove_cached(table)

    def clear_cache(self) -> None:
        from embviz.io.hub.cache import clear_cache

        clear_cache()

    def keep_cache_limit(self, gigabytes: int) -> None:
        from embviz.io.hub.options import keep_cache_limit

        keep_cache_limit(gigabytes)

    def sort_dropped(self, paths: Sequence[str]) -> Dropped:
        from embviz.io.dropped import sort_dropped

        return sort_dropped(paths)

    def measure_table(self, table: EmbeddingTable, report: Report) -> TableFacts:
        from embviz.core.table_facts import measure_table, with_baseline

        facts = measure_table(table, progress=lambda share: report(share, None))
        report(None, facts)
        return with_baseline(facts, progress=lambda share: report(share, facts))

    def sentence_rows(self, table: EmbeddingTable, text: str) -> SentenceRows:
        from embviz.core.sentence import sentence_rows

        return sentence_rows(table, text)

    def row_view(self, table: EmbeddingTable, token_id: int) -> RowView:
        from embviz.core.row_view import row_view

        return row_view(table, token_id)

    def opening_notices(self, table: EmbeddingTable) -> tuple[Notice, ...]:
        return tuple(n for n in table.opening_notices if n.level is NoticeLevel.WARNING)

    def read_words(self, sources: Sequence[str]) -> tuple[WordGroup, ...]:
        from embviz.io.sets import read_sources

        return read_sources(sources)

    def resolve(self, table: EmbeddingTable, document: Document) -> WordReading:
        from embviz.core.words import SplitPolicy, read_groups

        # Split words alone make an empty map, on which the Words dock offers what can be done with them.
        return read_groups(
            table, document.groups, split=SplitPolicy.SKIP, choices=document.split_choices, require=False
        )

    def complete(self, table: EmbeddingTable, text: str) -> Completions:
        from embviz.core.completion import complete

        return complete(table, text)

    def write_words(self, path: Path, groups: tuple[WordGroup, ...]) -> Path:
        from embviz.io.wordlists import write_word_list

        write_word_list(path, groups)
        return path

    def draw(
        self,
        table: EmbeddingTable,
        words: tuple[MapWord, ...],
        document: Document,
        report: Report,
    ) -> MapResult:
        from embviz.core.pipeline import draw_words

        names = document.group_names
        return draw_words(table, words, names, document.request, progress=_frames(words, names, report))

    def draw_noise(
        self,
        table: EmbeddingTable,
        words: tuple[MapWord, ...],
        document: Document,
        report: Report,
    ) -> NoiseControl:
        from embviz.core.pipeline import draw_noise_of_words

        names = document.group_names
        return draw_noise_of_words(
            table, words, names, document.request, progress=_frames(words, names, report)
        )

    def check_stability(self, table: EmbeddingTable, result: MapResult, report: Report) -> Stability:
        from embviz.core.pipeline import check_map_stability

        return check_map_stability(table, result, progress=lambda share, _positions: report(share, None))

    def report(self, table: EmbeddingTable, result: MapResult, report: Report) -> CautionReport | None:
        from embviz.core.caution_report import caution_report

        return caution_report(table, result, progress=lambda share: report(share, None))

    def word_lists(
        self, table: EmbeddingTable, result: MapResult, word: int, report: Report
    ) -> WordLists | None:
        from embviz.core.word_lists import word_lists

        return word_lists(table, result, word, progress=lambda share: report(share, None))

    def reference(self, table: EmbeddingTable, shifted: bool, report: Report) -> PairReference | None:
        count = table.shifted_reference if shifted else table.pair_reference
        return count(progress=lambda share: report(share, None))

    def method_title(self, method: str) -> str:
        from embviz.core.projections import PROJECTIONS

        return PROJECTIONS[method].title

    def export(self, snapshot: Snapshot, path: Path, options: Any) -> Path:
        from embviz.qt.export import export_map

        return export_map(snapshot, path, options)

    def clipboard_parts(self, snapshot: Snapshot, options: Any) -> Any:
        from embviz.qt.clipboard import clipboard_parts

        return clipboard_parts(snapshot, options)

    def copy(self, parts: Any) -> None:
        from embviz.qt.clipboard import put_on_clipboard

        put_on_clipboard(parts)

    def warm_up(self, table: EmbeddingTable, report: Report) -> None:
        from embviz.core.projections import PROJECTIONS

        table.warm_up(progress=lambda share: report(share, None))
        table.pair_reference(progress=lambda share: report(share, None))
        for projection in PROJECTIONS.values():
            report(None, None)
            projection.warm_up()
        report(None, None)
        # The first text that is encoded has the tokenizer built. The window stands still meanwhile, for it
        # keeps Python's lock: better now than while somebody types. A broken one is told of where it is used.
        with suppress(EmbvizError):
            table.encode("a")


def _frames(
    words: tuple[MapWord, ...], names: tuple[str, ...], report: Report
) -> Callable[[float, Float64 | None], None]:
    """Pass a projection's progress on as frames of these words."""

    def progress(share: float, positions: Float64 | None) -> None:
        report(share, None if positions is None else LiveFrame(words, names, positions, share))

    return progress
