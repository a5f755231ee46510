"""The words: sets, lists from files, groups and their visibility."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from embviz.core import edits
from embviz.core.snapshot import Activity, Document
from embviz.core.words import WordGroup
from embviz.qt import intents
from embviz.qt.control.desk import Desk, Handlers
from embviz.qt.jobs import JobHandle


class WordControl:
    """Turns what is asked of the words into edits of the document."""

    def __init__(self, desk: Desk, edit: Callable[[Document], None]) -> None:
        self._desk = desk
        self._edit = edit
        self.handlers: Handlers = {
            intents.LoadWords: self._on_load_words,
            intents.SetGroupVisible: self._on_set_group_visible,
        }

    @property
    def _document(self) -> Document:
        return self._desk.now.document

    def _on_load_words(self, intent: intents.LoadWords) -> None:
        def work(_handle: JobHandle) -> tuple[WordGroup, ...]:
            return self._desk.services.read_words((intent.source,))

        def done(groups: tuple[WordGroup, ...]) -> None:
            self._edit(replace(self._document, groups=groups, isolated=None))

        self._desk.run(Activity("words", "Reading the words"), work, done)

    def _on_set_group_visible(self, intent: intents.SetGroupVisible) -> None:
        self._edit(edits.group_shown(self._document, intent.group, intent.visible))
