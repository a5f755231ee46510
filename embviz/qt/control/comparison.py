"""The Compare dock: pairwise cosines of the selected words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from embviz.core.comparison import MOST_WORDS, Comparison, compare
from embviz.core.snapshot import Activity
from embviz.core.wording import count
from embviz.io.exports import COMPARISON_FORMATS
from embviz.qt import intents
from embviz.qt.control.saving import save_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.snapshot import WordKey
    from embviz.core.words import MapWord
    from embviz.errors import EmbvizError
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle

KEY = "compare"


class ComparisonControl:
    """Keeps the comparison true to the selection.

    Parameters
    ----------
    select
        Selects words on the map, as the `Select` intent does.
    """

    def __init__(self, desk: Desk, select: Callable[[intents.Select], None]) -> None:
        self._desk = desk
        self._select = select
        self._wanted: tuple[Any, ...] = ()
        self._seen: tuple[Any, ...] = (None,) * 5
        self.handlers: Handlers = {
            intents.OrderComparison: self._on_order,
            intents.CompareByList: lambda intent: self._put(as_list=intent.as_list),
            intents.ComparePair: self._on_pair,
            intents.CopyComparison: self._on_copy,
            intents.ExportComparison: self._on_export,
        }

    def refresh(self) -> None:
        """Compare the words that are selected now, unless they are a pair picked from what is compared."""
        now = self._desk.now
        state = now.comparison
        seen = (now.selection, now.result, now.table, state, now.common_removed)
        if all(one is other for one, other in zip(seen, self._seen, strict=True)):
            return
        self._seen = seen
        chosen = set(now.selection)
        if state.pair is not None and chosen == set(state.pair):
            return
        self._compare(tuple(word for word in now.words if word.ids in chosen), pair=None)

    def _compare(self, words: tuple[MapWord, ...], pair: tuple[WordKey, WordKey] | None) -> None:
        desk = self._desk
        now = desk.now
        table, order, removed = now.table, now.comparison.order, now.common_removed
        wanted = (table, words, order, removed)
        if wanted == self._wanted:
            if now.comparison.pair != pair:
                self._put(pair=pair)
            return
        self._wanted = wanted
        if table is None or len(words) < 2 or len(words) > MOST_WORDS:
            desk.stop(KEY)
            too_many = (
                f"{len(words):,} words are too many to compare pair by pair: select at most {MOST_WORDS}."
            )
            self._put(found=None, pair=None, complaint=too_many if len(words) > MOST_WORDS else "")
            return

        def work(handle: JobHandle) -> Comparison:
            return compare(table, words, order=order, common_removed=removed, progress=handle.report)

        def done(found: Comparison) -> None:
            self._put(found=found, pair=pair, complaint="")

        def failed(_error: EmbvizError) -> None:
            self._wanted = ()
            self._put(found=None, pair=None, complaint="")

        desk.run(Activity(KEY, "Comparing the words"), work, done, on_failed=failed)

    def _put(self, **changes: Any) -> None:
        self._desk.change(comparison=replace(self._desk.now.comparison, **changes))

    def _on_order(self, intent: intents.OrderComparison) -> None:
        state = self._desk.now.comparison
        if intent.order is state.order:
            return
        self._put(order=intent.order)
        if state.pair is None or state.found is None:
            self.refresh()
            return
        # The selection is a pair out of the words that are compared: those stay, in another order.
        known = {word.ids for word in state.found.words}
        words = tuple(word for word in self._desk.now.words if word.ids in known)
        self._compare(words, state.pair)

    def _on_pair(self, intent: intents.ComparePair) -> None:
        self._put(pair=(intent.first, intent.second))
        self._select(intents.Select((intent.first, intent.second)))

    def _on_copy(self, _intent: intents.CopyComparison) -> None:
        found = self._desk.now.comparison.found
        if found is not None:
            QGuiApplication.clipboard().setText(COMPARISON_FORMATS[".tsv"](found))
            self._desk.change(status=f"Copied the cosines of {count(len(found.words), 'word', 'words')}")

    def _on_export(self, intent: intents.ExportComparison) -> None:
        found = self._desk.now.comparison.found
        if found is not None:
            title = "Writing the comparison"
            save_data(
                self._desk, intent.path, COMPARISON_FORMATS, found, key="export-comparison", title=title
            )
