"""Values worked out once, when first asked for, whichever thread asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """A place for a value that is made when it is first asked for.

    Threads that ask while it is being made wait for it. When making it fails or is stopped, the one who asked
    gets the exception and the next one to ask tries again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._value: list[T] = []

    @property
    def ready(self) -> bool:
        """Whether the value is there already."""
        return bool(self._value)

    def get(self, make: Callable[[], T]) -> T:
        """Return the value; the first call makes it and takes the time."""
        if not self._value:
            with self._lock:
                if not self._value:
                    self._value.append(make())
        return self._value[0]
