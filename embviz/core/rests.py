"""Rests in the middle of long work in Python.

Python runs one thread at a time. What computes in Python for long calls `rest` at least every millisecond or
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

_rest: ContextVar[Callable[[], None] | None] = ContextVar("rest", default=None)


@contextmanager
def resting(how: Callable[[], None]) -> Iterator[None]:
    """Let work within the body call ``how`` where it can rest; what that raises ends the work."""
    token = _rest.set(how)
    try:
        yield
    finally:
        _rest.reset(token)


def rest() -> None:
    """Rest here, if somebody wishes it."""
    how = _rest.get()
    if how is not None:
        how()


def rested(items: Iterable[T]) -> Iterator[T]:
    """Give the items, with a rest before each; it costs a third of a microsecond."""
    for item in items:
        rest()
        yield item
