"""The words: typing, groups, what becomes of split words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from embviz.core import edits
from embviz.core.typed_words import TypedWords, typed_words
from embviz.core.wording import quoted
from embviz.core.words import WordEntry, WordState
from embviz.errors import EmbvizError, Notice
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from embviz.core.completion import Completions
    from embviz.core.snapshot import Document
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

GROUP_NAME = "words"
"""Words that are typed into no group stand in a group of this name."""

MOST = 10_000
"""Words that are taken at once; more is a text that was pasted by mistake."""

SELECTED_AT_MOST = 100
"""So many new words are selected on the map, to show where they are."""

_LEFT_OUT = (WordState.SPLIT, WordState.UNKNOWN, WordState.REPEATED, WordState.NO_DIRECTION)


class Edit(Protocol):
    """Takes a changed document and draws it; afterwards the words of these texts are selected."""

    def __call__(self, document: Document, *, select: Iterable[str] = ()) -> None:
        """Do so."""


class WordControl:
    """Turns what is asked of the words into edits of the document."""

    def __init__(self, desk: Desk, edit: Edit) -> None:
        self._desk = desk
        self._edit = edit
        self.handlers: Handlers = {
            intents.AddText: self._on_add_text,
            intents.AddWords: self._on_add_words,
            intents.CompleteWord: self._on_complete_word,
            intents.RetypeWord: self._on_retype_word,
            intents.MoveWords: self._on_move_words,
            intents.StepWords: self._on_step_words,
            intents.RemoveWords: self._on_remove_words,
            intents.RemoveLeftOut: self._on_remove_left_out,
            intents.ChooseSplit: self._on_choose_split,
            intents.AddGroup: self._on_add_group,
            intents.RenameGroup: self._on_rename_group,
            intents.StyleGroup: self._on_style_group,
            intents.MoveGroup: self._on_move_group,
            intents.SetGroupVisible: self._on_set_group_visible,
            intents.ShowOnlyGroups: self._on_show_only_groups,
        }

    @property
    def _document(self) -> Document:
        return self._desk.now.document

    def _entries(self) -> Iterator[tuple[edits.WordPlace, WordEntry]]:
        """Give what became of the words, by their places; those not read yet after an edit are left out."""
        reading = self._desk.now.reading
        groups = self._document.groups
        for group, entries in enumerate(() if reading is None else reading.entries[: len(groups)]):
            for place, (word, entry) in enumerate(zip(groups[group].words, entries, strict=False)):
                if entry.text == word:
                    yield (group, place), entry

    # ---- words -------------------------------------------------------------------------------------

    def _on_add_text(self, intent: intents.AddText) -> None:
        typed = typed_words(intent.text)
        if typed.count > MOST:
            self._desk.notice(
                Notice(
                    "too-many-words", f"These are {typed.count:,} words; at most {MOST:,} are taken at once."
                )
            )
            return
        self._add(typed, intent.group, None)

    def _on_add_words(self, intent: intents.AddWords) -> None:
        self._add(TypedWords(intent.words), intent.group, intent.at)

    def _add(self, typed: TypedWords, group: int | None, at: int | None) -> None:
        document = self._document
        if typed.words:
            document, place = _target(document, group)
            document = edits.group_shown(edits.words_added(document, place, typed.words, at), place, True)
        document = edits.groups_joined(document, typed.groups)
        if document != self._document:
            # A word that is added must be seen: isolation ends.
            document = replace(document, isolated=None)
        new = (*typed.words, *(word for below in typed.groups for word in below.words))
        self._edit(document, select=new if len(new) <= SELECTED_AT_MOST else ())

    def _on_complete_word(self, intent: intents.CompleteWord) -> None:
        desk, table = self._desk, self._desk.now.table
        if table is None or not intent.text.strip():
            desk.jobs.stop("complete")
            if desk.now.completions is not None:
                desk.change(completions=None)
            return

        def work(_handle: JobHandle) -> Completions:
            return desk.services.complete(table, intent.text)

        def done(found: Completions) -> None:
            desk.change(completions=found)

        def failed(error: EmbvizError) -> None:
            desk.failed("complete", error)

        # No activity: it takes milliseconds, and would flicker in the status bar at every key.
        desk.jobs.start("complete", work, on_done=done, on_failed=failed)

    def _on_retype_word(self, intent: intents.RetypeWord) -> None:
        text = intent.text.strip()
        group = self._document.groups[intent.group]
        if not text or text == group.words[intent.word]:
            return
        if text in group.words:
            self._desk.notice(Notice("word-there", f"{quoted(text)} is in {quoted(group.name)} already."))
            return
        self._edit(edits.word_retyped(self._document, (intent.group, intent.word), text), select=[text])

    def _on_move_words(self, intent: intents.MoveWords) -> None:
        if not intent.places:
            return
        document, group = self._document, intent.group
        if group is None:
            document = edits.group_added(document, GROUP_NAME)
            group = len(document.groups) - 1
        self._edit(edits.words_moved(document, intent.places, group, intent.at))

    def _on_step_words(self, intent: intents.StepWords) -> None:
        self._edit(edits.words_stepped(self._document, intent.places, intent.step))

    def _on_remove_words(self, intent: intents.RemoveWords) -> None:
        document = edits.words_removed(self._document, intent.places)
        for group in sorted(set(intent.groups), reverse=True):
            document = edits.group_removed(document, group)
        if document.isolated is not None:
            groups, places = set(intent.groups), set(intent.places)
            gone = {
                key
                for place, entry in self._entries()
                if place[0] in groups or place in places
                for key in entry.keys
            }
            # Where nothing is left of what was isolated, the others come back.
            document = replace(document, isolated=(document.isolated - gone) or None)
        self._edit(document)

    def _on_remove_left_out(self, _intent: intents.RemoveLeftOut) -> None:
        places = [place for place, entry in self._entries() if entry.state in _LEFT_OUT]
        self._edit(edits.words_removed(self._document, places))

    def _on_choose_split(self, intent: intents.ChooseSplit) -> None:
        words = intent.words
        if words is None:
            words = tuple(entry.text for _, entry in self._entries() if len(entry.pieces) > 1)
        document = edits.splits_chosen(self._document, words, intent.policy)
        self._edit(document, select=words if intent.words is not None else ())

    # ---- groups ------------------------------------------------------------------------------------

    def _on_add_group(self, intent: intents.AddGroup) -> None:
        self._edit(edits.group_added(self._document, intent.name))

    def _on_rename_group(self, intent: intents.RenameGroup) -> None:
        name = " ".join(intent.name.split())
        document, groups = self._document, self._document.groups
        if not name or name == groups[intent.group].name:
            return
        if any(group.name == name for group in groups):
            self._desk.notice(Notice("group-there", f"There is a group {quoted(name)} already."))
            return
        self._edit(edits.group_renamed(document, intent.group, name))

    def _on_style_group(self, intent: intents.StyleGroup) -> None:
        document = self._document
        if intent.color is not None:
            document = edits.group_recolored(document, intent.group, intent.color)
        if intent.shape is not None:
            document = edits.group_reshaped(document, intent.group, intent.shape)
        self._edit(document)

    def _on_move_group(self, intent: intents.MoveGroup) -> None:
        last = len(self._document.groups) - 1
        to = min(max(intent.to, 0), last)
        if to != intent.group:
            self._edit(edits.group_moved(self._document, intent.group, to))

    def _on_set_group_visible(self, intent: intents.SetGroupVisible) -> None:
        self._edit(edits.group_shown(self._document, intent.group, intent.visible))

    def _on_show_only_groups(self, intent: intents.ShowOnlyGroups) -> None:
        self._edit(edits.only_shown(self._document, intent.groups))


def _target(document: Document, group: int | None) -> tuple[Document, int]:
    """Group that words go to; without one a group of its own is found or added."""
    if group is not None and 0 <= group < len(document.groups):
        return document, group
    for place, old in enumerate(document.groups):
        if old.name == GROUP_NAME:
            return document, place
    document = edits.group_added(document, GROUP_NAME)
    return document, len(document.groups) - 1
