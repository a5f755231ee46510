"""Rests in the middle of long work in Python.

Python runs one thread at a time. What computes in Python for long calls `rest` about once a millisecond, or
takes its items from `rested`. Whoever runs it in a thread beside a window says with `resting` what a rest is:
to wait while the window is busy, to end when told. On the command line work does not rest.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

_pause: ContextVar[Callable[[], None] | None] = ContextVar("pause", default=None)


@contextmanager
def resting(pause: Callable[[], None]) -> Iterator[None]:
    """Let work within the body call ``pause`` where it can rest; what that raises ends the work."""
    token = _pause.set(pause)
    try:
        yield
    finally:
        _pause.reset(token)


def rest() -> None:
    """Rest here, if somebody wishes it."""
    pause = _pause.get()
    if pause is not None:
        pause()


def rested(items: Iterable[T], every: int) -> Iterator[T]:
    """Give the items, with a rest before each ``every`` of them."""
    for place, item in enumerate(items):
        if place % every == 0:
            rest()
        yield item
