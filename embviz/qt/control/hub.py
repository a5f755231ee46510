"""What was downloaded from the hub: listed, removed, limited."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from embviz.core.snapshot import Activity
from embviz.qt import intents

if TYPE_CHECKING:
    from collections.abc import Callable

    from embviz.core.cached_table import CachedTable, HubAccess
    from embviz.errors import EmbvizError
    from embviz.qt.control.desk import Desk, Handlers
    from embviz.qt.jobs import JobHandle


class HubControl:
    """Keeps the list of downloads true to the disk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Handlers = {
            intents.AskHubAccess: self._on_ask_hub_access,
            intents.ListCached: lambda _intent: self._list(),
            intents.RemoveCached: self._on_remove_cached,
            intents.SetCacheLimit: self._on_set_cache_limit,
        }

    def _on_ask_hub_access(self, _intent: intents.AskHubAccess) -> None:
        desk = self._desk

        def work(_handle: JobHandle) -> HubAccess:
            return desk.services.hub_access()

        # No activity: it takes a moment, and nobody waits for it.
        desk.jobs.start(
            "hub-access",
            work,
            on_done=lambda access: desk.change(hub=access),
            on_failed=self._fail("hub-access"),
        )

    def _list(self) -> None:
        desk = self._desk

        def work(_handle: JobHandle) -> tuple[CachedTable, ...]:
            return desk.services.cached_tables()

        desk.jobs.start(
            "cached", work, on_done=lambda tables: desk.change(cached=tables), on_failed=self._fail("cached")
        )

    def _on_remove_cached(self, intent: intents.RemoveCached) -> None:
        desk, table = self._desk, intent.table

        def work(_handle: JobHandle) -> tuple[CachedTable, ...]:
            if table is None:
                desk.services.clear_cache()
            else:
                desk.services.remove_cached((table,))
            return desk.services.cached_tables()

        # What could be removed before a failure is off the list, too.
        desk.run(
            Activity("remove-cached", "Removing downloads", stoppable=False),
            work,
            lambda tables: desk.change(cached=tables),
            on_failed=lambda _error: self._list(),
        )

    def _on_set_cache_limit(self, intent: intents.SetCacheLimit) -> None:
        desk = self._desk
        if desk.now.hub is not None:
            desk.change(hub=replace(desk.now.hub, limit_gb=intent.gigabytes))

        def work(_handle: JobHandle) -> None:
            desk.services.keep_cache_limit(intent.gigabytes)

        desk.jobs.start("cache-limit", work, on_done=lambda _none: None, on_failed=self._fail("cache-limit"))

    def _fail(self, key: str) -> Callable[[EmbvizError], None]:
        return lambda error: self._desk.failed(key, error)
