"""Keeps Python's collector of garbage out of the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_USUAL = gc.get_threshold()
_NEVER = 1_000_000_000


@contextmanager
def no_full_collection() -> Iterator[None]:
    """Collect only what is young while the body makes much that stays to the end: modules, widgets.

    A full collection goes through every object that was ever made. In the middle of a frame it takes 20 to
    130 ms, and making many objects calls for one. What is there at the end of the body is left out of all
    later collections.
    """
    gc.set_threshold(*_USUAL[:2], _NEVER)
    try:
        yield
        gc.freeze()
    finally:
        gc.set_threshold(*_USUAL)
