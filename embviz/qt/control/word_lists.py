"""Word lists: ready-made sets and files, read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core import edits
from embviz.core.snapshot import Activity, Document
from embviz.core.wording import count, quoted
from embviz.errors import Notice
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from embviz.core.words import WordGroup
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

_WITHOUT_EMPTY_GROUPS = (".csv", ".tsv")
"""In these forms each row is a word, so that a group without words has no place."""


class WordListControl:
    """Takes lists into the document, instead of the present words or beside them, and writes them."""

    def __init__(self, desk: Desk, edit: Callable[[Document], None]) -> None:
        self._desk = desk
        self._edit = edit
        self.handlers: Handlers = {
            intents.LoadWords: lambda intent: self.load((intent.source,)),
            intents.AddWordLists: self._on_add_word_lists,
            intents.SaveWords: self._on_save_words,
        }

    def load(self, sources: tuple[str, ...]) -> None:
        """Show ready-made sets and word lists from files instead of the present words."""

        def done(groups: tuple[WordGroup, ...]) -> None:
            self._edit(replace(self._desk.now.document, groups=groups, isolated=None))

        self._read(sources, done)

    def _on_add_word_lists(self, intent: intents.AddWordLists) -> None:
        def done(groups: tuple[WordGroup, ...]) -> None:
            document = edits.groups_joined(self._desk.now.document, groups)
            self._edit(replace(document, isolated=None))

        self._read(intent.sources, done)

    def _read(self, sources: tuple[str, ...], done: Callable[[tuple[WordGroup, ...]], None]) -> None:
        def work(_handle: JobHandle) -> tuple[WordGroup, ...]:
            return self._desk.services.read_words(sources)

        self._desk.run(Activity("words", "Reading the words"), work, done)

    def _on_save_words(self, intent: intents.SaveWords) -> None:
        desk, groups = self._desk, self._desk.now.document.groups

        def work(_handle: JobHandle) -> Path:
            return desk.services.write_words(intent.path, groups)

        def done(path: Path) -> None:
            desk.change(status=f"Saved {path.name}.")
            empty = [group.name for group in groups if not group.words]
            if empty and path.suffix.lower() in _WITHOUT_EMPTY_GROUPS:
                names = ", ".join(quoted(name) for name in empty)
                which = count(len(empty), "group has", "groups have")
                desk.notice(
                    Notice(
                        "empty-groups",
                        f"{which} no words, and CSV no place for that: {names}. Save as TOML or JSON.",
                    )
                )

        desk.run(Activity(f"save {intent.path}", "Saving the words", stoppable=False), work, done)
