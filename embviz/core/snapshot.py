"""The whole state of the program at one moment, and the pure steps from one state to the next.

Nothing in here knows Qt. Arrays inside are read-only and compared by identity, so views find what changed by
comparing two snapshots field by field with ``is``.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from embviz.core.analogy_state import AnalogyState
from embviz.core.comparison_state import ComparisonState
from embviz.core.direction_state import DirectionState
from embviz.core.mapping import MapRequest, MapResult, VectorMode
from embviz.core.neighborhood import Neighborhood, NeighborhoodOptions
from embviz.core.sentence import DEFAULT_SENTENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from embviz.core.cached_table import CachedTable, HubAccess
    from embviz.core.caution_report import CautionReport
    from embviz.core.completion import Completions
    from embviz.core.noise import NoiseControl
    from embviz.core.pair_reference import PairReference
    from embviz.core.projections.base import Float64
    from embviz.core.row_view import RowView
    from embviz.core.sentence import SentenceRows
    from embviz.core.stability import Stability
    from embviz.core.table import EmbeddingTable
    from embviz.core.table_facts import TableFacts
    from embviz.core.word_lists import WordLists
    from embviz.core.words import MapWord, SplitPolicy, WordGroup, WordReading
    from embviz.errors import Notice

WordKey = tuple[int, ...]
"""`MapWord.ids`: unique on a map, and the same word in the next one."""

UNDO_DEPTH = 100

MOST_RECENT = 8
"""So many opened tables are remembered."""


class Tool(enum.Enum):
    """What a left-drag on the map does."""

    SELECT = "select"
    LASSO = "lasso"
    PAN = "pan"


class ThemeChoice(enum.Enum):
    """Which theme the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class SelectMode(enum.Enum):
    """What newly picked words do to the selection."""

    REPLACE = "replace"
    ADD = "add"
    REMOVE = "remove"
    TOGGLE = "toggle"


@dataclass(frozen=True)
class Document:
    """What the user made and what Undo brings back.

    Attributes
    ----------
    groups
        The words as typed.
    split_choices
        What to do with a word that is several tokens, by typed text; the others are skipped and said.
    isolated
        Only these words are drawn; None for all.
    request
        Projection, parameters, seed, vectors.
    """

    groups: tuple[WordGroup, ...] = ()
    split_choices: Mapping[str, SplitPolicy] = field(default_factory=lambda: MappingProxyType({}))
    isolated: frozenset[WordKey] | None = None
    request: MapRequest = field(default_factory=MapRequest)

    @property
    def group_names(self) -> tuple[str, ...]:
        """Names of the groups, in order."""
        return tuple(group.name for group in self.groups)

    def has_words_of(self, other: Document) -> bool:
        """Whether both differ in their request at most; False too where the same words were made anew."""
        return (
            self.groups is other.groups
            and self.split_choices is other.split_choices
            and self.isolated is other.isolated
        )


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """A layout in the middle of a run: positions (n, 2) of these words, their groups, and the share done."""

    words: tuple[MapWord, ...]
    group_names: tuple[str, ...]
    positions: Float64
    share: float


@dataclass(frozen=True)
class Activity:
    """A job that runs: what it is called, how far it is (None when unknown), whether Stop stops it.

    ``detail`` is what it is doing just now.
    """

    key: str
    title: str
    share: float | None = None
    stoppable: bool = True
    detail: str = ""


@dataclass(frozen=True)
class TableSource:
    """Where a table comes from.

    Attributes
    ----------
    source
        A folder or a file, None for the bundled table.
    tensor
        Name of a tensor that was chosen by hand, None for the token table.
    """

    source: str | None = None
    tensor: str | None = None


