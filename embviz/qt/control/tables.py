"""Opening tables; the old one stays until the new one is ready, and when it cannot be opened."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from embviz.core import snapshot as steps
from embviz.core.lacking import with_lacking
from embviz.core.snapshot import Activity, TableSource
from embviz.core.wording import quoted
from embviz.errors import EmbvizError, Notice
from embviz.qt import intents
from embviz.qt.garbage import no_full_collection
from embviz.qt.polite_imports import polite_imports

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.snapshot import Document
    from embviz.core.table import EmbeddingTable
    from embviz.core.words import WordReading
    from embviz.io.dropped import Dropped
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY = "table"

OF_THE_TABLE = (
    "map",
    "neighbours",
    "add-neighbours",
    "complete",
    "warm-up",
    "lookup",
    "row",
    "facts",
    "noise",
    "stability",
    "report",
    "lists",
    "reference",
)
"""Jobs that read the present table: their answers mean nothing in another."""

_GONE = "table-gone"


class Draw(Protocol):
    """Draws the present words; with a reading, just as they were read."""

    def __call__(self, reading: WordReading | None = None) -> None:
        """Do so."""


@dataclass(frozen=True, eq=False)
class _Opened:
    """A table that is ready, with the words read in it."""

    table: EmbeddingTable
    source: TableSource
    old: Document
    document: Document | None
    reading: WordReading
    remember: str | None
    complaint: EmbvizError | None


class TableControl:
    """Opens tables, and draws the present words in them.

    Parameters
    ----------
    draw
        Draws the words in the present table.
    opened
        Called when another table is there.
    load_words
        Shows word lists from files instead of the present words.
    """

    def __init__(
        self,
        desk: Desk,
        draw: Draw,
        opened: Callable[[], None],
        load_words: Callable[[tuple[str, ...]], None],
    ) -> None:
        self._desk = desk
        self._draw = draw
        self._opened = opened
        self._load_words = load_words
        self._warmed = self._has_modules = False
        self._first_words: tuple[str, ...] | None = None
        self._complaint: tuple[Notice, ...] = ()
        self.handlers: Handlers = {
            intents.OpenTable: lambda intent: self.open(intent.source),
            intents.OpenRecent: self._on_open_recent,
            intents.ForgetRecent: self._on_forget_recent,
            intents.OpenPaths: self._on_open_paths,
            intents.ChooseTensor: self._on_choose_tensor,
        }

    def open(
        self,
        source: str | None,
        words: tuple[str, ...] | None = None,
        *,
        tensor: str | None = None,
        again: bool = False,
    ) -> None:
        """Open a table and then show these words (sets or files); None keeps the present ones.

        Parameters
        ----------
        tensor
            Name of another tensor than the token table.
        again
            It was opened before; when it is gone, that is said and it is forgotten.
        """
        desk = self._desk
        old = desk.now.document
        if desk.now.table is None and not old.groups:
            # They are still to be shown when another table is opened because this one failed.
            self._first_words = words = words or self._first_words
        wanted = TableSource(source, tensor)

        def work(handle: JobHandle) -> _Opened:
            if again and source is not None and not desk.services.is_there(source):
                raise EmbvizError(
                    f"{quoted(source)} is no longer there.",
                    code=_GONE,
                    hint="It was taken off the list of recent tables.",
                )
            return _open(desk, wanted, words, old, handle)

        def failed(error: EmbvizError) -> None:
            self._complaint = (Notice(error.code, str(error)),)
            if error.code == _GONE:
                desk.put(steps.forgotten(desk.now, source))

        title = "Opening the table" if source is None else f"Opening {quoted(Path(source).name or source)}"
        desk.run(Activity(KEY, title), work, self._take, on_failed=failed, at_once=True)

    def warm_up(self) -> None:
        """Load what will be needed soon; a failure shows itself when the thing is needed.

        Asked for when the first map is on the screen; tables that are opened later follow by themselves.
        """
        self._warmed = True
        desk, table = self._desk, self._desk.now.table
        if table is None:
            return

        # Only the first table brings modules, which stay; what belongs to a table must be able to go.
        around = nullcontext() if self._has_modules else no_full_collection()

        def work(handle: JobHandle) -> None:
            with around, polite_imports(handle.courtesy):
                desk.services.warm_up(table, handle.report)

        def done(_nothing: None) -> None:
            self._has_modules = True

        desk.jobs.start("warm-up", work, on_done=done, on_failed=lambda _error: None, last=True)

    def _take(self, opened: _Opened) -> None:
        """Put a table that is ready in the place of the old one."""
        desk = self._desk
        for key in OF_THE_TABLE:
            desk.stop(key)
        before = desk.now
        said = self._said_of(before) + self._complaint
        self._first_words, self._complaint = None, ()
        # Words that were typed while the table was being opened are read now.
        current = before.document is opened.old
        document = opened.document if current else None
        snapshot = steps.retabled(before, opened.table, opened.source, document)
        if opened.remember is not None:
            snapshot = steps.recalled(snapshot, opened.remember)
        news = [*desk.services.opening_notices(opened.table)]
        if opened.complaint is not None:
            news.append(Notice(opened.complaint.code, str(opened.complaint)))
        reading = None
        if current:
            reading = opened.reading
            if before.table is not None and document is None:
                reading = with_lacking(reading, opened.source.tensor or opened.table.name)
        desk.put(steps.renoticed(replace(snapshot, status=""), said, news))
        self._draw(reading)
        self._opened()
        if self._warmed:
            self.warm_up()

    def _said_of(self, snapshot: steps.Snapshot) -> tuple[Notice, ...]:
        """What the bar says of the table that goes, and of its words and map."""
        table, reading, result = snapshot.table, snapshot.reading, snapshot.result
        return (
            *(() if table is None else self._desk.services.opening_notices(table)),
            *(() if reading is None else reading.notices),
            *(() if result is None else result.notices),
        )

    def _on_open_recent(self, intent: intents.OpenRecent) -> None:
        self.open(intent.source, again=True)

    def _on_forget_recent(self, _intent: intents.ForgetRecent) -> None:
        self._desk.put(steps.forgotten(self._desk.now))

    def _on_choose_tensor(self, intent: intents.ChooseTensor) -> None:
        now = self._desk.now
        if now.table is not None and intent.name != now.source.tensor:
            self.open(now.source.source, tensor=intent.name)

    def _on_open_paths(self, intent: intents.OpenPaths) -> None:
        desk = self._desk

        def work(_handle: JobHandle) -> Dropped:
            return desk.services.sort_dropped(intent.paths)

        def done(dropped: Dropped) -> None:
            words = dropped.word_lists
            if dropped.tables:
                self.open(dropped.tables[0], words or None)
            elif words:
                self._load_words(words)
            if len(dropped.tables) > 1:
                first = quoted(Path(dropped.tables[0]).name)
                text = f"One table is shown at a time: {first} is opened, the others are not."
                desk.notice(Notice("one-table", text))

        desk.run(Activity("dropped", "Looking at what was dropped"), work, done)


def _open(
    desk: Desk, wanted: TableSource, words: tuple[str, ...] | None, old: Document, handle: JobHandle
) -> _Opened:
    """Open a table and read the words in it, in a worker thread."""
    services = desk.services
    document: Document | None = None
    complaint: EmbvizError | None = None
    if words is not None:
        try:
            document = replace(old, isolated=None, groups=services.read_words(words))
        except EmbvizError as error:
            complaint = error
    table = services.open_table(wanted.source, handle.report, wanted.tensor)
    remember = None if wanted.source is None else services.lasting(wanted.source)
    handle.report(None, "Looking the words up")
    reading = services.resolve(table, old if document is None else document)
    return _Opened(table, replace(wanted, source=remember), old, document, reading, remember, complaint)
