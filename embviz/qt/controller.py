"""Turns intents into new snapshots and jobs. The only place that writes to the store."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from embviz.core import edits
from embviz.core import snapshot as steps
from embviz.core.neighborhood import Neighborhood, neighborhood
from embviz.core.mapping import MapResult
from embviz.core.snapshot import Activity, Document, LiveFrame, Snapshot
from embviz.core.words import WordReading
from embviz.errors import EmbvizError, Notice
from embviz.qt import intents
from embviz.qt.jobs import JobHandle, Jobs
from embviz.qt.services import Services
from embviz.qt.store import Store

log = logging.getLogger(__name__)

Handler = Callable[[Any], None]


class Controller(QObject):
    """The only writer of the store.

    Parameters
    ----------
    store, jobs
        State, and the helper that runs things off the UI thread.
    services
        What the controller needs from outside: opening tables, reading words, drawing, writing figures.
        Tests give fakes.
    """

    def __init__(self, store: Store, jobs: Jobs, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._jobs = jobs
        self._services = services
        self._read_for: tuple[object, ...] = ()
        self._handlers: dict[type[intents.Intent], Handler] = {
            intents.OpenTable: self._on_open_table,
            intents.LoadWords: self._on_load_words,
            intents.Select: self._on_select,
            intents.SelectAll: self._on_select_all,
            intents.Hover: self._on_hover,
            intents.ChooseMethod: self._on_choose_method,
            intents.ChooseVectors: self._on_choose_vectors,
            intents.ChooseParameters: self._on_choose_parameters,
            intents.RunMap: self._on_run_map,
            intents.StopJob: self._on_stop_job,
            intents.SetGroupVisible: self._on_set_group_visible,
            intents.ChooseTool: lambda i: self._change(tool=i.tool),
            intents.ChooseTheme: lambda i: self._change(theme=i.theme),
            intents.FoldCaution: lambda i: self._change(caution_folded=i.folded),
            intents.SetNeighborhood: self._on_set_neighborhood,
            intents.ExportFigure: self._on_export_figure,
            intents.DismissNotice: self._on_dismiss_notice,
            intents.Undo: self._on_undo,
            intents.Redo: self._on_redo,
        }

    def handle(self, intent: intents.Intent) -> None:
        """Act on what a widget asked for."""
        self._handlers[type(intent)](intent)

    def tell(self, notices: Iterable[Notice]) -> None:
        """Show notices that came up outside."""
        self._notice(*notices)

    # ---- state -------------------------------------------------------------------------------------

    @property
    def _now(self) -> Snapshot:
        return self._store.snapshot

    def _change(self, **changes: Any) -> None:
        self._store.put(replace(self._now, **changes))

    def _notice(self, *notices: Notice) -> None:
        self._store.put(steps.noticed(self._now, notices))

    def _fail(self, key: str) -> Callable[[EmbvizError], None]:
        def failed(error: EmbvizError) -> None:
            snapshot = steps.idle(self._now, key)
            self._store.put(steps.noticed(snapshot, [Notice(error.code, str(error))]))

        return failed

    def _run(
        self,
        activity: Activity,
        work: Callable[[JobHandle], Any],
        on_done: Callable[[Any], None],
        *,
        on_failed: Callable[[EmbvizError], None] | None = None,
        on_progress: Callable[[float | None, Any], None] | None = None,
    ) -> None:
        """Start a job, and show it in ``activities`` while it runs."""
        key = activity.key

        def progressed(share: float | None, payload: Any) -> None:
            snapshot = steps.busy(self._now, replace(activity, share=share))
            self._store.put(snapshot)
            if on_progress is not None and payload is not None:
                on_progress(share, payload)

        def done(result: Any) -> None:
            self._store.put(steps.idle(self._now, key))
            on_done(result)

        self._store.put(steps.busy(self._now, activity))
        self._jobs.start(
            key, work, on_done=done, on_failed=on_failed or self._fail(key), on_progress=progressed
        )

    # ---- table and words ---------------------------------------------------------------------------

    def open(self, source: str | None, words: tuple[str, ...] | None) -> None:
        """Open a table and, when it is there, show these words (sets or files); None keeps the present ones."""

        def work(handle: JobHandle) -> Any:
            table = self._services.open_table(source, handle.report)
            groups = None if words is None else self._services.read_words(words)
            return table, groups

        def done(opened: Any) -> None:
            table, groups = opened
            snapshot = replace(self._now, table=table, neighborhood=None)
            if groups is not None:
                snapshot = replace(snapshot, document=replace(snapshot.document, groups=groups))
            # Keys are row ids and mean nothing in another table.
            document = replace(snapshot.document, isolated=None)
            self._store.put(replace(snapshot, document=document, selection=(), hover=None))
            self._notice(*self._services.opening_notices(table))
            self._draw()

        self._run(Activity("table", "Opening the table"), work, done)

    def _on_open_table(self, intent: intents.OpenTable) -> None:
        self.open(intent.source, None)

    def _on_load_words(self, intent: intents.LoadWords) -> None:
        def done(groups: Any) -> None:
            document = replace(self._now.document, groups=groups, isolated=None)
            self._edit(document)

        self._run(
            Activity("words", "Reading the words"),
            lambda _handle: self._services.read_words((intent.source,)),
            done,
        )

    def _on_set_group_visible(self, intent: intents.SetGroupVisible) -> None:
        self._edit(edits.group_shown(self._now.document, intent.group, intent.visible))

    def _edit(self, document: Document) -> None:
        before = self._now
        self._store.put(steps.edited(before, document))
        if self._now is not before:
            self._draw()

    def _on_undo(self, _intent: intents.Undo) -> None:
        self._step(steps.undone)

    def _on_redo(self, _intent: intents.Redo) -> None:
        self._step(steps.redone)

    def _step(self, step: Callable[[Snapshot], Snapshot]) -> None:
        before = self._now
        self._store.put(step(before))
        if self._now is not before:
            self._draw()

    # ---- map ---------------------------------------------------------------------------------------

    def _on_choose_method(self, intent: intents.ChooseMethod) -> None:
        if intent.method != self._now.document.request.method:
            self._request(method=intent.method, parameters=None)

    def _on_choose_vectors(self, intent: intents.ChooseVectors) -> None:
        self._request(vectors=intent.vectors)

    def _on_choose_parameters(self, intent: intents.ChooseParameters) -> None:
        self._request(parameters=intent.parameters, seed=intent.seed)

    def _on_run_map(self, _intent: intents.RunMap) -> None:
        self._draw()

    def _request(self, **changes: Any) -> None:
        document = self._now.document
        self._edit(replace(document, request=replace(document.request, **changes)))

    def _draw(self) -> None:
        """Read the document's words if need be, then draw them; the finished map stays until then."""
        snapshot = self._now
        table, document = snapshot.table, snapshot.document
        if table is None:
            return
        if snapshot.reading is not None and self._read_for == (table, document.groups, document.split_choices):
            self._project(snapshot.reading)
            return

        def done(reading: WordReading) -> None:
            self._read_for = (table, document.groups, document.split_choices)
            self._change(reading=reading)
            self._notice(*reading.notices)
            self._project(reading)

        self._jobs.stop("map")
        self._run(
            Activity("map", "Looking the words up"),
            lambda _handle: self._services.resolve(table, document),
            done,
        )

    def _project(self, reading: WordReading) -> None:
        table, document = self._now.table, self._now.document
        assert table is not None
        isolated = document.isolated
        words = tuple(
            word
            for word in reading.words
            if document.groups[word.group].visible and (isolated is None or word.ids in isolated)
        )

        def work(handle: JobHandle) -> MapResult:
            return self._services.draw(table, words, document, handle.report)

        def progressed(_share: float | None, frame: LiveFrame) -> None:
            self._change(live=frame)

        def done(result: MapResult) -> None:
            before = self._now
            self._store.put(replace(steps.mapped(before, result, document), status=""))
            self._notice(*result.notices)
            if self._now.selection != before.selection:
                self._list_neighbors()

        def failed(error: EmbvizError) -> None:
            self._store.put(steps.unmapped(self._now))
            self._fail("map")(error)

        title = f"Drawing with {self._services.method_title(document.request.method)}"
        self._run(Activity("map", title), work, done, on_failed=failed, on_progress=progressed)

    def _on_stop_job(self, intent: intents.StopJob) -> None:
        if not self._jobs.stop(intent.key):
            return
        snapshot = replace(steps.idle(self._now, intent.key), status="Stopped.")
        self._store.put(steps.unmapped(snapshot) if intent.key == "map" else snapshot)

    # ---- selection and neighbours --------------------------------------------------------------------

    def _on_select(self, intent: intents.Select) -> None:
        before = self._now
        self._store.put(steps.selected(before, intent.keys, intent.mode))
        if self._now is not before:
            self._list_neighbors()

    def _on_select_all(self, _intent: intents.SelectAll) -> None:
        self._on_select(intents.Select(tuple(word.ids for word in self._now.words)))

    def _on_hover(self, intent: intents.Hover) -> None:
        if intent.key != self._now.hover:
            self._change(hover=intent.key)

    def _on_set_neighborhood(self, intent: intents.SetNeighborhood) -> None:
        if intent.options != self._now.neighborhood_options:
            self._change(neighborhood_options=intent.options)
            self._list_neighbors()

    def _list_neighbors(self) -> None:
        words, table = self._now.selected_words, self._now.table
        if table is None or not words:
            self._jobs.stop("neighbours")
            self._store.put(steps.idle(replace(self._now, neighborhood=None), "neighbours"))
            return
        options = self._now.neighborhood_options
        on_map = frozenset(word.id for word in self._now.words if word.id is not None)

        def work(handle: JobHandle) -> Neighborhood:
            return neighborhood(
                table, words, options, on_map=on_map, progress=handle.report
            )

        self._run(
            Activity("neighbours", "Searching the whole vocabulary"),
            work,
            lambda found: self._change(neighborhood=found),
        )

    # ---- figures and notices -------------------------------------------------------------------------

    def _on_export_figure(self, intent: intents.ExportFigure) -> None:
        snapshot = self._now
        if snapshot.result is None:
            self._notice(Notice("nothing-to-export", "There is no map yet to export. Add words first."))
            return

        def done(path: Any) -> None:
            self._change(status=f"Saved {path}")

        self._run(
            Activity("export", "Writing the figure"),
            lambda _handle: self._services.export(snapshot, intent.path, intent.options),
            done,
        )

    def _on_dismiss_notice(self, intent: intents.DismissNotice) -> None:
        self._store.put(steps.dismissed(self._now, intent.notice))
