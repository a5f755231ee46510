"""Imports that let the UI thread go first.

Some libraries are hundreds of modules, which are read and run for a second or two.
"""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from embviz.qt.courtesy import Courtesy


@contextmanager
def polite_imports(courtesy: Courtesy) -> Iterator[None]:
    """Let threads that import give way before each module, while the body runs."""
    finder = _PoliteFinder(courtesy)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _PoliteFinder:
    """Asked for every module first; finds none."""

    def __init__(self, courtesy: Courtesy) -> None:
        self._courtesy = courtesy

    def find_spec(self, _name: str, _path: Sequence[str] | None = None, _target: Any = None) -> None:
        """Wait a moment."""
        if threading.current_thread() is not threading.main_thread():
            self._courtesy.give_way()
