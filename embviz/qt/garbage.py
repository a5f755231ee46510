"""Keeps Python's collector of garbage out of the way.

A full collection goes through every object that was ever made. In the middle of a frame it takes 20 to
130 ms, and it comes just when many objects are made that will stay: modules, the strings of a vocabulary.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect nothing in the body, and from then on leave out what is there at its end.

    That stays, or goes by itself when nothing refers to it any more: tables are in no circles.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
