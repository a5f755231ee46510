"""What all parts of the controller share: the state, the jobs and the services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from embviz.core import snapshot as steps
from embviz.errors import EmbvizError, Notice
from embviz.qt.intents import Intent

if TYPE_CHECKING:
    from embviz.core.snapshot import Activity, Snapshot
    from embviz.qt.jobs import JobHandle, Jobs
    from embviz.qt.services import Services
    from embviz.qt.store import Store

Handlers = dict[type[Intent], Callable[[Any], None]]


class Desk:
    """Where the parts of the controller read the state, write it and start jobs."""

    def __init__(self, store: Store, jobs: Jobs, services: Services) -> None:
        self.store = store
        self.jobs = jobs
        self.services = services

    @property
    def now(self) -> Snapshot:
        """The present state."""
        return self.store.snapshot

    def put(self, snapshot: Snapshot) -> bool:
        """Take a new state; False when it is the one that was there."""
        changed = snapshot is not self.now
        self.store.put(snapshot)
        return changed

    def change(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.put(replace(self.now, **changes))

    def notice(self, *notices: Notice) -> None:
        """Show notices in the bar."""
        self.put(steps.noticed(self.now, notices))

    def failed(self, key: str, error: EmbvizError) -> None:
        """Say that a job failed."""
        snapshot = steps.idle(self.now, key)
        self.put(steps.noticed(snapshot, [Notice(error.code, str(error))]))

    def run(
        self,
        activity: Activity,
        work: Callable[[JobHandle], Any],
        on_done: Callable[[Any], None],
        *,
        on_failed: Callable[[EmbvizError], None] | None = None,
        on_progress: Callable[[Any], None] | None = None,
        at_once: bool = False,
    ) -> None:
        """Start a job, list it among the activities while it runs, and say so when it fails.

        Parameters
        ----------
        on_failed
            Called before the notice.
        on_progress
            Given what the job reports to be shown; words become the detail of the activity.
        at_once
            Begin before the window has drawn what has changed.
        """
        key = activity.key

        def progressed(share: float | None, payload: Any) -> None:
            detail = payload if isinstance(payload, str) else ""
            self.put(steps.busy(self.now, replace(activity, share=share, detail=detail)))
            if on_progress is not None and payload is not None and not detail:
                on_progress(payload)

        def done(result: Any) -> None:
            self.put(steps.idle(self.now, key))
            on_done(result)

        def failed(error: EmbvizError) -> None:
            if on_failed is not None:
                on_failed(error)
            self.failed(key, error)

        self.put(steps.busy(self.now, activity))
        self.jobs.start(key, work, on_done=done, on_failed=failed, on_progress=progressed, at_once=at_once)

    def stop(self, key: str) -> bool:
        """Stop a job and take it off the list; False when none runs under this key."""
        stopped = self.jobs.stop(key)
        self.put(steps.idle(self.now, key))
        return stopped
