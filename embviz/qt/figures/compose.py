"""From a finished map to a laid-out page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from embviz.core.arithmetic import drawn_on
from embviz.core.describe import describe
from embviz.core.figure import PlotDescription, PlotFrame, fit_frame, no_labels
from embviz.core.labels import place
from embviz.core.noise import beside, pane_headings
from embviz.core.page import Figure, Ink, PageText, Pane, Weight
from embviz.qt.fonts import TextMeasure
from embviz.qt.offscreen import offscreen_application
from embviz.qt.painter import axis_room, label_task
from embviz.qt.theme import Lengths
from embviz.qt.typesetting.flow import Flow, set_plain, set_sentences
from embviz.qt.typesetting.legend import Legend, set_legend

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from embviz.core.arithmetic import Arithmetic
    from embviz.core.caution import Sentence
    from embviz.core.figure import GroupStyle
    from embviz.core.figure_options import FigureOptions
    from embviz.core.mapping import MapResult
    from embviz.core.noise import NoiseControl
    from embviz.core.stability import Stability
    from embviz.core.word_lists import WordLists

_MARGIN = 13.0
_GAP = 9.0
_BETWEEN_PANES = 18.0
_TITLE, _LEGEND, _CAPTION, _NOTE = 18.0, 12.0, 12.0, 10.0
_LEADING = 1.36

_SHRINKS = (1.0, 0.93, 0.86, 0.79, 0.72, 0.66)
_PLOT_SHARE = 0.5
"""Texts are made smaller until the plot has this part of the page's height."""
_LEGEND_SHARE = 0.25
_FLATTEST, _TALLEST = 0.45, 0.76
"""Height of a plot by its width, where the page may choose."""

_PLACED_TWICE = 100
"""Words up to which the labels of a figure are placed twice, and the better ones taken."""


@dataclass(frozen=True, eq=False)
class PanePlan:
    """A plot that is to stand on a page.

    ``heading`` stands above it; without ``labelled`` its points have no names, for they are no words.
    """

    plot: PlotDescription
    heading: Sentence | None = None
    labelled: bool = True


@dataclass(frozen=True, eq=False)
class MapExtras:
    """What a figure shows beside the map itself.

    Attributes
    ----------
    selected
        ``MapWord.ids`` of words that are shown as selected.
    lists
        Of a word that lines lead from.
    noise
        Noise control of the map, to be drawn beside it.
    stability
        Its sentence goes into the caption.
    arithmetic
        Drawn over the map; its words are lit where nothing is selected.
    """

    selected: Collection[tuple[int, ...]] = ()
    lists: WordLists | None = None
    noise: NoiseControl | None = None
    stability: Stability | None = None
    arithmetic: Arithmetic | None = None


def figure_from_map(
    result: MapResult,
    styles: Sequence[GroupStyle],
    options: FigureOptions,
    *,
    extras: MapExtras | None = None,
    measure: TextMeasure | None = None,
) -> Figure:
    """Lay out a page with the plot of a map, its legend and what is said of it.

    May run in a worker thread while the application runs; starts one that needs no display if there is none.

    Parameters
    ----------
    styles
        One for each group of the map.
    extras
        What else is shown.
    measure
        Widths of text to use again; not to be used by two threads at once.
    """
    extras = extras or MapExtras()
    lists = extras.lists if options.rings else None
    plot = describe(result, styles, selected=extras.selected, rings=options.rings, lists=lists)
    if extras.arithmetic is not None:
        plot = drawn_on(plot, extras.arithmetic, alone=not extras.selected)
    plans, sentences = [PanePlan(plot)], list(result.caution)
    if extras.noise is not None and options.noise:
        noise = extras.noise.result
        headings = pane_headings(result, noise)
        shuffled = describe(noise, styles, rings=options.rings)
        plans = [PanePlan(plot, headings[0]), PanePlan(shuffled, headings[1], labelled=False)]
        sentences += beside(noise)
    if extras.stability is not None:
        sentences.append(extras.stability.sentence)
    used = sorted({word.group for word in result.words})
    return figure_from_panes(plans, [styles[group] for group in used], sentences, options, measure=measure)


def figure_from_plot(
    plot: PlotDescription,
    styles: Sequence[GroupStyle],
    sentences: Sequence[Sentence],
    options: FigureOptions,
    *,
    measure: TextMeasure | None = None,
) -> Figure:
    """Lay out a page with any plot; its labels are placed anew. Parameters as in :func:`figure_from_map`."""
    return figure_from_panes([PanePlan(plot)], styles, sentences, options, measure=measure)


