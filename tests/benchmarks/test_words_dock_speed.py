"""How long the Words dock takes over 2,000 words: ``pytest tests/benchmarks --benchmark-enable``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embviz.core import edits
from embviz.core.completion import complete
from embviz.core.snapshot import Document, Snapshot
from embviz.core.words import WordGroup, read_groups
from embviz.qt.fonts import load_fonts
from embviz.qt.panels.words import WordsPanel
from embviz.qt.theme import LIGHT

EDITS = {
    "add a word": lambda document: edits.words_added(document, 1, ["hippopotamus"], 3),
    "move a word": lambda document: edits.words_moved(document, [(0, 0)], 3, 10),
    "move a group": lambda document: edits.group_moved(document, 0, 3),
    "recolour a group": lambda document: edits.group_recolored(document, 2, 7),
    "remove every other word": lambda document: edits.words_removed(
        document, [(1, word) for word in range(0, 400, 2)]
    ),
}


@pytest.fixture(scope="module")
def full(bundled):
    """A snapshot of 2,000 words in four groups, read."""
    vocabulary = bundled.vocabulary
    texts = dict.fromkeys(vocabulary.form(row)[1] for row in range(len(vocabulary)) if vocabulary.words[row])
    words = list(texts)[:2000]
    groups = tuple(WordGroup(f"group {place}", tuple(words[place::4])) for place in range(4))
    return Snapshot(
        table=bundled, document=Document(groups=groups), reading=read_groups(bundled, groups, require=False)
    )


@pytest.fixture
def panel(qtbot, qapp, full):
    load_fonts()
    made = WordsPanel(LIGHT)
    qtbot.addWidget(made)
    made.resize(228, 700)
    made.show()
    made.render_snapshot(None, full)
    made.tree.expandAll()
    yield made
    made.close()


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_the_dock_follows_an_edit(benchmark, qapp, panel, full, edit):
    after = replace(full, document=edit(full.document))

    def there_and_back():
        panel.render_snapshot(full, after)
        qapp.processEvents()
        panel.render_snapshot(after, full)
        qapp.processEvents()

    benchmark(there_and_back)
    assert sum(panel.model.sizes) == 2000


def test_the_dock_follows_the_selection_of_every_other_word(benchmark, panel, full):
    chosen = replace(full, selection=tuple(word.ids for word in full.reading.words[::2]))

    def there_and_back():
        panel.render_snapshot(full, chosen)
        panel.render_snapshot(chosen, full)

    benchmark(there_and_back)
    assert panel.tree.chosen() == ([], [])


@pytest.mark.parametrize("text", ["c", "cat", "hippopotamus"])
def test_a_word_under_way_is_completed(benchmark, bundled, text):
    bundled.vocabulary.warm_up()
    assert benchmark(complete, bundled, text).outcome
