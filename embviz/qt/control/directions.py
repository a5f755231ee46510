"""The Directions half of the Analogy dock: pairs, their offsets, and files of questions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embviz.core.direction_arrows import draw_directions
from embviz.core.directions import Directions, directions
from embviz.core.question_scores import QuestionReport, score_questions
from embviz.core.resolve import SplitPolicy
from embviz.core.snapshot import Activity
from embviz.errors import EmbvizError
from embviz.io.exports import DIRECTION_FORMATS, QUESTION_FORMATS
from embviz.qt import intents
from embviz.qt.control.saving import save_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.arithmetic import Arithmetic
    from embviz.core.pairs import PairList, QuestionSection
    from embviz.core.snapshot import Document
    from embviz.core.words import MapWord
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY, DRAWING = "directions", "directions-map"


class DirectionControl:
    """Keeps offsets, scores and arrows true to the pairs, the table and the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sections: tuple[QuestionSection, ...] = ()
        self.handlers: Handlers = {
            intents.ChoosePairs: self._on_choose_pairs,
            intents.OpenPairs: self._on_open_pairs,
            intents.PastePairs: self._on_paste_pairs,
            intents.ScoreQuestions: self._on_score_questions,
            intents.SetDirections: self._on_set_directions,
            intents.DrawDirections: self._on_draw_directions,
            intents.ExportDirections: self._on_export,
        }

    # ---- what others tell --------------------------------------------------------------------------

    def table_opened(self) -> None:
        """Work the same out on another table."""
        self._desk.stop(KEY)
        self._desk.jobs.stop(DRAWING)
        self._work_out()

    def map_started(self, words: tuple[MapWord, ...], document: Document) -> None:
        """Leave the drawing of the finished map as it is."""

    def map_stopped(self) -> None:
        """Leave the drawing as it is: so is the map."""

    def map_drawn(self) -> None:
        """Draw the arrows on the new map."""
        self._draw()

    # ---- pairs and questions -----------------------------------------------------------------------

    def _put(self, **changes: Any) -> None:
        self._desk.change(directions=replace(self._desk.now.directions, **changes))

    def _on_choose_pairs(self, intent: intents.ChoosePairs) -> None:
        def read() -> PairList:
            from embviz.io.pairs import open_pair_list

            return open_pair_list(intent.name)

        self._load(read)

    def _on_open_pairs(self, intent: intents.OpenPairs) -> None:
        def read() -> PairList:
            from embviz.io.pairs import read_pairs

            return read_pairs(intent.path)

        self._load(read)

    def _on_paste_pairs(self, intent: intents.PastePairs) -> None:
        def read() -> PairList:
            from embviz.io.pairs import parse_pairs

            return parse_pairs(intent.text)

        self._load(read)

    def _load(self, read: Callable[[], PairList]) -> None:
        def work(_handle: JobHandle) -> PairList:
            return read()

        def done(pairs: PairList) -> None:
            self._sections = ()
            self._put(pairs=pairs, questions="", report=None, found=None, complaint=None, drawing=None)
            self._work_out()

        self._desk.run(Activity(KEY, "Reading the pairs"), work, done)

    def _on_score_questions(self, intent: intents.ScoreQuestions) -> None:
        def work(_handle: JobHandle) -> tuple[QuestionSection, ...]:
            from embviz.io.questions import read_questions

            return read_questions(intent.path)

        def done(sections: tuple[QuestionSection, ...]) -> None:
            self._sections = sections
            self._put(
                pairs=None,
                questions=Path(intent.path).name,
                report=None,
                found=None,
                complaint=None,
                drawing=None,
            )
            self._work_out()

        self._desk.run(Activity(KEY, "Reading the questions"), work, done)

    def _work_out(self) -> None:
        """Work out what is chosen: pairs, questions or nothing."""
        desk = self._desk
        table, state = desk.now.table, desk.now.directions
        if table is None or (state.pairs is None and not self._sections):
            return
        split = SplitPolicy.MEAN if state.options.mean_of_pieces else SplitPolicy.SKIP
        normalize, pairs, sections = state.options.normalize, state.pairs, self._sections

        def work(handle: JobHandle) -> Directions | QuestionReport | EmbvizError:
            if pairs is None:
                return score_questions(
                    table, sections, normalize=normalize, split=split, progress=handle.report
                )
            try:
                return directions(
                    table, pairs.pairs, normalize=normalize, split=split, progress=handle.report
                )
            except EmbvizError as error:
                # Said in the dock, beside the pairs, and not in the notice bar.
                return error

        def done(found: Directions | QuestionReport | EmbvizError) -> None:
            if isinstance(found, EmbvizError):
                self._put(found=None, complaint=found, drawing=None)
            elif isinstance(found, QuestionReport):
                self._put(report=found)
            else:
                self._put(found=found, complaint=None)
                self._draw()

        what = "Scoring the questions" if pairs is None else "Comparing the offsets"
        desk.run(Activity(KEY, what), work, done)

    def _on_set_directions(self, intent: intents.SetDirections) -> None:
        if intent.options != self._desk.now.directions.options:
            self._put(options=intent.options)
            self._work_out()

    # ---- the map -----------------------------------------------------------------------------------

    def _on_draw_directions(self, intent: intents.DrawDirections) -> None:
        self._put(on_map=intent.shown)
        self._draw()

    def _draw(self) -> None:
        desk = self._desk
        now, state = desk.now, desk.now.directions
        table, result, found, pairs = now.table, now.result, state.found, state.pairs
        if table is None or result is None or found is None or pairs is None or not state.on_map:
            desk.jobs.stop(DRAWING)
            if state.drawing is not None:
                self._put(drawing=None)
            return

        def work(_handle: JobHandle) -> Arithmetic:
            return draw_directions(table, found, pairs.title, result)

        def done(drawing: Arithmetic) -> None:
            self._put(drawing=drawing)

        def failed(error: EmbvizError) -> None:
            self._put(drawing=None)
            desk.failed(DRAWING, error)

        desk.jobs.start(DRAWING, work, on_done=done, on_failed=failed)

    # ---- files -------------------------------------------------------------------------------------

    def _on_export(self, intent: intents.ExportDirections) -> None:
        desk, state = self._desk, self._desk.now.directions
        title = "Writing the directions"
        if state.found is not None:
            save_data(desk, intent.path, DIRECTION_FORMATS, state.found, key="export-directions", title=title)
        elif state.report is not None:
            save_data(desk, intent.path, QUESTION_FORMATS, state.report, key="export-directions", title=title)