def figure_from_panes(
    plans: Sequence[PanePlan],
    styles: Sequence[GroupStyle],
    sentences: Sequence[Sentence],
    options: FigureOptions,
    *,
    measure: TextMeasure | None = None,
) -> Figure:
    """Lay out a page with plots side by side, over one legend and one caption."""
    application = offscreen_application()
    page = _Page(plans, styles, sentences, options, measure or TextMeasure())
    figure = page.laid_out("")
    if figure.hidden:
        # Saying so takes a line, and with it some room; the count is that of the page as it is in the end.
        count = sum(len(plan.plot.points) for plan in plans if plan.labelled)
        figure = page.laid_out(_hidden_note(figure.hidden, count))
        note = _hidden_note(figure.hidden, count) if figure.hidden else ""
        figure = page.dressed(figure.panes, note)
    del application
    return figure


def _hidden_note(hidden: int, count: int) -> str:
    if hidden == 1:
        return f"1 of {count:,} words stands without a label, for which there was no room."
    return f"{hidden:,} of {count:,} words stand without labels, for which there was no room."


@dataclass
class _Blocks:
    """Texts of a page, set to its width."""

    title: Flow
    headings: list[Flow]
    legend: Legend
    caption: Flow
    note: Flow

    @property
    def above(self) -> float:
        """Height above the plot."""
        return _MARGIN + (self.title.height + _GAP if self.title.lines else 0.0)

    @property
    def heading(self) -> float:
        """Height of what stands above the plots."""
        return max(flow.height + 0.5 * _GAP if flow.lines else 0.0 for flow in self.headings)

    @property
    def below(self) -> float:
        """Height below the plot and its numbers."""
        heights = (self.legend.height, self.caption.height, self.note.height)
        return _MARGIN + sum(height + _GAP for height in heights if height)


