"""The cautions: overlay, report, lists of one word, noise control, stability."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from embviz.core.regroup import regrouped
from embviz.core.snapshot import Activity, LiveFrame, has_noise
from embviz.core.word_lists import known_lists
from embviz.errors import EmbvizError, Notice
from embviz.io.atomic import write_text
from embviz.io.exports import REPORT_FORMATS
from embviz.qt import intents

if TYPE_CHECKING:
    from embviz.core.caution_report import CautionReport
    from embviz.core.noise import NoiseControl
    from embviz.core.pair_reference import PairReference
    from embviz.core.snapshot import Document
    from embviz.core.stability import Stability
    from embviz.core.word_lists import WordLists
    from embviz.core.words import MapWord
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

NOISE, STABILITY = "noise", "stability"
_REPORT, _LISTS, _REFERENCE = "report", "lists", "reference"


class CautionControl:
    """Keeps what is said of the map true to the map."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._awake = False
        self._reference_of: object = None
        self.handlers: Handlers = {
            intents.ShowOverlay: self._on_show_overlay,
            intents.ShowNoise: self._on_show_noise,
            intents.CheckStability: self._on_check_stability,
            intents.ExportReport: self._on_export_report,
        }

    # ---- what the map does -------------------------------------------------------------------------

    def wake_up(self) -> None:
        """Begin to work out what the first map can be shown without."""
        self._awake = True
        self._ask_report()
        self._ask_reference()

    def map_started(self, words: tuple[MapWord, ...], document: Document) -> None:
        """A map of these words is being drawn: so is its noise control, side by side."""
        self._desk.stop(STABILITY)
        if self._desk.now.noise_shown:
            self._draw_noise(words, document)

    def map_stopped(self) -> None:
        """The map stays as it was, and the noise control with it."""
        self._desk.stop(NOISE)
        self._desk.change(noise_live=None)
        self._refresh_noise()

    def map_drawn(self) -> None:
        """A map is there, or its words are in other groups."""
        self._ask_report()
        self._ask_reference()
        self.focus_changed()
        self._refresh_noise()

    def focus_changed(self) -> None:
        """Another word is hovered or selected: on a large map its neighbours have to be looked for."""
        desk, now = self._desk, self._desk.now
        word, result, table = now.focus, now.result, now.table
        if result is None or table is None or word is None or result.distortion is None:
            return
        if known_lists(result.distortion, word) is not None:
            return
        if now.lists is not None and now.lists.word == word:
            return

        def work(handle: JobHandle) -> WordLists | None:
            return desk.services.word_lists(table, result, word, handle.report)

        def done(found: WordLists | None) -> None:
            if desk.now.result is result:
                desk.change(lists=found)

        # No activity: it takes milliseconds, and would flicker in the status bar at every move.
        desk.jobs.start(_LISTS, work, on_done=done, on_failed=lambda error: desk.failed(_LISTS, error))

    # ---- overlay -----------------------------------------------------------------------------------

    def _on_show_overlay(self, intent: intents.ShowOverlay) -> None:
        shown = not self._desk.now.overlay if intent.shown is None else intent.shown
        if shown is not self._desk.now.overlay:
            self._desk.change(overlay=shown)

    # ---- report ------------------------------------------------------------------------------------

    def _ask_report(self) -> None:
        desk, now = self._desk, self._desk.now
        result, table = now.result, now.table
        if not self._awake or now.report is not None or result is None or table is None:
            return
        if result.distortion is None:
            desk.jobs.stop(_REPORT)
            return

        def work(handle: JobHandle) -> CautionReport | None:
            return desk.services.report(table, result, handle.report)

        def done(found: CautionReport | None) -> None:
            current = desk.now.result
            if current is not None and current.layout is result.layout:
                desk.change(report=found)

        desk.jobs.start(_REPORT, work, on_done=done, on_failed=lambda error: desk.failed(_REPORT, error))

    def _ask_reference(self) -> None:
        """Count the cosines of random pairs, once for each table and kind of vectors."""
        desk, now = self._desk, self._desk.now
        table, shifted = now.table, now.common_removed
        if not self._awake or table is None or self._reference_of == (table, shifted):
            return
        self._reference_of = (table, shifted)
        if now.reference is not None:
            desk.change(reference=None)

        def work(handle: JobHandle) -> PairReference | None:
            return desk.services.reference(table, shifted, handle.report)

        def done(found: PairReference | None) -> None:
            desk.change(reference=found)

        def failed(error: EmbvizError) -> None:
            self._reference_of = None
            desk.failed(_REFERENCE, error)

        desk.jobs.start(_REFERENCE, work, on_done=done, on_failed=failed, last=True)

    def _on_export_report(self, intent: intents.ExportReport) -> None:
        desk, now = self._desk, self._desk.now
        result, table = now.result, now.table
        if result is None or table is None:
            desk.notice(Notice("nothing-to-export", "There is no map yet to report on. Add words first."))
            return
        write = REPORT_FORMATS.get(intent.path.suffix.lower())
        if write is None:
            known = ", ".join(REPORT_FORMATS)
            text = f"A report cannot be written as “{intent.path.name}”. Choose an ending of {known}."
            desk.notice(Notice("unknown-format", text))
            return
        noise = now.noise if has_noise(now) and now.noise_shown else None

        def work(handle: JobHandle) -> Path:
            report = now.report or desk.services.report(table, result, handle.report)
            write_text(intent.path, write(result, table.name, report, now.stability, noise))
            return intent.path

        def done(path: Path) -> None:
            desk.change(status=f"Saved {path}")

        desk.run(Activity("export-report", "Writing the report", stoppable=False), work, done)

    # ---- noise -------------------------------------------------------------------------------------

    def _on_show_noise(self, intent: intents.ShowNoise) -> None:
        desk = self._desk
        shown = not desk.now.noise_shown if intent.shown is None else intent.shown
        if shown is desk.now.noise_shown:
            return
        if not shown:
            desk.stop(NOISE)
            desk.change(noise_shown=False, noise_live=None)
            return
        desk.change(noise_shown=True)
        self._refresh_noise()

    def _refresh_noise(self) -> None:
        """Draw the noise control of the finished map, unless that is on its way or there."""
        desk, now = self._desk, self._desk.now
        result, drawn = now.result, now.drawn
        if not now.noise_shown or result is None or drawn is None or has_noise(now):
            return
        if len(result.words) < 2:
            # One word has no noise control, and would seem to have that of the map before.
            desk.stop(NOISE)
            desk.change(noise=None, noise_live=None)
            return
        if now.noise is not None and now.noise.result.request == result.request:
            same = regrouped(now.noise.result, result.words, result.group_names)
            if same is not None:
                desk.change(noise=replace(now.noise, result=same))
                return
        if not desk.jobs.runs(NOISE):
            self._draw_noise(result.words, replace(drawn, request=result.request))

    def _draw_noise(self, words: tuple[MapWord, ...], document: Document) -> None:
        desk, table = self._desk, self._desk.now.table
        if table is None or len(words) < 2:
            return

        def work(handle: JobHandle) -> NoiseControl:
            return desk.services.draw_noise(table, words, document, handle.report)

        def progressed(frame: LiveFrame) -> None:
            desk.change(noise_live=frame)

        def done(found: NoiseControl) -> None:
            desk.change(noise=found, noise_live=None)
            if not desk.jobs.runs("map"):
                # Words may have been grouped anew since it began.
                self._refresh_noise()

        def failed(_error: EmbvizError) -> None:
            desk.change(noise_live=None)

        desk.run(
            Activity(NOISE, "Drawing the noise control"),
            work,
            done,
            on_failed=failed,
            on_progress=progressed,
        )

    # ---- stability ---------------------------------------------------------------------------------

    def _on_check_stability(self, _intent: intents.CheckStability) -> None:
        desk, now = self._desk, self._desk.now
        result, table = now.result, now.table
        if result is None or table is None:
            return

        def work(handle: JobHandle) -> Stability:
            return desk.services.check_stability(table, result, handle.report)

        def done(found: Stability) -> None:
            current = desk.now.result
            if current is not None and current.layout is result.layout:
                desk.change(stability=found)

        desk.run(Activity(STABILITY, "Drawing the map from five starts"), work, done)
