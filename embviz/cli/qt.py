"""Importing Qt where its system libraries may be missing."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from contextlib import contextmanager

from embviz.errors import EmbvizError

PACKAGES = "libegl1, libgl1, libfontconfig1, libxkbcommon0, libdbus-1-3 and libglib2.0-0"

_LIBRARY = re.compile(r"\blib[\w.+-]+\.so[\w.]*")


@contextmanager
def qt_that_loads() -> Iterator[None]:
    """Turn a failure to load Qt's system libraries, inside the body, into an expected failure.

    Raises
    ------
    EmbvizError
        ``no-qt``: names the missing library and Debian's packages.
    """
    plain_import = builtins.__import__
    try:
        import PySide6.QtCore  # noqa: F401

        # Shiboken's module “feature” replaces Python's import by one that reads the source of every module
        # that is imported afterwards, to see whether it wants Qt's names in snake_case. Ours do not, and
        # reading takes a tenth of the start.
        builtins.__import__ = plain_import
        yield
    except ImportError as error:
        library = _LIBRARY.search(str(error))
        if library is None:
            raise
        raise EmbvizError(
            f"Qt cannot be loaded: the library {library[0]} is missing.",
            code="no-qt",
            hint=f"On Debian and Ubuntu install {PACKAGES}.",
        ) from error
