"""The Compare dock in the moments between an edit and the comparison that follows."""

from __future__ import annotations

from dataclasses import replace

from embviz.qt.intents import Select


def test_a_comparison_of_groups_that_are_gone_stays_until_the_next_one(qtbot, window):
    window.docks.go_to("compare")
    panel, last = window.panels["compare"], window.store.snapshot.words[-4:]
    window.controller.handle(Select(tuple(word.ids for word in last)))
    qtbot.waitUntil(lambda: window.store.snapshot.comparison.found is not None, timeout=10_000)
    now = window.store.snapshot
    assert panel._found is now.comparison.found
    assert {word.group for word in panel._found.words} == {5}
    fewer = replace(now.result, group_names=now.result.group_names[:1])
    document = replace(now.document, groups=now.document.groups[:1])
    panel.render_snapshot(
        now, replace(now, result=fewer, document=document, comparison=replace(now.comparison))
    )
    assert panel._found is now.comparison.found
