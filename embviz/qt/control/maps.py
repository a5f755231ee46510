"""The document and the map that is drawn from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from embviz.core import snapshot as steps
from embviz.core.mapping import VectorMode
from embviz.core.regroup import regrouped
from embviz.core.snapshot import Activity, Document, LiveFrame, SelectMode, Snapshot
from embviz.core.words import MapWord, WordReading, WordState
from embviz.errors import EmbvizError, Notice
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from embviz.core.mapping import MapResult
    from embviz.core.table import EmbeddingTable
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY = "map"


class MapWatcher(Protocol):
    """Somebody whose work follows the map."""

    def map_started(self, words: tuple[MapWord, ...], document: Document) -> None:
        """These words of a document are being drawn."""

    def map_stopped(self) -> None:
        """The run was stopped or has failed; the finished map stays."""

    def map_drawn(self) -> None:
        """A new map is there, or the same one in other groups."""


class MapWatchers:
    """Tells several of every run, one after the other."""

    def __init__(self, *watchers: MapWatcher) -> None:
        self._watchers = watchers

    def map_started(self, words: tuple[MapWord, ...], document: Document) -> None:
        """These words of a document are being drawn."""
        for watcher in self._watchers:
            watcher.map_started(words, document)

    def map_stopped(self) -> None:
        """The run was stopped or has failed; the finished map stays."""
        for watcher in self._watchers:
            watcher.map_stopped()

    def map_drawn(self) -> None:
        """A new map is there, or the same one in other groups."""
        for watcher in self._watchers:
            watcher.map_drawn()


class MapControl:
    """Takes edits of the document and keeps the map true to it.

    Parameters
    ----------
    selection_changed
        Called when a new map has dropped words from the selection, or shows other vectors.
    watcher
        Told of every run.
    """

    def __init__(self, desk: Desk, selection_changed: Callable[[], None], watcher: MapWatcher) -> None:
        self._desk = desk
        self._selection_changed = selection_changed
        self._watcher = watcher
        self._read_for: tuple[object, ...] = ()
        self._drawn_for: object = None
        self._picks: tuple[str, ...] = ()
        self._underway: tuple[object, ...] = ()
        self._dragging = False
        self._failure: tuple[Notice, ...] = ()
        self.handlers: Handlers = {
            intents.ChooseMethod: self._on_choose_method,
            intents.ChooseVectors: self._on_choose_vectors,
            intents.ChooseParameters: self._on_choose_parameters,
            intents.RemoveCommon: self._on_remove_common,
            intents.RunMap: lambda _intent: self.draw(),
            intents.StopJob: self._on_stop_job,
            intents.Undo: lambda _intent: self._on_step(steps.undone),
            intents.Redo: lambda _intent: self._on_step(steps.redone),
        }

    def edit(self, document: Document, *, select: Iterable[str] = ()) -> None:
        """Take a changed document and draw it; words of these texts are selected when they are on the map."""
        picks = tuple(select)
        if self._step(lambda snapshot: steps.edited(snapshot, document)):
            self._picks = picks
            self._draw(regroup=True)
        elif picks:
            self._picks = picks
            self._select_picks()

    def draw(self, reading: WordReading | None = None) -> None:
        """Draw the document's words; the finished map stays until then.

        They are read before if need be, unless they were ``reading`` in a table that was just opened.
        """
        if reading is None:
            self._draw(regroup=False)
            return
        now = self._desk.now
        assert now.table is not None
        self._read_for = _words_of(now.table, now.document)
        self._desk.put(steps.noticed(replace(now, reading=reading), reading.notices))
        self._project(reading, regroup=False)

    def _draw(self, *, regroup: bool, refuse: bool = True) -> None:
        """Draw the document; with ``regroup`` a map of the same words is kept, whatever their groups are.

        Without ``refuse`` words of which the table knows none are taken all the same.
        """
        snapshot = self._desk.now
        table, document = snapshot.table, snapshot.document
        if table is None:
            return
        wanted = _words_of(table, document)
        if snapshot.reading is not None and self._read_for == wanted:
            self._project(snapshot.reading, regroup=regroup)
            return
        # This job takes the place of a run: when the edit is taken back, it must not be taken for that run.
        self._underway = ()

        def work(_handle: JobHandle) -> WordReading:
            return self._desk.services.resolve(table, document)

        def done(reading: WordReading) -> None:
            if refuse and _all_unknown(reading):
                self._refuse(document)
                return
            self._read_for = wanted
            before = self._desk.now.reading
            said = () if before is None else before.notices
            self._desk.put(steps.renoticed(replace(self._desk.now, reading=reading), said, reading.notices))
            self._project(reading, regroup=regroup)

        self._desk.run(Activity(KEY, "Looking the words up"), work, done)

    def _refuse(self, document: Document) -> None:
        """Go back from words of which this table knows none, so that nothing is lost."""
        desk = self._desk
        count = sum(len(group.words) for group in document.groups)
        which = "This word is not" if count == 1 else f"None of these {count:,} words is"
        before = desk.now.drawn
        if before is not None and before != document:
            desk.change(document=before, past=desk.now.past[:-1])
            kept = " The words before are still here."
        else:
            desk.change(result=None, reading=None)
            kept = ""
        table = desk.now.table
        name = "" if table is None else f" of {table.name}"
        desk.notice(Notice("no-words", f"{which} in the vocabulary{name}.{kept} Check the spelling."))

    def _project(self, reading: WordReading, *, regroup: bool) -> None:
        desk = self._desk
        table, document = desk.now.table, desk.now.document
        assert table is not None
        words = drawn_words(reading, document)
        underway = (table, words, document.request)
        if regroup and self._underway == underway and desk.jobs.runs(KEY):
            return  # only colours and shapes have changed: the run goes on
        if regroup and self._regroup(words, document):
            return
        self._underway = underway

        def work(handle: JobHandle) -> MapResult:
            return desk.services.draw(table, words, document, handle.report)

        def progressed(frame: LiveFrame) -> None:
            desk.change(live=frame)

        def done(result: MapResult) -> None:
            before = desk.now
            said = self._take_failure() + (() if before.result is None else before.result.notices)
            drawn = replace(document, groups=before.document.groups)
            snapshot = replace(steps.mapped(before, result, drawn), status="")
            self._drawn_for = table
            desk.put(steps.renoticed(snapshot, said, result.notices))
            changed = (
                desk.now.selection != before.selection or desk.now.common_removed is not before.common_removed
            )
            if not self._select_picks() and changed:
                self._selection_changed()
            self._watcher.map_drawn()

        def failed(error: EmbvizError) -> None:
            # The notice of the failure is put into the bar by the desk.
            self._failure = (*self._failure, Notice(error.code, str(error)))
            desk.put(steps.unmapped(desk.now))
            self._watcher.map_stopped()

        title = f"Drawing with {desk.services.method_title(document.request.method)}"
        desk.run(Activity(KEY, title), work, done, on_failed=failed, on_progress=progressed, at_once=True)
        self._watcher.map_started(words, document)

    def _regroup(self, words: tuple[MapWord, ...], document: Document) -> bool:
        """Keep the finished map where only groups have changed; False when it has to be drawn anew."""
        desk = self._desk
        now = desk.now
        if now.result is None or now.drawn is None or self._drawn_for is not now.table:
            return False
        if now.drawn.request != document.request:
            return False
        names = document.group_names
        result = regrouped(now.result, words, names)
        if result is None:
            return False
        if names == now.result.group_names and result.words == now.result.words:
            result = now.result
        # An edit that is taken back may find the run of that edit still under way.
        desk.stop(KEY)
        desk.put(steps.mapped(desk.now, result, document))
        self._select_picks()
        self._watcher.map_drawn()
        return True

    def _take_failure(self) -> tuple[Notice, ...]:
        """Why the last runs failed, which is over once there is a map."""
        failure, self._failure = self._failure, ()
        return failure

    def _select_picks(self) -> bool:
        """Select the words that were asked for, if they are on the map; True when that changed anything."""
        texts, self._picks = set(self._picks), ()
        reading = self._desk.now.reading
        if not texts or reading is None:
            return False
        entries = [entry for group in reading.entries for entry in group if entry.text in texts]
        keys = [key for entry in entries for key in (entry.keys or (entry.pieces,))]
        if not self._desk.put(steps.selected(self._desk.now, keys, SelectMode.REPLACE)):
            return False
        self._selection_changed()
        return True

    def _step(self, step: Callable[[Snapshot], Snapshot]) -> bool:
        self._picks = ()
        return self._desk.put(step(self._desk.now))

    def _on_step(self, step: Callable[[Snapshot], Snapshot]) -> None:
        if self._step(step):
            # What is undone was there before, if in another table: it is not refused, or it would be lost.
            self._draw(regroup=True, refuse=False)

    def _request(self, **changes: Any) -> None:
        document = self._desk.now.document
        self.edit(replace(document, request=replace(document.request, **changes)))

    def _on_choose_method(self, intent: intents.ChooseMethod) -> None:
        if intent.method != self._desk.now.document.request.method:
            self._request(method=intent.method, parameters=None)

    def _on_choose_vectors(self, intent: intents.ChooseVectors) -> None:
        self._request(vectors=intent.vectors)

    def _on_choose_parameters(self, intent: intents.ChooseParameters) -> None:
        before = self._desk.now
        self._request(parameters=intent.parameters, seed=intent.seed)
        if intent.dragged and self._dragging and self._desk.now.past is not before.past:
            # All steps of one drag are one edit.
            self._desk.change(past=before.past)
        self._dragging = intent.dragged

    def _on_remove_common(self, intent: intents.RemoveCommon) -> None:
        now = self._desk.now.document.request.vectors
        removed = now is not VectorMode.COMMON_REMOVED if intent.removed is None else intent.removed
        if removed is not (now is VectorMode.COMMON_REMOVED):
            self._request(vectors=VectorMode.COMMON_REMOVED if removed else VectorMode.UNIT)

    def _on_stop_job(self, intent: intents.StopJob) -> None:
        if not self._desk.stop(intent.key):
            return
        snapshot = replace(self._desk.now, status="Stopped.")
        self._desk.put(steps.unmapped(snapshot) if intent.key == KEY else snapshot)
        if intent.key == KEY:
            self._watcher.map_stopped()


def drawn_words(reading: WordReading, document: Document) -> tuple[MapWord, ...]:
    """Words of the visible groups, and of those only the isolated ones.

    While an edit is being read the reading is of the document before, which may have had more groups.
    """
    isolated = document.isolated
    visible = {place for place, group in enumerate(document.groups) if group.visible}
    return tuple(
        word for word in reading.words if word.group in visible and (isolated is None or word.ids in isolated)
    )


def _words_of(table: EmbeddingTable, document: Document) -> tuple[object, ...]:
    """What a reading depends on."""
    groups = tuple((group.name, group.words) for group in document.groups)
    return table, groups, document.split_choices


def _all_unknown(reading: WordReading) -> bool:
    """Whether there are words, and the table knows none of them."""
    states = {entry.state for entries in reading.entries for entry in entries}
    return states == {WordState.UNKNOWN}