class _Page:
    """A page in the making."""

    def __init__(
        self,
        plans: Sequence[PanePlan],
        styles: Sequence[GroupStyle],
        sentences: Sequence[Sentence],
        options: FigureOptions,
        measure: TextMeasure,
    ) -> None:
        self.plans = plans
        self.styles = styles
        self.sentences = sentences
        self.options = options
        self.measure = measure
        self.width = options.width_mm / options.mm_per_pixel
        self.height = None if options.height_mm is None else options.height_mm / options.mm_per_pixel
        self.inner = self.width - 2 * _MARGIN
        self.pane = (self.inner - _BETWEEN_PANES * (len(plans) - 1)) / len(plans)

    def laid_out(self, hidden_note: str) -> Figure:
        """Lay out the page and place its labels."""
        blocks = self._blocks(hidden_note)
        height = self._plot_height(blocks) - blocks.heading
        panes = []
        for at, plan in enumerate(self.plans):
            frame = self._frame(plan.plot, self._left(at), blocks.above + blocks.heading, height)
            plot = replace(plan.plot, labels=no_labels(len(plan.plot.points)))
            if plan.labelled:
                task = label_task(plot, frame, self.measure)
                effort = 2 if len(plot.points) <= _PLACED_TWICE else 1
                plot = replace(plot, labels=place(task, effort=effort))
            panes.append(Pane(plot, frame))
        return self.dressed(tuple(panes), hidden_note)

    def _left(self, at: int) -> float:
        return _MARGIN + at * (self.pane + _BETWEEN_PANES)

    def dressed(self, panes: tuple[Pane, ...], hidden_note: str) -> Figure:
        """Put the texts about the plots."""
        blocks = self._blocks(hidden_note)
        height = self.height or blocks.above + self._plot_height(blocks) + blocks.below
        texts: list[PageText] = _moved(blocks.title.texts, _MARGIN, _MARGIN)
        for at, heading in enumerate(blocks.headings):
            texts += _moved(heading.texts, self._left(at), blocks.above)
        y = height - blocks.below + _GAP
        texts += _moved(blocks.legend.texts, _MARGIN, y)
        markers = [replace(marker, x=marker.x + _MARGIN, y=marker.y + y) for marker in blocks.legend.markers]
        arcs = [replace(arc, x=arc.x + _MARGIN, y=arc.y + y) for arc in blocks.legend.arcs]
        lines = [
            replace(line, left=line.left + _MARGIN, right=line.right + _MARGIN, y=line.y + y)
            for line in blocks.legend.lines
        ]
        y += blocks.legend.height + _GAP if blocks.legend.height else 0.0
        texts += _moved(blocks.caption.texts, _MARGIN, y)
        arcs += [replace(arc, x=arc.x + _MARGIN, y=arc.y + y) for arc in blocks.caption.arcs]
        y += blocks.caption.height + _GAP if blocks.caption.height else 0.0
        texts += _moved(blocks.note.texts, _MARGIN, y)
        options = self.options
        return Figure(
            width=self.width,
            height=height,
            mm_per_pixel=options.mm_per_pixel,
            panes=panes,
            texts=tuple(texts),
            arcs=tuple(arcs),
            markers=tuple(markers),
            lines=tuple(lines),
            dots_per_inch=options.dots_per_inch,
            theme=options.theme,
            transparent=options.transparent,
            hidden=sum(pane.plot.labels.hidden for pane in panes),
            title=options.title,
            description=" ".join(str(sentence) for sentence in self.sentences),
        )

    def _blocks(self, hidden_note: str) -> _Blocks:
        """Set the texts, made smaller until the plot has its share of a page of fixed height."""
        blocks = self._set(hidden_note, _SHRINKS[0])
        for shrink in _SHRINKS[1:]:
            if self.height is None or self._plot_height(blocks) >= _PLOT_SHARE * self.height:
                break
            blocks = self._set(hidden_note, shrink)
        return blocks

    def _set(self, hidden_note: str, shrink: float) -> _Blocks:
        options, measure, width = self.options, self.measure, self.inner
        points = [plan.plot.points for plan in self.plans]
        arcs = [False] * any(np.any(one.false_share > 0) for one in points)
        arcs += [True] * any(np.any(one.missing_share > 0) for one in points)
        kinds = {line.kind for plan in self.plans for line in plan.plot.lines}
        row = 1.75 * _LEGEND * shrink
        most_rows = max(2, int(_LEGEND_SHARE * (self.height or 0.75 * self.width) / row))
        note = " ".join(part for part in (hidden_note, options.note) if part)
        return _Blocks(
            title=set_plain(
                options.title,
                measure,
                width=width,
                size=_TITLE * shrink,
                leading=1.25,
                weight=Weight.SEMI_BOLD,
                ink=Ink.FIRST,
            ),
            headings=[
                set_sentences(
                    () if plan.heading is None else (plan.heading,),
                    measure,
                    width=self.pane,
                    size=_CAPTION * shrink,
                    leading=_LEADING,
                )
                for plan in self.plans
            ],
            legend=set_legend(
                self.styles if options.legend else (),
                arcs if options.legend else (),
                measure,
                width=width,
                size=_LEGEND * shrink,
                most_rows=most_rows,
                lines=kinds if options.legend else (),
            ),
            caption=set_sentences(
                self.sentences if options.caption else (),
                measure,
                width=width,
                size=_CAPTION * shrink,
                leading=_LEADING,
            ),
            note=set_plain(note, measure, width=width, size=_NOTE * shrink, leading=_LEADING),
        )

    def _plot_height(self, blocks: _Blocks) -> float:
        """Height of the plot with the numbers below it."""
        if self.height is not None:
            return max(40.0, self.height - blocks.above - blocks.below)
        # Points that all lie in one place, or on an upright line, take the tallest plot.
        shapes = []
        for plan in self.plans:
            positions = plan.plot.points.positions
            span = np.ptp(positions, axis=0) if len(positions) else np.ones(2)
            shapes.append(float(span[1] / span[0]) if span[0] > 0 else _TALLEST)
        tallest = _TALLEST if len(self.plans) == 1 else 1.0
        return blocks.heading + self.pane * min(tallest, max(_FLATTEST, max(shapes) + 0.08))

    def _frame(self, plot: PlotDescription, left: float, top: float, height: float) -> PlotFrame:
        """Frame of a plot, with room left of and below it for its numbers."""
        points = plot.points
        lengths = Lengths().for_words(len(points))
        beside = min(10.0 + 3.2 * lengths.label, 0.1 * self.pane)
        over = min(2.2 * lengths.label, 0.1 * height)
        margins = (beside, over, beside, over + plot.foot)

        def fitted(room_left: float, below: float) -> PlotFrame:
            return fit_frame(
                plot.extent,
                left + room_left,
                top,
                self.pane - room_left,
                max(20.0, height - below),
                margins=margins,
            )

        # How wide the numbers are depends on the scale, which hardly depends on how wide they are.
        beside_plot, below = axis_room(plot.axes, fitted(0.0, 0.0), self.measure)
        beside_plot, below = axis_room(plot.axes, fitted(beside_plot, below), self.measure)
        return fitted(beside_plot, below)


def _moved(texts: Sequence[PageText], x: float, y: float) -> list[PageText]:
    return [replace(text, x=text.x + x, baseline=text.baseline + y) for text in texts]
