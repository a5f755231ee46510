"""The Lookup dock: a sentence is taken apart, and one row looked at closely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.qt import intents

if TYPE_CHECKING:
    from embviz.core.row_view import RowView
    from embviz.core.sentence import SentenceRows
    from embviz.errors import EmbvizError
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

PANEL = "lookup"
"""Name of the panel; while it is out of sight nothing is worked out for it."""


class LookupControl:
    """Keeps the pieces true to the sentence and the table, and the row among them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Handlers = {
            intents.TypeSentence: self._on_type_sentence,
            intents.LookAt: lambda intent: self._look(intent.token_id),
            intents.ChooseLookupPage: lambda intent: desk.change(lookup_page=intent.page),
        }

    def refresh(self) -> None:
        """Take the sentence apart, unless that is done already or nobody would see it."""
        now = self._desk.now
        rows = now.sentence_rows
        done = rows is not None and rows.text == now.sentence
        if now.table is not None and PANEL in now.in_sight and not done:
            self._take_apart()

    def _on_type_sentence(self, intent: intents.TypeSentence) -> None:
        if intent.text != self._desk.now.sentence:
            self._desk.change(sentence=intent.text)
            self.refresh()

    def _take_apart(self) -> None:
        desk = self._desk
        table, text = desk.now.table, desk.now.sentence
        assert table is not None

        def work(_handle: JobHandle) -> SentenceRows:
            return desk.services.sentence_rows(table, text)

        def done(rows: SentenceRows) -> None:
            desk.change(sentence_rows=rows)
            self._follow(rows)

        # No activity: it takes milliseconds, and would flicker in the status bar at every key.
        desk.jobs.start("lookup", work, on_done=done, on_failed=self._on_failed)

    def _follow(self, rows: SentenceRows) -> None:
        """Keep looking at a row of the sentence; the first choice is a token that stands in it twice."""
        view = self._desk.now.row_view
        known = [piece for piece in rows.pieces if piece.id is not None]
        if not known or (view is not None and any(piece.id == view.id for piece in known)):
            return
        chosen = next((piece for piece in known if piece.mark is not None), known[0])
        assert chosen.id is not None
        self._look(chosen.id)

    def _look(self, token_id: int) -> None:
        desk, table = self._desk, self._desk.now.table
        if table is None or not 0 <= token_id < table.vocab_size:
            return

        def work(_handle: JobHandle) -> RowView:
            return desk.services.row_view(table, token_id)

        def done(view: RowView) -> None:
            desk.change(row_view=view)

        desk.jobs.start("row", work, on_done=done, on_failed=self._on_failed)

    def _on_failed(self, error: EmbvizError) -> None:
        self._desk.failed("lookup", error)
