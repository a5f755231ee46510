"""Which word has its lines on the map, and when the others fade."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embviz.core.distortion import measure
from embviz.core.mapping import MapRequest, MapResult
from embviz.core.projections.base import Layout
from embviz.core.snapshot import Snapshot
from embviz.core.word_lists import WordLists
from embviz.core.words import MapWord
from embviz.qt.map_plot import CROWDED, base_plot, dressed, focus_lists


def snapshot_of(count, **changes):
    random = np.random.default_rng(4)
    positions = random.normal(size=(count, 2))
    words = tuple(MapWord(f"w{place}", (place,), f"w{place}", 0) for place in range(count))
    found = measure(random.normal(size=(count, 5)), positions)
    result = MapResult(MapRequest(), words, ("all",), Layout(positions), found, ())
    return Snapshot(result=result, **changes)


def drawn(snapshot):
    return dressed(base_plot(snapshot, None), snapshot)


@pytest.fixture
def few():
    return snapshot_of(20)


def test_the_pointer_comes_before_the_selection(few):
    plot = drawn(replace(few, selection=((3,),), hover=(5,)))
    assert {line.start for line in plot.lines} == {5}
    assert plot.points.selected[3]
    assert plot.points.faded.any()


def test_a_selected_word_among_few_fades_nothing(few):
    plot = drawn(replace(few, selection=((3,),)))
    assert {line.start for line in plot.lines} == {3}
    assert not plot.points.faded.any()


def test_a_selected_word_in_a_crowd_fades_the_others():
    plot = drawn(replace(snapshot_of(CROWDED + 1), selection=((3,),)))
    assert plot.lines
    assert plot.points.faded.sum() == CROWDED + 1 - 1 - len(plot.lines)


def test_without_the_overlay_there_are_neither_rings_nor_lines_and_nothing_fades(few):
    plot = drawn(replace(few, hover=(5,), overlay=False))
    assert plot.lines == ()
    assert not plot.points.false_share.any()
    assert not plot.points.missing_share.any()
    assert not plot.points.faded.any()


def test_lists_that_were_looked_for_serve_the_word_they_belong_to(few):
    assert focus_lists(replace(few, hover=(5,))).word == 5
    unmeasured = replace(few, result=replace(few.result, distortion=None), lists=WordLists(5, (), ()))
    assert focus_lists(replace(unmeasured, hover=(5,))) is unmeasured.lists
    assert focus_lists(replace(unmeasured, hover=(6,))) is None
