"""Keeps Python's collector of garbage out of the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect nothing while the body makes much that stays to the end, such as modules and widgets.

    A full collection goes through every object that was ever made. In the middle of a frame it takes 20 to
    130 ms, and making many objects calls for one. What is there at the end of the body is left out of all
    later collections; garbage of the time in the body is not.
    """
    gc.disable()
    try:
        yield
        gc.collect(0)
        gc.freeze()
    finally:
        gc.enable()
