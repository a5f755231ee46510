"""What is done with the selected words: isolate, show all, remove, add their neighbours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core import edits
from embviz.core.neighborhood import NeighborhoodOptions, neighborhood
from embviz.core.snapshot import Activity, Document
from embviz.core.typed_form import typed_form
from embviz.core.wording import quoted
from embviz.errors import Notice
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.snapshot import Snapshot
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

ADDED = 5
"""So many of the true neighbours of a word come onto the map at once."""


class SelectionControl:
    """Edits of the document that start from the selection."""

    def __init__(self, desk: Desk, edit: Callable[[Document], None]) -> None:
        self._desk = desk
        self._edit = edit
        self.handlers: Handlers = {
            intents.Isolate: self._on_isolate,
            intents.ShowAll: self._on_show_all,
            intents.RemoveSelected: self._on_remove_selected,
            intents.AddNeighbors: self._on_add_neighbors,
            intents.AddToken: self._on_add_token,
        }

    def _on_isolate(self, _intent: intents.Isolate) -> None:
        snapshot = self._desk.now
        if snapshot.selection:
            self._edit(replace(snapshot.document, isolated=frozenset(snapshot.selection)))

    def _on_show_all(self, _intent: intents.ShowAll) -> None:
        document = self._desk.now.document
        groups = tuple(replace(group, visible=True) for group in document.groups)
        self._edit(replace(document, isolated=None, groups=groups))

    def _on_remove_selected(self, _intent: intents.RemoveSelected) -> None:
        snapshot = self._desk.now
        document = edits.words_removed(snapshot.document, selected_places(snapshot))
        isolated = document.isolated
        if isolated is not None:
            isolated = (isolated - frozenset(snapshot.selection)) or None
        self._edit(replace(document, isolated=isolated))

    def _on_add_neighbors(self, _intent: intents.AddNeighbors) -> None:
        """Add the nearest tokens of the selected word, or of the mean of several, that are not on the map."""
        desk = self._desk
        snapshot = desk.now
        words, table = snapshot.selected_words, snapshot.table
        if table is None or not words:
            return
        taken = frozenset(id_ for word in snapshot.words for id_ in word.ids)
        options = NeighborhoodOptions(limit=ADDED + len(taken))

        def work(handle: JobHandle) -> tuple[str, ...]:
            found = neighborhood(table, words, options, progress=handle.report)
            new = [row.id for row in found.rows if row.id not in taken]
            return tuple(typed_form(table.vocabulary, id_) for id_ in new[:ADDED])

        def done(texts: tuple[str, ...]) -> None:
            document = desk.now.document
            name = f"near {words[0].text}" if len(words) == 1 else f"near {len(words)} words"
            if texts:
                self._edit(_with_isolated_free(edits.group_added(document, name, texts)))
            else:
                desk.notice(
                    Notice("no-neighbors", f"All near neighbours of {quoted(words[0].text)} are on the map.")
                )

        desk.run(Activity("add-neighbours", "Finding the neighbours"), work, done)

    def _on_add_token(self, intent: intents.AddToken) -> None:
        """Add one token to a group of its own kind: the one for words that were added from lists."""
        snapshot = self._desk.now
        table = snapshot.table
        if table is None:
            return
        if any(word.id == intent.token_id for word in snapshot.words):
            return
        text = typed_form(table.vocabulary, intent.token_id)
        document = snapshot.document
        for place, group in enumerate(document.groups):
            if group.name == ADDED_GROUP:
                self._edit(_with_isolated_free(edits.words_added(document, place, [text])))
                return
        self._edit(_with_isolated_free(edits.group_added(document, ADDED_GROUP, [text])))


ADDED_GROUP = "added"
"""Words that were added one by one from lists stand in a group of this name."""


def selected_places(snapshot: Snapshot) -> tuple[edits.WordPlace, ...]:
    """Places of the typed words that the selected points came from."""
    if snapshot.reading is None:
        return ()
    chosen = frozenset(snapshot.selection)
    return tuple(
        (group, place)
        for group, entries in enumerate(snapshot.reading.entries)
        for place, entry in enumerate(entries)
        if chosen.intersection(entry.keys)
    )


def _with_isolated_free(document: Document) -> Document:
    """A word that is added must be seen: isolation ends."""
    return replace(document, isolated=None)
