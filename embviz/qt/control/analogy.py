"""The Analogy dock: an expression is worked out, examples are tried, and the arithmetic drawn on the map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from embviz.core.analogy import Analogy, analogy
from embviz.core.analogy_state import LENGTH, AnalogyRequest, AnalogyWay
from embviz.core.arithmetic import Arithmetic, draw_arithmetic
from embviz.core.examples import SortedExample, sort_examples
from embviz.core.expression import parse
from embviz.core.resolve import SplitPolicy
from embviz.core.snapshot import Activity
from embviz.errors import EmbvizError
from embviz.io.exports import ANALOGY_FORMATS, analogy_text
from embviz.qt import intents
from embviz.qt.control.saving import save_data

if TYPE_CHECKING:
    from embviz.core.completion import Completions
    from embviz.core.snapshot import Document
    from embviz.core.table import EmbeddingTable
    from embviz.core.words import MapWord
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY, DRAWING, EXAMPLES, COMPLETING = "analogy", "analogy-map", "analogy-examples", "analogy-term"


class AnalogyControl:
    """Keeps lists and drawing true to what was asked, the table and the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Handlers = {
            intents.AskAnalogy: self._on_ask,
            intents.CompleteTerm: self._on_complete_term,
            intents.TryExamples: self._on_try_examples,
            intents.DrawAnalogy: self._on_draw_analogy,
            intents.ChooseAnalogyPage: lambda intent: self._put(page=intent.page),
            intents.CopyAnalogy: self._on_copy,
            intents.ExportAnalogy: self._on_export,
        }

    # ---- what others tell --------------------------------------------------------------------------

    def table_opened(self) -> None:
        """Ask the same of another table."""
        for key in (KEY, DRAWING, EXAMPLES, COMPLETING):
            self._desk.stop(key)
        self._work_out()

    def map_started(self, words: tuple[MapWord, ...], document: Document) -> None:
        """Leave the drawing of the finished map as it is."""

    def map_stopped(self) -> None:
        """Leave the drawing as it is: so is the map."""

    def map_drawn(self) -> None:
        """Draw the arithmetic on the new map."""
        self._draw()

    # ---- the expression ----------------------------------------------------------------------------

    def _put(self, **changes: Any) -> None:
        self._desk.change(analogy=replace(self._desk.now.analogy, **changes))

    def _on_ask(self, intent: intents.AskAnalogy) -> None:
        request = _with_expectation(intent.request)
        state = self._desk.now.analogy
        if request == state.request and (state.found is not None or state.complaint is not None):
            return
        self._put(request=request, completions=None)
        self._work_out()

    def _work_out(self) -> None:
        desk = self._desk
        table, request = desk.now.table, desk.now.analogy.request
        if table is None or not request.expression.strip():
            desk.stop(KEY)
            self._put(found=None, complaint=None, drawing=None)
            return

        def work(_handle: JobHandle) -> Analogy | EmbvizError:
            try:
                return _worked_out(table, request)
            except EmbvizError as error:
                # Said in the dock, beside what was typed, and not in the notice bar.
                return error

        def done(found: Analogy | EmbvizError) -> None:
            if isinstance(found, EmbvizError):
                self._put(found=None, complaint=found, drawing=None)
                return
            self._put(found=found, complaint=None)
            self._draw()

        desk.run(Activity(KEY, "Adding and subtracting"), work, done)

    def _on_complete_term(self, intent: intents.CompleteTerm) -> None:
        desk, table = self._desk, self._desk.now.table
        if table is None or not intent.text.strip():
            desk.jobs.stop(COMPLETING)
            if desk.now.analogy.completions is not None:
                self._put(completions=None)
            return

        def work(_handle: JobHandle) -> Completions:
            return desk.services.complete(table, intent.text)

        def done(found: Completions) -> None:
            self._put(completions=found)

        def failed(error: EmbvizError) -> None:
            desk.failed(COMPLETING, error)

        # No activity: it takes milliseconds, and would flicker in the status bar at every key.
        desk.jobs.start(COMPLETING, work, on_done=done, on_failed=failed)

    # ---- the map -----------------------------------------------------------------------------------

    def _on_draw_analogy(self, intent: intents.DrawAnalogy) -> None:
        self._put(on_map=intent.shown)
        self._draw()

    def _draw(self) -> None:
        desk = self._desk
        now, state = desk.now, desk.now.analogy
        table, result, found = now.table, now.result, state.found
        if table is None or result is None or found is None or not state.on_map:
            desk.jobs.stop(DRAWING)
            if state.drawing is not None:
                self._put(drawing=None)
            return

        def work(_handle: JobHandle) -> Arithmetic | None:
            return draw_arithmetic(table, found, result)

        def done(drawing: Arithmetic | None) -> None:
            self._put(drawing=drawing)

        def failed(error: EmbvizError) -> None:
            self._put(drawing=None)
            desk.failed(DRAWING, error)

        desk.jobs.start(DRAWING, work, on_done=done, on_failed=failed)

    # ---- examples, copies, files -------------------------------------------------------------------

    def _on_try_examples(self, _intent: intents.TryExamples) -> None:
        desk, table = self._desk, self._desk.now.table
        if table is None or desk.now.analogy.examples is not None or desk.jobs.runs(EXAMPLES):
            return

        def work(handle: JobHandle) -> tuple[SortedExample, ...]:
            from embviz.io.analogies import analogy_examples

            return sort_examples(table, analogy_examples(), progress=handle.report)

        def done(examples: tuple[SortedExample, ...]) -> None:
            self._put(examples=examples)

        desk.run(Activity(EXAMPLES, "Trying the examples"), work, done)

    def _on_copy(self, _intent: intents.CopyAnalogy) -> None:
        found = self._desk.now.analogy.found
        if found is not None:
            QGuiApplication.clipboard().setText(analogy_text(found))
            self._desk.change(status="Copied both lists")

    def _on_export(self, intent: intents.ExportAnalogy) -> None:
        found = self._desk.now.analogy.found
        if found is not None:
            save_data(
                self._desk,
                intent.path,
                ANALOGY_FORMATS,
                found,
                key="export-analogy",
                title="Writing the analogy",
            )


def _worked_out(table: EmbeddingTable, request: AnalogyRequest) -> Analogy:
    return analogy(
        table,
        request.text,
        k=LENGTH,
        normalize=request.way is AnalogyWay.NORMALIZED,
        method=request.way.method,
        fold_variants=request.fold_variants,
        split=SplitPolicy.MEAN if request.mean_of_pieces else SplitPolicy.ERROR,
    )


def _with_expectation(request: AnalogyRequest) -> AnalogyRequest:
    """Take ``= word`` at the end of an expression for what is expected."""
    if "=" not in request.expression:
        return request
    try:
        read = parse(request.expression)
    except EmbvizError:
        return request
    if not read.expected:
        return request
    return replace(request, expression=request.expression.rpartition("=")[0].strip(), expected=read.expected)