class LookupPage(enum.Enum):
    """What the Lookup dock shows below the pieces of the sentence."""

    ROWS = "rows"
    ROW = "row"


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The whole state. Widgets hold no truth of their own."""

    document: Document = field(default_factory=Document)
    past: tuple[Document, ...] = ()
    future: tuple[Document, ...] = ()
    table: EmbeddingTable | None = None
    source: TableSource = field(default_factory=TableSource)
    """Where ``table`` comes from."""
    recent: tuple[str, ...] = ()
    """Tables that were opened, the newest first."""
    hub: HubAccess | None = None
    """How the hub can be reached; None until it was asked."""
    cached: tuple[CachedTable, ...] | None = None
    """What was downloaded from the hub, last used first; None until it was listed."""
    facts: TableFacts | None = None
    """What was measured of ``table``; None until it is."""
    sentence: str = DEFAULT_SENTENCE
    """What is typed in the Lookup dock."""
    sentence_rows: SentenceRows | None = None
    row_view: RowView | None = None
    """The row that is looked at closely."""
    lookup_page: LookupPage = LookupPage.ROWS
    in_sight: frozenset[str] = frozenset()
    """Names of the panels that can be seen; what the others would show is not worked out."""
    reading: WordReading | None = None
    result: MapResult | None = None
    drawn: Document | None = None
    """The document that ``result`` was drawn from."""
    live: LiveFrame | None = None
    selection: tuple[WordKey, ...] = ()
    hover: WordKey | None = None
    neighborhood: Neighborhood | None = None
    completions: Completions | None = None
    """What the word that is being typed may become."""
    neighborhood_options: NeighborhoodOptions = field(default_factory=NeighborhoodOptions)
    activities: tuple[Activity, ...] = ()
    notices: tuple[Notice, ...] = ()
    status: str = ""
    tool: Tool = Tool.SELECT
    theme: ThemeChoice = ThemeChoice.SYSTEM
    caution_folded: bool = False
    overlay: bool = True
    """Half rings, the lines of one word and their legend are drawn on the map."""
    lists: WordLists | None = None
    """Neighbours of the word in focus on a map of which only some words were measured; see `focus`."""
    report: CautionReport | None = None
    """What else is known of ``result``: random pictures, pairs; None until it was worked out."""
    noise_shown: bool = False
    """The noise control stands beside the map."""
    noise: NoiseControl | None = None
    """The last noise control drawn; of ``result`` when :func:`has_noise` says so."""
    noise_live: LiveFrame | None = None
    """The noise control in the middle of a run."""
    stability: Stability | None = None
    """How far several runs of ``result`` agree; None until it was checked."""
    reference: PairReference | None = None
    """Cosines of random pairs of the vectors in use; None until they were counted."""
    analogy: AnalogyState = field(default_factory=AnalogyState)
    """What the Analogy dock shows."""
    directions: DirectionState = field(default_factory=DirectionState)
    """What the other half of the Analogy dock shows."""
    comparison: ComparisonState = field(default_factory=ComparisonState)
    """What the Compare dock shows."""
    animated: bool = True
    zoom: float = 1.0

    @property
    def words(self) -> tuple[MapWord, ...]:
        """Words on the map, in order."""
        return () if self.result is None else self.result.words

    @property
    def selected_words(self) -> tuple[MapWord, ...]:
        """The selected words in the order in which they were selected."""
        by_key = {word.ids: word for word in self.words}
        return tuple(by_key[key] for key in self.selection if key in by_key)

    @property
    def common_removed(self) -> bool:
        """Whether map, lists and cautions use vectors without their common direction."""
        request = self.document.request if self.result is None else self.result.request
        return request.vectors is VectorMode.COMMON_REMOVED

    @property
    def focus(self) -> int | None:
        """Place of the word whose neighbours are shown: the one under the pointer, else the only selected."""
        key = self.hover
        if key is None and len(self.selection) == 1:
            key = self.selection[0]
        if key is None:
            return None
        return next((place for place, word in enumerate(self.words) if word.ids == key), None)


def edited(snapshot: Snapshot, document: Document) -> Snapshot:
    """Take a changed document; the old one can be undone."""
    if document == snapshot.document:
        return snapshot
    past = (*snapshot.past, snapshot.document)[-UNDO_DEPTH:]
    return replace(snapshot, document=document, past=past, future=())


def undone(snapshot: Snapshot) -> Snapshot:
    """Go back to the document before the last edit; the same snapshot when there is none."""
    if not snapshot.past:
        return snapshot
    return replace(
        snapshot,
        document=snapshot.past[-1],
        past=snapshot.past[:-1],
        future=(snapshot.document, *snapshot.future),
    )


def redone(snapshot: Snapshot) -> Snapshot:
    """Take back the last Undo; the same snapshot when there is none."""
    if not snapshot.future:
        return snapshot
    return replace(
        snapshot,
        document=snapshot.future[0],
        past=(*snapshot.past, snapshot.document),
        future=snapshot.future[1:],
    )


def retabled(
    snapshot: Snapshot, table: EmbeddingTable, source: TableSource, document: Document | None = None
) -> Snapshot:
    """Take another table, and with ``document`` other words; without it the words stay.

    What hangs on row ids means nothing in another table and is let go: map, lists, selection, and isolation,
    also in the documents that Undo brings back.
    """
    if document is not None and snapshot.document.groups:
        snapshot = edited(snapshot, document)
    elif document is not None:
        snapshot = replace(snapshot, document=document)
    return replace(
        snapshot,
        table=table,
        source=source,
        document=_whole(snapshot.document),
        past=tuple(map(_whole, snapshot.past)),
        future=tuple(map(_whole, snapshot.future)),
        facts=None,
        sentence_rows=None,
        row_view=None,
        lists=None,
        report=None,
        noise=None,
        noise_live=None,
        stability=None,
        reference=None,
        reading=None,
        result=None,
        drawn=None,
        live=None,
        selection=(),
        hover=None,
        neighborhood=None,
        completions=None,
        analogy=replace(snapshot.analogy, found=None, complaint=None, drawing=None, examples=None),
        directions=replace(snapshot.directions, found=None, complaint=None, report=None, drawing=None),
        comparison=ComparisonState(snapshot.comparison.order, as_list=snapshot.comparison.as_list),
    )


def _whole(document: Document) -> Document:
    return document if document.isolated is None else replace(document, isolated=None)


def recalled(snapshot: Snapshot, source: str) -> Snapshot:
    """Remember an opened table as the newest."""
    others = tuple(other for other in snapshot.recent if other != source)
    return replace(snapshot, recent=(source, *others)[:MOST_RECENT])


def forgotten(snapshot: Snapshot, source: str | None = None) -> Snapshot:
    """Forget an opened table, or all of them with None."""
    kept = () if source is None else tuple(other for other in snapshot.recent if other != source)
    return replace(snapshot, recent=kept)


def selected(snapshot: Snapshot, keys: Iterable[WordKey], mode: SelectMode) -> Snapshot:
    """Change the selection; only words on the map can be in it, each once, in the order of picking."""
    on_map = {word.ids for word in snapshot.words}
    picked = [key for key in dict.fromkeys(keys) if key in on_map]
    old = snapshot.selection
    if mode is SelectMode.REPLACE:
        new = tuple(picked)
    elif mode is SelectMode.ADD:
        new = tuple(dict.fromkeys([*old, *picked]))
    elif mode is SelectMode.REMOVE:
        new = tuple(key for key in old if key not in set(picked))
    else:
        kept = [key for key in old if key not in set(picked)]
        new = (*kept, *(key for key in picked if key not in set(old)))
    return snapshot if new == old else replace(snapshot, selection=new)


def mapped(snapshot: Snapshot, result: MapResult, drawn: Document) -> Snapshot:
    """Take a finished map of a document; a selected or hovered word that is not on it is let go."""
    on_map = {word.ids for word in result.words}
    hover = snapshot.hover if snapshot.hover in on_map else None
    if snapshot.result is None or snapshot.result.layout is not result.layout:
        # Another picture: what was found of the old one is not true of it.
        snapshot = replace(snapshot, report=None, stability=None, lists=None)
    return replace(
        snapshot,
        result=result,
        drawn=drawn,
        live=None,
        hover=hover,
        selection=tuple(key for key in snapshot.selection if key in on_map),
    )


def has_noise(snapshot: Snapshot) -> bool:
    """Whether the noise control that was drawn is that of the finished map."""
    result, noise = snapshot.result, snapshot.noise
    if result is None or noise is None:
        return False
    return noise.result.request == result.request and noise.result.words == result.words


def unmapped(snapshot: Snapshot) -> Snapshot:
    """A run was stopped or failed: the finished map stays, and so does the request it was drawn with."""
    if snapshot.drawn is None:
        return replace(snapshot, live=None)
    document = replace(snapshot.document, request=snapshot.drawn.request)
    return replace(snapshot, live=None, document=document)


def noticed(snapshot: Snapshot, notices: Iterable[Notice]) -> Snapshot:
    """Add notices to the bar; one that says the same is not said twice, the newest stands last."""
    new = tuple(notices)
    if not new:
        return snapshot
    kept = tuple(notice for notice in snapshot.notices if notice not in new)
    return replace(snapshot, notices=(*kept, *new))


def renoticed(snapshot: Snapshot, old: Iterable[Notice], new: Iterable[Notice]) -> Snapshot:
    """Put what is to be said of a new reading or map in the place of what was said of the old one.

    What both say stays as it is, and does not come back once it was dismissed.
    """
    before, after = tuple(old), tuple(new)
    kept = tuple(n for n in snapshot.notices if n not in before or n in after)
    if len(kept) != len(snapshot.notices):
        snapshot = replace(snapshot, notices=kept)
    return noticed(snapshot, [n for n in after if n not in before])


def dismissed(snapshot: Snapshot, notice: Notice | None) -> Snapshot:
    """Take one notice away, or all with None."""
    if notice is None:
        return replace(snapshot, notices=())
    return replace(snapshot, notices=tuple(n for n in snapshot.notices if n != notice))


def busy(snapshot: Snapshot, activity: Activity) -> Snapshot:
    """A job began or went on."""
    others = tuple(a for a in snapshot.activities if a.key != activity.key)
    return replace(snapshot, activities=(*others, activity))


def idle(snapshot: Snapshot, key: str) -> Snapshot:
    """A job ended, one way or another."""
    if all(a.key != key for a in snapshot.activities):
        return snapshot
    return replace(snapshot, activities=tuple(a for a in snapshot.activities if a.key != key))
